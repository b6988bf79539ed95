package web

import (
	"net/http"
	"net/url"
	"strconv"
	"testing"
)

// TestEndOfAGame wins a game and checks its last pages: the results of the last
// phase, the winner, the dice book with its seed.
func TestEndOfAGame(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, master := h.game(url.Values{
		"scenario": {"B"}, "variant": {"B-2-2"}, "preset": {"njudge-classic"}, "opt-victory-cities": {"8"}, "opt-victory-homes": {"none"},
	})
	rev := strconv.Itoa(h.revision(id))
	master.post("/g/"+id+"/carryout", url.Values{"revision": {rev}}).has(t, http.StatusOK, "The game is over.", "have won the game")
	b := h.browser()
	b.get("/g/"+id).has(t, http.StatusOK, "The game is over.", "The end of the game", "the seed is public")
	b.get("/g/"+id+"/p/1").has(t, http.StatusOK, "Victory for", "The end")
	b.get("/g/"+id+"/map/2.svg").has(t, http.StatusOK, "<svg")
	b.get("/g/"+id+"/map/3.svg").has(t, http.StatusNotFound)
	b.get("/g/"+id+"/p/2").has(t, http.StatusNotFound)
	b.get("/g/"+id+"/dice.json").has(t, http.StatusOK, `"seed"`)
}

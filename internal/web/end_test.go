package web

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
)

// TestEndOfAGame wins a game and checks its last pages: the results of the last phase, the
// winner, and the dice book with its seed.
func TestEndOfAGame(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, master := h.game(url.Values{
		"scenario": {"B"}, "variant": {"B-2-2"}, "preset": {"njudge-classic"}, "opt-victory-cities": {"8"}, "opt-victory-homes": {"none"},
	})
	rev := strconv.Itoa(h.revision(id))
	master.post("/g/"+id+"/carryout", url.Values{"revision": {rev}}).has(t, http.StatusOK, "The game is over.", "Victory for ")
	b := h.browser()
	b.get("/g/"+id).has(t, http.StatusOK, "The game is over.", "The end of the game", "the seed is public")
	b.get("/g/"+id+"/p/1").has(t, http.StatusOK, "Victory for", "The end")
	b.get("/g/"+id+"/map/2.svg").has(t, http.StatusOK, "<svg")
	b.get("/g/"+id+"/map/3.svg").has(t, http.StatusNotFound)
	b.get("/g/"+id+"/p/2").has(t, http.StatusNotFound)
	b.get("/g/"+id+"/end").has(t, http.StatusOK, "Final ranking", "victory", "What decided it", "Spring 1454", "Victory for", "Film", "Charts", "Ducats in figures, year by year", "The game does not count for the ratings: it is played without accounts.", "the dice book")
	master.get("/g/"+id+"/end").has(t, http.StatusOK, "Export the whole game")
	for name, kind := range map[string]string{"end.png": "image/png", "end.gif": "image/gif"} {
		p := b.get("/g/" + id + "/" + name)
		if p.has(t, http.StatusOK); p.header.Get("Content-Type") != kind || p.header.Get("ETag") == "" || len(p.body) > 3<<20 {
			t.Errorf("%s: %v, %d bytes", name, p.header, len(p.body))
		}
	}
	b.get("/g/"+id+"/dice.json").has(t, http.StatusOK, `"seed"`)
}

// TestEndPage checks the page of a finished game between people: who played what, how ratings
// changed, and how far the players agree to publish their messages. Ratings of private profiles
// are not shown.
func TestEndPage(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	ctx := context.Background()
	g, _, players := h.Playing("The League", func(x *hosting.Hosting) { x.Listed = true })
	stranger := h.browser()
	for _, name := range []string{"end", "end.png", "end.gif"} {
		stranger.get("/g/"+g.ID+"/"+name).has(t, http.StatusNotFound, "The game is not over")
	}
	h.Must(h.Users.SetPrivate(ctx, players[0].ID, true))
	for _, a := range players {
		r := h.RoleFor(g, a)
		h.Must(h.Judge.Clock.Vote(ctx, g.ID, r, r.Seat, game.Ballot{Draw: true}))
	}
	p := stranger.get("/g/" + g.ID + "/end")
	p.has(t, http.StatusOK, "Final ranking", players[1].Name, "Rating", "The messages of this game are opened to everyone when all its players agree: 0 of 8 do.")
	lacks(t, "the page", text(p.root), "Export the whole game", "I agree to open them")
	row := func(a *game.Account) string {
		for n := range p.root.Descendants() {
			if n.Data == "tr" && strings.Contains(text(n), a.Name) {
				return text(n)
			}
		}
		t.Fatalf("no row of %s", a.Name)
		return ""
	}
	change := regexp.MustCompile(`\d+ [+-]\d+$`)
	if hidden, shown := row(players[0]), row(players[1]); change.MatchString(hidden) || !change.MatchString(shown) {
		t.Errorf("the rows %q and %q", hidden, shown)
	}
	h.Must(h.Press.OpenLetters(ctx, g.ID, h.RoleFor(g, players[2]), true))
	stranger.get("/g/"+g.ID+"/end").has(t, http.StatusOK, "1 of 8 do.")
}

// TestNoOpinionBetweenPeople checks that in a running game between people no hint or analysis
// is available, and that no page offers one.
func TestNoOpinionBetweenPeople(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four()
	if len(players) < 2 {
		t.Fatal("there is one player")
	}
	for _, b := range players {
		if strings.Contains(b.get(at).body, at+"/hint") {
			t.Error("a hint is offered")
		}
		b.get(at+"/hint").has(t, http.StatusForbidden, "There are no hints in a game with other people.")
		b.get(at+"/analysis").has(t, http.StatusConflict, "The game is not over yet. Its analysis appears when it is.")
		b.get(at+"/analysis?part=1").has(t, http.StatusConflict)
	}
	master.get(at+"/hint").has(t, http.StatusForbidden)
	master.get(at+"/analysis").has(t, http.StatusConflict)
	h.browser().get(at+"/hint").has(t, http.StatusForbidden)
}

package web

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"podesta/internal/game"
)

// TestPlayingMaker checks that the creator of a game can play in it. The game then has no
// master, its creator can begin it, and it ends when its last player leaves.
func TestPlayingMaker(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	ada := h.guest("Ada")
	p := ada.get("/host").has(t, http.StatusOK, "I play in it", "I am its master")
	form := p.fields(t, "/host")
	form.Set("name", "Among friends")
	form.Set("players-basic", "8")
	form.Set("plays", "1")
	form.Set("bots", "1")
	manual := url.Values{}
	for k, v := range form {
		manual[k] = v
	}
	manual.Set("manualstart", "1")
	ada.post("/host", manual).has(t, http.StatusUnprocessableEntity, "If you start the game by hand, it needs a master")
	at := ada.post("/host", form).has(t, http.StatusOK, "you play in it", "1 of 8 seats taken", "You set up this game", "How it is run").url.Path
	if g, err := h.judge.Base.FindGame(t.Context(), "Among friends"); err != nil || !g.Hosting.NMR {
		t.Error("the game would wait for late players", err)
	}
	h.Forward(h.dial.Now().Add(time.Minute))
	bo := h.guest("Bo")
	bo.post(at+"/join", bo.get(at).fields(t, at+"/join")).has(t, http.StatusOK, "You have joined")
	if bo.get(at); bo.post(at+"/start", url.Values{"force": {"1"}}).status != http.StatusForbidden {
		t.Error("a player who has joined can begin another's game")
	}
	ada.get(at+"/master").has(t, http.StatusForbidden)
	begin := ada.get(at).fields(t, at+"/start")
	begin.Set("bots", "1")
	ada.post(at+"/start", begin).has(t, http.StatusOK, "The game begins.", "Even (computer)")
	if g, err := h.judge.Base.Game(t.Context(), gameID(at)); err != nil || g.Status != game.Active {
		t.Error("the game has not begun", err)
	}

	form.Set("name", "Nobody left")
	form.Set("once", "another")
	at = ada.post("/host", form).has(t, http.StatusOK, "1 of 8 seats taken").url.Path
	ada.post(at+"/resign", url.Values{})
	ada.get(at).has(t, http.StatusOK, "abandoned before it began")
}

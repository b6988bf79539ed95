package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"podesta/internal/judge"
	"podesta/machiavelli/rating"
)

// TestPlayersPages checks the public profile of a player, the tables, and a
// private profile.
func TestPlayersPages(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	table, err := rating.Parse("4: 10 7 4 1")
	if err != nil {
		t.Fatal(err)
	}
	h.with(func(o *judge.Options) { o.Points = table })
	stranger := h.browser()
	stranger.get("/ratings").has(t, http.StatusOK, "Nobody has played enough yet", "People")
	stranger.get("/ratings?by=points").has(t, http.StatusOK, "No game that counts has ended yet")
	at, master, players := h.four()
	stranger.get(at).has(t, http.StatusOK, `href="/u/Cosimo"`)
	stranger.get("/u/Ada").has(t, http.StatusOK, "Playing now", "The Four", "new player", "none yet")
	stranger.get("/u/ada").has(t, http.StatusOK, "Ada")
	stranger.get("/u/Nobody").has(t, http.StatusNotFound, "no player of that name")
	master.get("/u/Cosimo").has(t, http.StatusOK, "Master of a game", "others can see about you")
	for _, b := range players {
		b.post(at+"/vote", url.Values{"vote": {"draw"}}).has(t, http.StatusOK)
	}
	p := stranger.get("/ratings?by=points")
	p.has(t, http.StatusOK, "Ada", "Bice", "Carla", "Dora", "The Expansion of States")
	stranger.get("/ratings?kind=expansion-of-states").has(t, http.StatusOK, "Ada")
	stranger.get("/ratings?kind=nonsense").has(t, http.StatusOK, "Ada")
	if q := stranger.get("/ratings?by=points&skip=50"); strings.Contains(q.body, `href="/u/Ada"`) {
		t.Error("the second page begins with the first player")
	}
	stranger.get("/ratings?by=reliability").has(t, http.StatusOK, "Nobody has played enough yet")
	stranger.get("/u/Ada").has(t, http.StatusOK, "Results", "The Four", "of 4", "won", "skill 1-", "after 1 game", "Rating by edition", "All editions")

	for _, b := range players {
		form := b.get("/me").fields(t, "/me/profile")
		form.Set("private", "1")
		form.Set("openData", "1")
		b.post("/me/profile", form).has(t, http.StatusOK, "Saved", `name="openData" value="1" checked`)
	}
	stranger.get("/u/Ada").has(t, http.StatusNotFound)
	if q := stranger.get("/ratings?by=points"); strings.Contains(q.body, "Ada") {
		t.Error("a player with a private profile is in the table")
	}
}

package web

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"podesta/internal/web/games"
)

// keptLists returns cached lists that are closed at the end of a test.
func keptLists(t testing.TB, age time.Duration) *games.Lists {
	l := games.NewLists(age)
	t.Cleanup(l.Close)
	return l
}

// TestOwnGamesListed checks that lists show a visitor their own changes at
// once, although lists are cached for long.
func TestOwnGamesListed(t *testing.T) {
	t.Parallel()
	h := newInn(t, WithLists(keptLists(t, time.Hour)), WithoutLetters())
	b := h.browser()
	b.post("/register", url.Values{"name": {"Cosimo"}, "email": {"cosimo@example.org"}, "password": {"four words in a row"}})
	b.get("/games").has(t, http.StatusOK)
	h.browser().get("/games").has(t, http.StatusOK)
	b.hosts("name", "The Four", "choice", "A/A-4", "preset", "battleline-1978-basic")
	b.get("/games").has(t, http.StatusOK, "The Four", "4 players wanted, of 4")
	b.get("/").has(t, http.StatusOK, "The Four")
	other := h.browser()
	other.get("/games").has(t, http.StatusOK, "The Four", "4 players wanted, of 4")
	other.post("/register", url.Values{"name": {"Lorenzo"}, "email": {"lorenzo@example.org"}, "password": {"four words in a row"}})
	game := other.get("/g/thefour").url.Path
	other.post(game+"/join", url.Values{})
	other.get("/games").has(t, http.StatusOK, "The Four", "3 players wanted, of 4")
}

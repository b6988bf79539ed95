package web

import (
	"net/http"
	"net/url"
	"strings"
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
	b.get("/games").has(t, http.StatusOK, "The Four", "4 of 4 players wanted")
	b.get("/").has(t, http.StatusOK, "The Four")
	other := h.browser()
	other.get("/games").has(t, http.StatusOK, "The Four", "4 of 4 players wanted")
	other.post("/register", url.Values{"name": {"Lorenzo"}, "email": {"lorenzo@example.org"}, "password": {"four words in a row"}})
	game := other.get("/g/thefour").url.Path
	other.post(game+"/join", url.Values{})
	other.get("/games").has(t, http.StatusOK, "The Four", "3 of 4 players wanted")
}

// TestListsForStrangers checks that strangers share rendered lists, with the same
// answer as without, and that people who are signed in get their own.
func TestListsForStrangers(t *testing.T) {
	t.Parallel()
	shelf := NewShelf(1 << 20)
	h := newInn(t)
	site := New(h.Judge, nil, WithLetters(h.mail), WithClock(h.dial), WithLists(keptLists(t, time.Hour)), WithShelf(shelf))
	master := h.guest("Cosimo")
	master.hosts("name", "The Four", "choice", "A/A-4", "preset", "battleline-1978-basic", "listed", "1")
	stranger := reader{"a stranger", nil, "en"}
	_, plain := h.processes()
	for _, at := range []string{"/", "/games", "/games?status=forming"} {
		want := stranger.reads(plain, at)
		for i := range 3 {
			before := shelf.Stats().Hits
			if got := stranger.reads(site, at); got != want {
				t.Errorf("%s, the %d. time:\n%s", at, i+1, difference(got, want))
			}
			if hits := shelf.Stats().Hits - before; hits != int64(min(i, 1)) {
				t.Errorf("%s, the %d. time: %d kept pages were used", at, i+1, hits)
			}
		}
		host := readerOf(t, "the master", master, at, "en")
		if got, want := host.reads(site, at), host.reads(plain, at); got != want || !strings.Contains(got, "Cosimo") {
			t.Errorf("%s, for the master:\n%s", at, difference(got, want))
		}
	}
}

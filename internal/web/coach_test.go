package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestAdviceAfterCorrection checks that coach and hint use the position after a master's
// correction, and that a hint for the position before it is refused.
func TestAdviceAfterCorrection(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	h.serveBots()
	master := h.guest("Cosimo")
	at := master.hosts("name", "Corrected", "choice", "A/A-4", "preset", "battleline-1978-basic", "pace", "daily", "bots", "1")
	ada := h.guest("Ada")
	ada.post(at+"/join", nil).has(t, http.StatusOK)
	form := master.get(at+"/master").fields(t, at+"/start")
	form.Set("bots", "1")
	form.Set("level", "easy")
	master.post(at+"/start", form).has(t, http.StatusOK)

	counts := regexp.MustCompile(`You have (\d+) cities and need \d+\.`)
	cities := func() int {
		t.Helper()
		m := counts.FindStringSubmatch(text(ada.get(at).has(t, http.StatusOK, "data-coach").root))
		if m == nil {
			t.Fatal("the coach does not say how many cities there are")
		}
		n, _ := strconv.Atoi(m[1])
		return n
	}
	had := cities()
	old := ada.get(at+"/hint").has(t, http.StatusOK, "Take these orders over").fields(t, at+"/orders")

	g, err := h.judge.Base.Game(t.Context(), gameID(at))
	h.Must(err)
	seats, err := h.judge.Base.Seats(t.Context(), g.ID)
	h.Must(err)
	seat := 0
	for _, s := range seats {
		if s.Bot == "" {
			seat = s.Number
		}
	}
	ph, err := h.judge.Base.Phase(t.Context(), g.ID, g.Number)
	h.Must(err)
	mine := g.Setting.Seats[seat-1][0]
	for id := range ph.Before.City {
		if ph.Before.City[id] != mine {
			continue
		}
		city := g.Setting.Board.Areas[id].Name
		change := url.Values{"revision": {strconv.Itoa(g.Revision)}, "changes": {"control city " + city + " nobody"}, "why": {"A slip"}, "do": {"edit"}}
		if master.post(at+"/edit", change).status == http.StatusOK { // a city with a garrison keeps its owner
			break
		}
	}
	// A board that was opened before the correction gets no arrows for the new position.
	ada.get(at+"/hint?part=1&revision="+old.Get("revision")).has(t, http.StatusOK, "The game has moved on: this page shows an earlier position.")
	if got := cities(); got != had-1 {
		t.Errorf("the coach counts %d cities after a correction; there were %d, and one was taken away", got, had)
	}
	ada.post(at+"/orders", old).has(t, http.StatusConflict)
	for range 2 {
		again := ada.get(at+"/hint").has(t, http.StatusOK, "Take these orders over").fields(t, at+"/orders")
		if again.Get("revision") == old.Get("revision") {
			t.Error("the hint is for the position before the correction")
		}
		if p := ada.post(at+"/orders", again); p.status != http.StatusOK || strings.Contains(p.body, "could not be used") {
			t.Errorf("the hint for the corrected position is refused: %d", p.status)
		}
	}
}

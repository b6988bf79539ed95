package web

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli/dice"
)

// classicB returns the form for a Balance of Power game with money. The parameters are names and
// values of further fields.
func classicB(more ...string) url.Values {
	form := url.Values{"scenario": {"B"}, "variant": {"B-8"}, "preset": {"njudge-classic"}}
	for i := 0; i+1 < len(more); i += 2 {
		form.Set(more[i], more[i+1])
	}
	return form
}

// TestMoneyOnTheTable spends ducats on the pages and reads the results.
func TestMoneyOnTheTable(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, master := h.game(classicB())
	seats := h.seats(id, master)
	milan := seats["milan"]
	milan.get("/g/"+id).has(t, http.StatusOK, "ducats", "Assassination chits: Austria", "Before the first campaign", "e1: disband")
	rev := strconv.Itoa(h.revision(id))
	p := milan.post("/g/"+id+"/orders", url.Values{"revision": {rev}, "orders-milan": {
		"borrow 20 for 2 years\nA Pavia - Montferrat\ne2: 24 assassinate France\ne3: -5 disband A Verona\ne9: buy A Verona\ne4: 3.5 counter-bribe A Milan",
	}})
	p.has(t, http.StatusOK, "borrows 20", "E13", "Army Pavia")
	if bad := len(p.find("bad")); bad < 2 {
		t.Errorf("%d lines are refused, of two that make no sense", bad)
	}
	master.post("/g/"+id+"/hostroll", url.Values{"revision": {rev}, "roll": {"assassination milan 2"}, "value": {"2"}, "back": {"panel"}}).has(t, http.StatusOK, "Set by the master", "assassination milan 2")
	seats["france"].post("/g/"+id+"/hostroll", url.Values{"revision": {rev}, "roll": {"assassination milan 2"}, "value": {"6"}}).has(t, http.StatusForbidden)
	master.post("/g/"+id+"/carryout", url.Values{"revision": {rev}}).has(t, http.StatusOK, "Summer 1454")
	seats["venice"].get("/g/"+id+"/p/1").has(t, http.StatusOK, "ruler of France is assassinated", "set by the master", "borrow", "Army Pavia advances to Montferrat")
	if err := h.judge.Archive.Replay(context.Background(), id); err != nil {
		t.Error(err)
	}
	var book dice.Book
	page := seats["venice"].get("/g/" + id + "/dice.json")
	if err := json.Unmarshal([]byte(page.body), &book); err != nil || book.Commitment == "" || book.Seed != "" || len(book.Phases) == 0 {
		t.Errorf("the dice book of a running game: %+v, %v", book, err)
	}
	if _, err := book.Verify(); err == nil || !strings.Contains(err.Error(), "when the game is over") {
		t.Errorf("a book without its seed: %v", err)
	}
}

// TestHiddenTreasuries tests BUG-01 on the pages: each player sees only their
// own money, the master all, a visitor none.
func TestHiddenTreasuries(t *testing.T) {
	t.Parallel()
	h := open(t)
	id, master := h.game(classicB("opt-treasury-visibility", "hidden"))
	seats := h.seats(id, master)
	rev := strconv.Itoa(h.revision(id))
	seats["milan"].post("/g/"+id+"/orders", url.Values{"revision": {rev}, "orders-milan": {"pay 1 to Venice\ngive Turkey to Venice"}})
	master.post("/g/"+id+"/carryout", url.Values{"revision": {rev}})
	for _, x := range []struct {
		who   string
		b     *browser
		shown int  // number of treasuries that are shown
		paid  bool // whether it sees the payment
		chit  bool // whether it sees the gift of the chit
	}{
		{"Milan", seats["milan"], 1, true, true},
		{"Venice", seats["venice"], 1, true, true},
		{"Naples", seats["naples"], 1, false, false},
		{"the master", master, 8, true, true},
		{"a visitor", h.browser(), 0, false, false},
	} {
		page := x.b.get("/g/" + id).body
		if got := 8 - strings.Count(page, "ducats unknown"); got != x.shown {
			t.Errorf("%s sees %d treasuries, want %d", x.who, got, x.shown)
		}
		past := x.b.get("/g/" + id + "/p/1").body
		if got := strings.Contains(past, "1 ducat to"); got != x.paid {
			t.Errorf("%s sees the payment: %t", x.who, got)
		}
		if got := strings.Contains(past, "chit against"); got != x.chit {
			t.Errorf("%s sees the gift of the chit: %t", x.who, got)
		}
		if got := strings.Contains(past, "Naples earns"); got != (x.who == "Naples" || x.who == "the master") {
			t.Errorf("%s sees the first income of Naples: %t", x.who, got)
		}
	}
}

// TestFirstWinter tests the winter before the first spring of an edition in which powers that
// cannot pay for the set-up choose what to disband (BUILD-21), and checks that the page says
// so.
func TestFirstWinter(t *testing.T) {
	t.Parallel()
	h := open(t)
	for range 20 { // repeats until one power's first dice are too low
		id, master := h.game(classicB("preset", "battleline-1978-advanced"))
		seats := h.seats(id, master)
		page := seats["venice"].get("/g/" + id)
		if !strings.Contains(page.body, "Winter 1453") {
			continue
		}
		page.has(t, http.StatusOK, "The game begins with a winter", "Before the first campaign")
		for _, name := range []string{"austria", "france"} {
			if p := seats[name].get("/g/" + id); strings.Contains(p.body, "order what to give up") {
				p.has(t, http.StatusOK, "for 3 units that cost 9 ducats", "too little")
				return
			}
		}
		t.Fatal("no page says what to disband")
	}
	t.Fatal("in twenty games every power could pay")
}

package view_test

import (
	"fmt"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/view"
)

// game returns a position of the Balance of Power, its rules, and a function
// that finds a power by its identifier.
func game(t *testing.T, visibility string) (*position.Position, *rules.Set, func(string) machiavelli.Power) {
	t.Helper()
	set, err := rules.Make("njudge-classic", map[string]string{"treasury-visibility": visibility})
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New("B", "", &set)
	if err != nil {
		t.Fatal(err)
	}
	power := func(id string) machiavelli.Power {
		x, ok := p.Setting.Powers.Find(id)
		if !ok {
			t.Fatalf("no power %s", id)
		}
		return x
	}
	clear(p.Chits[power("milan")][:])
	clear(p.Chits[power("venice")][:])
	p.Treasury[power("milan")], p.Treasury[power("venice")] = 12, 30
	p.Chits[power("milan")][power("venice")] = 1
	p.Chits[power("venice")][power("milan")] = 1
	p.Loans = []position.Loan{{Power: power("milan"), Principal: 5}, {Power: power("venice"), Principal: 9}}
	return p, &set, power
}

// TestPosition checks which ducats, loans and chits of Milan and Venice each
// reader sees.
func TestPosition(t *testing.T) {
	for _, c := range []struct {
		visibility, reader string
		over, last         bool
		want               string
	}{
		{"open", "public", false, true, "milan 12 5 0, venice 30 9 0"},
		{"open", "milan", false, true, "milan 12 5 1, venice 30 9 0"},
		{"open", "master", false, true, "milan 12 5 1, venice 30 9 1"},
		{"hidden", "public", false, true, "milan 0 0 0, venice 0 0 0"},
		{"hidden", "milan", false, true, "milan 12 5 1, venice 0 0 0"},
		{"hidden", "venice", false, true, "milan 0 0 0, venice 30 9 1"},
		{"hidden", "master", false, true, "milan 12 5 1, venice 30 9 1"},
		{"hidden", "milan", true, false, "milan 12 5 1, venice 0 0 0"},
		{"hidden", "public", true, true, "milan 12 5 1, venice 30 9 1"},
	} {
		t.Run(fmt.Sprintf("%s, %s, over %t, last %t", c.visibility, c.reader, c.over, c.last), func(t *testing.T) {
			p, set, power := game(t, c.visibility)
			var powers []machiavelli.Power
			if c.reader != "public" && c.reader != "master" {
				powers = append(powers, power(c.reader))
			}
			v := view.Of(set, c.over, c.reader == "master", powers...)
			q := v.Position(p, c.last)
			var got []string
			for _, id := range []string{"milan", "venice"} {
				x, lent, chits := power(id), 0, 0
				for _, l := range q.Loans {
					if l.Power == x {
						lent += int(l.Principal)
					}
				}
				for _, n := range q.Chits[x] {
					chits += int(n)
				}
				got = append(got, fmt.Sprintf("%s %d %d %d", id, q.Treasury[x], lent, chits))
			}
			if s := strings.Join(got, ", "); s != c.want {
				t.Errorf("got  %s\nwant %s", s, c.want)
			}
			if p.Treasury[power("venice")] != 30 || p.Chits[power("venice")][power("milan")] != 1 || len(p.Loans) != 2 {
				t.Error("the position itself was changed")
			}
			h := v.Hidden(p, c.last)
			for _, id := range []string{"milan", "venice"} {
				if sees := q.Treasury[power(id)] > 0; sees == h.Treasuries.Has(power(id)) {
					t.Errorf("treasury of %s: hidden is %t", id, !sees)
				}
			}
		})
	}
}

func TestEvents(t *testing.T) {
	_, set, power := game(t, "hidden")
	events := []event.Event{
		event.Payment{Power: power("milan"), To: power("venice"), Paid: 3, Verdict: event.Succeeded},
		event.Refused{Power: power("milan"), Given: "what?"},
		event.Elimination{Power: power("naples")},
	}
	for reader, want := range map[string]int{"milan": 3, "venice": 2, "naples": 1} {
		if got := view.Of(set, false, false, power(reader)).Events(events); len(got) != want {
			t.Errorf("%s sees %d events, want %d", reader, len(got), want)
		}
	}
	if got := view.Of(set, false, true).Events(events); len(got) != 3 {
		t.Errorf("the master sees %d events", len(got))
	}
}

func TestBook(t *testing.T) {
	_, hidden, _ := game(t, "hidden")
	_, open, _ := game(t, "open")
	book := dice.Book{Phases: []dice.BookPhase{{Throws: []dice.Throw{{Name: "famine row"}, {Name: "income milan 1"}}}}}
	for _, c := range []struct {
		v    view.View
		want int
	}{
		{view.Of(open, false, false), 2},
		{view.Of(hidden, false, false), 1},
		{view.Of(hidden, false, true), 2},
		{view.Of(hidden, true, false), 2},
	} {
		if got := len(c.v.Book(&book).Phases[0].Throws); got != c.want {
			t.Errorf("%+v: %d throws, want %d", c.v, got, c.want)
		}
	}
	if len(book.Phases[0].Throws) != 2 {
		t.Error("the book itself was changed")
	}
}

func TestPowerIDs(t *testing.T) {
	p, _, power := game(t, "open")
	set := machiavelli.PowerSet(0).With(power("venice")).With(power("florence"))
	if got := strings.Join(view.PowerIDs(p.Setting, set), " "); got != "florence venice" {
		t.Errorf("got %s", got)
	}
	if view.PowerIDs(p.Setting, 0) == nil {
		t.Error("no powers are no list")
	}
}

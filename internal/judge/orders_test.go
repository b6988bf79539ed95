package judge_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/ordertext"
	"podesta/internal/store"
	"podesta/machiavelli"
	"podesta/machiavelli/turn"
)

// byPower formats the lines of each power. Refused lines are marked with "!".
func byPower(g *game.Game, found *clock.Reading) string {
	var out []string
	for _, p := range found.Powers {
		lines := strings.Split(p.Text, "\n")
		for _, v := range p.Verdicts {
			mark := "="
			if v.Refused() {
				mark = "!"
			}
			lines[v.Line-1] += mark
		}
		out = append(out, g.Setting.Powers[p.Power].ID+"["+strings.Join(lines, "|")+"]")
	}
	return strings.Join(out, " ")
}

func TestOrdersAreDividedAmongPowers(t *testing.T) {
	h := judgetest.New(t)
	g, _ := h.MakeGame(lobby.NewGame{Scenario: "B", Variant: "B-2-2"}) // seat 1: Venice and the Papacy
	venice, _ := g.Setting.Powers.Find("venice")
	papacy, _ := g.Setting.Powers.Find("papacy")
	whole := func(text string) []ordertext.Section { return []ordertext.Section{{Seat: 1, Text: text}} }
	for _, c := range []struct {
		in   []ordertext.Section
		want string
	}{
		{whole(""), "venice[] papacy[]"},
		{whole("venice:\nA Padua H\npapacy:\nA Rome H"), "venice[A Padua H=] papacy[A Rome H=]"},
		{whole("P:\nA Rome H\n Ven :\n\nA Padua H\n\n"), "venice[|A Padua H=] papacy[A Rome H=]"},
		{whole("papacy: # the second\nA Rome H # stays"), "venice[] papacy[# the second|A Rome H # stays=]"},
		{whole("papacy:\nA Rome H\nnobody:\nA Padua H\nborrow 5 for 1 year"), "venice[A Padua H=] papacy[A Rome H=|nobody:|borrow 5 for 1 year!]"},
		{whole("papacy:\nA Rome H\nmilan:\nA Padua H\nvenice:\nA Padua H"), "venice[A Padua H=] papacy[A Rome H=|milan:!|A Padua H!]"},
		// Lines without a heading go to the power that can give them.
		{whole("# plan\nA Rome H\nA Padua H; A Bologna H\nA Nowhere H"), "venice[# plan|A Padua H=|A Nowhere H!] papacy[A Rome H=|A Bologna H=]"},
		{[]ordertext.Section{{Power: papacy, Text: "A Rome H"}, {Power: venice, Text: "A Padua H\nA Rome H"}}, "venice[A Padua H=|A Rome H!] papacy[A Rome H=]"},
		{[]ordertext.Section{{Power: venice, Text: "A Padua H\npapacy:\nA Rome H"}}, "venice[A Padua H=|papacy:|A Rome H=] papacy[]"},
		{whole("venice:\r\nA Padua H\r\npapacy:\rA Rome H"), "venice[A Padua H=] papacy[A Rome H=]"},
	} {
		found, err := h.Judge.Clock.ReadOrders(ctx, g.ID, game.Role{Seat: 1}, c.in...)
		if err != nil {
			t.Fatal(err)
		}
		if got := byPower(g, found); got != c.want {
			t.Errorf("%+v:\n%s, want\n%s", c.in, got, c.want)
		}
	}
}

// TestOrdersOfOnePower gives orders for a seat whose powers count as one: a heading with either
// name stands for the power that has the units of both (SEAT-01).
func TestOrdersOfOnePower(t *testing.T) {
	h := judgetest.New(t)
	g, _ := h.MakeGame(lobby.NewGame{Scenario: "B", Variant: "B-2-2", Options: map[string]string{"several-powers": "one-power"}}) // seat 1: Venice and the Papacy
	papacy, _ := g.Setting.Powers.Find("papacy")
	for _, c := range []struct {
		in   ordertext.Section
		want string
	}{
		{ordertext.Section{Seat: 1, Text: "A Padua H\nA Rome H"}, "venice[A Padua H=|A Rome H=]"},
		{ordertext.Section{Seat: 1, Text: "venice:\nA Padua H\npapacy:\nA Rome H"}, "venice[venice:|A Padua H=|papacy:|A Rome H=]"},
		{ordertext.Section{Seat: 1, Text: "P:\nA Rome H"}, "venice[P:|A Rome H=]"},
		{ordertext.Section{Power: papacy, Text: "A Rome H"}, "venice[A Rome H=]"},
		{ordertext.Section{Seat: 1, Text: "milan:\nA Padua H"}, "venice[milan:!|A Padua H!]"},
	} {
		found, err := h.Judge.Clock.ReadOrders(ctx, g.ID, game.Role{Seat: 1}, c.in)
		if err != nil {
			t.Fatal(err)
		}
		if got := byPower(g, found); got != c.want {
			t.Errorf("%+v:\n%s, want\n%s", c.in, got, c.want)
		}
	}
	if got, want := gamestate.PowerNames(g, 1), "Venice and Papacy"; got != want {
		t.Errorf("the seat is called %s, want %s", got, want)
	}
	_, err := h.Lobby.SetRules(ctx, g.ID, game.Role{Master: true}, map[string]string{"several-powers": "separate"})
	judgetest.Code(t, err, game.Invalid)
}

// TestStoredOrdersComeToTheSame checks that stored orders are interpreted in the same way as when
// they were sent, for every power and every way of sending.
func TestStoredOrdersComeToTheSame(t *testing.T) {
	h := judgetest.New(t)
	g, _ := h.MakeGame(lobby.NewGame{Scenario: "B", Variant: "B-2-2", Preset: "njudge-classic"})
	me := game.Role{Seat: 1}
	lines := []string{
		"A Rome H", "A Padua - Ferrara", "A Bologna - Modena; A Padua H", "F Dalmatia H", "nonsense", "A Nonsense H", "nobody:", "PAPACY", "Venice, orders", "[Papal States]", "Papcy", "Papacy: A Rome H", "all others hold", "Bob", "A Padua S A", "Bologna - Ferrara", "", "# only said", "A Rome - Tivoli # with a word",
		"borrow 5 for 1 year", "E1: 3 famine relief Siena", "A Milan H", "  ", "papacy:", "venice: # mine", "milan:", "V:", "A Padua S A Bologna - Ferrara",
	}
	r := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var out []string
		for range r.IntN(7) {
			out = append(out, lines[r.IntN(len(lines))])
		}
		return strings.Join(out, "\n")
	}
	// coming describes the interpretation of lines regardless of their order: the engine reads the
	// lines of each power separately, and a line without a power precedes all headings.
	coming := func(lines []turn.Line, found []game.Verdict) string {
		var out []string
		for _, l := range lines {
			out = append(out, fmt.Sprintf("%d %s %s", l.Power, l.Text, l.Code))
		}
		for _, v := range found {
			out = append(out, fmt.Sprintf("%d %s: %s %s %v", v.Power, v.Text, v.Canonical, v.Error, v.Replaced))
		}
		slices.Sort(out)
		return strings.Join(out, "\n")
	}
	for range 300 {
		var in []ordertext.Section
		switch r.IntN(3) {
		case 0:
			in = []ordertext.Section{{Seat: 1, Text: text()}}
		case 1:
			in = []ordertext.Section{{Seat: 1, Text: text(), Add: true}}
		default:
			for _, p := range g.Setting.Seats[0] {
				in = append(in, ordertext.Section{Power: p, Text: text()})
			}
		}
		before, err := h.Judge.Clock.StandingOrders(ctx, g.ID, me, 1)
		if err != nil {
			t.Fatal(err)
		}
		got, err := h.Judge.Clock.SaveOrders(ctx, g.ID, me, clock.NewOrders{Revision: g.Revision, Sections: in})
		if err != nil {
			t.Fatal(err)
		}
		stored, err := h.Judge.Clock.StandingOrders(ctx, g.ID, me, 1)
		if err != nil {
			t.Fatal(err)
		}
		all := stored.Verdicts
		if in[0].Add { // the receipt has no verdicts on earlier lines
			var fresh []game.Verdict
			for _, v := range got.Verdicts {
				same := func(x game.Verdict) bool {
					return x.Power == v.Power && x.Text == v.Text && x.Error.Equal(v.Error) && x.Replaced == v.Replaced
				}
				if i := slices.IndexFunc(all, same); i >= 0 {
					fresh, all = append(fresh, all[i]), slices.Delete(slices.Clone(all), i, i+1)
				}
			}
			all = fresh
		}
		if a, b := coming(got.Lines, got.Verdicts), coming(stored.Lines, all); a != b || got.Text != stored.Text {
			t.Fatalf("%+v after %q, stored as %q:\n%s\nstored:\n%s", in, before.Text, stored.Text, a, b)
		}
	}
}

func TestOrdersJoinThoseInForce(t *testing.T) {
	h := judgetest.New(t)
	g, _ := h.MakeGame(lobby.NewGame{Scenario: "B", Variant: "B-2-2"})
	me := game.Role{Seat: 1}
	save := func(s ordertext.Section) (*clock.Receipt, error) {
		s.Seat = 1
		return h.Judge.Clock.SaveOrders(ctx, g.ID, me, clock.NewOrders{Revision: g.Revision, Sections: []ordertext.Section{s}})
	}
	must := func(s ordertext.Section, want string, verdicts int) *clock.Receipt {
		t.Helper()
		got, err := save(s)
		if err != nil {
			t.Fatal(err)
		}
		found, err := h.Judge.Clock.StandingOrders(ctx, g.ID, me, 1)
		if err != nil || byPower(g, found) != want || len(got.Verdicts) != verdicts {
			t.Errorf("%+v: %s and %d verdicts, want %s and %d; %v", s, byPower(g, found), len(got.Verdicts), want, verdicts, err)
		}
		return got
	}
	must(ordertext.Section{Text: "papacy:\nA Rome - Tivoli\nA Nowhere H\nA Bologna H\nA Bologna - Modena"}, "venice[] papacy[A Rome - Tivoli=|A Nowhere H!|A Bologna H=|A Bologna - Modena=]", 4)
	// Lines that were refused or replaced before are not kept.
	got := must(ordertext.Section{Text: "A Padua H\nA Rome H\nA Nowhere H", Add: true}, "venice[A Padua H=|A Nowhere H!] papacy[A Rome - Tivoli=|A Bologna - Modena=|A Rome H=]", 3)
	if got.Verdicts[0].Line != 1 || got.Verdicts[2].Line != 3 || !got.Verdicts[2].Refused() {
		t.Errorf("%+v", got.Verdicts)
	}
	must(ordertext.Section{Add: true}, "venice[A Padua H=] papacy[A Bologna - Modena=|A Rome H=]", 0)
	got = must(ordertext.Section{Add: true, Drop: 2}, "venice[] papacy[A Bologna - Modena=]", 0)
	if !slices.Equal(got.Dropped, []string{"A Rome H", "A Padua H"}) {
		t.Errorf("dropped %q", got.Dropped)
	}
	must(ordertext.Section{Add: true, Drop: 9}, "venice[] papacy[]", 0)
	_, err := save(ordertext.Section{Add: true, Drop: 1})
	judgetest.Code(t, err, game.Conflict)
}

// TestLateDraftsAreNotKept saves drafts after the deadline, when the phase
// waits for Milan alone.
func TestLateDraftsAreNotKept(t *testing.T) {
	s := judgetest.Begin(t, nil)
	plan, err := s.Judge.Clock.Plan(ctx, s.TheGame.ID)
	if err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(plan.Deadline.Sub(s.Clock.Now()) + time.Minute)
	if _, err := s.Judge.Clock.Work(ctx); err != nil {
		t.Fatal(err)
	}
	seat, me := s.Seat("Milan"), s.Player("Milan")
	send := func(text string, ready clock.Readiness, doubt bool) *clock.Receipt {
		t.Helper()
		got, err := s.Judge.Clock.SaveOrders(ctx, s.TheGame.ID, me, clock.NewOrders{
			Revision: s.TheGame.Revision, Sections: []ordertext.Section{{Seat: seat, Text: text}}, Ready: ready, Doubt: func(*clock.Reading) bool { return doubt },
		})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	kept := func() string {
		text, err := s.Orders(ctx, s.TheGame.ID, me, seat)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if got := send("A Milan H", clock.Draft, false); !got.Late || kept() != "" || len(got.Verdicts) != 1 {
		t.Errorf("a draft: %+v, kept %q", got, kept())
	}
	if got := send("A Milan H", clock.Final, true); !got.Late || !got.Held || kept() != "" {
		t.Errorf("doubtful: %+v, kept %q", got, kept())
	}
	if got := send("A Milan H", clock.Sent, true); got.Late || kept() != "A Milan H" {
		t.Errorf("sent: %+v, kept %q", got, kept())
	}
	if got := send("", clock.Final, false); got.Late || kept() != "" {
		t.Errorf("ready: %+v, kept %q", got, kept())
	}
}

// TestReadiness checks the effect on the clock of each way of sending orders.
func TestReadiness(t *testing.T) {
	s := judgetest.Begin(t, nil)
	seat, me := s.Seat("Milan"), s.Player("Milan")
	for _, c := range []struct {
		ready clock.Readiness
		doubt bool
		wait  bool
	}{{clock.Sent, false, false}, {clock.Draft, false, true}, {clock.Sent, false, true}, {clock.Final, true, true}, {clock.Final, false, false}, {clock.Hold, false, true}} {
		got, err := s.Judge.Clock.SaveOrders(ctx, s.TheGame.ID, me, clock.NewOrders{
			Revision: s.TheGame.Revision, Sections: []ordertext.Section{{Seat: seat, Text: s.Holding(seat)}}, Ready: c.ready, Doubt: func(*clock.Reading) bool { return c.doubt },
		})
		if err != nil {
			t.Fatal(err)
		}
		states, err := s.Judge.Clock.States(ctx, s.TheGame.ID, me)
		if err != nil || states[seat-1].Wait != c.wait || !states[seat-1].Complete || got.Ready == c.wait || got.Held != c.doubt {
			t.Errorf("%+v: %+v, %+v, %v", c, states[seat-1], got, err)
		}
	}
}

// counting counts the calls of a store.
type counting struct {
	game.Store
	writes, notices int
}

type countingTx struct {
	game.JobTx
	c *counting
}

func (c *counting) Write(ctx context.Context, f func(*game.Tx) error) error {
	c.writes++
	return c.Store.Write(ctx, func(tx *game.Tx) error {
		counted := *tx
		counted.Jobs = countingTx{tx.Jobs, c}
		return f(&counted)
	})
}

func (x countingTx) Notify(key string) error {
	x.c.notices++
	return x.JobTx.Notify(key)
}

func TestSavingIsOneTransactionWithOneNotice(t *testing.T) {
	s := judgetest.Begin(t, nil)
	db, err := store.Open(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	c := &counting{Store: db}
	j := judge.New(c, s.Clock, []byte("secret"))
	for i, in := range []clock.NewOrders{
		{Ready: clock.Draft, Sections: []ordertext.Section{{Power: milan(t, s), Text: "A Milan H"}}},
		{Ready: clock.Final, Sections: []ordertext.Section{{Power: milan(t, s), Text: "A Milan - Como"}}},
		{Ready: clock.Sent, Sections: []ordertext.Section{{Power: milan(t, s), Text: "A Pavia H", Add: true}}},
	} {
		c.writes, c.notices = 0, 0
		in.Revision = s.TheGame.Revision
		if _, err := j.Clock.SaveOrders(ctx, s.TheGame.ID, s.Player("Milan"), in); err != nil {
			t.Fatal(err)
		}
		if c.writes != 1 || c.notices != 1 {
			t.Errorf("%d: %d transactions, %d notices", i, c.writes, c.notices)
		}
	}
}

func milan(t *testing.T, s *judgetest.Story) machiavelli.Power {
	p, ok := s.TheGame.Setting.Powers.Find("milan")
	if !ok {
		t.Fatal("there is no Milan")
	}
	return p
}

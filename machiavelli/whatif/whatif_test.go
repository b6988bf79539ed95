package whatif

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// table is the Balance of Power in its first spring, with money for each power.
type table struct {
	t *testing.T
	p *position.Position
	r rules.Set
}

func newTable(t *testing.T) *table {
	r, err := rules.Preset("njudge-classic")
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New("B", "", &r)
	if err != nil {
		t.Fatal(err)
	}
	for power := range p.Setting.Powers {
		p.Treasury[power] = 50
	}
	return &table{t, p, r}
}

// lines parses orders such as "milan: A Pavia H", each on a line of its own.
func (x *table) lines(text string) []turn.Line {
	var out []turn.Line
	for l := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		id, text, _ := strings.Cut(strings.TrimSpace(l), ": ")
		power, ok := x.p.Setting.Powers.Find(id)
		if !ok {
			x.t.Fatalf("no power %q", id)
		}
		ctx := order.Context{Board: x.p.Setting.Board, Powers: x.p.Setting.Powers, Power: power, Step: machiavelli.Orders, Explicit: true}
		for _, o := range order.Parse(text, &ctx) {
			if o.Err != nil {
				x.t.Fatal(o.Err)
			}
			out = append(out, turn.Line{Power: power, Text: o.Text, Order: o.Order})
		}
	}
	return out
}

// choices returns an unknown with a choice without lines and a choice for each given line.
func (x *table) choices(name string, texts ...string) Unknown {
	u := Unknown{Name: name, Choices: []Choice{{Label: "nothing"}}}
	for _, text := range texts {
		u.Choices = append(u.Choices, Choice{text, x.lines(text)})
	}
	return u
}

// TestCounterBribe predicts a bribe that may be countered by 3, 6 or 9 ducats.
func TestCounterBribe(t *testing.T) {
	x := newTable(t)
	q := Question{
		Position: x.p, Rules: &x.r, Lines: x.lines("florence: e1: 15 disband A Bologna"),
		Unknowns: []Unknown{x.choices("the counter-bribe", "papacy: e1: 3 counter-bribe A Bologna", "papacy: e1: 6 counter-bribe A Bologna", "papacy: e1: 9 counter-bribe A Bologna")},
	}
	a, err := Ask(q)
	if err != nil || !a.Exact || len(a.Worlds) != 4 {
		t.Fatalf("%d worlds, exact: %t, %v", len(a.Worlds), a.Exact, err)
	}
	for _, w := range a.Worlds {
		gone := true
		for _, u := range w.Result.Next.Units {
			if x.p.Setting.Board.Areas[u.At].Name == "Bologna" && !u.InCity() {
				gone = false
			}
		}
		if want := w.Choices[0] < 2; gone != want || w.Chance != 1 {
			t.Errorf("choice %d: disbanded %t with a chance of %g, want %t", w.Choices[0], gone, w.Chance, want)
		}
	}
	s := a.Summary(&q)
	if len(s.Cases) != 4 {
		t.Errorf("%d cases: %+v", len(s.Cases), s.Cases)
	}
}

// TestAssassination checks exact probabilities. An attempt has one face in six,
// and provinces rebel only after a success.
func TestAssassination(t *testing.T) {
	x := newTable(t)
	q := Question{Position: x.p, Rules: &x.r, Lines: x.lines("milan: e1: 24 assassinate France")}
	a, err := Ask(q)
	if err != nil || !a.Exact {
		t.Fatalf("exact: %t, %v", a.Exact, err)
	}
	sum := 0.0
	for _, w := range a.Worlds {
		sum += w.Chance
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("the chances add up to %g", sum)
	}
	found := map[string]float64{}
	for _, c := range a.Summary(&q).Cases {
		for _, f := range c.Facts {
			found[f.Message.String()] = f.Chance
		}
	}
	for text, want := range map[string]float64{
		"The ruler of France is assassinated.":            1.0 / 3,
		"The province of Provence rebels against France.": 1.0 / 9, // a home province without a unit: 2 of 6
	} {
		if math.Abs(found[text]-want) > 1e-9 {
			t.Errorf("%s: %g, want %g; facts: %v", text, found[text], want, found)
		}
	}
}

// TestLimits checks that too many guesses are refused, and that random samples
// are used if there are too many dice.
func TestLimits(t *testing.T) {
	x := newTable(t)
	q := Question{Position: x.p, Rules: &x.r, Limit: 3, Unknowns: []Unknown{x.choices("a", "milan: A Pavia H"), x.choices("b", "milan: A Milan H")}}
	if _, err := Ask(q); !errors.Is(err, ErrTooMany) {
		t.Errorf("error %v", err)
	}
	q = Question{Position: x.p, Rules: &x.r, Limit: 8, Lines: x.lines("milan: e1: 36 assassinate France"), Samples: 5}
	a, err := Ask(q)
	if err != nil || a.Exact || len(a.Worlds) != 5 {
		t.Errorf("%d worlds, exact: %t, %v", len(a.Worlds), a.Exact, err)
	}
	if _, err := Ask(Question{Position: x.p, Rules: &x.r, Unknowns: []Unknown{{Name: "empty"}}}); err == nil {
		t.Error("an unknown without choices is accepted")
	}
	q = Question{Position: x.p, Rules: &x.r, Lines: x.lines("milan: e1: 12 assassinate France"), Rolls: map[string]int{"assassination milan 1": 6}}
	if a, err := Ask(q); err != nil || len(a.Worlds) != 1 {
		t.Errorf("with the roll known: %d worlds, %v", len(a.Worlds), err)
	}
}

// TestLedger checks that a preview shows the effects of a player's own bribes.
func TestLedger(t *testing.T) {
	t.Run("BUG-11", func(t *testing.T) {
		x := newTable(t)
		at := func(name string) position.Unit {
			m, ok := x.p.Setting.Board.Find(name)
			if !ok {
				t.Fatal(name)
			}
			return position.Unit{Type: machiavelli.Fleet, At: m.ID}
		}
		naples, _ := x.p.Setting.Powers.Find("naples")
		turks, _ := x.p.Setting.Powers.Find("turks")
		fleet, tunis := at("Bay of Tunis"), at("Tunis")
		fleet.Owner, tunis.Owner = naples, turks
		x.p.Units = []position.Unit{fleet, tunis}
		q := Question{Position: x.p, Rules: &x.r, Lines: x.lines("turks: e1: 18 buy F Bay of Tunis\nturks: F Bay of Tunis - Palermo")}
		a, err := Ask(q)
		if err != nil || len(a.Worlds) != 1 {
			t.Fatalf("%d worlds, %v", len(a.Worlds), err)
		}
		found := false
		for _, u := range a.Worlds[0].Result.Next.Units {
			found = found || u.Owner == turks && x.p.Setting.Board.Areas[u.At].Name == "Palermo"
		}
		told := fmt.Sprint(a.Summary(&q).Always)
		if !found || !strings.Contains(told, "buy the Neapolitan fleet") || !strings.Contains(told, "Palermo: carried out") {
			t.Errorf("the fleet is Turkish in Palermo: %t; answer:\n%s", found, told)
		}
	})
}

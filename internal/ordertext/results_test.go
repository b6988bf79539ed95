package ordertext

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"podesta/internal/words"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// start returns the position at the start of a scenario, and its rules.
func start(t testing.TB, id, preset string) (*position.Position, *rules.Set) {
	t.Helper()
	r, err := rules.Preset(preset)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New(id, "", &r)
	if err != nil {
		t.Fatal(err)
	}
	return p, &r
}

// someOrders returns a random order for each unit of a position.
func someOrders(p *position.Position, r *rules.Set, rng *rand.Rand) []turn.Line {
	var out []turn.Line
	pick := func(power machiavelli.Power, from []order.Order) {
		if len(from) > 0 {
			out = append(out, turn.Line{Power: power, Text: "given", Order: from[rng.IntN(len(from))]})
		}
	}
	switch p.Phase.Step {
	case machiavelli.Retreats:
		for i := range p.Dislodged {
			pick(p.Dislodged[i].Unit.Owner, legal.Retreats(p, r, i, nil))
		}
	case machiavelli.Adjustments:
		for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
			all := legal.Builds(p, r, power, nil)
			for range min(4, len(all)) {
				pick(power, all)
			}
		}
	default:
		for i := range p.Units {
			if owner := p.Units[i].Owner; owner != machiavelli.Nobody {
				pick(owner, legal.OfUnit(p, r, i, nil))
			}
		}
	}
	return out
}

// TestResultsReadBack copies the lines of results of games with random orders
// into orders, in every language: each is read as the order that it says.
func TestResultsReadBack(t *testing.T) {
	for _, x := range []struct{ scenario, preset string }{{"B", "njudge-classic"}, {"A", "battleline-1978-optional"}, {"balance-of-power-1995", "machiavelli-1995"}, {"diplomacy", "diplomacy"}} {
		p, r := start(t, x.scenario, x.preset)
		res, err := turn.Open(p, r, dice.New([]byte("seed"), "opening", nil))
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(5, 7))
		read := 0
		for range 9 {
			p = res.Next
			if p.Victors != 0 {
				break
			}
			if res, err = turn.Process(p, someOrders(p, r, rng), r, dice.New([]byte("seed"), dice.Scope("game", p.Phase.Campaign(), ""), nil)); err != nil {
				t.Fatal(err)
			}
			read += copied(t, p, r, res.Events)
		}
		if read < 400 {
			t.Errorf("%s: only %d lines were read", x.scenario, read)
		}
	}
}

// copied reads the lines about the orders of a phase as orders, and returns how
// many there were.
func copied(t *testing.T, p *position.Position, r *rules.Set, events []event.Event) (n int) {
	t.Helper()
	tell := report.New(p.Setting)
	reader := &Reader{Position: p, Rules: r}
	check := func(power machiavelli.Power, line string, told order.Order) {
		t.Helper()
		n++
		told.Unit.Nation, told.Unit.Serial = machiavelli.Nobody, 0
		c := reader.context(power)
		want := c.Format(told)
		s := reader.Sheet([]machiavelli.Power{power}, "", []Section{{Text: line}})
		if len(s.Lines) != 1 || !same(s.Lines[0].Line.Order, told, p) {
			got := "nothing"
			if len(s.Lines) > 0 {
				got = c.Format(s.Lines[0].Line.Order) + " " + s.Lines[0].Verdict.Error.String()
			}
			t.Errorf("%q is read as %s, want %s", line, got, want)
		}
	}
	for _, e := range events {
		for _, l := range words.All() {
			switch e := e.(type) {
			case event.Ordered:
				if e.Unit.Owner == machiavelli.Nobody || e.Given == "" {
					continue
				}
				check(e.Unit.Owner, l.M(tell.Came(events, e)), e.Order)
				check(e.Unit.Owner, l.M(tell.Outcome(events, e)), e.Order)
				check(e.Unit.Owner, tell.OrderText(p, e), e.Order)
			case event.Retreated:
				if e.Given == "" || e.Verdict != event.Succeeded && e.Order.Kind != order.Disband || len(e.With) > 0 {
					continue
				}
				check(e.Unit.Owner, l.M(tell.Sentence(e)), e.Order)
			case event.Adjusted:
				if e.Given == "" || e.Verdict != event.Succeeded && e.Verdict != event.Disbanded {
					continue
				}
				check(e.Power, l.M(tell.Sentence(e)), e.Order)
			}
		}
	}
	var classic bytes.Buffer
	if err := report.Classic(&classic, p, events, "cosimo", 1); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(classic.String()) {
		name, _, ok := strings.Cut(line, ":")
		power, known := p.Setting.Powers.Named(name)
		if !ok || !known || !tellsOrder.MatchString(line) || strings.Contains(line, "No Order Processed (DISBAND)") || strings.HasSuffix(line, "->\n") || len(line) > 76 {
			continue
		}
		n++
		s := reader.Sheet([]machiavelli.Power{power}, "", []Section{{Text: line}})
		if len(s.Lines) != 1 || !s.Lines[0].Line.Err.IsZero() && s.Lines[0].Verdict.Canonical == "" && s.Lines[0].Line.Order == (order.Order{}) {
			t.Errorf("%q is not read: %+v", line, s.Lines)
		}
	}
	return n
}

// tellsOrder matches the lines of the classic report that say orders.
var tellsOrder = regexp.MustCompile(`: +((Professional |Mercenary |Militia )?(Army|Fleet|Garrison|Cavalry|Armoured Cavalry) |Builds |Removes |Maintains |Waives )`)

// same reports whether an order that was read is the one that a line says. A
// line names units by type and place, and a hold as such.
func same(got, told order.Order, p *position.Position) bool {
	for _, o := range []*order.Order{&got, &told} {
		o.Unit.Nation, o.Unit.Serial, o.Target.Nation, o.Target.Serial = machiavelli.Nobody, 0, machiavelli.Nobody, 0
		o.Explicit, o.NewSerial, o.Quality = false, 0, machiavelli.Ordinary
		if p.Setting.Board.Areas[o.Target.At].Coasts != nil || o.Target.At == 0 {
			o.Target.Coast = machiavelli.NoCoast
		}
		o.Unit.Coast = machiavelli.NoCoast
		switch o.Kind {
		case order.Support:
			if o.Action == order.ToConvert {
				o.ConvertTo, o.To = machiavelli.NoType, order.Order{}.To
			}
			o.NVia, o.Via = 0, order.Order{}.Via
		case order.Retreat:
			if o.ConvertTo != machiavelli.NoType {
				o.To = order.Order{}.To
			}
		case order.Remove, order.Disband:
			o.Kind = order.Remove
		case order.Build:
			o.Unit.Coast = machiavelli.NoCoast
		}
	}
	return got == told
}

package ordertext

import (
	"bytes"
	"fmt"
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

// TestResultsReadBack takes the lines of results of games with random orders, in every language,
// and checks that each is read as the order that it describes.
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

// TestMoneyReadsBack reads the sentences about payments, expenses and loans in every language,
// and the lines about money in the classic report.
func TestMoneyReadsBack(t *testing.T) {
	p, set := start(t, "A", "njudge-classic")
	milan, _ := p.Setting.Powers.Find("milan")
	venice, _ := p.Setting.Powers.Find("venice")
	tell := report.New(p.Setting)
	r := &Reader{Position: p, Rules: set}
	check := func(line, want string) {
		t.Helper()
		if got := r.readings(milan, line); len(got) != 1 || got[0] != "= "+want {
			t.Errorf("%q is read as %q, want %s", line, got, want)
		}
	}
	for _, l := range words.All() {
		for to := machiavelli.Power(1); int(to) < len(p.Setting.Powers); to++ {
			name := p.Setting.Powers[to].Name
			if to == milan {
				continue
			}
			for _, n := range []machiavelli.Ducats{1, 6, 21} {
				word := map[bool]string{true: "ducat", false: "ducats"}[n == 1]
				check(l.M(tell.Sentence(event.Payment{Power: milan, To: to, Asked: n, Paid: n, Verdict: event.Succeeded})), fmt.Sprintf("Pay %d %s to %s", n, word, name))
				check(l.M(tell.Sentence(event.Payment{Power: milan, Bank: true, Asked: n, Paid: n, Verdict: event.Succeeded})), fmt.Sprintf("Pay %d %s to bank", n, word))
			}
			victim := machiavelli.Power(1)
			if to == victim {
				victim++
			}
			check(l.M(tell.Sentence(event.ChitGiven{Power: milan, To: to, Victim: victim, Verdict: event.Succeeded})), fmt.Sprintf("Give %s chit to %s", p.Setting.Powers[victim].Adjective, name))
		}
	}
	pavia, _ := p.Setting.Board.Find("Pavia")
	cremona, _ := p.Setting.Board.Find("Cremona")
	army := p.Units[p.Field(cremona.ID)]
	for _, l := range words.All() {
		for _, x := range []struct {
			of   order.Order
			want string
		}{
			{order.Order{Expense: order.FamineRelief}, "Famine Relief Pavia"},
			{order.Order{Expense: order.Pacify}, "Pacify Rebellion Pavia"},
			{order.Order{Expense: order.CounterBribe}, "Counter-Bribe A Cremona"},
			{order.Order{Expense: order.DisbandUnit}, "Disband A Cremona"},
			{order.Order{Expense: order.BuyUnit}, "Buy A Cremona"},
			{order.Order{Expense: order.Rebellion}, "Cause Rebellion Pavia"},
			{order.Order{Expense: order.Assassinate}, "Assassinate Venice"},
		} {
			x.of.Kind, x.of.To.At, x.of.Power = order.Expense, pavia.ID, venice
			e := event.Expense{Power: milan, Order: x.of, Paid: 12, Counted: 12, Target: &army}
			check(l.M(tell.Sentence(e)), "E: 12d, "+x.want)
			e.Counted, e.Failure = 9, event.NotAdjacent
			check(l.M(tell.Sentence(e)), "E: 12d, "+x.want)
		}
		for years, interest := range map[string]machiavelli.Ducats{"1 year": 2, "2 years": 5} {
			e := event.Borrowed{Power: milan, Asked: 10, Lent: 10, Loan: position.Loan{Interest: interest, Season: machiavelli.Spring, Year: 1455}, Verdict: event.Succeeded}
			check(l.M(tell.Sentence(e)), "Borrow 10 ducats for "+years)
		}
	}
	for line, want := range map[string]string{
		"Milan:     Borrows 5 ducats for 1 year, 6d due in Spring of 1455.":               "Borrow 5 ducats for 1 year",
		"Milan:     Borrows 5 ducats for 2 years, 8d due in Fall of 1456  ** 9 asked for": "Borrow 5 ducats for 2 years",
		"Milan:     Pays 1 ducat to Florence.":                                            "Pay 1 ducat to Florence",
		"Milan:     Pays 9 ducats to the bank.  ** Paid = 3":                              "Pay 9 ducats to bank",
		"Milan:     E1:  3d, Famine relief in Milan.":                                     "E1: 3d, Famine Relief Milan",
		"Milan:     E2:  6d, Counter-Bribe army Cremona  ** 3+3 ducats.":                  "E2: 6d, Counter-Bribe A Cremona",
		"Milan:     E3: 12d, Cause rebellion in Padua.":                                   "E3: 12d, Cause Rebellion Padua",
		"Milan:     E4: 12d, Assassinate Venetian.":                                       "E4: 12d, Assassinate Venice",
		"Milan:     Gives Venetian assassination chit to Florence.":                       "Give Venetian chit to Florence",
		"Milan:     Allows Florence and Venice to use straits.":                           "Ally Florence, Venice",
	} {
		check(line, want)
	}
}

// copied reads the lines about the orders of a phase as orders, and returns their number.
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

// tellsOrder matches those lines of the classic report that describe orders.
var tellsOrder = regexp.MustCompile(`: +((Professional |Mercenary |Militia )?(Army|Fleet|Garrison|Cavalry|Armoured Cavalry) |Builds |Removes |Maintains |Waives )`)

// same reports whether an order that was read is the order that a line describes. Lines identify
// units by type and place, and also mention holds.
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

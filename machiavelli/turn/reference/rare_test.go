package reference_test

import (
	"fmt"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// rare counts how often each of the rareRules had an effect.
type rare [len(rareRules)]int

// rareRules lists rules that few positions involve. For each rule the function in reports whether
// the positions of a preset must involve it.
var rareRules = [...]struct {
	what string
	in   func(r *rules.Set) bool
}{
	{"CTRL-21 two units left a place together", constantly},
	{"ELIM-04 a garrison did not save a power", constantly},
	{"SEQ-06 borrowed money was given away", func(r *rules.Set) bool { return r.BankLoans && r.GiftTiming == rules.GiftImmediate }},
	{"REB-18 a unit without an order to hold quelled rebels", func(r *rules.Set) bool { return r.HoldQuells == rules.QuellAnyHold }},
	{"SIEGE-01 a siege of rebels of the same campaign began", func(r *rules.Set) bool { return r.Money }},
	{"LOAN-11 expenses of a defaulter stood", func(r *rules.Set) bool { return r.BankLoans && !r.BankDefaultSeizesTreasury }},
	{"INC-06 a city that paid nothing had no die", func(r *rules.Set) bool { return !r.CityDieWhileUnpaid }},
	{"REB-12 an open city in a rebelling province paid nothing", func(r *rules.Set) bool { return r.RebellionRemovesControl }},
	{"VENICE-13 a fleet was in the sea of another's Venice", func(r *rules.Set) bool { return r.VeniceModel == rules.VeniceSeaWithCity }},
	{"VENICE-13 a fleet earned in the sea of Venice", func(r *rules.Set) bool { return r.VeniceModel == rules.VeniceSeaWithCity }},
}

func constantly(r *rules.Set) bool {
	return r.SplitCityProvince != rules.SplitSeparate && r.ControlTiming == rules.ControlConstant
}

func (n *rare) String() string {
	var b strings.Builder
	for i, c := range rareRules {
		fmt.Fprintf(&b, "; %s %d", c.what, n[i])
	}
	return b.String()
}

// missing reports the rules that a preset has and that never had an effect.
func (n *rare) missing(t *testing.T, preset *rules.Set) {
	t.Helper()
	for i, c := range rareRules {
		if n[i] == 0 && c.in(preset) {
			t.Errorf("no position was compared in which %s", c.what)
		}
	}
}

// count adds the results of a phase.
func (n *rare) count(g *game, got *turn.Result) {
	p, r, b := g.p, &g.rules, g.p.Setting.Board
	note := func(id string) {
		for i, c := range rareRules {
			if strings.HasPrefix(c.what, id) {
				n[i]++
				return
			}
		}
		panic(id)
	}
	one := p.Setting.Same
	lent := map[machiavelli.Power]machiavelli.Ducats{}
	defaulted := map[machiavelli.Power]bool{}
	caused := board.Set{}
	paid := false // the income of the year
	for _, e := range got.Events {
		switch e := e.(type) {
		case event.Borrowed:
			lent[e.Power] += e.Lent
		case event.Defaulted:
			defaulted[e.Power] = true
		case event.Revolt:
			if e.Rose {
				caused.Add(e.Province)
			}
		case event.Expense:
			if e.Order.Expense == order.Rebellion && e.Verdict == event.Succeeded {
				caused.Add(e.Order.To.At)
			}
			if defaulted[e.Power] && e.Verdict == event.Succeeded {
				note("LOAN-11")
			}
		case event.Income:
			paid = true
		}
	}
	for _, e := range got.Events {
		switch e := e.(type) {
		case event.Payment:
			if !e.Bank && r.GiftTiming == rules.GiftImmediate && lent[e.Power] > 0 && e.Paid > p.Treasury[e.Power] {
				note("SEQ-06")
			}
		case event.RebellionEnded:
			if e.How == "quelled" && r.HoldQuells == rules.QuellAnyHold && !g.holds(e.Province) {
				note("REB-18")
			}
		case event.SiegeBegun:
			at := e.By.At
			if caused.Has(at) && p.Garrison(at) < 0 && !p.RebelCity.Has(at) {
				note("SIEGE-01")
			}
		case event.Elimination:
			for _, h := range e.Homes {
				if g := p.Garrison(h.City); constantly(r) && h.Owner == machiavelli.Nobody && g >= 0 && one(p.Units[g].Owner, e.Power) {
					note("ELIM-04")
					break
				}
			}
		}
	}
	q := got.Next
	for at := b.Land.Next(board.None); at != board.None; at = b.Land.Next(at) {
		f, in := p.Field(at), p.Garrison(at)
		if constantly(r) && f >= 0 && in >= 0 && !one(p.Units[f].Owner, p.Units[in].Owner) && q.Field(at) < 0 && q.Garrison(at) < 0 && len(q.Dislodged) == 0 {
			note("CTRL-21")
		}
		if paid && r.RebellionRemovesControl && q.RebelLand.Has(at) && b.Fortified.Has(at) && q.Garrison(at) < 0 && q.City[at] != machiavelli.Nobody && !q.Famine.Has(at) {
			note("REB-12")
		}
	}
	for _, d := range p.Setting.Dice {
		if paid && d.Country < 0 && !r.CityDieWhileUnpaid && q.City[d.City] != machiavelli.Nobody &&
			(q.Besieged(d.City) || q.RebelCity.Has(d.City) || q.Famine.Has(d.City) && q.Garrison(d.City) < 0) {
			note("INC-06")
		}
	}
	if at := p.Setting.SeaCity; at != board.None {
		if f := q.Field(at); f >= 0 && !one(q.Units[f].Owner, q.City[at]) {
			note("VENICE-13 a fleet was")
		}
		if paid && q.Field(at) >= 0 {
			note("VENICE-13 a fleet earned")
		}
	}
}

// holds reports whether a unit in a province is ordered to hold.
func (g *game) holds(at board.ID) bool {
	for _, l := range g.lines {
		if l.Order.Kind == order.Hold && l.Order.Explicit && l.Order.Unit.At == at {
			return true
		}
	}
	return false
}

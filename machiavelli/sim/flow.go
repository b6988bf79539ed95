package sim

import (
	"cmp"
	"fmt"
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// between checks the position that results from a phase, and that nothing was
// created or lost without an event.
func between(before *position.Position, res *turn.Result, lines []turn.Line, r *rules.Set) error {
	if err := sound(res.Next, r); err != nil {
		return err
	}
	if err := checkDate(before, res.Next); err != nil {
		return err
	}
	if err := checkDucats(before, res); err != nil {
		return err
	}
	if err := checkChits(before, res, r); err != nil {
		return err
	}
	if err := checkExchanges(before, res, lines, r); err != nil {
		return err
	}
	if err := checkSieges(res); err != nil {
		return err
	}
	if before.Eliminated&^res.Next.Eliminated != 0 {
		return fmt.Errorf("a power that was out of the game is back (ELIM-06)")
	}
	return checkTold(before, res, lines, r)
}

// checkDate checks that a phase leads to the retreats of its campaign or to a
// later campaign (TIME-01).
func checkDate(before, after *position.Position) error {
	moment := func(p machiavelli.Phase) int { return (p.Year*4+int(p.Season))*4 + int(p.Step) }
	if moment(after.Phase) <= moment(before.Phase) && after.Victors == 0 {
		return fmt.Errorf("it leads to %s (TIME-01)", after.Phase)
	}
	return nil
}

// checkSieges checks that for every siege mark an enemy of the besieged stands outside the city
// (SIEGE-02, SIEGE-14).
func checkSieges(res *turn.Result) error {
	p := res.Next
	idle := p.Sieges.Minus(p.BesiegedCities())
	if at := idle.Next(board.None); at != board.None {
		return fmt.Errorf("nobody besieges %s, and the mark stands (SIEGE-14)", p.Setting.Board.Areas[at].Name)
	}
	return nil
}

// checkDucats checks that treasuries change only by the sums in the events.
func checkDucats(before *position.Position, res *turn.Result) error {
	want := before.Treasury
	gone := left(before, res)
	for _, e := range res.Events {
		switch e := e.(type) {
		case event.Payment:
			want[e.Power] -= e.Paid
			if !e.Bank {
				want[e.To] += e.Paid
			}
		case event.Exchanged:
			for i := range e.Lines {
				if o := &e.Lines[i]; o.Item == order.Payment && e.Verdict == event.Succeeded {
					from, to := e.Ways(o)
					want[from] -= machiavelli.Ducats(o.Amount)
					want[to] += machiavelli.Ducats(o.Amount)
				}
			}
		case event.Borrowed:
			want[e.Power] += e.Lent
		case event.Collected:
			want[e.Power] -= e.Ducats
		case event.Defaulted:
			want[e.Power] += e.Returned - e.Seized
		case event.Expense:
			want[e.Power] -= e.Paid
		case event.Taxed:
			want[e.Power] += e.Ducats
		case event.Income:
			if e.Total != e.Seas+e.Provinces+e.Cities+e.Variable {
				return fmt.Errorf("the income of %s does not add up", before.Setting.Powers[e.Power].ID)
			}
			want[e.Power] += e.Total
		case event.Adjusted:
			want[e.Power] -= e.Cost
		}
	}
	for power, ducats := range res.Next.Treasury {
		if p := machiavelli.Power(power); gone.Has(p) && p != machiavelli.Nobody {
			want[p] = 0
		}
		if ducats != want[power] {
			return fmt.Errorf("%s has %d ducats, but %d by the events", before.Setting.Powers[power].ID, ducats, want[power])
		}
	}
	return nil
}

// left returns the powers that left the game. They were eliminated, or have no player any more,
// for which there is no event.
func left(before *position.Position, res *turn.Result) machiavelli.PowerSet {
	return res.Next.Eliminated &^ before.Eliminated
}

// checkChits checks that chits only change hands or are used up, so that none
// are created (ASSN-02, ASSN-05).
func checkChits(before *position.Position, res *turn.Result, r *rules.Set) error {
	want := before.Chits
	gone := left(before, res)
	for _, e := range res.Events {
		switch e := e.(type) {
		case event.ChitGiven:
			if e.Verdict == event.Succeeded {
				want[e.Power][e.Victim]--
				want[e.To][e.Victim]++
			}
		case event.Exchanged:
			for i := range e.Lines {
				if o := &e.Lines[i]; o.Item == order.GiveChit && e.Verdict == event.Succeeded {
					from, to := e.Ways(o)
					want[from][o.Victim]--
					want[to][o.Victim]++
				}
			}
		case event.Attempted:
			if r.AssassinationChits != rules.UnlimitedChits {
				want[e.Power][e.Victim]--
			}
		}
	}
	after := &res.Next.Chits
	for power := machiavelli.Power(1); int(power) < len(before.Setting.Powers); power++ {
		for victim := machiavelli.Power(1); int(victim) < len(before.Setting.Powers); victim++ {
			n := want[power][victim]
			if gone.Has(power) {
				n = 0
			}
			if after[power][victim] != n && !(gone.Has(victim) && after[power][victim] == 0) {
				s := before.Setting.Powers
				return fmt.Errorf("%s has %d chits against %s, but %d by the events", s[power].ID, after[power][victim], s[victim].ID, n)
			}
		}
	}
	return nil
}

// checkTold checks that every unit has one outcome in a campaign, and that
// every roll is one that the phase can make, with a possible value (BUG-20).
func checkTold(before *position.Position, res *turn.Result, lines []turn.Line, r *rules.Set) error {
	if before.Phase.Step == machiavelli.Orders {
		told := 0
		for _, e := range res.Events {
			if _, ok := e.(event.Ordered); ok {
				told++
			}
		}
		if lost := gone(res); told+lost < len(before.Units) || told > len(before.Units) {
			return fmt.Errorf("%d outcomes for %d units", told, len(before.Units))
		}
	}
	known := turn.Rolls(before, r)
	for name, v := range res.Rolls {
		i := slices.IndexFunc(known, func(x turn.Roll) bool { return x.Name == name })
		if i < 0 {
			return fmt.Errorf("the roll %q is not one of those that %s can make", name, before.Phase)
		}
		if x := known[i]; v < x.Dice || v > x.Dice*cmp.Or(x.Faces, board.Max) {
			return fmt.Errorf("the roll %q is %d (BUG-20)", name, v)
		}
	}
	if n := refused(res); n > len(lines) {
		return fmt.Errorf("%d refusals for %d lines", n, len(lines))
	}
	return nil
}

// gone counts the units that money or an assassination removed before they
// could act.
func gone(res *turn.Result) int {
	n := 0
	for _, e := range res.Events {
		if e, ok := e.(event.Removed); ok && (e.Reason == event.ByBribe || e.Reason == event.ByMurder) {
			n++
		}
	}
	return n
}

func refused(res *turn.Result) int {
	n := 0
	for _, e := range res.Events {
		if _, ok := e.(event.Refused); ok {
			n++
		}
	}
	return n
}

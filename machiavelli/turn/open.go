package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Open resolves the opening before the first campaign (BUILD-20 to BUILD-23,
// TIME-03): assassination chits are dealt if they are dealt at random
// (ASSN-01), famine is rolled for if the first spring has one (FAM-08), every
// power receives its first income and pays for the units of the set-up. Nothing
// is built.
//
// p is a scenario's start position, at the orders of the first spring with
// empty treasuries. Open never changes it. The game continues with the result's
// position. If a power cannot pay and initial-shortfall leaves the choice to
// its player, the game continues in the winter of the year before: nobody has
// paid yet, each power may choose units to disband, and resolving that phase
// makes the payments and opens the spring. The dice may be nil unless NeedsDice
// returns true. The rolls are those of income and famine, and lots called "chit
// milan 1" and so on for the chits.
func Open(p *position.Position, r *rules.Set, d *dice.Dice) (Result, error) {
	switch {
	case p.Phase.Season != machiavelli.Spring || p.Phase.Step != machiavelli.Orders:
		return Result{}, ErrPhase
	case d == nil && NeedsDice(r):
		return Result{}, ErrDice
	}
	s := states.Get().(*state)
	defer s.release()
	s.begin(p, nil, r, d)
	if r.Money && r.Assassinations && r.AssassinationChits == rules.RandomChits {
		s.dealChits()
	}
	if r.Famine && r.FirstSpringFamine {
		s.rollFamine()
	}
	if r.Money {
		s.earn(p.Phase.Year, true)
		if !countsCities(r) {
			s.payFirst()
		}
	}
	out := Result{Next: s.pos, Events: s.events}
	if d != nil {
		if err := d.Err(); err != nil {
			return Result{}, err
		}
		out.Rolls = d.Thrown()
	}
	return out, nil
}

// payFirst pays for the units of the set-up. A power that cannot pay keeps them
// all and has nothing left (forgiven), or there is a winter first in which its
// player disbands some (BUILD-21).
func (s *state) payFirst() {
	p := s.pos
	if s.rules.InitialShortfall == rules.ShortfallOwnerRemoves && s.short() {
		p.Opening = true
		p.Phase = machiavelli.Phase{Season: machiavelli.Winter, Year: p.Phase.Year - 1, Step: machiavelli.Adjustments}
		return
	}
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		for i := range p.Units {
			u := p.Units[i]
			if u.Owner != power {
				continue
			}
			cost := min(u.Price(), p.Treasury[power])
			p.Treasury[power] -= cost
			s.say(event.Adjusted{Power: power, Order: keep(&u), Unit: u, Cost: cost, Verdict: event.Succeeded})
		}
	}
}

// short reports whether a power cannot pay for the units that it has.
func (s *state) short() bool {
	p := s.pos
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if Upkeep(p, power) > p.Treasury[power] {
			return true
		}
	}
	return false
}

// keep returns the default winter order for a unit.
func keep(u *position.Unit) order.Order {
	o := hold(u)
	o.Kind = order.Maintain
	return o
}

package turn

import (
	"math/bits"

	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// move runs step M6: the resolver decides the movement, and its outcome becomes
// the position. Units move or leave the board, dislodged units wait for their
// retreat, and sieges continue or end.
func move(s *state) {
	p, out := s.pos, &s.outcome
	s.resolver.Resolve(p, s.orders, &p.Allies, s.rules, out)
	s.units = append(s.units[:0], p.Units...)
	s.tellOrders()
	s.tellFallingBack()
	s.tellSieges()
	kept := p.Units[:0]
	rank := 0
	next := 0 // index of the next entry of out.Dislodged, which is in the order of the units
	for i, before := range s.units {
		res := &out.Results[i]
		switch {
		case res.Eliminated:
			s.say(event.Removed{Unit: before, Reason: s.whyGone(i)})
		case res.Dislodged:
			d := &out.Dislodged[next]
			next++
			if s.dislodge(d, res, rank) {
				rank++
			}
		default:
			kept = append(kept, out.After[i])
			rank++
		}
	}
	p.Units = kept
	numberConverted(p, s.units)
	p.Contested = out.Contested
	p.Sieges = out.Sieges
}

// dislodge stores a dislodged unit for its retreat, or removes it from the
// board if it has none. It reports whether it was stored. The parameter rank is
// the unit's position among the remaining units.
func (s *state) dislodge(d *position.Dislodged, res *event.Result, rank int) bool {
	by := s.units[res.DislodgedBy]
	kept := *d
	kept.Retreats = append([]board.Place(nil), d.Retreats...)
	kept.Rank = uint8(rank + 1)
	s.say(event.UnitDislodged{Dislodged: kept, By: by})
	if len(d.Retreats) == 0 && !d.IntoCity {
		why := event.NoRetreat
		if s.singleVenice() == d.Unit.At { // VENICE-03
			why = event.InVenice
		}
		s.say(event.Removed{Unit: d.Unit, Reason: why})
		return false
	}
	s.pos.Dislodged = append(s.pos.Dislodged, kept)
	return true
}

// singleVenice returns Venice if city and province are one space (VENICE-01),
// or None.
func (s *state) singleVenice() board.ID {
	if s.rules.VeniceModel != rules.VeniceSingleSpace {
		return board.None
	}
	return s.board().Venice
}

// whyGone explains why unit i left the board without a retreat.
func (s *state) whyGone(i int) event.RemovalReason {
	switch {
	case s.orders[i].Kind == order.Disband:
		return event.ByOrder
	case s.units[i].InCity():
		return event.BySiege
	}
	return event.InVenice
}

// tellOrders records the result of each unit's order.
func (s *state) tellOrders() {
	for i := range s.units {
		res := &s.outcome.Results[i]
		if res.Reason == event.NoReason && s.victims.Has(s.units[i].Owner) {
			res.Reason = event.Assassinated // ASSN-07
		}
		s.say(event.Ordered{
			Unit: s.units[i], Order: s.orders[i], Given: s.given[i], Result: *res, Culprits: s.named(&res.Culprits),
		})
	}
}

// tellFallingBack records which cavalry units fell back to the middle of their
// routes (OPT-01).
func (s *state) tellFallingBack() {
	for i, u := range s.units {
		res, now := &s.outcome.Results[i], s.outcome.After[i].At
		if u.Mounted() && res.Verdict == event.Bounced && !res.Dislodged && now != u.At {
			s.say(event.FellBack{Unit: u, To: now})
		}
	}
}

// named lists the units of a set as they stood before movement.
func (s *state) named(set *event.UnitSet) []position.Unit {
	var list []position.Unit
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			list = append(list, s.units[w*64+bits.TrailingZeros64(word)])
		}
	}
	return list
}

// tellSieges records which sieges begin, succeed, or end otherwise.
func (s *state) tellSieges() {
	out := &s.outcome
	begun := out.Sieges.Minus(s.pos.Sieges)
	lifted := s.pos.Sieges.Minus(out.Sieges).Minus(out.Taken)
	for at := begun.Next(board.None); at != board.None; at = begun.Next(at) {
		s.say(event.SiegeBegun{By: s.units[s.field[at]]})
	}
	for at := out.Taken.Next(board.None); at != board.None; at = out.Taken.Next(at) {
		done := event.SiegeCompleted{By: s.units[s.field[at]]}
		if g := s.garrison[at]; g >= 0 {
			lost := s.units[g]
			done.Lost = &lost
		}
		s.say(done)
	}
	for at := lifted.Next(board.None); at != board.None; at = lifted.Next(at) {
		s.say(event.SiegeLifted{Province: at})
	}
}

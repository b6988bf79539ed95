package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// onlyAutonomous reports whether all units that must retreat are autonomous, so
// that no player has orders to give.
func onlyAutonomous(p *position.Position) bool {
	for i := range p.Dislodged {
		if p.Dislodged[i].Unit.Owner != machiavelli.Nobody {
			return false
		}
	}
	return true
}

// sendAutonomous orders the retreats of dislodged autonomous units, one after
// the other. The parameter bound counts the retreats to each area and is
// updated.
func (s *state) sendAutonomous(bound *[board.Max]uint8) {
	for i := range s.pos.Dislodged {
		if s.pos.Dislodged[i].Unit.Owner != machiavelli.Nobody {
			continue
		}
		if o, ok := s.drift(i, bound); ok {
			s.orders[i] = o
			if o.ConvertTo != machiavelli.Garrison {
				bound[o.To.At]++
			}
		}
	}
}

// drift chooses the retreat of dislodged autonomous unit i, after the players
// have chosen theirs (OPT-04). The unit goes to a place to which no other unit
// retreats, if possible one without a city. Of several places the lot decides
// or, without dice, the first is taken. If there is no such place, the unit
// retreats into its own city if it may. The result ok is false if there is no
// retreat.
func (s *state) drift(i int, bound *[board.Max]uint8) (o order.Order, ok bool) {
	d := &s.pos.Dislodged[i]
	o = s.orders[i]
	o.Kind = order.Retreat
	var all, quiet []board.Place
	for _, x := range d.Retreats {
		if bound[x.At] > 0 || len(all) > 0 && all[len(all)-1].At == x.At {
			continue // a province with two coasts counts once, with the first coast
		}
		all = append(all, x)
		if !s.board().Cities.Has(x.At) {
			quiet = append(quiet, x)
		}
	}
	if len(quiet) > 0 {
		all = quiet
	}
	switch {
	case len(all) > 1 && s.rules.DiceOn:
		o.To = all[s.dice.Lot("autonomous retreat "+s.board().Areas[d.Unit.At].Name, len(all))-1]
	case len(all) > 0:
		o.To = all[0]
	case d.IntoCity:
		o.ConvertTo, o.To = machiavelli.Garrison, board.Place{At: d.Unit.At}
	default:
		return o, false
	}
	return o, true
}

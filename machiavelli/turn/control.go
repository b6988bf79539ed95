package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// adjudicateControl runs the steps CA1 to CA6 and CA8, which adjudicate
// control: the units in a province and in its city decide who owns both
// (CTRL-20). Without units nothing changes (CTRL-06). Seas are never owned
// (CTRL-11). What no player owns is autonomous. If control is settled only
// after fall, the other adjudications change nothing (CTRL-15, SEQ-07).
func adjudicateControl(s *state) {
	if s.rules.ControlTiming == rules.ControlConstant {
		s.locate()
		s.settleControl()
	}
}

// settleFallControl runs step CA7 in the fall. It is the only adjudication in
// games in which control is settled after fall.
func settleFallControl(s *state) {
	if s.pos.Phase.Season != machiavelli.Fall {
		return
	}
	s.locate()
	s.settleControl()
}

// settleControl applies CTRL-20 to every province, for the units found by
// locate.
func (s *state) settleControl() {
	p, b := s.pos, s.board()
	for at := b.Land.Next(board.None); at != board.None; at = b.Land.Next(at) {
		f, g := s.field[at], s.garrison[at]
		if f < 0 && g < 0 {
			s.inherit(at)
			continue
		}
		first, second := f, g // the units that decide on the province and on the city
		if f < 0 {
			first = g
		}
		if g < 0 {
			second = f
		}
		land, city := p.Units[first].Owner, p.Units[second].Owner
		if at == p.Setting.SeaCity { // a garrison keeps the city from a fleet in the sea
			s.giveCity(at, city)
			continue
		}
		if s.rules.ControlTiming == rules.ControlFall && !s.one(land, city) {
			land = machiavelli.Nobody // CTRL-15
		}
		s.share(at, f, g)
		s.giveLand(at, land)
		if b.Cities.Has(at) { // CTRL-16: a fortress has no owner of its own
			s.giveCity(at, city)
		}
	}
}

// oneOwner reports whether a province and its city belong together, so that a
// power controls both or neither (CTRL-21).
func (s *state) oneOwner() bool {
	return s.rules.SplitCityProvince != rules.SplitSeparate && s.rules.ControlTiming == rules.ControlConstant
}

// findShared finds the provinces with units of two powers at the start of a
// phase.
func (s *state) findShared() {
	s.shared = board.Set{}
	if !s.oneOwner() {
		return
	}
	s.locate()
	for i := range s.pos.Units {
		u := &s.pos.Units[i]
		if f := s.field[u.At]; u.InCity() && f >= 0 && s.pos.Units[f].Owner != u.Owner {
			s.shared.Add(u.At)
			s.aloneBy[u.At] = s.pos.LastAlone(u.At)
		}
	}
}

// share records whether the units f and g, outside and inside the city of the province at, belong
// to two powers, and which of them was the last to have the place alone. This is the power that
// owned it before they met.
func (s *state) share(at board.ID, f, g int16) {
	p := s.pos
	p.Divided.Remove(at)
	if !s.oneOwner() || f < 0 || g < 0 || p.Units[f].Owner == p.Units[g].Owner {
		s.shared.Remove(at)
		return
	}
	if !s.shared.Has(at) {
		s.shared.Add(at)
		s.aloneBy[at] = p.Province[at]
	}
	if s.aloneBy[at] != p.Units[g].Owner {
		p.Divided.Add(at)
		p.AloneBy[at] = s.aloneBy[at]
	}
}

// inherit gives a province that both units have left together, and its city, to
// the last power that had it alone, or to nobody if that power is eliminated
// (CTRL-21).
func (s *state) inherit(at board.ID) {
	if !s.shared.Has(at) {
		return
	}
	s.shared.Remove(at)
	s.pos.Divided.Remove(at)
	to := s.aloneBy[at]
	if s.pos.Eliminated.Has(to) {
		to = machiavelli.Nobody
	}
	s.giveLand(at, to)
	if s.board().Cities.Has(at) {
		s.giveCity(at, to)
	}
}

// adjudicateAfterDisbanding runs step CA1b: units disbanded by their own order
// count as gone before movement, like those that assassins killed, and leave
// their space to the other unit of the province (CTRL-08). A place with a new
// owner no longer rebels against the old one (CTRL-18).
func adjudicateAfterDisbanding(s *state) {
	if s.rules.ControlTiming != rules.ControlConstant {
		return
	}
	for i := range s.orders {
		if s.orders[i].Kind != order.Disband {
			continue
		}
		if u := &s.pos.Units[i]; u.InCity() {
			s.garrison[u.At] = -1
		} else {
			s.field[u.At] = -1
		}
	}
	s.settleControl()
	dropForeignRebellions(s)
}

// giveLand makes a power the owner of a province. The sea around a city has no
// owner (VENICE-13).
func (s *state) giveLand(at board.ID, to machiavelli.Power) {
	if at == s.pos.Setting.SeaCity {
		return
	}
	if from := s.pos.Province[at]; from != to {
		s.pos.Province[at] = to
		s.say(event.Control{Province: at, From: from, To: to})
	}
}

func (s *state) giveCity(at board.ID, to machiavelli.Power) {
	if from := s.pos.City[at]; from != to {
		s.pos.City[at] = to
		if at == s.pos.Setting.SeaCity {
			s.pos.Province[at] = to
		}
		s.say(event.Control{Province: at, City: true, From: from, To: to})
	}
}

// holdsLand reports whether the power controls the province at. If rebellion
// removes control, a rebelling province belongs to nobody until it is pacified
// or the rebellion is put down; then it belongs to its former owner again
// (CTRL-12).
func holdsLand(p *position.Position, r *rules.Set, power machiavelli.Power, at board.ID) bool {
	if !p.Setting.Same(p.Province[at], power) {
		return false
	}
	return !r.RebellionRemovesControl || !p.RebelLand.Has(at)
}

// holdsCity reports whether the power controls the city of the province at.
// Rebellion removes control of a city as it does of a province (see holdsLand).
// An unfortified city rebels with its province (REB-05).
func holdsCity(p *position.Position, r *rules.Set, power machiavelli.Power, at board.ID) bool {
	if !p.Setting.Same(p.City[at], power) {
		return false
	}
	if !r.RebellionRemovesControl {
		return true
	}
	b := p.Setting.Board
	return !p.RebelCity.Has(at) && (b.Fortified.Has(at) || !p.RebelLand.Has(at))
}

// Cities counts the cities that the power controls, for victory. A city whose
// province belongs to another counts in full or not at all, depending on
// split-city-province (CTRL-14).
func Cities(p *position.Position, r *rules.Set, power machiavelli.Power) int {
	n := 0
	b := p.Setting.Board
	for at := b.Cities.Next(board.None); at != board.None; at = b.Cities.Next(at) {
		if p.City[at] == power && holdsCity(p, r, power, at) && (r.SplitCityProvince == rules.SplitSeparate || holdsLand(p, r, power, at)) {
			n++
		}
	}
	return n
}

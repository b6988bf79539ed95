package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// incite runs step M2d: the rebellions that money causes begin simultaneously,
// with owners and garrisons as they were before any bribe took effect (REB-03
// to REB-07). Several lines for one province cause one rebellion: the first
// line does, and the others are wasted.
func incite(s *state) {
	var causes [board.Max]machiavelli.PowerSet
	var where board.Set
	for i := range s.outlays {
		o := &s.outlays[i]
		if o.order.Expense != order.Rebellion || !o.sound() {
			continue
		}
		at := o.order.To.At
		switch fails := s.cannotIncite(o.power, at); {
		case fails != event.NoFailure:
			o.told.Failure = fails
		case o.told.Counted < o.told.Minimum: // REB-04
			o.told.Failure = event.BelowMinimum
		case !s.canRise(at):
			o.told.Failure = event.AlreadyDone
		default:
			if where.Has(at) {
				o.told.Failure = event.AlreadyDone
			}
			causes[at] = causes[at].With(o.power)
			where.Add(at)
		}
	}
	for at := where.Next(board.None); at != board.None; at = where.Next(at) {
		s.rise(at, "expense", causes[at])
	}
}

// cannotIncite explains why the power cannot cause a rebellion in the province
// at, if it cannot. The province must be land and belong to another player;
// self-rebellion allows rebellions against the power itself, but never against
// another power of the same player (REB-03). Venice must be empty (VENICE-07);
// where it is a city in the sea, only its city must be (VENICE-13).
func (s *state) cannotIncite(power machiavelli.Power, at board.ID) event.Failure {
	p := s.pos
	switch owner := p.Province[at]; {
	case !s.board().Land.Has(at) || owner == machiavelli.Nobody:
		return event.WrongTarget
	case owner == power && !s.rules.SelfRebellion, p.Setting.Partners(owner, power): // SEAT-02
		return event.WrongTarget
	case (at == s.singleVenice() || at == p.Setting.SeaCity) && s.manned(at):
		return event.UnitThere
	}
	return event.NoFailure
}

// manned reports whether locate found a unit in the province at or its city. A
// fleet in the sea around a city is in neither (VENICE-13).
func (s *state) manned(at board.ID) bool {
	return s.garrison[at] >= 0 || s.field[at] >= 0 && at != s.pos.Setting.SeaCity
}

// canRise reports whether a rebellion in the province at would be new, or
// spread to the city.
func (s *state) canRise(at board.ID) bool {
	land, city := s.risings(at)
	return land || city
}

// risings reports in which of the two spaces of province at a new rebellion
// would place a marker: in the province, and in the city if that is fortified
// and has no garrison (REB-05, REB-06); depending on rebellion-extent, it
// places a marker only in that city. An existing marker is not repeated, but a
// rebellion in the province spreads to a city that has lost its garrison
// (REB-07). Venice has one marker, in the city, and none while a unit is there
// (VENICE-07, VENICE-08). locate must have been called.
func (s *state) risings(at board.ID) (land, city bool) {
	p := s.pos
	if at == s.singleVenice() {
		return false, !s.manned(at) && !p.RebelCity.Has(at)
	}
	land, city = at != p.Setting.SeaCity, p.Setting.Forts.Has(at) && s.garrison[at] < 0
	if city && s.rules.RebellionExtent == rules.CityElseProvince {
		land = false
	}
	return land && !p.RebelLand.Has(at), city && !p.RebelCity.Has(at)
}

// rise places the markers of a rebellion against the owner of the province at,
// if there are any to place, and records the event. The parameter by holds the
// powers that caused it.
func (s *state) rise(at board.ID, cause string, by machiavelli.PowerSet) {
	land, city := s.risings(at)
	if !land && !city {
		return
	}
	p := s.pos
	if land {
		p.RebelLand.Add(at)
	}
	if city {
		p.RebelCity.Add(at)
	}
	p.RebelAgainst[at] = p.Province[at]
	s.say(event.RebellionBegun{Province: at, InCity: city, InLand: land, Against: p.Province[at], Cause: cause, By: by})
}

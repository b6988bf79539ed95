package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// seekVictory runs step E6: a side with the required cities and home countries wins (WIN-01,
// WIN-02, WIN-09). If several qualify, the one with the most cities wins; a tie raises the
// required number, is left to the master, or is shared (WIN-08). If no side qualifies by the end
// of the last year, the sides with the most cities win, regardless of the other requirements.
func seekVictory(s *state) {
	p, r := s.pos, s.rules
	if r.ControlTiming == rules.ControlFall && p.Phase.Season != machiavelli.Fall {
		return // WIN-07
	}
	needed := CitiesNeeded(p, r)
	best, most, sides := s.leaders(func(side machiavelli.PowerSet, cities int) bool {
		return cities >= needed && s.homesSuffice(side, cities, needed)
	})
	switch {
	case sides == 0 && r.LastYear > 0 && p.Phase.Season == machiavelli.Fall && p.Phase.Year >= r.LastYear:
		best, most, _ = s.leaders(func(machiavelli.PowerSet, int) bool { return true })
		p.Victors = best
		s.say(event.Victory{Powers: best, Cities: most, How: event.ByTime})
	case sides == 0:
	case sides == 1 || r.VictoryTie == rules.TieShared:
		p.Victors = best
		s.say(event.Victory{Powers: best, Cities: most})
	default:
		if r.VictoryTie == rules.TieRaisesThreshold {
			p.RaisedTo = most + 1
		}
		s.say(event.VictoryTied{Powers: best, Cities: most, RaisedTo: p.RaisedTo})
	}
}

// leaders returns the qualifying sides with the most cities, how many cities
// each has, and the number of these sides.
func (s *state) leaders(qualifies func(side machiavelli.PowerSet, cities int) bool) (best machiavelli.PowerSet, most, sides int) {
	for _, side := range s.sides() {
		cities := s.citiesOf(side)
		if cities < most || !qualifies(side, cities) {
			continue
		}
		if cities > most {
			best, most, sides = 0, cities, 0
		}
		best, sides = best|side, sides+1
	}
	return best, most, sides
}

// CitiesNeeded returns the number of cities required for victory. This is
// victory-cities, but another number may be required with few players (WIN-05),
// and a higher one after a tied victory (WIN-08).
func CitiesNeeded(p *position.Position, r *rules.Set) int {
	players := len(p.Setting.Seats)
	if players == 0 {
		players = len(p.Setting.Powers) - 1
	}
	return max(r.CitiesNeeded(players), p.RaisedTo)
}

// HomesNeeded returns the number of home countries required for victory if that
// many cities are required. It is zero, a fixed number, or a number that grows
// with the required cities (WIN-03).
func HomesNeeded(r *rules.Set, cities int) int {
	switch r.VictoryHomes {
	case rules.HomesFormula:
		return (cities + 1) / 8
	case rules.HomesForeign1:
		return 1
	case rules.HomesForeign2:
		return 2
	case rules.HomesForeign3:
		return 3
	}
	return 0
}

// ForeignHomes reports whether the home countries required for victory must be
// foreign (WIN-05, WIN-06).
func ForeignHomes(r *rules.Set) bool {
	return r.VictoryHomes != rules.HomesNone && r.VictoryHomes != rules.HomesFormula
}

// sides lists the sides that can win. Each seat is one side, however many
// powers it has, and each living power without a seat is a side (WIN-11).
func (s *state) sides() []machiavelli.PowerSet {
	p := s.pos
	sides := make([]machiavelli.PowerSet, 0, len(p.Setting.Powers))
	var seated machiavelli.PowerSet
	for _, seat := range p.Setting.Seats {
		var side machiavelli.PowerSet
		for _, power := range seat {
			seated = seated.With(power)
			if !p.Eliminated.Has(power) {
				side = side.With(power)
			}
		}
		if side != 0 {
			sides = append(sides, side)
		}
	}
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if !seated.Has(power) && !p.Eliminated.Has(power) {
			sides = append(sides, machiavelli.PowerSet(0).With(power))
		}
	}
	return sides
}

func (s *state) citiesOf(side machiavelli.PowerSet) int {
	n := 0
	for power := range machiavelli.Power(machiavelli.MaxPowers) {
		if side.Has(power) {
			n += Cities(s.pos, s.rules, power)
		}
	}
	return n
}

// homesSuffice reports whether a side with that many cities holds the home
// countries required for victory: none, a number that grows with the required
// cities (WIN-03), a number of foreign ones (WIN-05, WIN-06), and with
// victory-all-own-home-cities every city of its own countries and six others
// (WIN-04).
func (s *state) homesSuffice(side machiavelli.PowerSet, cities, needed int) bool {
	p, r := s.pos, s.rules
	held, foreign, players := 0, 0, s.players(side)
	for i := range p.Setting.Countries {
		if h := p.Holder[i]; h != machiavelli.Nobody && side.Has(h) {
			held++
			if !players.Has(p.Setting.Countries[i].Native) {
				foreign++
			}
		}
	}
	enough := held >= HomesNeeded(r, needed)
	if ForeignHomes(r) {
		enough = foreign >= HomesNeeded(r, needed)
	}
	if !enough || !r.VictoryAllOwnHomeCities {
		return enough
	}
	own := s.ownCities(side)
	for at := own.Next(board.None); at != board.None; at = own.Next(at) {
		if !side.Has(p.City[at]) || !holdsCity(p, r, p.City[at], at) {
			return false
		}
	}
	return cities-own.Len() >= 6
}

// players returns the powers of a side and the eliminated powers of its players. The countries of
// all of these do not count as foreign (WIN-11).
func (s *state) players(side machiavelli.PowerSet) (all machiavelli.PowerSet) {
	for power := machiavelli.Power(1); int(power) < len(s.pos.Setting.Powers); power++ {
		if side.Has(power) {
			all |= s.pos.Setting.Seat(power)
		}
	}
	return all
}

// ownCities returns the cities in the countries of origin of a side, and of its
// powers that are out of the game.
func (s *state) ownCities(side machiavelli.PowerSet) board.Set {
	var own board.Set
	players := s.players(side)
	for _, c := range s.pos.Setting.Countries {
		if c.Native != machiavelli.Nobody && players.Has(c.Native) {
			own = own.Union(c.Provinces.Intersect(s.board().Cities))
		}
	}
	return own
}

package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// settleHomes runs step E5: home countries are lost, powers are eliminated,
// control of their property is settled, and home countries are conquered. If a
// power that loses its last home survives by a conquest in the same campaign,
// conquest comes first (simultaneous-loss-and-conquest, ELIM-05).
func settleHomes(s *state) {
	p, r := s.pos, s.rules
	if r.ControlTiming == rules.ControlFall && p.Phase.Season != machiavelli.Fall {
		return
	}
	before := p.Holder
	passing := s.loseHomes()
	if r.SimultaneousLossAndConquest == rules.SimultaneousSurvives {
		s.conquer(&before)
	}
	inTime := r.EliminationTiming != rules.EliminationFall || p.Phase.Season == machiavelli.Fall // ELIM-10
	if inTime {
		s.eliminate(s.lost(), &before)
		s.locate()
		s.settleControl() // ELIM-07
	}
	s.conquer(&before)
	for i, passed := range passing {
		if passed && p.Holder[i] == machiavelli.Nobody {
			s.say(event.Loss{Country: i, By: before[i]})
		}
	}
}

// loseHomes takes home countries from powers that have lost them (HOME-02,
// HOME-05, HOME-06). A country that another power owns completely is passing:
// that power conquers it, and there is no event for the loss. It is lost even
// if that power is eliminated before it can conquer it.
func (s *state) loseHomes() (passing [position.MaxCountries]bool) {
	p := s.pos
	if s.rules.HomesFixed || s.rules.HomeCountryLoss == rules.LostOnlyByConquest {
		return passing
	}
	for i := range p.Setting.Countries {
		h := p.Holder[i]
		if h == machiavelli.Nobody {
			continue
		}
		land, city, _ := s.ownedOf(i, h)
		if land > 0 || city > 0 {
			continue
		}
		p.Holder[i] = machiavelli.Nobody
		if passing[i] = s.conqueror(i) != machiavelli.Nobody; !passing[i] {
			s.say(event.Loss{Country: i, By: h})
		}
	}
	return passing
}

// ownedOf counts the provinces and the cities of country i that the power owns,
// and the cities that it controls. Where city and province belong together,
// only cities whose province it also owns count.
func (s *state) ownedOf(i int, power machiavelli.Power) (land, city, controlled int) {
	p := s.pos
	home := p.Setting.Countries[i].Provinces
	for at := home.Next(board.None); at != board.None; at = home.Next(at) {
		owner := s.one(p.Province[at], power)
		if owner {
			land++
		}
		if s.board().Cities.Has(at) && s.one(p.City[at], power) {
			city++
			if owner || !s.oneOwner() {
				controlled++
			}
		}
	}
	return land, city, controlled
}

// conquer gives home countries to powers that own every province and every city
// of them (HOME-03, HOME-07, HOME-11), unless homes are fixed. The parameter
// before lists who held each country at the start of the step.
func (s *state) conquer(before *[position.MaxCountries]machiavelli.Power) {
	p := s.pos
	if s.rules.HomesFixed {
		return
	}
	for i := range p.Setting.Countries {
		power := s.conqueror(i)
		if power == machiavelli.Nobody || s.one(power, p.Holder[i]) {
			continue
		}
		p.Holder[i] = power
		s.say(event.Conquest{Country: i, By: power, From: before[i]})
	}
}

// conqueror returns the power that owns all of country i, or Nobody.
func (s *state) conqueror(i int) machiavelli.Power {
	p, b := s.pos, s.board()
	home := p.Setting.Countries[i].Provinces
	first := home.Next(board.None)
	power := p.Province[first]
	for at := first; at != board.None; at = home.Next(at) {
		if !holdsLand(p, s.rules, power, at) || b.Cities.Has(at) && !holdsCity(p, s.rules, power, at) {
			return machiavelli.Nobody
		}
	}
	return power
}

package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// lost returns the living powers that are eliminated. Depending on
// elimination-needs, these are powers without a home city or powers without
// anything.
func (s *state) lost() machiavelli.PowerSet {
	if s.rules.EliminationNeeds == rules.NothingLeft {
		return s.withoutAnything()
	}
	return s.withoutCities()
}

// withoutCities returns the living powers that own no city of any home country that they hold
// (ELIM-01, ELIM-02). Only the ownership of cities counts, unless nobody controls a city whose
// province belongs to another (ELIM-04). With elimination-multi-home, a power with several
// countries, or with one that it conquered, must also have lost all their provinces.
func (s *state) withoutCities() machiavelli.PowerSet {
	p := s.pos
	var cities, lands, conquerors machiavelli.PowerSet // sides with a home city, with a home province, and with several or conquered countries
	var countries [machiavelli.MaxPowers]int
	for i := range p.Setting.Countries {
		h := p.Setting.Side(p.Holder[i])
		if countries[h]++; countries[h] > 1 || !s.one(p.Setting.Countries[i].Native, h) {
			conquerors = conquerors.With(h)
		}
		land, _, city := s.ownedOf(i, h)
		if city > 0 {
			cities = cities.With(h)
		}
		if land > 0 {
			lands = lands.With(h)
		}
	}
	var out machiavelli.PowerSet
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		side := p.Setting.Side(power)
		saved := cities.Has(side) ||
			s.rules.EliminationMultiHome == rules.MultiHomeNoProvinces && conquerors.Has(side) && lands.Has(side)
		if !saved && !p.Eliminated.Has(power) {
			out = out.With(power)
		}
	}
	return out
}

// withoutAnything returns the living powers that own neither units nor cities.
func (s *state) withoutAnything() machiavelli.PowerSet {
	p := s.pos
	var has machiavelli.PowerSet // sides that have something
	for i := range p.Units {
		has = has.With(p.Setting.Side(p.Units[i].Owner))
	}
	for _, owner := range p.City {
		has = has.With(p.Setting.Side(owner))
	}
	var out machiavelli.PowerSet
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if !has.Has(p.Setting.Side(power)) && !p.Eliminated.Has(power) {
			out = out.With(power)
		}
	}
	return out
}

// homeCities lists, with their owners, the cities of the home countries that a
// power held before the campaign, or began with if it held none. The list is
// empty unless losing them eliminates the power. A city of the power that does
// not save it is nobody's, because its province belongs to another (ELIM-04).
func (s *state) homeCities(power machiavelli.Power, held *[position.MaxCountries]machiavelli.Power) []event.HomeCity {
	if s.rules.EliminationNeeds == rules.NothingLeft {
		return nil
	}
	p := s.pos
	var home, native board.Set
	for i := range p.Setting.Countries {
		c := &p.Setting.Countries[i]
		if cities := c.Provinces.Intersect(s.board().Cities); s.one(held[i], power) {
			home = home.Union(cities)
		} else if s.one(c.Native, power) {
			native = native.Union(cities)
		}
	}
	if home.Empty() {
		home = native
	}
	var list []event.HomeCity
	for at := home.Next(board.None); at != board.None; at = home.Next(at) {
		owner := p.City[at]
		if s.one(owner, power) && s.oneOwner() && !s.one(p.Province[at], power) {
			owner = machiavelli.Nobody
		}
		list = append(list, event.HomeCity{City: at, Owner: owner})
	}
	return list
}

// eliminate takes powers out of the game, simultaneously if there are several
// (ELIM-08): their units, land, cities, countries, money, loans and chits are
// removed, and the sieges that involve their units and the rebellions against
// them end (ELIM-06, HOME-08). The parameter held lists who held each country
// before the campaign.
func (s *state) eliminate(out machiavelli.PowerSet, held *[position.MaxCountries]machiavelli.Power) {
	if out == 0 {
		return
	}
	p := s.pos
	for power := range machiavelli.Power(machiavelli.MaxPowers) {
		if !out.Has(power) {
			continue
		}
		p.Eliminated = p.Eliminated.With(power)
		if !p.Setting.Absent.Has(power) { // nobody plays it, so there is no event
			s.say(event.Elimination{Power: power, Homes: s.homeCities(power, held), Fall: s.rules.EliminationTiming == rules.EliminationFall})
		}
		p.Treasury[power] = 0
		p.Chits[power] = [machiavelli.MaxPowers]uint8{}
		for i := range p.Setting.Countries {
			if p.Holder[i] == power {
				p.Holder[i] = machiavelli.Nobody
				s.say(event.Loss{Country: i, By: power})
			}
		}
	}
	s.remove(event.ByElimination, func(i int) bool { return out.Has(p.Units[i].Owner) })
	for at := range board.ID(board.Max) {
		if out.Has(p.RebelAgainst[at]) {
			s.endRebellion(at, true, true, "owner gone", machiavelli.Nobody)
		}
		if out.Has(p.Province[at]) {
			s.giveLand(at, machiavelli.Nobody)
		}
		if out.Has(p.City[at]) {
			s.giveCity(at, machiavelli.Nobody)
		}
	}
	loans := make([]position.Loan, 0, len(p.Loans))
	for _, l := range p.Loans {
		if !out.Has(l.Power) {
			loans = append(loans, l)
		}
	}
	p.Loans = loans
	s.pruneSieges()
}

package turn

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// variableIncome adds the income from the dice of countries and cities: for
// each die the ducats in its row for the face rolled (INC-04). The rolls are
// named after the row and the die: "income milan 1". A die without an owner is
// not rolled. At the opening the dice may count at least two, or be replaced by
// the fixed sums of 1995 (BUILD-22, BUILD-23).
func (s *state) variableIncome(all *[machiavelli.MaxPowers]event.Income, year int, opening bool) {
	dice := s.pos.Setting.Dice
	for i := range dice {
		die := &dice[i]
		power := dieOwner(s.pos, s.rules, die)
		if power == machiavelli.Nobody {
			continue
		}
		e := &all[power]
		if opening && s.rules.InitialDieMinimum == 0 {
			e.Variable += die.Initial
			continue
		}
		for k := 1; k <= die.Dice; k++ {
			face := s.face(die.Row, k, year)
			if opening && k == 1 {
				face = max(face, s.rules.InitialDieMinimum)
			}
			ducats := die.Ducats[face-1]
			e.Variable += ducats
			e.Dice = append(e.Dice, event.DieIncome{Row: die.Row, Die: k, Roll: face, Ducats: ducats})
		}
	}
}

// face returns the face of a die of variable income.
func (s *state) face(row string, k, year int) int {
	if !s.rules.DiceOn {
		return sureFace(year)
	}
	return s.dice.D6("income "+row+" "+strconv.Itoa(k), 1)
}

// sureFace returns the face that every die shows in a game without dice: 4 for
// the money of an even year's spring and 3 for that of an odd one's (TIME-04,
// INC-07).
func sureFace(year int) int { return 4 - year%2 }

// dieOwner returns the power that rolls a die. This is the holder of its
// country, whatever happened there (INC-05), or the owner of its city, who must
// own the province too if city-variable-income-needs both. Sieges, rebellions
// and famines matter only if a city that pays nothing has no die (INC-06). It
// returns Nobody for a country or city without a player.
func dieOwner(p *position.Position, r *rules.Set, die *position.Die) machiavelli.Power {
	if die.Country >= 0 {
		return p.Holder[die.Country]
	}
	owner := p.City[die.City]
	if !r.CityDieWhileUnpaid && !cityPays(p, r, die.City) {
		return machiavelli.Nobody
	}
	if r.CityVariableIncomeNeeds == rules.CityDieNeedsBoth && !p.Setting.Same(p.Province[die.City], owner) {
		return machiavelli.Nobody
	}
	return owner
}

package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Opening computes each power's treasury before its first campaign (BUILD-20).
// This is the year's income less the price of its units, if units cost money.
// The first die of each row counts at least two if the rules say so (BUILD-22);
// a fixed sum may replace the dice (BUILD-23). The set short holds the powers
// that cannot pay (BUILD-21).
func Opening(p *position.Position, r *rules.Set, rolls Rolls) (treasury [machiavelli.MaxPowers]machiavelli.Ducats, short machiavelli.PowerSet) {
	c := &campaign{start: p.Clone(), r: r, rolls: rolls, out: &Outcome{}}
	c.start.Phase.Year-- // in the winter before
	c.start.Phase.Season = machiavelli.Fall
	if r.Famine && r.FirstSpringFamine { // FAM-08
		c.start.Famine = c.disaster("famine").Intersect(c.board().Land)
	}
	for _, power := range c.powers() {
		if p.Setting.Absent.Has(power) {
			continue
		}
		sum := c.seas(power) + c.provinces(power) + c.cities(power)
		if r.InitialDieMinimum == 0 {
			sum += c.fixed(power)
		}
		for _, d := range c.dice(power) {
			if r.InitialDieMinimum == 0 {
				break
			}
			if r.InitialDieMinimum == 2 && d.Die == 1 && d.Roll == 1 {
				d.Ducats = c.row(d.Row)[1]
			}
			sum += d.Ducats
		}
		for _, u := range p.Units {
			if u.Owner == power && r.UnitCount == rules.CountMoney {
				sum -= cost(u)
			}
		}
		if sum < 0 {
			short = short.With(power)
			sum = 0
		}
		treasury[power] = sum
	}
	return treasury, short
}

// fixed returns a power's fixed sum in place of its dice.
func (c *campaign) fixed(power machiavelli.Power) (sum machiavelli.Ducats) {
	for _, d := range c.start.Setting.Dice {
		if d.Country >= 0 && c.start.Holder[d.Country] == power || d.City != board.None && c.start.City[d.City] == power {
			sum += d.Initial
		}
	}
	// The fixed sums assume that Venice has a province.
	if at := c.board().Venice; seaCity(c.start, c.r, at) && c.start.City[at] == power && fieldAt(c.start, at) < 0 {
		sum += c.pays(at)
	}
	return sum
}

// row returns the row of variable income with the given name.
func (c *campaign) row(name string) [6]machiavelli.Ducats {
	for _, d := range c.start.Setting.Dice {
		if d.Row == name {
			return d.Ducats
		}
	}
	return [6]machiavelli.Ducats{}
}

package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Earnings is the income in ducats that a power would receive after the fall
// with its present property.
type Earnings struct {
	Seas, Provinces, Cities machiavelli.Ducats
	Dice                    int // number of dice (INC-04)
	// minimum and maximum that the dice can yield; both are the fixed sum if there are no dice
	Low, High machiavelli.Ducats
}

// EarningsOf returns the income of power from its property in p. It is zero in
// a game without money and for a power without a treasury (INC-09).
func EarningsOf(p *position.Position, r *rules.Set, power machiavelli.Power) Earnings {
	var e Earnings
	if !r.Money || power == machiavelli.Nobody || p.Eliminated.Has(power) || p.Setting.Absent.Has(power) {
		return e
	}
	s := state{pos: p, rules: r} // the functions below read only these two fields
	b := s.board()
	for i := range p.Units {
		if u := &p.Units[i]; u.Owner == power && atSea(p, u) {
			e.Seas += s.paysOf(u.At)
		}
	}
	for at := b.Land.Next(board.None); at != board.None; at = b.Land.Next(at) {
		land, city := s.landIncome(at)
		if p.Province[at] == power {
			e.Provinces += land
		}
		if cityEarner(p, at) == power {
			e.Cities += city
		}
	}
	year := p.Phase.Year + 1
	if p.Phase.Step == machiavelli.Adjustments {
		year++ // the income before this winter has been paid
	}
	for i := range p.Setting.Dice {
		die := &p.Setting.Dice[i]
		if dieOwner(p, r, die) != power {
			continue
		}
		if !r.DiceOn {
			sure := die.Ducats[sureFace(year)-1]
			e.Low += sure * machiavelli.Ducats(die.Dice)
			e.High += sure * machiavelli.Ducats(die.Dice)
			continue
		}
		least, most := die.Ducats[0], die.Ducats[0]
		for _, d := range die.Ducats {
			least, most = min(least, d), max(most, d)
		}
		e.Dice += die.Dice
		e.Low += least * machiavelli.Ducats(die.Dice)
		e.High += most * machiavelli.Ducats(die.Dice)
	}
	return e
}

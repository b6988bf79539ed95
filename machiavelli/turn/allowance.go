package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Allowance holds the number of a power's cities, which is the number of units that it may have,
// and the number of its units, in games in which cities limit the units (BUILD-17).
type Allowance struct{ Cities, Units int }

// Allow counts the units of power and the cities that it owns with their
// provinces.
func Allow(p *position.Position, power machiavelli.Power) Allowance {
	var a Allowance
	b := p.Setting.Board
	for at := b.Cities.Next(board.None); at != board.None; at = b.Cities.Next(at) {
		if p.Setting.Same(p.City[at], power) && p.Setting.Same(p.Province[at], power) {
			a.Cities++
		}
	}
	for i := range p.Units {
		if p.Setting.Same(p.Units[i].Owner, power) {
			a.Units++
		}
	}
	return a
}

// countsCities reports whether the number of cities limits the number of units.
// It always does in a game without money, and otherwise if unit-count says so.
func countsCities(r *rules.Set) bool { return !r.Money || r.UnitCount == rules.CountCities }

// buildable counts the provinces in which power may build, up to limit.
func buildable(p *position.Position, r *rules.Set, power machiavelli.Power, limit int) int {
	n := 0
	homes := p.Homes(power).Intersect(p.Setting.Board.Cities)
	for at := homes.Next(board.None); at != board.None && n < limit; at = homes.Next(at) {
		if canBuildAt(p, r, power, at) {
			n++
		}
	}
	return n
}

func canBuildAt(p *position.Position, r *rules.Set, power machiavelli.Power, at board.ID) bool {
	for _, t := range [...]machiavelli.UnitType{machiavelli.Army, machiavelli.Fleet, machiavelli.Garrison} {
		o := order.Order{Kind: order.Build, Unit: order.Unit{Type: t, At: at}}
		if _, _, _, problem := legal.Check(p, r, power, o); problem == nil {
			return true
		}
	}
	return false
}

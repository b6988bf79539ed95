package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
)

// This file implements cavalry (OPT-01) with the rides of section 1 and the
// rule of section 3 for falling back.

func cavalry(t machiavelli.UnitType) bool {
	return t == machiavelli.Cavalry || t == machiavelli.ArmouredCavalry
}

// findRides finds the advances that are rides. Their route has one province,
// and both steps are by land.
func (c *campaign) findRides() {
	for i, u := range c.p.Units {
		if !cavalry(u.Type) || !c.free(i, order.Advance) {
			continue
		}
		route := c.orders[i].Route()
		if len(route) == 1 && c.armyEdge(u.At, route[0]) && c.armyEdge(route[0], c.orders[i].To.At) {
			c.rides[i] = true
		}
	}
}

// fall records that a rider that could not enter ends in the province to. The field by is the
// unit that dislodged it there, or -1.
type fall struct {
	to board.ID
	by int
}

// cameFrom returns the area from which mover m came. After a successful ride
// this is the province in the middle.
func (c *campaign) cameFrom(v *values, m int) board.ID {
	if c.rides[m] && v.success[m] == yes {
		return c.orders[m].Route()[0]
	}
	return c.at(m)
}

// onTheWay reports whether rider i could not enter and has not fallen back yet,
// so that it stands nowhere.
func (c *campaign) onTheWay(v *values, i int) bool {
	_, fell := c.fallen[i]
	return c.rides[i] && v.success[i] != yes && !fell
}

// fallBack moves back the riders that could not enter: first to the province in
// the middle, otherwise to their home, where they may be dislodged.
func (c *campaign) fallBack(v *values) {
	c.fallen = map[int]fall{}
	var failed []int
	for i := range c.p.Units {
		if c.onTheWay(v, i) {
			failed = append(failed, i)
		}
	}
	middle := func(i int) board.ID { return c.orders[i].Route()[0] }

	// First, to the middle province, if it is open and no other rider contests it.
	first := map[int]fall{}
	for _, i := range failed {
		rivals := 0
		for _, j := range failed {
			if middle(j) == middle(i) {
				rivals++
			}
		}
		if rivals == 1 && !c.occupied(v, middle(i)) && !c.rebelVenice(middle(i)) {
			first[i] = fall{middle(i), -1}
		}
	}
	for i, f := range first {
		c.fallen[i] = f
	}

	// Then the others return home, or are dislodged there.
	second := map[int]fall{}
	for _, i := range failed {
		if _, fell := first[i]; !fell {
			second[i] = fall{c.at(i), c.intruder(v, c.at(i))}
		}
	}
	for i, f := range second {
		c.fallen[i] = f
	}
}

// intruder returns the unit that stands in the area after movement, or -1.
func (c *campaign) intruder(v *values, at board.ID) int {
	for i := range c.p.Units {
		if c.part[i] == gone || c.attacker(v, i) >= 0 || c.onTheWay(v, i) {
			continue
		}
		if u := c.after(v, i); u.At == at && (!u.InCity() || c.singleVenice(at)) {
			return i
		}
	}
	return -1
}

package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Checker decides about many orders of one position. It surveys the board once
// for all of them, as soon as one needs it. The zero value is ready to be bound;
// it must not be used by two goroutines at once.
type Checker struct{ c checker }

// Bind makes the Checker look at a position, which must not change until
// Release or the next Bind.
func (k *Checker) Bind(p *position.Position, r *rules.Set) {
	k.c.p, k.c.r, k.c.b = p, r, p.Setting.Board
	k.c.located, k.c.charted = false, false
	k.c.expected = nil
}

// Expect tells the Checker which orders the power gives whose orders are checked
// next, so that these may name a unit by the number that it is to bear once it
// is bought ("A7", BRIBE-12).
func (k *Checker) Expect(orders []order.Order) { k.c.expected = orders }

// Release forgets the position, which a Checker that is kept must not keep
// alive.
func (k *Checker) Release() {
	k.c.p, k.c.r, k.c.b, k.c.notes, k.c.expected = nil, nil, nil, nil, nil
}

// Check is the function of that name, for the position that the Checker is
// bound to.
func (k *Checker) Check(power machiavelli.Power, o order.Order) (bound order.Order, unit int, notes []Note, problem *Problem) {
	k.c.power, k.c.notes = power, nil
	unit, problem = k.c.check(&o, &bound)
	if problem != nil {
		return order.Order{}, -1, nil, problem
	}
	return bound, unit, k.c.notes, nil
}

// checker is the work on one order. What does not depend on the order is found
// when it is needed first.
type checker struct {
	ground
	power   machiavelli.Power
	notes   []Note
	located bool // who stands where is known
	charted bool // the fleets that could convoy are known
	whole   bool // the order is one of a set, which is looked at as a whole

	expected []order.Order // the power's orders, for the purchases among them
}

func (c *checker) locate() {
	if !c.located {
		c.ground.locate()
		c.located = true
	}
}

func (c *checker) chart() {
	if !c.charted {
		c.ground.chart()
		c.charted = true
	}
}

func (c *checker) note(code, message string) {
	c.notes = append(c.notes, Note{Code: code, Message: sentence(message)})
}

// name is a power's name.
func (g *ground) name(power machiavelli.Power) string { return g.p.Setting.Powers[power].Name }

// names lists the powers of a set for a sentence.
func (g *ground) names(s machiavelli.PowerSet, last string) string {
	var all []string
	for x := machiavelli.Power(1); int(x) < len(g.p.Setting.Powers); x++ {
		if s.Has(x) {
			all = append(all, g.p.Setting.Powers[x].Name)
		}
	}
	return list(all, last)
}

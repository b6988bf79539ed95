package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Checker checks many orders in one position. It surveys the board once, when
// it is first needed. The zero value is ready for Bind. A Checker is not safe
// for concurrent use.
type Checker struct{ c checker }

// Bind sets the position, which must not change until Release or the next Bind.
func (k *Checker) Bind(p *position.Position, r *rules.Set) {
	k.c.p, k.c.r, k.c.b = p, r, p.Setting.Board
	k.c.located, k.c.charted = false, false
	k.c.expected = nil
}

// Expect sets the orders of the power whose orders are checked next, so that they may name a
// unit by the number that it will have once it is bought ("A7", BRIBE-12).
func (k *Checker) Expect(orders []order.Order) { k.c.expected = orders }

// Release drops the position, so that a Checker that is kept does not keep it
// in memory.
func (k *Checker) Release() {
	k.c.p, k.c.r, k.c.b, k.c.notes, k.c.expected = nil, nil, nil, nil, nil
}

// Check does the same as the function Check, for the position that the Checker is bound to.
func (k *Checker) Check(power machiavelli.Power, o order.Order) (bound order.Order, unit int, notes []Note, problem *Problem) {
	k.c.power, k.c.notes = power, nil
	k.c.join(&o)
	unit, problem = k.c.check(&o, &bound)
	if problem != nil {
		return order.Order{}, -1, nil, problem
	}
	return bound, unit, k.c.notes, nil
}

// join replaces each power in an order that is part of another power by that other power, because
// anyone who writes "Florence" when one player has Venice and Florence means that player.
func (c *checker) join(o *order.Order) {
	set := c.p.Setting
	for _, x := range [...]*machiavelli.Power{&o.Power, &o.With, &o.Victim, &o.Unit.Nation, &o.Target.Nation} {
		if int(*x) < len(set.Powers) {
			*x = set.Plays(*x)
		}
	}
	for x := machiavelli.Power(1); int(x) < len(set.Powers); x++ {
		if first := set.Plays(x); first != x && o.Powers.Has(x) {
			o.Powers = o.Powers.Without(x).With(first)
		}
	}
}

// checker checks one order. It computes what does not depend on the order when
// it is first needed.
type checker struct {
	ground
	power   machiavelli.Power
	notes   []Note
	located bool // whether the fields of locate are valid
	charted bool // whether the fields of chart are valid
	whole   bool // whether the order belongs to a set that is checked as a whole

	expected []order.Order // the power's orders, searched for purchases
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

func (c *checker) note(code string, m message.Message) {
	c.notes = append(c.notes, Note{Code: code, Message: m})
}

// names lists the powers of a set for a sentence.
func (g *ground) names(s machiavelli.PowerSet, how message.Join) message.List {
	l := message.List{How: how}
	for x := machiavelli.Power(1); int(x) < len(g.p.Setting.Powers); x++ {
		if s.Has(x) {
			l.Of = append(l.Of, g.whose(x))
		}
	}
	return l
}

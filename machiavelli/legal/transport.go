package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// convoy checks a fleet's order to carry an army (CVOY-01 to CVOY-05). It must
// be possible for the fleet to be part of a chain of the fleets now on the
// board; whether these all have such orders is known only later. With explicit
// routes the order may name the next link instead of the army's destination.
func (c *checker) convoy(u *position.Unit, o, bound *order.Order) *Problem {
	switch {
	case u.InCity():
		return refuse(noCargo, message.New("A garrison cannot convoy: {unit} holds, supports into its own province or converts.", c.the(u)))
	case u.Type != machiavelli.Fleet:
		return refuse(noCargo, message.New("Only fleets convoy; the unit in {place} is {type:a}.", c.place(u.At), kind(u.Type)))
	}
	c.chart()
	if !c.afloat.Has(u.At) {
		return refuse(noRoute, message.New("{Unit} cannot convoy: here only fleets at sea do.", c.the(u)))
	}
	i, problem := c.object(&o.Target, false, message.New("The order does not say which unit it should carry."))
	if problem != nil {
		if o.Target.Type == machiavelli.Garrison || o.Target.Type == machiavelli.Fleet {
			problem = refuse(noCargo, message.New("Only armies are convoyed, and this order names {type:a}.", kind(o.Target.Type)))
		}
		return problem
	}
	a := &c.p.Units[i]
	if !marches(a.Type) {
		return refuse(noCargo, message.New("Only armies are convoyed; the unit in {place} is {type:a}.", c.place(a.At), kind(a.Type)))
	}
	bound.Target = named(a)
	net := &c.nets[c.netAt[u.At]]
	if !net.shores.Has(a.At) {
		return refuse(noRoute, message.New("No chain of fleets with {unit} in it could take {other} on board.", c.the(u), c.the(a)))
	}
	if !c.commanded(a) {
		c.note(futile, message.New("{Unit} is autonomous and goes nowhere.", c.the(a)))
	}
	if o.To.At == board.None && o.Target.Serial != 0 && o.Target.At == board.None {
		return nil
	}
	if problem := c.port(u, a, net, o.To.At); problem != nil {
		return problem
	}
	bound.To.At = o.To.At
	return nil
}

// port checks the destination of a convoy.
func (c *checker) port(u, a *position.Unit, net *net, to board.ID) *Problem {
	if !c.known(to) {
		return refuse(noCargo, message.New("The order does not say where the fleet should carry {unit}.", c.the(a)))
	}
	if c.serves(u.At, a.At, to) {
		if !c.needed(u.At, a.At, to) {
			return refuse(noRoute, message.New("No chain of fleets from {place} to {to} needs {unit}.", c.place(a.At), c.place(to), c.the(u)))
		}
		return nil
	}
	if c.r.ConvoyRoute == rules.RouteExplicit && c.adjoin[u.At].Has(to) { // CVOY-05: the order names the next link
		return nil
	}
	shores := net.shores
	shores.Remove(a.At)
	could := message.New("No chain of fleets with {unit} in it can carry {other} anywhere.", c.the(u), c.the(a))
	if !shores.Empty() {
		could = message.New("Chains of fleets with {unit} in them can carry {other} to {places}.", c.the(u), c.the(a), c.places(shores, message.Or))
	}
	var why message.Message
	code := noRoute
	switch {
	case to == a.At:
		return refuse(noRoute, message.New("{Unit} is in {place} already; a convoy goes somewhere else.", c.the(a), c.place(to)))
	case c.b.Seas.Has(to):
		why, code = message.New("A convoy ends in a province, and {place} is at sea.", c.place(to)), noCargo
	case !c.b.Coastal.Has(to):
		why = message.New("{Place} has no coast, so no fleet can land an army there.", c.place(to))
	case c.noArmy.Has(to):
		why = message.New("No army can land in {place}.", c.place(to))
	case shores.Empty():
		return refuse(code, could)
	default:
		return refuse(code, message.New("No chain of fleets with {unit} in it can carry {other} to {place}, only to {places}.",
			c.the(u), c.the(a), c.place(to), c.places(shores, message.Or)))
	}
	return refuse(code, message.New("{why} {could}", why, could))
}

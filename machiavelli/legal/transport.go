package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// convoy checks a fleet's order to carry an army: CVOY-01 to CVOY-05. The fleet
// must be able to be part of a chain of the present fleets; whether they all
// have such orders is known later. With explicit routes the order may name the
// next link instead of the army's destination.
func (c *checker) convoy(u *position.Unit, o, bound *order.Order) *Problem {
	switch {
	case u.InCity():
		return problemf(noCargo, "A garrison carries nobody: %s holds, supports into its own province or converts.", c.the(u))
	case u.Type != machiavelli.Fleet:
		return problemf(noCargo, "Only fleets convoy; the unit in %s is %s.", c.place(u.At), an(u.Type))
	}
	c.chart()
	if !c.afloat.Has(u.At) {
		return problemf(noRoute, "%s cannot convoy: here only fleets at sea do.", c.the(u))
	}
	i, problem := c.object(&o.Target, false, "should carry")
	if problem != nil {
		if o.Target.Type == machiavelli.Garrison || o.Target.Type == machiavelli.Fleet {
			problem = problemf(noCargo, "Only armies are convoyed, and this order names %s.", an(o.Target.Type))
		}
		return problem
	}
	a := &c.p.Units[i]
	if !marches(a.Type) {
		return problemf(noCargo, "Only armies are convoyed; the unit in %s is %s.", c.place(a.At), an(a.Type))
	}
	bound.Target = named(a)
	net := &c.nets[c.netAt[u.At]]
	if !net.shores.Has(a.At) {
		return problemf(noRoute, "No chain of fleets with %s in it could take %s on board.", c.the(u), c.the(a))
	}
	if !c.commanded(a) {
		c.note(futile, c.the(a)+" is autonomous and goes nowhere.")
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
		return problemf(noCargo, "The order does not say where the fleet should carry %s.", c.the(a))
	}
	if c.serves(u.At, a.At, to) {
		if !c.needed(u.At, a.At, to) {
			return problemf(noRoute, "Every chain of fleets from %s to %s goes as well without %s.", c.place(a.At), c.place(to), c.the(u))
		}
		return nil
	}
	if c.r.ConvoyRoute == rules.RouteExplicit && c.adjoin[u.At].Has(to) { // CVOY-05: the next link
		return nil
	}
	shores := net.shores
	shores.Remove(a.At)
	could := "it could come to " + c.places(shores, "or")
	if shores.Empty() {
		could = "it could be carried nowhere"
	}
	switch {
	case to == a.At:
		return problemf(noRoute, "%s is in %s already; a convoy goes somewhere else.", c.the(a), c.place(to))
	case c.b.Seas.Has(to):
		return problemf(noCargo, "A convoy ends in a province, and %s is at sea; %s.", c.place(to), could)
	case !c.b.Coastal.Has(to):
		return problemf(noRoute, "%s has no coast, so no fleet can land an army there; with %s %s.", c.place(to), c.the(u), could)
	case c.noArmy.Has(to):
		return problemf(noRoute, "No army can land in %s; with %s %s.", c.place(to), c.the(u), could)
	}
	return problemf(noRoute, "No chain of fleets now about with %s in it could carry %s to %s; %s.", c.the(u), c.the(a), c.place(to), could)
}

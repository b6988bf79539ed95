package reference

import (
	"podesta/machiavelli/board"
	"podesta/machiavelli/rules"
)

// nodeKind is one of the four kinds of nodes.
type nodeKind uint8

const (
	success nodeKind = iota
	path
	given
	rebels
)

// node is one quantity of section 4. A node of the kind given belongs to a support, and any other
// node belongs to a mover.
type node struct {
	kind nodeKind
	unit int
}

// dependencies returns the nodes, including decided ones, on which a node
// depends.
func (c *campaign) dependencies(v *values, n node) []node {
	switch n.kind {
	case success:
		return c.successDepends(n.unit)
	case path:
		return c.pathDepends(v, n.unit)
	case given:
		return c.givenDepends(v, n.unit)
	}
	return c.rebelsDepends(n.unit)
}

// givens lists the given nodes of the supports of a unit's action.
func (c *campaign) givens(u int) []node { return givenNodes(c.backers[u]) }

func givenNodes(supports []int) []node {
	var out []node
	for _, s := range supports {
		out = append(out, node{given, s})
	}
	return out
}

// successes lists the success nodes of the movers into an area.
func (c *campaign) successes(at board.ID) []node {
	var out []node
	for _, m := range c.moversInto(at) {
		out = append(out, node{success, m})
	}
	return out
}

func (c *campaign) successDepends(m int) []node {
	at := c.destination(m)
	out := append(c.givens(m), node{path, m}, node{rebels, m})
	o := c.standing(at)
	if o >= 0 {
		switch {
		case c.rides[o]: // a rider leaves in any case
		case c.part[o] == standsUp:
			out = append(out, c.givens(o)...)
		case !c.isMover(o):
			out = append(out, givenNodes(c.keepers[o])...)
		default:
			out = append(out, node{success, o})
			out = append(out, givenNodes(c.keepers[o])...)
			if c.headOn(m, o) {
				out = append(out, c.givens(o)...)
				out = append(out, node{path, o}, node{rebels, o})
			}
		}
	}
	for _, r := range c.moversInto(at) {
		if r == m {
			continue
		}
		out = append(out, c.givens(r)...)
		out = append(out, node{path, r}, node{rebels, r})
		if o >= 0 && c.headOn(r, o) {
			out = append(out, node{success, o})
		}
	}
	return out
}

func (c *campaign) pathDepends(v *values, m int) []node {
	var out []node
	if c.byConvoy[m] {
		for _, f := range c.carriersThatMatter(v, m) {
			out = append(out, c.successes(c.at(f))...)
		}
	}
	for _, e := range c.fleetEdges(node{path, m}) {
		out = append(out, c.straitDepends(v, e)...)
	}
	return out
}

// carriersThatMatter returns the fleets on which army m's convoy may still
// depend.
func (c *campaign) carriersThatMatter(v *values, m int) []int {
	if c.r.ConvoyRoute == rules.RouteExplicit {
		return c.carriers[m]
	}
	var left []int
	for _, f := range c.carriers[m] {
		if c.dislodged(v, f) != yes {
			left = append(left, f)
		}
	}
	return c.usefulFleets(c.at(m), c.destination(m), left)
}

// straitDepends returns the nodes that decide whether an edge is closed to a
// fleet, or none if that is decided.
func (c *campaign) straitDepends(v *values, e fleetEdge) []node {
	if c.closed(v, e.fleet, e.a, e.b) != unknown {
		return nil
	}
	var out []node
	for guard := range c.guards(c.straitControl(e.a, e.b)) {
		if c.hostile(guard, e.fleet) {
			out = append(out, node{success, guard})
		}
	}
	return out
}

func (c *campaign) givenDepends(v *values, s int) []node {
	var out []node
	for _, m := range c.moversInto(c.at(s)) {
		if c.mayCut(m, s) {
			out = append(out, node{path, m})
		}
		out = append(out, node{success, m})
	}
	for _, e := range c.fleetEdges(node{given, s}) {
		out = append(out, c.straitDepends(v, e)...)
	}
	return out
}

func (c *campaign) rebelsDepends(m int) []node {
	var out []node
	if g := c.claimantStandingUp(c.destination(m)); g >= 0 {
		out = append(out, c.givens(g)...)
	}
	for _, r := range c.claimants(c.destination(m)) {
		out = append(out, c.givens(r)...)
		out = append(out, node{path, r})
	}
	return out
}

package board

import (
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/internal/source"
)

// edges fills the edges and checks that each leads both ways.
func (c *compiler) edges() {
	for i := range c.f.Areas {
		a, from := &c.f.Areas[i], ID(i+1)
		for _, w := range a.Army {
			c.armyEdge(from, w)
		}
		for k, list := range a.fleets() {
			for _, w := range list {
				c.fleetEdge(from, machiavelli.Coast(k), w)
			}
		}
	}
	c.symmetry()
	c.b.fillBorders()
}

func (c *compiler) armyEdge(from ID, w source.Text) {
	b, code := c.b, c.b.Areas[from].Code
	switch to, coast, ok := c.place(from, w); {
	case !ok:
	case b.Areas[to].Sea || coast != machiavelli.NoCoast:
		c.fail(w.Pos, "area %s: army edge to %s: armies go to land, and to no coast", code, w.S)
	case b.ArmyEdges[from].Has(to):
		c.fail(w.Pos, "area %s: army edge to %s is given twice", code, w.S)
	default:
		b.ArmyEdges[from].Add(to)
	}
}

func (c *compiler) fleetEdge(from ID, k machiavelli.Coast, w source.Text) {
	b, code := c.b, c.b.Areas[from].Code
	switch to, coast, ok := c.place(from, w); {
	case !ok:
	case b.Seas.Has(to) && coast != machiavelli.NoCoast:
		c.fail(w.Pos, "area %s: fleet edge to %s: a sea has no coasts", code, w.S)
	case b.TwoCoast.Has(to) && coast == machiavelli.NoCoast:
		c.fail(w.Pos, "area %s: fleet edge to %s: say which coast, as in %s/%s", code, w.S, w.S, b.Areas[to].Coasts[0].Code())
	case b.Land.Has(to) && !b.Coastal.Has(to):
		c.fail(w.Pos, "area %s: fleet edge to %s, which has no shore: it has no fleet edges", code, w.S)
	case b.Shores[from][k][coast].Has(to):
		c.fail(w.Pos, "area %s: fleet edge to %s is given twice", code, w.S)
	default:
		b.Shores[from][k][coast].Add(to)
		b.FleetEdges[from][k].Add(to)
	}
}

// symmetry checks that each edge is given from both its ends.
func (c *compiler) symmetry() {
	b := c.b
	for i := range c.f.Areas {
		a, from := &c.f.Areas[i], ID(i+1)
		for _, w := range a.Army {
			if to := c.code[w.S]; b.ArmyEdges[from].Has(to) && !b.ArmyEdges[to].Has(from) {
				c.fail(w.Pos, "army edge from %s to %s, but not back: %s belongs to the army edges of %s, or %s not here", a.Code.S, w.S, a.Code.S, w.S, w.S)
			}
		}
		for k, list := range a.fleets() {
			k := machiavelli.Coast(k)
			for _, w := range list {
				code, coast, _ := strings.Cut(w.S, "/")
				to := c.code[code]
				for d := range machiavelli.NumCoasts {
					if d.Code() == coast && b.Shores[from][k][d].Has(to) && !b.Shores[to][d][k].Has(from) {
						here := c.codeOf(from, k)
						c.fail(w.Pos, "fleet edge from %s to %s, but not back: %s belongs to the fleet edges of %s, or %s not here", here, w.S, here, w.S, w.S)
					}
				}
			}
		}
	}
}

// codeOf returns a place in the form that a board file has for it.
func (c *compiler) codeOf(id ID, k machiavelli.Coast) string {
	s := c.b.Areas[id].Code
	if k != machiavelli.NoCoast {
		s += "/" + k.Code()
	}
	return s
}

// place parses a place, such as "pro" or "pro/nc", in an edge list of an area.
func (c *compiler) place(from ID, w source.Text) (ID, machiavelli.Coast, bool) {
	code, coast, has := strings.Cut(w.S, "/")
	id, here := c.code[code], c.b.Areas[from].Code
	switch {
	case id == None:
		c.unknown(source.Text{Pos: w.Pos, S: code}, "area %s: edge to %q, which is no area", here, code)
		return None, 0, false
	case id == from:
		c.fail(w.Pos, "area %s: edge to itself", here)
		return None, 0, false
	case !has:
		return id, machiavelli.NoCoast, true
	}
	for _, k := range c.b.Areas[id].Coasts {
		if k.Code() == coast {
			return id, k, true
		}
	}
	c.fail(w.Pos, "area %s: edge to %q, but %s has no such coast", here, w.S, code)
	return None, 0, false
}

// reach warns about areas that cannot be reached from most of the others.
func (c *compiler) reach() {
	b := c.b
	var seen, largest Set
	for id := ID(1); int(id) < len(b.Areas); id++ {
		if seen.Has(id) {
			continue
		}
		part, todo := SetOf(id), []ID{id}
		for len(todo) > 0 {
			next := b.Borders[todo[0]].Minus(part)
			part, todo = part.Union(next), append(todo[1:], next.IDs()...)
		}
		seen = seen.Union(part)
		if part.Len() > largest.Len() {
			largest = part
		}
	}
	for _, id := range seen.Minus(largest).IDs() {
		c.warn(c.f.Areas[id-1].At, "area %s: cannot be reached from most of the board", b.Areas[id].Code)
	}
}

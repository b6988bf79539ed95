package board

import (
	"errors"
	"fmt"
	"strings"

	"podesta/machiavelli"
)

// Parse compiles a board file. The error lists everything that is wrong with
// it, a line each, and names the area: unknown codes and fields, edges that
// lead only one way, names that two areas share, cells used twice.
func Parse(text []byte) (*Board, error) {
	f, err := decode(text)
	if err != nil {
		return nil, err
	}
	c := &compiler{f: f, b: &Board{Slug: f.Slug, Title: f.Title}, code: map[string]ID{}}
	c.areas()
	if len(c.errs) == 0 {
		c.edges()
		c.extras()
		c.cells()
		c.orders()
		c.b.names = c.index()
	}
	if len(c.errs) > 0 {
		return nil, fmt.Errorf("board %s: %w", f.Slug, errors.Join(c.errs...))
	}
	return c.b, nil
}

// compiler turns a board file into a Board and collects what is wrong.
type compiler struct {
	f    *file
	b    *Board
	code map[string]ID
	errs []error
}

func (c *compiler) fail(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf(format, args...))
}

// areas fills Areas and the sets that follow from an area alone.
func (c *compiler) areas() {
	b := c.b
	b.Areas = make([]Area, 1, len(c.f.Areas)+1)
	for i := range c.f.Areas {
		a := &c.f.Areas[i]
		id := ID(len(b.Areas))
		if !plainCode(a.Code) {
			c.fail("area %q: the code must be two to six small letters", a.Code)
		}
		if a.Name == "" {
			c.fail("area %s: no name", a.Code)
		}
		if c.code[a.Code] != None {
			c.fail("area %s: the code is used twice", a.Code)
		}
		c.code[a.Code] = id
		b.Areas = append(b.Areas, c.area(a))
		c.classify(id, a)
	}
}

// area makes the Area of one entry.
func (c *compiler) area(a *fileArea) Area {
	out := Area{Code: a.Code, Name: a.Name, Abbr: a.Abbr, Modern: a.Modern, Aliases: a.Also, Legacy: a.Legacy, Sea: a.Sea, Pays: 1}
	if a.Abbr == "" {
		out.Abbr = a.Name[:min(5, len(a.Name))]
	}
	if a.Pays != nil {
		if *a.Pays < 0 || *a.Pays > 99 {
			c.fail("area %s: pays must be from 0 to 99", a.Code)
		}
		out.Pays = machiavelli.Ducats(*a.Pays)
	}
	var err error
	note := func(e error) {
		if e != nil {
			c.fail("area %s: %w", a.Code, e)
		}
	}
	out.City, out.Port, out.CityPays, err = parseCity(a.City)
	note(err)
	for _, x := range []struct {
		text string
		cell *Cell
	}{
		{a.Famine, &out.Famine},
		{a.Plague, &out.Plague},
		{a.Storm, &out.Storm},
		{a.FamineCompleted, &out.FamineCompleted},
		{a.PlagueCompleted, &out.PlagueCompleted},
	} {
		*x.cell, err = parseCell(x.text)
		note(err)
	}
	coasts := a.fleets()
	for k := machiavelli.NorthCoast; k < machiavelli.NumCoasts; k++ {
		if coasts[k] != "" {
			out.Coasts = append(out.Coasts, k)
		}
	}
	switch {
	case len(out.Coasts) == 1:
		c.fail("area %s: an area with a named coast needs two; write a single one as fleet", a.Code)
	case len(out.Coasts) > 1 && a.Fleet != "":
		c.fail("area %s: has named coasts, so fleet must not be given as well", a.Code)
	case a.Sea && (a.City != "" || a.Army != "" || len(out.Coasts) > 0):
		c.fail("area %s: a sea has no city, no army edges and no coasts", a.Code)
	case a.Army == "" && a.Fleet == "" && len(out.Coasts) == 0:
		c.fail("area %s: no edges", a.Code)
	}
	return out
}

// classify puts the area into the board's sets.
func (c *compiler) classify(id ID, f *fileArea) {
	b, a := c.b, &c.b.Areas[id]
	if a.Sea {
		b.Seas.Add(id)
		return
	}
	b.Land.Add(id)
	if f.Fleet != "" || len(a.Coasts) > 0 {
		b.Coastal.Add(id)
	}
	if len(a.Coasts) > 0 {
		b.TwoCoast.Add(id)
	}
	switch a.City {
	case Unfortified:
		b.Cities.Add(id)
	case Fortified:
		b.Cities.Add(id)
		b.Fortified.Add(id)
	case Fortress:
		b.Fortresses.Add(id)
	}
	if a.Port {
		b.Ports.Add(id)
	}
	if a.CityPays >= 2 {
		b.Major.Add(id)
	}
}

// edges fills the edges and checks that each leads both ways.
func (c *compiler) edges() {
	b := c.b
	for i := range c.f.Areas {
		a, from := &c.f.Areas[i], ID(i+1)
		for _, w := range strings.Fields(a.Army) {
			to, coast, ok := c.place(a.Code, w)
			switch {
			case !ok:
			case b.Areas[to].Sea || coast != machiavelli.NoCoast:
				c.fail("area %s: army edge to %s: armies go to land, and to no coast", a.Code, w)
			case b.ArmyEdges[from].Has(to):
				c.fail("area %s: army edge to %s is given twice", a.Code, w)
			default:
				b.ArmyEdges[from].Add(to)
			}
		}
		for k, list := range a.fleets() {
			for _, w := range strings.Fields(list) {
				to, coast, ok := c.place(a.Code, w)
				switch {
				case !ok:
				case b.Seas.Has(to) && coast != machiavelli.NoCoast:
					c.fail("area %s: fleet edge to %s: a sea has no coasts", a.Code, w)
				case b.TwoCoast.Has(to) && coast == machiavelli.NoCoast:
					c.fail("area %s: fleet edge to %s: say which coast, as in %s/nc", a.Code, w, w)
				case b.Shores[from][k][coast].Has(to):
					c.fail("area %s: fleet edge to %s is given twice", a.Code, w)
				default:
					b.Shores[from][k][coast].Add(to)
					b.FleetEdges[from][k].Add(to)
				}
			}
		}
	}
	c.symmetry()
	b.fillBorders()
}

// symmetry checks that each edge is given from both its ends.
func (c *compiler) symmetry() {
	b := c.b
	for from := ID(1); int(from) < len(b.Areas); from++ {
		for _, to := range b.ArmyEdges[from].IDs() {
			if !b.ArmyEdges[to].Has(from) {
				c.fail("army edge from %s to %s, but not back", b.Areas[from].Code, b.Areas[to].Code)
			}
		}
		for k := range machiavelli.NumCoasts {
			for d := range machiavelli.NumCoasts {
				for _, to := range b.Shores[from][k][d].IDs() {
					if !b.Shores[to][d][k].Has(from) {
						c.fail("fleet edge from %s to %s, but not back", c.codeOf(from, k), c.codeOf(to, d))
					}
				}
			}
		}
	}
}

// codeOf writes a place by code, as the file does.
func (c *compiler) codeOf(id ID, k machiavelli.Coast) string {
	s := c.b.Areas[id].Code
	if k != machiavelli.NoCoast {
		s += "/" + k.Code()
	}
	return s
}

// place reads "pro" or "pro/nc" in an edge list of the area from.
func (c *compiler) place(from, text string) (ID, machiavelli.Coast, bool) {
	code, coast, has := strings.Cut(text, "/")
	id := c.code[code]
	if id == None {
		c.fail("area %s: edge to %q, which is no area", from, code)
		return None, 0, false
	}
	if code == from {
		c.fail("area %s: edge to itself", from)
		return None, 0, false
	}
	if !has {
		return id, machiavelli.NoCoast, true
	}
	for _, k := range c.b.Areas[id].Coasts {
		if k.Code() == coast {
			return id, k, true
		}
	}
	c.fail("area %s: edge to %q, but %s has no such coast", from, text, code)
	return None, 0, false
}

// extras fills Venice, the land bridge and the straits.
func (c *compiler) extras() {
	b := c.b
	if c.f.Venice != "" {
		if b.Venice = c.one("venice", c.f.Venice); b.Venice != None && !b.Ports.Has(b.Venice) {
			c.fail("venice: %s must have a port", c.f.Venice)
		}
	}
	if c.f.LandBridge != "" {
		if x, y, ok := c.two("land-bridge", c.f.LandBridge); ok {
			b.LandBridge = [2]ID{x, y}
			if !b.ArmyEdges[x].Has(y) {
				c.fail("land-bridge: armies do not pass between %s", c.f.LandBridge)
			}
		}
	}
	for _, s := range c.f.Straits {
		x, y, ok := c.two("strait", s.Between)
		by := c.one("strait control", s.Control)
		if !ok || by == None {
			continue
		}
		if !b.Borders[x].Has(y) || b.ArmyEdges[x].Has(y) || !b.Coastal.Has(by) {
			c.fail("strait %s: must be a fleet edge that a province with a shore controls", s.Between)
		}
		b.Straits = append(b.Straits, Strait{x, y, by})
	}
}

// one reads a code that stands for an area.
func (c *compiler) one(what, code string) ID {
	id := c.code[code]
	if id == None {
		c.fail("%s: %q is no area", what, code)
	}
	return id
}

// two reads two codes.
func (c *compiler) two(what, text string) (x, y ID, ok bool) {
	w := strings.Fields(text)
	if len(w) != 2 {
		c.fail("%s: expected two codes, found %q", what, text)
		return None, None, false
	}
	x, y = c.one(what, w[0]), c.one(what, w[1])
	return x, y, x != None && y != None
}

// cells checks that no two areas share a cell of a disaster table.
func (c *compiler) cells() {
	tables := []struct {
		name string
		of   func(*Area) []Cell
	}{
		{"famine", func(a *Area) []Cell { return []Cell{a.Famine, a.FamineCompleted} }},
		{"plague", func(a *Area) []Cell { return []Cell{a.Plague, a.PlagueCompleted} }},
		{"storm", func(a *Area) []Cell { return []Cell{a.Storm} }},
	}
	for _, t := range tables {
		used := map[Cell]string{}
		for i := range c.b.Areas {
			a := &c.b.Areas[i]
			for _, cell := range t.of(a) {
				if cell == (Cell{}) {
					continue
				}
				if other, ok := used[cell]; ok {
					c.fail("area %s: %s cell %d %d is that of %s", a.Code, t.name, cell.Row, cell.Column, other)
				}
				used[cell] = a.Code
			}
		}
	}
}

// orders fills the orders of rolls and reports; what the file leaves out is
// the order of the file.
func (c *compiler) orders() {
	b := c.b
	b.RollOrder = b.Land.IDs()
	b.ReportProvinces = c.listing("report-provinces", c.f.ReportProvinces, b.Land)
	b.ReportCities = c.listing("report-cities", c.f.ReportCities, b.Cities)
}

// listing reads a list of codes that must name each member of all once.
func (c *compiler) listing(what, text string, all Set) []ID {
	if text == "" {
		return all.IDs()
	}
	var out []ID
	left := all
	for _, w := range strings.Fields(text) {
		id := c.one(what, w)
		if id == None {
			continue
		}
		if !left.Has(id) {
			c.fail("%s: %s does not belong there, or twice", what, w)
			continue
		}
		left.Remove(id)
		out = append(out, id)
	}
	for _, id := range left.IDs() {
		c.fail("%s: %s is missing", what, c.b.Areas[id].Code)
	}
	return out
}

// plainCode reports whether a code is two to six small letters.
func plainCode(s string) bool {
	for i := range len(s) {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return len(s) >= 2 && len(s) <= 6
}

package board

import (
	"podesta/machiavelli/internal/source"
)

// extras fills Venice, the land bridge and the straits.
func (c *compiler) extras() {
	b := c.b
	if v := c.f.Venice; v.S != "" {
		if b.Venice = c.one("venice", v); b.Venice != None && !b.Ports.Has(b.Venice) {
			c.fail(v.Pos, "venice: %s must have a port", v.S)
		}
	}
	if w := c.f.LandBridge; len(w) > 0 {
		if x, y, ok := c.two("land-bridge", w, w[0].Pos); ok {
			b.LandBridge = [2]ID{x, y}
			if !b.ArmyEdges[x].Has(y) {
				c.fail(w[0].Pos, "land-bridge: armies do not pass between %s and %s", w[0].S, w[1].S)
			}
		}
	}
	for _, s := range c.f.Straits {
		c.strait(s)
	}
}

func (c *compiler) strait(s fileStrait) {
	b := c.b
	x, y, ok := c.two("strait", s.Between, s.At)
	if s.Control.S == "" {
		c.fail(s.At, "strait: no control; expected the province whose fleet can close it")
		return
	}
	by := c.one("strait control", s.Control)
	switch {
	case !ok || by == None:
	case !b.Borders[x].Has(y) || b.ArmyEdges[x].Has(y):
		c.fail(s.Between[0].Pos, "strait between %s and %s: must be an edge that only fleets pass", s.Between[0].S, s.Between[1].S)
	case !b.Coastal.Has(by):
		c.fail(s.Control.Pos, "strait control %s: must be a province with a shore", s.Control.S)
	case b.StraitBetween(x, y) != None:
		c.fail(s.Between[0].Pos, "strait between %s and %s: given twice", s.Between[0].S, s.Between[1].S)
	default:
		b.Straits = append(b.Straits, Strait{x, y, by})
	}
}

// one parses the code of one area.
func (c *compiler) one(what string, w source.Text) ID {
	id := c.code[w.S]
	if id == None {
		c.unknown(w, "%s: %q is no area", what, w.S)
	}
	return id
}

// two parses the codes of two areas.
func (c *compiler) two(what string, w source.Words, at source.Pos) (x, y ID, ok bool) {
	if len(w) != 2 {
		c.fail(at, "%s: expected two codes, found %d", what, len(w))
		return None, None, false
	}
	x, y = c.one(what, w[0]), c.one(what, w[1])
	return x, y, x != None && y != None
}

// cells returns the area's cells in the disaster tables, in the order famine,
// famine completed, plague, plague completed, storm.
func (a *Area) cells() [5]*Cell {
	return [...]*Cell{&a.Famine, &a.FamineCompleted, &a.Plague, &a.PlagueCompleted, &a.Storm}
}

// cells warns about areas that share a cell of a disaster table, because a cell of a printed
// table holds one name. It also warns about cells of areas that the disaster cannot strike.
func (c *compiler) cells() {
	names := [...]string{"famine", "famine", "plague", "plague", "storm"}
	used := map[string]map[Cell]string{"famine": {}, "plague": {}, "storm": {}}
	for i := range c.f.Areas {
		f, a := &c.f.Areas[i], &c.b.Areas[i+1]
		words := f.cells()
		for j, cell := range a.cells() {
			if *cell == (Cell{}) {
				continue
			}
			table := names[j]
			if (table == "storm") != a.Sea {
				c.warn(words[j][0].Pos, "area %s: a %s cell, but %ss strike %s", a.Code, table, table, map[bool]string{true: "seas", false: "land"}[table == "storm"])
			}
			if other := used[table][*cell]; other != "" {
				c.warn(words[j][0].Pos, "area %s: %s cell %d %d is that of %s too", a.Code, table, cell.Row, cell.Column, other)
			}
			used[table][*cell] = a.Code
		}
	}
}

// orders sets the sequences in which provinces roll dice and are reported. By default both are
// the sequence of the file.
func (c *compiler) orders() {
	b := c.b
	b.RollOrder = c.listing("roll-order", c.f.RollOrder, b.Land)
	b.ReportProvinces = c.listing("report-provinces", c.f.ReportProvinces, b.Land)
	b.ReportCities = c.listing("report-cities", c.f.ReportCities, b.Cities)
}

// listing parses a list of codes that must contain each member of all exactly once.
func (c *compiler) listing(what string, words source.Words, all Set) []ID {
	if len(words) == 0 {
		return all.IDs()
	}
	var out []ID
	left := all
	for _, w := range words {
		id := c.one(what, w)
		if id == None {
			continue
		}
		if !left.Has(id) {
			c.fail(w.Pos, "%s: %s does not belong there, or twice", what, w.S)
			continue
		}
		left.Remove(id)
		out = append(out, id)
	}
	for _, id := range left.IDs() {
		c.fail(words[0].Pos, "%s: %s is missing", what, c.b.Areas[id].Code)
	}
	return out
}

package board

import (
	"fmt"
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/internal/source"
	"podesta/machiavelli/suggest"
)

// Parse compiles a board file. The error is a Problems and lists everything that is wrong, with
// its position in the file and its area.
func Parse(text []byte) (*Board, error) {
	b, problems := Check("", text)
	return b, problems.Err()
}

// Check compiles a board file. In addition to all errors it warns about what
// looks unintended, such as unreachable areas and cells of a disaster table
// that two areas share. The parameter name is used only in the problems. The
// board is nil if there is an error among the problems.
func Check(name string, text []byte) (*Board, Problems) {
	var found Problems
	n := source.Parse(text, found.reporter(name))
	if n == nil {
		return nil, found
	}
	return compile(n, name)
}

// Read compiles a board that is part of another file.
func Read(n *source.Node, name string) (*Board, Problems) { return compile(n, name) }

func compile(n *source.Node, name string) (b *Board, found Problems) {
	defer func() { found.Sort() }()
	c := &compiler{f: &file{}, name: name, found: &found, code: map[string]ID{}}
	source.Read(n, c.f, found.reporter(name))
	c.head()
	if found.Failed() {
		return nil, found
	}
	c.areas()
	if found.Failed() {
		return nil, found
	}
	c.edges()
	c.extras()
	c.cells()
	c.orders()
	c.b.names = c.index()
	c.reach()
	if !found.Failed() {
		c.findable()
	}
	if found.Failed() {
		return nil, found
	}
	c.b.text = c.f.yaml()
	return c.b, found
}

// compiler turns a board file into a Board and collects problems.
type compiler struct {
	f     *file
	name  string
	found *Problems
	b     *Board
	code  map[string]ID
	codes []string
}

func (c *compiler) fail(at source.Pos, format string, args ...any) {
	c.found.Add(Problem{File: c.name, Line: at.Line, Column: at.Column, Text: fmt.Sprintf(format, args...)})
}

func (c *compiler) warn(at source.Pos, format string, args ...any) {
	c.found.Add(Problem{File: c.name, Line: at.Line, Column: at.Column, Text: fmt.Sprintf(format, args...), Warning: true})
}

// unknown reports a word that is not an area's code.
func (c *compiler) unknown(w source.Text, format string, args ...any) {
	c.found.Add(Problem{File: c.name, Line: w.Line, Column: w.Column, Text: fmt.Sprintf(format, args...), Suggestion: c.nearest(w.S)})
}

// nearest returns the area code that a word was probably meant for. This is the code of the area
// with that name, or else a similar code. If there is neither, the result is "".
func (c *compiler) nearest(word string) string {
	for i := range c.f.Areas {
		if strings.EqualFold(c.f.Areas[i].Name.S, word) {
			return c.f.Areas[i].Code.S
		}
	}
	return suggest.Closest(word, c.codes)
}

const (
	maxSlug  = 40
	maxTitle = 100
	maxName  = 40
	maxNames = 20 // maximum number of further names of an area
)

// Slug reports whether s is a valid name of a board or scenario, which consists
// of a limited number of lower-case letters, digits and hyphens.
func Slug(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return s != "" && len(s) <= maxSlug
}

// head checks the head of the file.
func (c *compiler) head() {
	f := c.f
	if t := &f.Title; source.FitTitle(t.S) != t.S {
		c.found.Add(Problem{
			File: c.name, Line: t.Pos.Line, Column: t.Pos.Column, Warning: true, New: true,
			Text: fmt.Sprintf("title: %.20q has what a title cannot have: <, > or the end of a line", t.S),
		})
		t.S = source.FitTitle(t.S)
	}
	c.b = &Board{Slug: f.Slug.S, Title: f.Title.S}
	switch {
	case f.Slug.S == "":
		c.fail(f.At, "no slug; expected a short name for the board, of small letters, digits and hyphens")
	case !Slug(f.Slug.S):
		c.fail(f.Slug.Pos, "slug %q: expected small letters, digits and hyphens, %d at most", f.Slug.S, maxSlug)
	}
	if len(f.Title.S) > maxTitle {
		c.fail(f.Title.Pos, "title: longer than %d bytes", maxTitle)
	}
	if f.Title.S == "" {
		c.b.Title = f.Slug.S
	}
	switch n := len(f.Areas); {
	case n == 0:
		c.fail(f.At, "no areas")
	case n > Max-1:
		c.fail(f.At, "%d areas, but a board has at most %d", n, Max-1)
	}
	c.b.Tables = f.Tables.Strings()
	for _, w := range f.Tables {
		if !slices.Contains(tables, w.S) {
			c.unknown(w, "tables: %q; expected some of %s", w.S, strings.Join(tables, ", "))
		}
	}
	if c.b.Tables != nil {
		return
	}
	c.b.Tables = []string{"judge", "1995"}
	if slices.ContainsFunc(f.Areas, func(a fileArea) bool { return len(a.FamineCompleted)+len(a.PlagueCompleted) > 0 }) {
		c.b.Tables = []string{"judge", "completed", "1995"}
	}
}

// tables lists the values of the option disaster-tables in the order in which a
// board file lists them.
var tables = []string{"judge", "completed", "1995"}

// areas fills Areas and the sets that depend on single areas.
func (c *compiler) areas() {
	b := c.b
	b.Areas = make([]Area, 1, len(c.f.Areas)+1)
	for i := range c.f.Areas {
		a := &c.f.Areas[i]
		id := ID(len(b.Areas))
		at := a.Code.Pos
		switch {
		case a.Code.S == "":
			c.fail(a.At, "area without a code")
		case !plainCode(a.Code.S):
			c.fail(at, "area %q: the code must be two to six small letters", a.Code.S)
		case c.code[a.Code.S] != None:
			c.fail(at, "area %s: the code is used twice, first in line %d", a.Code.S, c.f.Areas[c.code[a.Code.S]-1].Code.Line)
		default:
			c.code[a.Code.S] = id
			c.codes = append(c.codes, a.Code.S)
		}
		if a.Name.S == "" {
			c.fail(a.At, "area %s: no name", a.Code.S)
		}
		if len(a.Also) > maxNames || len(a.Legacy) > maxNames {
			c.fail(a.At, "area %s: at most %d further names", a.Code.S, maxNames)
		}
		b.Areas = append(b.Areas, c.area(a))
		c.classify(id, a)
	}
}

// area returns the Area for one entry of the file.
func (c *compiler) area(a *fileArea) Area {
	out := Area{
		Code: a.Code.S, Name: a.Name.S, Abbr: a.Abbr.S, Modern: a.Modern.S, Sea: a.Sea.B, Pays: 1,
		Aliases: texts(a.Also), Legacy: texts(a.Legacy),
	}
	if a.Pays.Given() {
		if a.Pays.N < 0 || a.Pays.N > maxPays {
			c.fail(a.Pays.Pos, "area %s: pays must be from 0 to %d", a.Code.S, maxPays)
		}
		out.Pays = machiavelli.Ducats(a.Pays.N)
	}
	var err error
	note := func(w source.Words) {
		if err != nil {
			c.fail(w[0].Pos, "area %s: %v", a.Code.S, err)
		}
	}
	out.City, out.Port, out.CityPays, err = parseCity(a.City)
	note(a.City)
	out.Grid, err = parseGrid(a.Grid)
	note(a.Grid)
	words := a.cells()
	for i, cell := range out.cells() {
		*cell, err = parseCell(words[i])
		note(words[i])
	}
	for k, list := range a.fleets() {
		if k := machiavelli.Coast(k); k != machiavelli.NoCoast && len(list) > 0 {
			out.Coasts = append(out.Coasts, k)
		}
	}
	shore := len(a.Fleet) > 0 || len(out.Coasts) > 0
	switch {
	case len(out.Coasts) == 1:
		c.fail(a.At, "area %s: an area with a named coast needs two; write a single one as fleet", a.Code.S)
	case len(out.Coasts) > 1 && len(a.Fleet) > 0:
		c.fail(a.Fleet[0].Pos, "area %s: has named coasts, so fleet must not be given as well", a.Code.S)
	case out.Sea && (len(a.City) > 0 || len(a.Army) > 0 || len(out.Coasts) > 0):
		c.fail(a.At, "area %s: a sea has no city, no army edges and no coasts", a.Code.S)
	case len(a.Army) == 0 && !shore:
		c.fail(a.At, "area %s: no edges; expected army, fleet or both", a.Code.S)
	case out.Port && !shore:
		c.fail(a.City[0].Pos, "area %s: a port without a shore; expected fleet edges", a.Code.S)
	}
	c.anchors(a, &out)
	return out
}

// anchors parses the coasts of a port with several coasts that have its anchor
// (OPT-16).
func (c *compiler) anchors(a *fileArea, out *Area) {
	for _, w := range a.Anchors {
		k := machiavelli.NoCoast
		for _, x := range out.Coasts {
			if x.Code() == w.S {
				k = x
			}
		}
		switch {
		case !out.Port:
			c.fail(w.Pos, "area %s: anchors, but the city is no port", a.Code.S)
		case k == machiavelli.NoCoast:
			c.fail(w.Pos, "area %s: anchor at %q, which is none of its named coasts", a.Code.S, w.S)
		case slices.Contains(out.Anchors, k):
			c.fail(w.Pos, "area %s: anchor at %s twice", a.Code.S, w.S)
		default:
			out.Anchors = append(out.Anchors, k)
		}
	}
}

// texts returns the texts without their positions in the file.
func texts(list []source.Text) []string { return source.Words(list).Strings() }

// classify adds the area to the board's sets.
func (c *compiler) classify(id ID, f *fileArea) {
	b, a := c.b, &c.b.Areas[id]
	if a.Sea {
		b.Seas.Add(id)
		return
	}
	b.Land.Add(id)
	if len(f.Fleet) > 0 || len(a.Coasts) > 0 {
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

// plainCode reports whether a code consists of two to six lower-case letters.
func plainCode(s string) bool {
	for i := range len(s) {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return len(s) >= 2 && len(s) <= 6
}

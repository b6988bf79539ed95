package board

import (
	"fmt"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/internal/source"
)

// YAML returns the board as a board file, with each line indented by the given
// number of spaces. Parse turns it into an equal board.
func (b *Board) YAML(indent int) string {
	if indent == 0 {
		return b.text
	}
	var out strings.Builder
	for line := range strings.Lines(b.text) {
		out.WriteString(strings.Repeat(" ", indent) + line)
	}
	return out.String()
}

// yaml returns the file in the order and layout of the built-in boards.
func (f *file) yaml() string {
	var w source.Writer
	w.Field(0, "slug", f.Slug.S)
	w.Field(0, "title", f.Title.S)
	w.Field(0, "venice", f.Venice.S)
	w.Words(0, "land-bridge", joined(f.LandBridge))
	w.Words(0, "tables", joined(f.Tables))
	if len(f.Straits) > 0 {
		w.Line(0, "straits:")
	}
	for _, s := range f.Straits {
		w.Flow(2, []source.Pair{{Name: "between", Value: joined(s.Between)}, {Name: "control", Value: s.Control.S}})
	}
	w.Words(0, "roll-order", joined(f.RollOrder))
	w.Words(0, "report-provinces", joined(f.ReportProvinces))
	w.Words(0, "report-cities", joined(f.ReportCities))
	w.Line(0, "areas:")
	for i := range f.Areas {
		w.Flow(2, f.Areas[i].pairs())
	}
	return w.String()
}

func joined(w source.Words) string { return strings.Join(w.Strings(), " ") }

// pairs returns the fields of an area in the file. Missing fields have no
// value.
func (a *fileArea) pairs() []source.Pair {
	var out []source.Pair
	add := func(name, value string) { out = append(out, source.Pair{Name: name, Value: value}) }
	text := func(name string, t source.Text) {
		if t.S != "" {
			add(name, source.Quote(t.S))
		}
	}
	words := func(name string, w source.Words) {
		if len(w) > 0 {
			add(name, source.Quote(joined(w)))
		}
	}
	text("code", a.Code)
	text("name", a.Name)
	if a.Sea.B {
		add("sea", "true")
	}
	text("abbr", a.Abbr)
	text("modern", a.Modern)
	add("also", source.QuoteList(texts(a.Also)))
	add("legacy", source.QuoteList(texts(a.Legacy)))
	words("city", a.City)
	words("anchors", a.Anchors)
	if a.Pays.Given() {
		add("pays", strconv.Itoa(a.Pays.N))
	}
	words("army", a.Army)
	for k, list := range a.fleets() {
		name := "fleet"
		if k != int(machiavelli.NoCoast) {
			name = fmt.Sprintf("fleet-%s", machiavelli.Coast(k).Code())
		}
		words(name, list)
	}
	names := [...]string{"famine", "famine-completed", "plague", "plague-completed", "storm"}
	for i, w := range a.cells() {
		words(names[i], w)
	}
	words("grid", a.Grid)
	return out
}

package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"podesta/machiavelli/internal/source"
)

// yaml writes the library as one file, with everything that it uses.
func (l *Library) yaml() string {
	var w source.Writer
	w.Line(0, "# A file of scenarios for podesta; docs/scenarios.md explains the fields.")
	l.writeBoards(&w)
	l.writePowers(&w)
	rows := l.commonRows()
	writeRows(&w, 0, rows, nil)
	if len(l.scenarios) > 0 {
		w.Line(0, "scenarios:")
	}
	for _, s := range l.scenarios {
		s.write(&w, rows)
	}
	return w.String()
}

// writeBoards writes the library's own boards and those that its scenarios use.
func (l *Library) writeBoards(w *source.Writer) {
	grounds := slices.Clone(l.boards)
	for _, s := range l.scenarios {
		if !slices.ContainsFunc(grounds, func(g *ground) bool { return g.slug == s.ground.slug }) {
			grounds = append(grounds, s.ground)
		}
	}
	if len(grounds) == 1 {
		w.Line(0, "board:")
		w.Text(grounds[0].board().YAML(2))
		return
	}
	w.Line(0, "boards:")
	for _, g := range grounds {
		w.Text("  - " + strings.TrimPrefix(g.board().YAML(4), "    "))
	}
}

// writePowers writes the powers of all scenarios.
func (l *Library) writePowers(w *source.Writer) {
	used := map[string]bool{}
	for _, s := range l.scenarios {
		for _, p := range s.Powers {
			used[p.Power.S] = true
		}
		for _, v := range s.Variants {
			for _, p := range v.Powers {
				used[p.Power.S] = true
			}
		}
	}
	for _, id := range l.own {
		used[id] = true
	}
	if len(used) > 0 {
		w.Line(0, "powers:")
	}
	for _, id := range slices.Sorted(maps.Keys(used)) {
		p := l.powers[id]
		w.Flow(2, []source.Pair{
			{Name: "id", Value: source.Quote(id)},
			{Name: "name", Value: source.Quote(p.Name)},
			{Name: "adjective", Value: source.Quote(p.Adjective)},
			{Name: "letter", Value: source.Quote(string(rune(p.Letter)))},
			{Name: "also", Value: source.QuoteList(p.Aliases)},
		})
	}
}

// commonRows returns for each name the first row of variable income with that
// name.
func (l *Library) commonRows() map[string]row {
	rows := map[string]row{}
	for _, s := range l.scenarios {
		for name, r := range s.rows {
			if _, ok := rows[name]; !ok {
				rows[name] = r
			}
		}
	}
	return rows
}

// writeRows writes rows of variable income except those in common.
func writeRows(w *source.Writer, indent int, rows, common map[string]row) {
	first := true
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		if r, ok := common[name]; ok && r == rows[name] {
			continue
		}
		if first {
			w.Line(indent, "rows:")
		}
		first = false
		var faces []string
		for _, n := range rows[name] {
			faces = append(faces, strconv.Itoa(int(n)))
		}
		w.Line(indent+2, source.Quote(name)+": "+strings.Join(faces, " "))
	}
}

// write writes one scenario, without the rows that it shares with others.
func (s *fileScenario) write(w *source.Writer, rows map[string]row) {
	w.Line(2, "- id: "+source.Quote(s.ID.S))
	w.Field(4, "slug", s.Slug.S)
	w.Field(4, "title", s.Title.S)
	w.Field(4, "period", s.Period.S)
	w.Field(4, "board", s.ground.slug)
	w.Line(4, fmt.Sprintf("year: %d", s.Year.N))
	if s.Fortresses.B {
		w.Line(4, "fortresses: true")
	}
	if len(s.Options) > 0 {
		w.Line(4, "options:")
	}
	for _, o := range s.Options {
		w.Line(6, source.Quote(o.Name.S)+": "+source.Quote(o.Value.Text))
	}
	w.Words(4, "off-board", joined(s.OffBoard))
	writeRows(w, 4, s.rows, rows)
	w.Line(4, "powers:")
	for i := range s.Powers {
		w.Flow(6, s.Powers[i].pairs())
	}
	if len(s.CityDice) > 0 {
		w.Line(4, "city-dice:")
	}
	for _, d := range s.CityDice {
		w.Flow(6, []source.Pair{
			{Name: "city", Value: source.Quote(d.City.S)}, {Name: "row", Value: source.Quote(d.Row.S)}, {Name: "dice", Value: strconv.Itoa(d.Dice.N)},
		})
	}
	w.Words(4, "garrisons", joined(s.Garrisons))
	w.Line(4, "variants:")
	for i := range s.Variants {
		s.Variants[i].write(w)
	}
}

// write writes one variant. It uses one line if the variant has no powers of
// its own.
func (v *fileVariant) write(w *source.Writer) {
	pairs := v.pairs()
	if len(v.Powers) == 0 {
		w.Flow(6, pairs)
		return
	}
	first := true
	for _, p := range pairs {
		if p.Value == "" {
			continue
		}
		if first {
			w.Line(6, "- "+p.Name+": "+p.Value)
		} else {
			w.Line(8, p.Name+": "+p.Value)
		}
		first = false
	}
	w.Line(8, "powers:")
	for i := range v.Powers {
		w.Flow(10, v.Powers[i].pairs())
	}
}

// pairs returns the fields of a variant except its powers.
func (v *fileVariant) pairs() []source.Pair {
	seats := make([]string, len(v.Seats))
	for i, s := range v.Seats {
		seats[i] = joined(s)
	}
	basic := ""
	if v.Basic.Given() && !v.Basic.B {
		basic = "false"
	}
	return []source.Pair{
		{Name: "id", Value: source.Quote(v.ID.S)},
		{Name: "players", Value: strconv.Itoa(v.Players.N)},
		{Name: "seats", Value: source.QuoteList(seats)},
		{Name: "choose", Value: some(v.Choose)},
		{Name: "from", Value: quoted(v.From)},
		{Name: "neutral", Value: quoted(v.Neutral)},
		{Name: "drop", Value: quoted(v.Drop)},
		{Name: "basic", Value: basic},
		{Name: "more-garrisons", Value: quoted(v.MoreGarrisons)},
		{Name: "without-garrisons", Value: quoted(v.WithoutGarrisons)},
	}
}

// pairs returns the fields of a power in the file.
func (p *filePower) pairs() []source.Pair {
	texts := func(list []source.Text) string { return source.QuoteList(source.Words(list).Strings()) }
	held := ""
	if p.HeldBy.S != "" {
		held = source.Quote(p.HeldBy.S)
	}
	return []source.Pair{
		{Name: "power", Value: source.Quote(p.Power.S)},
		{Name: "held-by", Value: held},
		{Name: "dice", Value: some(p.Dice)},
		{Name: "initial", Value: some(p.Initial)},
		{Name: "home", Value: quoted(p.Home)},
		{Name: "controls", Value: quoted(p.Controls)},
		{Name: "limits", Value: texts(p.Limits)},
		{Name: "units", Value: texts(p.Units)},
	}
}

func joined(w source.Words) string { return strings.Join(w.Strings(), " ") }

func quoted(w source.Words) string {
	if len(w) == 0 {
		return ""
	}
	return source.Quote(joined(w))
}

// some returns a number as text, or "" for 0, because a file leaves out zeros.
func some(n source.Int) string {
	if n.N == 0 {
		return ""
	}
	return strconv.Itoa(n.N)
}

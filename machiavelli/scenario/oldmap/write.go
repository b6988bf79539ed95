package oldmap

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"podesta/machiavelli/internal/source"
)

// roster maps letters to the names of the powers on a map of Italy or of
// Europe.
type roster map[byte]string

var (
	italian  = roster{'A': "austria", 'F': "france", 'G': "genoa", 'I': "milan", 'L': "florence", 'N': "naples", 'P': "papacy", 'T': "turks", 'V': "venice"}
	european = roster{'A': "austria", 'E': "england", 'F': "france", 'G': "germany", 'I': "italy", 'R': "russia", 'T': "turkey"}
)

// controls holds the provinces that control the straits of the old judge's
// maps, which the map file does not contain.
var controls = map[[2]string]string{{"ets", "psa"}: "pio", {"gon", "ion"}: "mes"}

// slug converts a name to lower-case letters, digits and hyphens.
func slug(name string) string {
	out := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, name)
	if out = strings.Trim(out, "-"); out == "" {
		return "imported"
	}
	return out[:min(len(out), 40)]
}

// write writes the scenario file.
func (m *importer) write() string {
	var w source.Writer
	w.Line(0, "# Imported from a map file of the old judge.")
	w.Line(0, "board:")
	w.Field(2, "slug", m.slug)
	for _, a := range m.areas {
		if a.venice {
			w.Field(2, "venice", a.code)
		}
	}
	m.writeStraits(&w)
	m.writeOrders(&w)
	w.Line(2, "areas:")
	for _, a := range m.areas {
		w.Flow(4, m.pairs(a))
	}
	m.writeScenario(&w)
	return w.String()
}

// pairs returns the fields of an area in the board file.
func (m *importer) pairs(a *area) []source.Pair {
	var out []source.Pair
	add := func(name, value string) { out = append(out, source.Pair{Name: name, Value: value}) }
	words := func(name string, list []string) {
		if len(list) > 0 {
			add(name, source.Quote(strings.Join(list, " ")))
		}
	}
	add("code", source.Quote(a.code))
	add("name", source.Quote(a.name))
	if a.sea {
		add("sea", "true")
	}
	if m.byName[fiveLetters(a.name)] != a {
		add("abbr", source.Quote(a.code))
	}
	var also []string
	for _, s := range a.also {
		if m.byName[s] == a && s != fiveLetters(a.name) && !slices.Contains(also, s) {
			also = append(also, s)
		} else if m.byName[s] != a {
			m.warn(0, "%s: the abbreviation %s is that of %s too; left out", a.code, s, m.byName[s].code)
		}
	}
	add("also", source.QuoteList(also))
	switch kind := a.city(); {
	case kind != "" && a.sea:
		m.warn(0, "%s is a sea with a city, which is left out", a.code)
	case kind != "":
		add("city", source.Quote(kind))
	}
	if !a.sea && a.owner == 0 && !a.neutral {
		m.warn(0, "%s is plain land (l), which pays nothing; pays: 0 counts where the option province-income is on", a.code)
		add("pays", "0")
	}
	words("army", a.army)
	for _, coast := range []string{"", "nc", "sc", "ec", "wc"} {
		words(strings.TrimSuffix("fleet-"+coast, "-"), a.fleet[coast])
	}
	for _, table := range tables[:3] {
		if c, ok := a.cells[table]; ok {
			add(table, fmt.Sprintf("%d %d", c[0], c[1]))
		}
	}
	return out
}

// city returns the area's city in the form of the board file. A kind of city without ducats means
// a fortress, and neither kind nor ducats mean no city.
func (a *area) city() string {
	port := ""
	if a.kind == 'P' || a.kind == 'p' {
		port = " port"
	}
	switch fortified := a.kind == 'P' || a.kind == 'f'; {
	case a.pays == 0 && a.kind == '.':
		return ""
	case a.pays == 0:
		return "fortress" + port
	case fortified:
		return fmt.Sprintf("fortified%s %d", port, a.pays)
	}
	return fmt.Sprintf("unfortified%s %d", port, a.pays)
}

// writeStraits writes the straits whose control is known.
func (m *importer) writeStraits(w *source.Writer) {
	seen, first := map[[2]string]bool{}, true
	for _, a := range m.areas {
		for _, to := range a.strait {
			pair := [2]string{min(a.code, to), max(a.code, to)}
			if seen[pair] {
				continue
			}
			seen[pair] = true
			by := controls[pair]
			if by == "" || m.byName[by] == nil {
				m.warn(0, "the map file does not say who controls the strait between %s and %s; it is a plain border until you add it to straits", pair[0], pair[1])
				continue
			}
			if first {
				w.Line(2, "straits:")
			}
			first = false
			w.Flow(4, []source.Pair{{Name: "between", Value: pair[0] + " " + pair[1]}, {Name: "control", Value: by}})
		}
	}
}

// writeOrders writes those lists at the end of the file that contain all
// provinces or all cities.
func (m *importer) writeOrders(w *source.Writer) {
	var land, cities []string
	for _, a := range m.areas {
		if a.sea {
			continue
		}
		land = append(land, a.code)
		if a.pays > 0 {
			cities = append(cities, a.code)
		}
	}
	slices.Sort(land)
	slices.Sort(cities)
	done := map[string]bool{}
	for _, list := range m.orders {
		sorted := slices.Sorted(slices.Values(list))
		name := ""
		switch {
		case slices.Equal(sorted, land) && !done["report-provinces"]:
			name = "report-provinces"
		case slices.Equal(sorted, cities) && !done["report-cities"]:
			name = "report-cities"
		default:
			m.warn(0, "a list of %d provinces at the end names neither all provinces nor all cities; left out", len(list))
			continue
		}
		done[name] = true
		w.Words(2, name, strings.Join(list, " "))
	}
}

// power is a power of the file with its home provinces.
type power struct {
	id     string
	letter byte
	home   []string
	die    *die
}

// powers returns the powers for the letters in the file.
func (m *importer) powers() []*power {
	names := roster{}
	if m.plays(european, "london", "paris", "berlin", "vienna") {
		names = european
	}
	if m.plays(italian, "milan", "venice", "naples", "florence", "rome") {
		names = italian
	}
	var out []*power
	byLetter := map[byte]*power{}
	for _, a := range m.areas {
		if a.owner == 0 {
			continue
		}
		p := byLetter[a.owner]
		if p == nil {
			p = &power{id: names[a.owner], letter: a.owner}
			if p.id == "" {
				p.id = "power-" + strings.ToLower(string(a.owner))
				m.warn(0, "no power is known by the letter %c; it is called %s until you name it under powers", a.owner, p.id)
			}
			byLetter[a.owner] = p
			out = append(out, p)
		}
		p.home = append(p.home, a.code)
	}
	slices.SortFunc(out, func(a, b *power) int { return strings.Compare(a.id, b.id) })
	return out
}

// plays reports whether the file's powers are those of a roster. This is so if the file has all
// letters of the roster, and the map has one of the cities.
func (m *importer) plays(r roster, cities ...string) bool {
	for _, a := range m.areas {
		if a.owner != 0 && r[a.owner] == "" {
			return false
		}
	}
	return slices.ContainsFunc(cities, func(c string) bool { return m.byName[c] != nil })
}

// writeScenario writes the powers, the rows and the scenario without what a map
// file does not contain.
func (m *importer) writeScenario(w *source.Writer) {
	powers := m.powers()
	cities := m.deal(powers)
	own := slices.ContainsFunc(powers, func(p *power) bool { return strings.HasPrefix(p.id, "power-") })
	if own {
		w.Line(0, "powers:")
	}
	for _, p := range powers {
		if strings.HasPrefix(p.id, "power-") {
			w.Flow(2, []source.Pair{{Name: "id", Value: p.id}, {Name: "letter", Value: source.Quote(string(rune(p.letter)))}})
		}
	}
	if len(m.income) > 0 {
		w.Line(0, "rows:")
	}
	for _, p := range powers {
		if p.die != nil {
			w.Line(2, p.id+": "+faces(p.die))
		}
	}
	for _, d := range cities {
		w.Line(2, d.at.code+": "+faces(d))
	}
	if len(powers) == 0 {
		m.warn(0, "no province belongs to a power: the file has a board and no scenario")
		return
	}
	m.warn(0, "a map file does not tell which units there are at the start, nor the year: add units, garrisons and the year")
	w.Line(0, "scenarios:")
	w.Line(2, "- id: "+source.Quote(m.slug))
	w.Field(4, "board", m.slug)
	w.Line(4, "year: 1454")
	w.Line(4, "powers:")
	for _, p := range powers {
		dice, initial := "", ""
		if p.die != nil {
			dice, initial = some(p.die.dice), some(p.die.initial)
		}
		w.Flow(6, []source.Pair{
			{Name: "power", Value: p.id},
			{Name: "dice", Value: dice},
			{Name: "initial", Value: initial},
			{Name: "home", Value: source.Quote(strings.Join(p.home, " "))},
			{Name: "units", Value: "[]"},
		})
	}
	if len(cities) > 0 {
		w.Line(4, "city-dice:")
	}
	for _, d := range cities {
		w.Flow(6, []source.Pair{{Name: "city", Value: d.at.code}, {Name: "row", Value: d.at.code}, {Name: "dice", Value: some(d.dice)}})
	}
}

// deal assigns each line of the variable income to the power with its name, or
// to the power whose home contains its city. It returns the lines of other
// cities.
func (m *importer) deal(powers []*power) (cities []*die) {
	for i := range m.income {
		d := &m.income[i]
		var to *power
		for _, p := range powers {
			named := strings.HasPrefix(strings.ToLower(d.name), p.id)
			if named || d.at != nil && slices.Contains(p.home, d.at.code) {
				to = p
			}
		}
		switch {
		case d.dice < 1 || d.dice > 9:
			m.warn(d.line, "variable income of %s: %d dice; left out", d.name, d.dice)
		case to != nil && to.die == nil:
			to.die = d
		case d.at != nil && d.at.pays > 0 && !slices.ContainsFunc(cities, func(x *die) bool { return x.at == d.at }):
			cities = append(cities, d)
		default:
			m.warn(d.line, "variable income of %s: neither a power nor a city; left out", d.name)
		}
	}
	return cities
}

func faces(d *die) string {
	var out []string
	for _, n := range d.faces {
		out = append(out, strconv.Itoa(n))
	}
	return strings.Join(out, " ")
}

// some returns a number as text, or "" for 0.
func some(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

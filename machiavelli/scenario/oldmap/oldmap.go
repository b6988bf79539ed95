// Package oldmap converts map files of the old e-mail judge to scenario files.
//
// The format is known only from the explanations in that judge's rules. A file
// begins with a line for each province, such as "Albania, T1. alb alban". Lines
// with the borders follow, such as "alb-mv: rag her dur". At the end are the
// tables of famine, plague and variable income and the order of the reports.
// The layout of the tables is not explained, so several variants of what the
// rules print are accepted. The assumptions are in docs/scenarios.md.
package oldmap

import (
	"fmt"
	"strings"

	"podesta/machiavelli/board"
	"podesta/machiavelli/internal/source"
	"podesta/machiavelli/suggest"
)

// Import reads a map file and returns a scenario file. The parameter name is
// the file's name without its extension. It becomes the name of the board and
// of the scenario. The problems, with lines of the map file, say what was not
// understood and what a map file does not contain. The result is empty if the
// map file has no provinces. It may have errors. For example, a border given
// from only one end is copied as it is, and scenario.Parse reports it.
func Import(name string, text []byte) (string, board.Problems) {
	m := &importer{slug: slug(name), byName: map[string]*area{}}
	if len(text) > source.MaxBytes {
		m.warn(0, "the file has %d bytes; at most %d are read", len(text), source.MaxBytes)
		return "", m.found
	}
	for i, line := range strings.Split(strings.ReplaceAll(string(text), "\r", ""), "\n") {
		if len(line) <= maxLine {
			m.line(i+1, strings.TrimSpace(line))
		} else {
			m.warn(i+1, "the line is longer than %d bytes; left out", maxLine)
		}
	}
	if len(m.areas) == 0 {
		m.found = append(m.found, board.Problem{Text: `no provinces; expected lines such as "Albania, T1. alb alban"`})
		return "", m.found
	}
	return m.write(), m.found
}

const (
	maxLine  = 4096
	maxAreas = board.Max - 1
)

// area is a province or sea of the file.
type area struct {
	code, name  string
	also        []string
	sea, venice bool
	neutral     bool // whether it is a province without an owner, which is marked "x"
	owner       byte // letter of the power whose home it is, or 0
	pays        int  // income of the city
	kind        byte // kind of city, which is P, p, f or "."
	army        []string
	fleet       map[string][]string // maps the code of a coast to its borders; "" is the only coast
	strait      []string            // areas connected by a strait
	cells       map[string][2]int   // maps the name of a table to the cell in it
}

// importer reads line by line.
type importer struct {
	slug   string
	areas  []*area
	byName map[string]*area // maps the code and every other name in lower case to the area
	found  board.Problems

	borders bool       // whether the lines with borders have begun
	last    *area      // the area whose borders may continue on the next line
	kind    string     // the kind of the borders of last
	table   string     // the current table, or "" before the first table
	row     int        // number of the row in the table, from 2
	income  []die      // variable income
	orders  [][]string // lists of provinces at the end
}

// die is a line of the table of variable income.
type die struct {
	line    int
	at      *area
	name    string
	dice    int
	faces   [6]int
	initial int
}

func (m *importer) warn(line int, format string, args ...any) {
	m.found.Add(board.Problem{Line: line, Column: min(line, 1), Text: fmt.Sprintf(format, args...), Warning: true})
}

// unknown warns about a word that is not a province.
func (m *importer) unknown(line int, word, where string) {
	var codes []string
	for _, a := range m.areas {
		codes = append(codes, a.code)
	}
	m.found.Add(board.Problem{Line: line, Column: 1, Text: fmt.Sprintf("%s: no province %q; left out", where, word), Suggestion: suggest.Closest(word, codes), Warning: true})
}

// line reads one line.
func (m *importer) line(n int, text string) {
	if strings.HasPrefix(text, "#") {
		m.heading(text)
		return
	}
	if text == "" || text == "-1" {
		m.last = nil
		if m.table != "" || text == "-1" && m.borders {
			m.next(text == "-1")
		}
		return
	}
	if a, kind, rest, ok := m.border(n, text); ok {
		m.borders, m.last, m.kind = true, a, kind
		m.edges(n, rest)
		return
	}
	switch {
	case !m.borders:
		m.province(n, text)
	case m.heading(text):
	case m.table == "" && m.last != nil:
		m.edges(n, text)
	default:
		m.tableLine(n, text)
	}
}

// province reads a line such as "Albania, T1. alb alban". It has a name, the
// terrain or the owner with the city's ducats and kind, and abbreviations.
func (m *importer) province(n int, text string) {
	name, rest, ok := strings.Cut(text, ",")
	words := strings.Fields(rest)
	if !ok || len(words) < 2 {
		m.warn(n, "%.60q is no province; expected a name, a comma, its kind and its abbreviations", text)
		return
	}
	if len(m.areas) == maxAreas {
		m.warn(n, "more than %d provinces; left out", maxAreas)
		return
	}
	a := &area{name: strings.TrimSpace(name), code: strings.ToLower(words[1]), kind: '.', fleet: map[string][]string{}, cells: map[string][2]int{}}
	if m.byName[a.code] != nil {
		m.warn(n, "%s: the abbreviation %s is that of %s; left out", a.name, a.code, m.byName[a.code].name)
		return
	}
	m.flags(n, a, words[0])
	m.areas = append(m.areas, a)
	for _, w := range words[2:] {
		a.also = append(a.also, strings.ToLower(w))
	}
	for _, w := range append([]string{a.code, strings.ToLower(a.name), fiveLetters(a.name)}, a.also...) {
		if m.byName[w] == nil {
			m.byName[w] = a
		}
	}
}

// fiveLetters returns the abbreviation that the judge's reports print.
func fiveLetters(name string) string { return strings.ToLower(name[:min(5, len(name))]) }

// flags parses flags such as "V3PV". They are the owner or terrain, the income
// of the city, the city's kind, and the mark of Venice.
func (m *importer) flags(n int, a *area, flags string) {
	switch c := flags[0]; {
	case c == 'x':
		a.neutral = true
	case c == 'l':
	case c == 'w':
		a.sea = true
	case c == 'v':
		a.sea = true
		m.warn(n, "%s is ice; taken for a sea", a.name)
	case c == 'c':
		m.warn(n, "%s is a coastal space in which fleets convoy; taken for a province", a.name)
		a.neutral = true
	case c >= 'A' && c <= 'Z':
		a.owner = c
	default:
		m.warn(n, "%s: %q is no kind of province; expected x, l, w or the letter of a power; taken for land", a.name, c)
	}
	rest := flags[1:]
	if rest != "" && rest[0] >= '0' && rest[0] <= '9' {
		a.pays, rest = int(rest[0]-'0'), rest[1:]
	}
	if rest != "" && strings.IndexByte("Ppf.", rest[0]) >= 0 {
		a.kind, rest = rest[0], rest[1:]
	}
	if strings.HasPrefix(rest, "V") {
		a.venice, rest = true, rest[1:]
	}
	if rest != "" {
		m.warn(n, "%s: %q is not understood in %q; left out", a.name, rest, flags)
	}
}

// border parses the beginning of a line of borders, such as "alb-mv:". As in
// the old judge, only the first letter of the kind counts, so "uas-xv:" is
// accepted, too.
func (m *importer) border(n int, text string) (*area, string, string, bool) {
	head, rest, ok := strings.Cut(text, ":")
	code, kind, hyphen := strings.Cut(strings.TrimSpace(head), "-")
	if !ok || !hyphen || len(kind) != 2 || len(code) > 8 || strings.ContainsAny(code, " ,") {
		return nil, "", "", false
	}
	a := m.byName[strings.ToLower(code)]
	if a == nil {
		m.unknown(n, code, "borders")
		return nil, "", "", true
	}
	switch kind[0] {
	case 'm':
		if kind == "mx" {
			m.warn(n, "%s: borders that armies pass with less support are plain borders here", a.code)
		}
		return a, "army", rest, true
	case 'x':
		return a, "", rest, true
	case 'n', 's', 'e', 'w':
		return a, kind[:1] + "c", rest, true
	case 'c':
		return a, "strait", rest, true
	}
	m.warn(n, "%s-%s: no such kind of border; expected mv, xc, nc, sc, ec, wc or cc", a.code, kind)
	return nil, "", "", true
}

// edges parses the areas that a province borders on.
func (m *importer) edges(n int, text string) {
	a := m.last
	if a == nil {
		return
	}
	for _, w := range strings.Fields(strings.ToLower(text)) {
		if w == "-1" {
			continue
		}
		code, coast, _ := strings.Cut(w, "/")
		to := m.byName[code]
		if to == nil {
			m.unknown(n, code, a.code)
			continue
		}
		edge := to.code
		switch coast {
		case "nc", "sc", "ec", "wc":
			edge += "/" + coast
		case "cc":
			if m.kind != "strait" {
				a.strait = append(a.strait, to.code)
			}
		case "", "mv", "xc":
		default:
			m.warn(n, "%s: %q names no coast; read as %s", a.code, w, to.code)
		}
		switch m.kind {
		case "army":
			a.army = append(a.army, edge)
		case "strait":
			a.strait = append(a.strait, to.code)
		default:
			a.fleet[m.kind] = append(a.fleet[m.kind], edge)
		}
	}
}

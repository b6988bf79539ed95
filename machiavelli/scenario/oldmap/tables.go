package oldmap

import (
	"strconv"
	"strings"
)

// tables lists the parts of the end of the file in the order expected if no
// line names them.
var tables = []string{"famine", "plague", "storm", "income", "order"}

// heading reports whether a line names a table. If so, that table comes next.
func (m *importer) heading(text string) bool {
	low := strings.ToLower(text)
	if !m.borders || strings.Count(low, " ") > 8 {
		return false
	}
	for _, name := range tables {
		if strings.Contains(low, name) && m.byName[strings.TrimSuffix(low, ":")] == nil {
			m.table, m.row = name, 2
			return true
		}
	}
	return false
}

// next moves to the next table. If always is false, as for an empty line, it
// does so only if the present table is complete.
func (m *importer) next(always bool) {
	full := m.row > 12
	switch {
	case m.table == "":
		m.table = tables[0]
	case m.table == "order":
	case !always && !full:
		return
	default:
		for i, name := range tables[:len(tables)-1] {
			if name == m.table {
				m.table = tables[i+1]
				break
			}
		}
	}
	m.row = 2
}

// tableLine reads a line of a table.
func (m *importer) tableLine(n int, text string) {
	if m.table == "" {
		m.table, m.row = tables[0], 2
	}
	if d, ok := m.incomeLine(n, text); ok {
		m.table = "income"
		m.income = append(m.income, d)
		return
	}
	switch m.table {
	case "income", "order":
		m.orderLine(n, text)
	default:
		m.cellLine(n, text)
	}
}

// incomeLine parses a line such as "France/Marse: 1 1 2 3 4 5 6". It has the
// owner of the dice, their number, the ducats by face, and in maps of the
// edition of 1995 the first treasury.
func (m *importer) incomeLine(n int, text string) (die, bool) {
	words := strings.Fields(strings.ReplaceAll(text, ":", " "))
	first := 0
	for first < len(words) {
		if _, err := strconv.Atoi(words[first]); err == nil {
			break
		}
		first++
	}
	numbers := words[first:]
	if first == 0 || len(numbers) < 7 || len(numbers) > 8 {
		return die{}, false
	}
	var x [8]int
	for i, w := range numbers {
		v, err := strconv.Atoi(w)
		if err != nil || v < 0 || v > 99 {
			return die{}, false
		}
		x[i] = v
	}
	d := die{line: n, name: strings.Join(words[:first], " "), dice: x[0], faces: [6]int(x[1:7]), initial: x[7]}
	for _, name := range strings.Split(strings.ToLower(d.name), "/") {
		if a := m.byName[strings.TrimSpace(name)]; a != nil {
			d.at = a
		}
	}
	return d, true
}

// cellLine parses a row of a disaster table. It consists of eleven cells, each
// of which is a province or a dash. The number of the row may precede them.
func (m *importer) cellLine(n int, text string) {
	words := strings.Fields(text)
	if head, ok := strings.CutSuffix(words[0], ":"); ok || len(words) == 12 {
		if v, err := strconv.Atoi(head); err == nil && v >= 2 && v <= 12 {
			m.row, words = v, words[1:]
		}
	}
	if len(words) == 11 && words[0] == "2" && words[10] == "12" {
		return // the header with the numbers of the columns
	}
	if m.row > 12 {
		// the table is complete although its end is not marked
		m.next(true)
		m.tableLine(n, text)
		return
	}
	if len(words) != 11 {
		m.warn(n, "%s table, row %d: found %d cells, expected 11, from column 2 to 12; left out", m.table, m.row, len(words))
		return
	}
	for i, w := range words {
		if strings.Trim(w, "-.*0") == "" {
			continue
		}
		a := m.byName[strings.ToLower(w)]
		if a == nil {
			m.unknown(n, w, m.table+" table")
			continue
		}
		if _, twice := a.cells[m.table]; twice {
			m.warn(n, "%s table: %s has a second cell, which is left out", m.table, a.code)
			continue
		}
		a.cells[m.table] = [2]int{m.row, i + 2}
	}
	m.row++
}

// orderLine parses provinces in the order of the reports.
func (m *importer) orderLine(n int, text string) {
	if m.table == "income" {
		m.table = "order"
	}
	if m.row == 2 || len(m.orders) == 0 {
		m.orders = append(m.orders, nil)
	}
	m.row = 3
	list := &m.orders[len(m.orders)-1]
	for _, w := range strings.Fields(strings.ToLower(strings.ReplaceAll(text, ",", " "))) {
		if a := m.byName[w]; a != nil {
			*list = append(*list, a.code)
		} else if w != "-1" {
			m.unknown(n, w, "order of the provinces")
		}
	}
}

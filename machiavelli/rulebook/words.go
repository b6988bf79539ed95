package rulebook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// words returns the texts that follow from the board: {=@cities}.
var words = map[string]func(*game) string{
	"provinces": func(g *game) string { return strconv.Itoa(g.board.Land.Len()) },
	"seas":      func(g *game) string { return number(strconv.Itoa(g.board.Seas.Len())) },
	"cities":    citiesPay,
	"ports":     unfortifiedPorts,
	"straits":   straits,
	"coasts":    func(g *game) string { return list(g.names(g.board.TwoCoast)) },
	"no-famine": func(g *game) string { return without(g, func(a *board.Area) board.Cell { return a.Famine }) },
	"no-plague": func(g *game) string { return without(g, func(a *board.Area) board.Cell { return a.Plague }) },
}

func (g *game) names(s board.Set) []string {
	var out []string
	for _, at := range s.IDs() {
		out = append(out, g.board.Areas[at].Name)
	}
	slices.Sort(out)
	return out
}

// list joins names: "Florence, Genoa and Milan".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// citiesPay describes which cities pay how much, the richest first.
func citiesPay(g *game) string {
	by := map[machiavelli.Ducats][]string{}
	for _, at := range g.board.Major.IDs() {
		a := &g.board.Areas[at]
		by[a.CityPays] = append(by[a.CityPays], a.Name)
	}
	s := ""
	for n := machiavelli.Ducats(99); n > 1; n-- {
		if names := by[n]; len(names) > 0 {
			slices.Sort(names)
			s += list(names) + " " + number(strconv.Itoa(int(n)))
			if !strings.Contains(s, "ducats") {
				s += " ducats"
			}
			s += ", "
		}
	}
	if s == "" {
		return "one ducat"
	}
	return s + "all others one"
}

// unfortifiedPorts names the ports that are not fortified.
func unfortifiedPorts(g *game) string {
	s := g.board.Ports.Minus(g.board.Fortified).Minus(g.board.Fortresses)
	if s.Empty() {
		return ""
	}
	names := g.names(s)
	if len(names) == 1 {
		return "; the port of " + names[0] + " has no walls"
	}
	return "; the ports of " + list(names) + " have no walls"
}

// straits describes which provinces close which ways, as far as they are in
// play.
func straits(g *game) string {
	var out []string
	for _, x := range g.board.Straits {
		if len(g.board.Straits) > 1 && !g.holds("@piombino") && g.board.Areas[x.Control].Code != "mes" {
			continue
		}
		a := g.board.Areas
		out = append(out, fmt.Sprintf("a fleet in %s closes the way between %s and %s", a[x.Control].Name, g.sea(x.A), g.sea(x.B)))
	}
	return strings.Join(out, ", and ")
}

// sea returns the name of an area, with an article for a sea.
func (g *game) sea(at board.ID) string {
	a := &g.board.Areas[at]
	if a.Sea {
		return "the " + a.Name
	}
	return a.Name
}

// without names the provinces missing from a disaster's table.
func without(g *game, cell func(*board.Area) board.Cell) string {
	var s board.Set
	for _, at := range g.board.Land.IDs() {
		if cell(&g.board.Areas[at]) == (board.Cell{}) {
			s.Add(at)
		}
	}
	switch names := g.names(s); len(names) {
	case 0:
		return "Every province has a cell."
	case 1:
		return names[0] + " has no cell and is never struck."
	default:
		return list(names) + " have no cell and are never struck."
	}
}

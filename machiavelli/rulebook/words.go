package rulebook

import (
	"cmp"
	"slices"
	"strconv"

	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
)

// words holds the texts that depend on the board. For example, {=@cities}
// stands for the entry "cities".
var words = map[string]func(*game) string{
	"provinces": func(g *game) string { return strconv.Itoa(g.board.Land.Len()) },
	"seas":      func(g *game) string { return g.number(strconv.Itoa(g.board.Seas.Len())) },
	"cities":    citiesPay,
	"ports":     unfortifiedPorts,
	"straits":   straits,
	"coasts":    func(g *game) string { return g.say(message.New("{places:name}", g.places(g.board.TwoCoast))) },
	"no-famine": func(g *game) string { return without(g, func(a *board.Area) board.Cell { return a.Famine }) },
	"no-plague": func(g *game) string { return without(g, func(a *board.Area) board.Cell { return a.Plague }) },
}

// place returns an area as messages name it.
func (g *game) place(at board.ID) message.Place {
	a := &g.board.Areas[at]
	return message.Place{Name: a.Name, Sea: a.Sea}
}

// name returns the name of an area in the language of the book.
func (g *game) name(p message.Place) string { return g.say(message.New("{place:name}", p)) }

// places lists areas by their names in the language of the book.
func (g *game) places(s board.Set) message.List {
	var out []message.Place
	for _, at := range s.IDs() {
		out = append(out, g.place(at))
	}
	slices.SortFunc(out, func(a, b message.Place) int { return cmp.Compare(g.name(a), g.name(b)) })
	return message.ListOf(message.And, out)
}

// citiesPay describes which cities pay how much, beginning with the richest.
func citiesPay(g *game) string {
	var by [100]board.Set
	for _, at := range g.board.Major.IDs() {
		by[g.board.Areas[at].CityPays].Add(at)
	}
	var out []message.Message
	for n := len(by) - 1; n > 1; n-- {
		if by[n].Empty() {
			continue
		}
		pay := message.Name(g.number(strconv.Itoa(n)))
		if len(out) == 0 {
			out = append(out, message.New("{places:name} {n} ducats", g.places(by[n]), pay))
			continue
		}
		out = append(out, message.New("{places:name} {n}", g.places(by[n]), pay))
	}
	if len(out) == 0 {
		return g.say(message.New("one ducat"))
	}
	return g.say(message.New("{cities}, all others one", message.ListOf(message.Commas, out)))
}

// unfortifiedPorts names the ports that are not fortified.
func unfortifiedPorts(g *game) string {
	s := g.board.Ports.Minus(g.board.Fortified).Minus(g.board.Fortresses)
	switch s.Len() {
	case 0:
		return ""
	case 1:
		return g.say(message.New("; the port of {place:name} has no walls", g.place(s.Next(board.None))))
	}
	return g.say(message.New("; the ports of {places:name} have no walls", g.places(s)))
}

// straits describes which provinces close which passages, without provinces
// that are out of play.
func straits(g *game) string {
	var out []message.Message
	for _, x := range g.board.Straits {
		if len(g.board.Straits) > 1 && !g.holds("@piombino") && g.board.Areas[x.Control].Code != "mes" {
			continue
		}
		out = append(out, message.New("a fleet in {control} closes the way between {a} and {b}", g.place(x.Control), g.place(x.A), g.place(x.B)))
	}
	if len(out) == 2 {
		return g.say(message.New("{one}, and {other}", out[0], out[1]))
	}
	return g.say(message.New("{list}", message.ListOf(message.Clauses, out)))
}

// without names the provinces missing from a disaster's table.
func without(g *game, cell func(*board.Area) board.Cell) string {
	var s board.Set
	for _, at := range g.board.Land.IDs() {
		if cell(&g.board.Areas[at]) == (board.Cell{}) {
			s.Add(at)
		}
	}
	switch s.Len() {
	case 0:
		return g.say(message.New("Every province has a cell."))
	case 1:
		return g.say(message.New("{Place:name} has no cell and is never struck.", g.place(s.Next(board.None))))
	}
	return g.say(message.New("{places:name} have no cell and are never struck.", g.places(s)))
}

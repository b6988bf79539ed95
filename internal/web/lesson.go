package web

import (
	"html/template"
	"strconv"
	"strings"

	"podesta/atlas"
	"podesta/internal/judge"
	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// power is short for what many functions here take.
type power = machiavelli.Power

// seatOf is whom a lesson lets its reader play.
type seatOf struct {
	ID, Name, Adjective string
	Badge               template.HTML
}

func newSeatOf(s *position.Setting, p power) seatOf {
	i := s.Powers[p]
	return seatOf{i.ID, i.Name, i.Adjective, template.HTML(atlas.Badge(s.Powers, p))} // the badge is made of constants
}

// lessonBox is the box for the orders of a power in a position without a game.
// It shows no example of an order: that could be the answer, or a fatal one.
func lessonBox(p *position.Position, r *rules.Set, you power, text string) box {
	g := &judge.Game{Setting: p.Setting, Rules: *r, Phase: p.Phase}
	b := newBox(g, you, 1, text)
	_, found := judge.ReadLines(p, r, []power{you}, text)
	b.fill(g, p, you, found)
	b.Example = ""
	b.Warns = nil // a lesson ends with its phase
	return b
}

// inWords lists the units of a position, for those who do not see the map.
func inWords(p *position.Position) string {
	t := report.New(p.Setting)
	var out []string
	for _, u := range p.Units {
		text := strings.TrimPrefix(t.Unit(u), "the ")
		if u.InCity() && p.Besieged(u.At) {
			text += ", besieged"
		}
		out = append(out, text)
	}
	for i := range p.Dislodged {
		out = append(out, strings.TrimPrefix(t.Unit(p.Dislodged[i].Unit), "the ")+", which must retreat")
	}
	for _, at := range p.RebelLand.Union(p.RebelCity).IDs() {
		out = append(out, "rebellion in "+p.Setting.Board.Areas[at].Name)
	}
	for _, at := range p.Famine.IDs() {
		out = append(out, "famine in "+p.Setting.Board.Areas[at].Name)
	}
	const most = 24
	if len(out) > most {
		return strconv.Itoa(len(p.Units)) + " units, which the lists on this page name"
	}
	return strings.Join(out, "; ")
}

// results adds the panel of what came of orders; film plays it back.
func (p *tablePlace) results(film string) {
	p.Film = film
	p.Panels = append(p.Panels, panelTab{Name: "results", Title: "Results"})
}

package boardpage

import (
	"html/template"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/internal/ordertext"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// Power is an abbreviation, since many functions here have a power among their parameters.
type Power = machiavelli.Power

// LessonPower is the power that the reader of a lesson plays.
type LessonPower struct {
	ID, Name, Adjective string
	Badge               template.HTML
}

// NewLessonPower returns a power for a lesson.
func NewLessonPower(s *position.Setting, p Power) LessonPower {
	i := s.Powers[p]
	// badges contain no user input
	return LessonPower{i.ID, i.Name, i.Adjective, template.HTML(atlas.Badge(s.Powers, p))}
}

// LessonForm returns the box for the orders of a power in a position without a game. It shows
// no example of an order, since that could be the answer, or a fatal order.
func LessonForm(l message.Language, p *position.Position, r *rules.Set, you Power, text string) OrderForm {
	g := &game.Game{Setting: p.Setting, Rules: *r, Phase: p.Phase}
	b := NewOrderForm(l, g, you, 1, text)
	_, found := ordertext.ReadLines(p, r, []Power{you}, text)
	b.Fill(g, p, you, found)
	b.Example = ""
	b.Warns = nil // a lesson ends with its phase
	return b
}

// InWords lists the units, rebellions and famines in a position, for readers who cannot see the
// map. If there are too many, it says only how many units there are.
func InWords(p *position.Position) message.Message {
	t := report.New(p.Setting)
	var out []message.Message
	for _, u := range p.Units {
		if u.InCity() && p.Besieged(u.At) {
			out = append(out, message.New("{unit}, besieged", t.UnitOf(u)))
			continue
		}
		out = append(out, message.New("{unit}", t.UnitOf(u)))
	}
	for i := range p.Dislodged {
		out = append(out, message.New("{unit}, which must retreat", t.UnitOf(p.Dislodged[i].Unit)))
	}
	place := func(at board.ID) message.Place { return t.PlaceOf(board.Place{At: at}) }
	for _, at := range p.RebelLand.Union(p.RebelCity).IDs() {
		out = append(out, message.New("rebellion in {place}", place(at)))
	}
	for _, at := range p.Famine.IDs() {
		out = append(out, message.New("famine in {place}", place(at)))
	}
	const most = 24
	if len(out) > most {
		return message.Plural(len(p.Units), "{n} unit, which the lists on this page name", "{n} units, which the lists on this page name")
	}
	return message.New("{list}", message.ListOf(message.Clauses, out))
}

// Results adds the panel with the results of orders. The parameter film is the address of their
// film.
func (p *TablePlace) Results(film string) {
	p.Film = film
	p.Panels = append(p.Panels, PanelTab{Name: "results", Title: "Results"})
}

package web

import (
	"bytes"
	"html/template"
	"net/http"
	"strconv"

	"podesta/atlas"
	"podesta/internal/judge"
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/report"
)

// pastPage is a processed phase: the map with its orders, and what came of them.
type pastPage struct {
	Game       *judge.Game
	Number     int
	Title      string
	Map, After string
	Steps      []step
	Prev, Next string
	NextName   string
	Headline   string
	Story      []chapter
	Orders     []powerOrders
	Classic    string
	Done       due
	Engine     string
}

// chapter is a group of sentences of the report.
type chapter struct {
	Title string
	Lines []string
}

// powerOrders are the orders of one power with their outcomes.
type powerOrders struct {
	Name  string
	Badge template.HTML
	Lines []orderLine
}

// orderLine is one order: as it was understood, what came of it, and why.
type orderLine struct {
	Text, Mark, Why string
	Failed          bool
	Refused         bool
}

// past shows a phase that was processed. The number of the current phase leads
// to the game's own page.
func (s *Server) past(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	g, err := s.table.Game(r.Context(), id)
	if err != nil {
		s.refuse(w, r, err, nil)
		return
	}
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil || n < 1 || n > g.Number {
		s.fail(w, r, http.StatusNotFound, "There is no such phase", "The game has "+count(g.Number, "phase")+" so far.", nil)
		return
	}
	if n == g.Number {
		http.Redirect(w, r, "/g/"+id, http.StatusSeeOther)
		return
	}
	ph, err := s.table.Phase(r.Context(), id, n)
	if err != nil {
		s.refuse(w, r, err, nil)
		return
	}
	steps, err := s.steps(r.Context(), g, n)
	if err != nil {
		s.refuse(w, r, err, nil)
		return
	}
	t := report.New(g.Setting)
	pg := pastPage{
		Game: g, Number: n, Title: ph.Phase.Title(), Steps: steps, Engine: ph.Engine, Done: newDue(ph.Done),
		Map:      "/g/" + id + "/map/" + strconv.Itoa(n) + ".svg?orders=1",
		After:    "/g/" + id + "/map/" + strconv.Itoa(n+1) + ".svg?rev=0",
		Headline: t.Headline(ph.Events),
		Story:    story(t, ph.Events),
		Orders:   ordersByPower(g, t, ph),
	}
	if n > 1 {
		pg.Prev = "/g/" + id + "/p/" + strconv.Itoa(n-1)
	}
	pg.Next, pg.NextName = "/g/"+id+"/p/"+strconv.Itoa(n+1), "Next phase"
	if n+1 == g.Number {
		pg.Next, pg.NextName = "/g/"+id, "Now"
	}
	var classic bytes.Buffer
	if err := report.Classic(&classic, ph.Before, ph.Events, g.ID, n); err == nil {
		pg.Classic = classic.String()
	}
	s.page(w, r, http.StatusOK, "past", frame{Title: ph.Phase.Title() + " · " + g.Name, Game: g.ID, Body: pg})
}

// The chapters of a report, in their order.
var chapterTitles = []string{"Victory and conquest", "Driven out", "Sieges", "Units lost", "Lands and cities", "Rebellions", "Units and cities"}

// story tells the events in chapters. Orders, retreats and adjustments are left
// out, for they are listed by powers.
func story(t report.Teller, events []event.Event) []chapter {
	lines := map[string][]string{}
	for _, e := range events {
		text, title := t.Sentence(e), "Lands and cities"
		switch e := e.(type) {
		case event.Retreated, event.Adjusted:
			continue
		case event.Victory, event.VictoryTied, event.Elimination, event.Conquest, event.Loss:
			title = "Victory and conquest"
		case event.UnitDislodged:
			title = "Driven out"
		case event.SiegeBegun, event.SiegeCompleted, event.SiegeLifted:
			title = "Sieges"
		case event.Removed:
			if e.Reason == event.BySiege || e.Reason == event.ByAdjustment || e.Reason == event.RetreatClash {
				continue // the siege, the adjustment or the retreat has told it
			}
			title = "Units lost"
		case event.RebellionEnded:
			title = "Rebellions"
		case event.Allowance:
			title = "Units and cities"
		}
		if text != "" {
			lines[title] = append(lines[title], text)
		}
	}
	var out []chapter
	for _, title := range chapterTitles {
		if len(lines[title]) > 0 {
			out = append(out, chapter{title, lines[title]})
		}
	}
	return out
}

// ordersByPower lists every order of the phase under its power.
func ordersByPower(g *judge.Game, t report.Teller, ph *judge.Phase) []powerOrders {
	lists := make([]powerOrders, len(g.Setting.Powers))
	add := func(p machiavelli.Power, l orderLine) {
		lists[p].Lines = append(lists[p].Lines, l)
	}
	for _, e := range ph.Events {
		switch e := e.(type) {
		case event.Ordered:
			if e.Unit.Owner == machiavelli.Nobody && t.Explain(e) == "" {
				continue // garrisons of nobody that only stood there
			}
			l := orderLine{Text: unitName(g.Setting, e.Unit) + " " + told(g, e), Mark: t.Mark(e), Why: full(t.Explain(e))}
			l.Failed = l.Mark != ""
			if l.Mark == "" {
				l.Mark = "done"
			}
			add(e.Unit.Owner, l)
		case event.Retreated:
			l := orderLine{Text: t.Sentence(e), Why: full(t.Explain(e)), Mark: "done"}
			if e.Verdict != event.Succeeded && e.Verdict != event.Disbanded {
				l.Failed, l.Mark = true, "lost"
			}
			add(e.Unit.Owner, l)
		case event.Adjusted:
			l := orderLine{Text: t.Sentence(e), Mark: "done"}
			if e.Verdict != event.Succeeded && e.Verdict != event.Disbanded {
				l.Failed, l.Mark, l.Text, l.Why = true, "void", e.Given, full(e.Error)
			}
			add(e.Power, l)
		case event.Refused:
			add(e.Power, orderLine{Text: e.Given, Mark: "refused", Why: full(e.Error), Failed: true, Refused: true})
		}
	}
	var out []powerOrders
	for i := 1; i <= len(lists); i++ {
		p := i % len(lists) // nobody's units come last
		if len(lists[p].Lines) == 0 {
			continue
		}
		lists[p].Name = capital(t.Power(machiavelli.Power(p)))
		lists[p].Badge = template.HTML(atlas.Badge(g.Setting.Powers, machiavelli.Power(p))) // the badge is made of constants
		out = append(out, lists[p])
	}
	return out
}

// told is a unit's order as a sentence, also where it had none.
func told(g *judge.Game, e event.Ordered) string {
	switch text := sentence(g.Setting, e.Order); {
	case text == "":
		return "holds"
	case text == "holds" && e.Given == "" && e.Unit.Owner != machiavelli.Nobody:
		return "holds, for want of an order"
	default:
		return text
	}
}

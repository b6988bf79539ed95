package history

import (
	"bytes"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/internal/ordertext"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/page"
	"podesta/internal/web/rulebook"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// pastPage is the page of a resolved phase: the map with its orders, and their results.
type pastPage struct {
	Game       *game.Game
	Number     int
	Title      message.Message
	Map        string // address of the map with the orders and their results
	First      string // address of the same map for the script
	Data       string // address of the data from which the script plays the phase
	Time       *Timeline
	Prev, Next string
	NextName   message.Message
	Headline   page.Phrase
	Steps      []StoryStep
	Opening    []message.Message
	Rolls      []RollRow
	Orders     []PowerOrders
	Classic    string
	Done       page.Due
	Engine     string
	Comments   *commentsView // comments on a finished game
}

// PowerOrders holds the orders of one power with their results.
type PowerOrders struct {
	Name  message.Message
	Badge template.HTML
	Lines []OrderLine

	Power machiavelli.Power
}

// OrderLine is an order in words, with its result and the reason for it.
type OrderLine struct {
	Text, Mark, Why page.Phrase
	Failed          bool
	Refused         bool
	Chain           []rulebook.Reason   // what neither Text nor Why contains
	Rules           []rulebook.RuleLink // the rules that explain the result
	Areas           string              // codes of the areas that the order is about, separated by spaces
}

// RollRow is a roll of dice in the phase.
type RollRow struct {
	Name  string
	Dice  page.Phrase // "2 dice"
	Value int
	Given bool // whether the master set it
}

// past shows a resolved phase. The number of the current phase redirects to the game's own page.
func (s *Pages) past(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	g, err := s.Judge.Base.Game(r.Context(), id)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil || n < 1 || n > g.Number {
		s.Fail(w, r, http.StatusNotFound, "There is no such phase", "The game has "+page.Count(g.Number, "phase")+" so far.", nil)
		return
	}
	if n == g.Number && !g.Finished {
		http.Redirect(w, r, "/g/"+id, http.StatusSeeOther)
		return
	}
	f, ok := s.finished(w, r, g)
	if !ok {
		return
	}
	ph, role, eyes := f.ph, f.role, f.eyes
	line, err := s.Timeline(r.Context(), g, role, n)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	seen := eyes.Events(ph.Events)
	t, c := report.New(g.Setting), s.Catalogue(r)
	here := "/g/" + id + "/p/" + strconv.Itoa(n)
	pg := pastPage{
		Game: g, Number: n, Title: page.PhaseTitle(ph.Phase), Time: line, Engine: ph.Engine, Done: page.NewDue(ph.Done),
		Map:      boardpage.MapAddress(c, g, n, "orders=1"),
		First:    boardpage.FirstAddress(c, g, n, ""),
		Data:     here + "/steps.json",
		Headline: page.Say(t.Headline(seen)),
		Steps:    StorySteps(rulebook.GameRules(id), f.steps()),
		Orders:   OrdersByPower(g, t, seen, rulebook.GameRules(id), ownLines(g, ph, f.seats, eyes.Powers)...),
	}
	if n == 1 {
		if pg.Opening, err = s.Opening(r.Context(), g, role); err != nil {
			s.Refuse(w, r, err, nil)
			return
		}
	}
	for _, x := range eyes.Throws(ph.Throws) {
		pg.Rolls = append(pg.Rolls, RollRow{x.Name, DieWord(x), x.Value, x.Given})
	}
	if pg.Comments, err = s.comments(r, g, role, n); err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if n > 1 {
		pg.Prev = "/g/" + id + "/p/" + strconv.Itoa(n-1)
	}
	pg.Next, pg.NextName = "/g/"+id+"/p/"+strconv.Itoa(n+1), message.New("Next phase")
	switch {
	case n == g.Number:
		pg.Next, pg.NextName = "/g/"+id+"/end", message.New("The end")
	case n+1 == g.Number && !g.Finished:
		pg.Next, pg.NextName = "/g/"+id, message.New("Now")
	}
	var classic bytes.Buffer
	results := report.Results{Before: ph.Before, After: ph.After, Events: ph.Events, Rules: &g.Rules, Viewer: eyes.Viewer, Game: g.Name, Number: n}
	if err := results.Classic(&classic); err == nil {
		pg.Classic = classic.String()
	}
	s.Page(w, r, http.StatusOK, "past", page.Frame{Title: s.Catalogue(r).M(pg.Title) + " · " + g.Name, Game: g.ID, Body: pg})
}

// OrdersByPower lists all orders of a phase, grouped by power, with reasons that link to a page of
// rules. The parameter lines holds the order lines that the reader may know, because permissions
// cause no event.
func OrdersByPower(g *game.Game, t report.Teller, seen []event.Event, rulesPage string, lines ...turn.Line) []PowerOrders {
	lists := make([]PowerOrders, len(g.Setting.Powers))
	// For each power, 1 + the index of its first unopposed move, or 0.
	free := make([]int, len(lists))
	add := func(p machiavelli.Power, l OrderLine) {
		l.Chain, l.Rules = rulebook.Unsaid(l.Chain, slices.Concat(l.Text, l.Why))
		lists[p].Lines = append(lists[p].Lines, l)
	}
	chain := func(e event.Event) []rulebook.Reason { return rulebook.Reasons(rulesPage, t.Chain(seen, e)) }
	done, void := page.Say(message.New("done")), page.Say(message.New("void"))
	for _, e := range seen {
		switch e := e.(type) {
		case event.Ordered:
			if e.Unit.Owner == machiavelli.Nobody && t.Explain(e).IsZero() {
				continue // an autonomous garrison that only held
			}
			l := OrderLine{Text: page.Say(deed(t, e)), Mark: page.Say(t.Mark(e)), Why: page.Say(message.Sentence(t.Why(seen, e)))}
			l.Areas = areas(g, e.Unit.At, e.Order.To.At)
			l.Failed = len(l.Mark) > 0
			if !l.Failed {
				l.Mark = done
			}
			l.Chain = chain(e)
			// the reason is only given once
			if first, list := &free[e.Unit.Owner], lists[e.Unit.Owner].Lines; report.Unopposed(t.Chain(seen, e)) {
				if *first > 0 {
					l.Chain = nil
					list[*first-1].Chain[0].Text = page.Say(message.New("Unopposed, like the other moves for which no reason is given."))
				} else {
					*first = len(list) + 1
				}
			}
			if fall := fallen(t, seen, e.Unit); !fall.IsZero() {
				l.Why = append(l.Why, fall)
				// the chain would only repeat this in other words
				l.Chain = []rulebook.Reason{{Text: page.Say(fall), Rules: rulebook.RuleLinks(rulesPage, []string{"SIEGE-03"}), Clause: fall}}
			}
			add(e.Unit.Owner, l)
		case event.Expense:
			l := OrderLine{Text: page.Say(t.Sentence(e)), Mark: done, Chain: chain(e)}
			if e.Verdict != event.Succeeded {
				l.Failed, l.Mark = true, page.Say(verdicts[e.Verdict])
			}
			add(e.Power, l)
		case event.Retreated:
			l := OrderLine{Text: page.Say(t.Sentence(e)), Why: page.Say(message.Sentence(t.Explain(e))), Mark: done, Areas: areas(g, e.Unit.At, e.To.At)}
			if e.Verdict != event.Succeeded && e.Verdict != event.Disbanded {
				l.Failed, l.Mark = true, page.Say(message.New("lost"))
			}
			add(e.Unit.Owner, l)
		case event.Adjusted:
			l := OrderLine{Text: page.Say(t.Sentence(e)), Mark: done, Areas: areas(g, e.Unit.At)}
			if e.Verdict != event.Succeeded && e.Verdict != event.Disbanded {
				l.Failed, l.Mark, l.Text, l.Why = true, void, page.Verbatim(e.Given), page.Say(message.Sentence(t.Explain(e)))
			}
			l.Chain = chain(e)
			add(e.Power, l)
		case event.Payment, event.Borrowed, event.Collected, event.Defaulted, event.ChitGiven, event.Taxed, event.ProvinceGiven, event.Excommunicated, event.Transferred:
			power, failed := deal(e)
			l := OrderLine{Text: page.Say(t.Sentence(e)), Mark: done, Chain: chain(e), Failed: failed}
			if failed {
				l.Mark = void
			}
			add(power, l)
		case event.Exchanged:
			l := OrderLine{Text: page.Say(t.Sentence(e)), Mark: done, Chain: chain(e), Failed: e.Failure != event.NoFailure}
			if l.Failed {
				l.Mark = void
			}
			add(e.Power, l)
			if e.Both {
				add(e.With, l)
			}
		case event.Refused:
			add(e.Power, OrderLine{Text: page.Verbatim(e.Given), Mark: page.Say(message.New("refused")), Why: page.Say(message.Sentence(t.Explain(e))), Failed: true, Refused: true})
		}
	}
	for _, l := range lines {
		if text := t.Allows(l.Power, l.Order); !text.IsZero() && l.Err.IsZero() && !refused(seen, l) {
			add(l.Power, OrderLine{Text: page.Say(text), Mark: done})
		}
	}
	var out []PowerOrders
	for i := 1; i <= len(lists); i++ {
		p := i % len(lists) // autonomous units come last
		if len(lists[p].Lines) == 0 {
			continue
		}
		lists[p].Power = machiavelli.Power(p)
		lists[p].Name = message.New("{Power:name}", t.PowerOf(machiavelli.Power(p)))
		// badges contain no user input
		lists[p].Badge = template.HTML(atlas.Badge(g.Setting.Powers, machiavelli.Power(p)))
		out = append(out, lists[p])
	}
	return out
}

// areas returns the codes of some areas, separated by spaces.
func areas(g *game.Game, ids ...board.ID) string {
	var out []string
	for _, id := range ids {
		if id != board.None {
			out = append(out, g.Setting.Board.Areas[id].Code)
		}
	}
	return strings.Join(out, " ")
}

// deal returns the power whose order caused an event of money or diplomacy, and
// whether the order failed.
func deal(e event.Event) (by machiavelli.Power, failed bool) {
	switch e := e.(type) {
	case event.Payment:
		return e.Power, e.Failure != event.NoFailure
	case event.Borrowed:
		return e.Power, e.Lent == 0
	case event.Collected:
		return e.Power, false
	case event.Defaulted:
		return e.Power, true
	case event.ChitGiven:
		if e.Power == machiavelli.Nobody { // chits dealt at the start
			return e.To, false
		}
		return e.Power, e.Failure != event.NoFailure
	case event.Taxed:
		return e.Power, e.Failure != event.NoFailure
	case event.ProvinceGiven:
		return e.Power, e.Failure != event.NoFailure
	case event.Excommunicated:
		return e.Pope, e.Silenced == e.Pope
	case event.Transferred:
		return e.Unit.Owner, e.Failure != event.NoFailure
	}
	return machiavelli.Nobody, false
}

// refused reports whether an order line is among the refused ones.
func refused(seen []event.Event, l turn.Line) bool {
	return slices.ContainsFunc(seen, func(e event.Event) bool {
		x, ok := e.(event.Refused)
		return ok && x.Power == l.Power && x.Given == l.Text
	})
}

// ownLines returns the valid order lines that a visitor's powers gave in a past phase.
func ownLines(g *game.Game, ph *game.Phase, seats []game.Seat, own machiavelli.PowerSet) []turn.Line {
	var out []turn.Line
	for _, seat := range seats {
		if !slices.ContainsFunc(seat.Powers, own.Has) {
			continue
		}
		lines, _ := ordertext.ReadLines(ph.Before, &g.Rules, seat.Powers, ph.Orders[seat.Number])
		for _, l := range lines {
			if own.Has(l.Power) && l.Err.IsZero() {
				out = append(out, l)
			}
		}
	}
	return out
}

// fallen returns the message that the city which a unit besieged has fallen, or an empty
// message.
func fallen(t report.Teller, seen []event.Event, u position.Unit) message.Message {
	for _, e := range seen {
		if c, ok := e.(event.SiegeCompleted); ok && c.By == u {
			return t.Sentence(c)
		}
	}
	return message.Message{}
}

// DieWord describes what is rolled, for example "2 dice" or "a number of 56".
func DieWord(t dice.Throw) page.Phrase {
	if t.Faces != 6 {
		return page.Say(message.New("a number of {n}", message.Number(t.Faces)))
	}
	return page.Say(message.Plural(t.Dice, "{n} die", "{n} dice"))
}

// deed describes a unit's order, or says that it had none.
func deed(t report.Teller, e event.Ordered) message.Message {
	holds := e.Order.Kind == order.Hold || t.Does(e.Order).IsZero()
	if holds && e.Given == "" && e.Unit.Owner != machiavelli.Nobody {
		return message.New("{unit:title} holds (no order given)", t.UnitOf(e.Unit))
	}
	return t.Deed(e)
}

// verdicts holds the marks of failed lines about money.
var verdicts = map[event.Verdict]message.Message{
	event.Void:   message.New("void"),
	event.Wasted: message.New("wasted"),
}

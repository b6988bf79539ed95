package learn

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"podesta/internal/learn"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/page"
	"podesta/internal/web/rulebook"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
)

// introPage is a phase of the introductory game as a lesson.
type introPage struct {
	Base      string // address of the page
	Place     boardpage.TablePlace
	You       boardpage.LessonPower
	Others    []powerRow // the other powers, in the same phase
	Number    int
	Count     int
	Title     message.Message
	About     string
	Ask       string  // empty if the power has no orders to give
	Map       picture // map of the position, of the reader's results or of the printed ones
	Boxes     []boardpage.OrderForm
	Prev      string
	Next      string // empty if the game is over
	NextTitle message.Message
	RulesPage string
	Steps     []introStep
	Howto     boardpage.HowTo

	Tried   bool
	Outcome *outcomeView // result of the reader's orders
	Printed *printedView // nil if it is not shown yet
}

// introStep links to a phase of the game.
type introStep struct {
	Href  string
	Title message.Message
	Here  bool
}

// printedView shows the printed orders and their result.
type printedView struct {
	Map     string // address of the map with the printed orders
	Outcome *outcomeView
	After   string
	Decided string // what decided the phase
}

// IntroAt returns the phase and the power that an address names. If there are none, it writes
// the answer and returns false.
func IntroAt(s *page.Responder, w http.ResponseWriter, r *http.Request) (g *learn.Game, you boardpage.Power, n int, ok bool) {
	g = learn.Introduction()
	you, ok = g.Phases[0].Position.Setting.Powers.Find(r.PathValue("power"))
	n, err := strconv.Atoi(r.PathValue("n"))
	if !ok || !slices.Contains(g.Powers, you) || err != nil || n < 1 || n > len(g.Phases) {
		s.Fail(w, r, http.StatusNotFound, "There is no such page", "The introductory game has no such phase, or the power does not play in it. Its powers are Milan, Venice, Naples and Florence.", nil)
		return nil, 0, 0, false
	}
	return g, you, n, true
}

// introPhase shows a phase of the introductory game. With the parameter "o", which holds orders, it
// shows their result next to that of the printed orders. With printed=1 it shows only the printed
// game.
func (s *Pages) introPhase(w http.ResponseWriter, r *http.Request) {
	g, you, n, ok := IntroAt(s.Responder, w, r)
	if !ok {
		return
	}
	q := r.URL.Query()
	text, tried := page.Clean(q.Get("o")), q.Has("o")
	if len(text) > maxTried {
		s.tooMuch(w, r, text)
		return
	}
	ph := &g.Phases[n-1]
	set := ph.Position.Setting
	at := func(id string, n int) string { return "/learn/game/" + id + "/" + strconv.Itoa(n) }
	pg := &introPage{
		You: boardpage.NewLessonPower(set, you), Number: n, Count: len(g.Phases), Title: page.PhaseTitle(ph.Position.Phase), About: ph.About,
		RulesPage: rulebook.GroundRules(g.Ground), Tried: tried, Howto: boardpage.NewHowTo(g.Rules),
	}
	pg.Base = at(pg.You.ID, n)
	pg.Place = lessonPlace(pg.Base, g.Rules)
	for _, p := range g.Powers {
		if of := boardpage.NewLessonPower(set, p); p != you {
			pg.Others = append(pg.Others, powerRow{of, at(of.ID, n)})
		}
	}
	for i := range g.Phases {
		pg.Steps = append(pg.Steps, introStep{at(pg.You.ID, i+1), page.PhaseTitle(g.Phases[i].Position.Phase), i+1 == n})
	}
	if n > 1 {
		pg.Prev = at(pg.You.ID, n-1)
	}
	if n < len(g.Phases) {
		pg.Next, pg.NextTitle = at(pg.You.ID, n+1), page.PhaseTitle(g.Phases[n].Position.Phase)
	}
	owes := ph.Owes(g.Rules, you)
	if !owes {
		pg.Place.Panels = nil
	} else {
		pg.Ask = ph.Ask[you]
		pg.Boxes = []boardpage.OrderForm{boardpage.LessonForm(s.Catalogue(r), ph.Position, g.Rules, you, text)}
	}
	view, err := lessonView(set.Board, introFocus(ph, you))
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	pg.Map = picture{pg.Base + "/map.svg?", view.W, view.H, mapOf(ph.Position)}
	if tried && owes {
		o, err := ph.Try(g.Rules, you, text)
		if err != nil {
			s.Refuse(w, r, err, nil)
			return
		}
		pg.Outcome = newOutcome(ph.Position, g.Rules, you, pg.RulesPage, o)
		pg.Map.Src += "o=" + url.QueryEscape(text)
	}
	if tried || q.Get("printed") != "" || !owes {
		pg.Printed = &printedView{
			After: ph.After, Decided: ph.Decided, Map: pg.Base + "/map.svg?printed=1",
			Outcome: newOutcome(ph.Position, g.Rules, you, pg.RulesPage, &learn.Outcome{Lines: ph.Lines, Result: ph.Result}),
		}
		if pg.Outcome == nil {
			pg.Map.Src = pg.Printed.Map
		}
		pg.Place.Results(pg.Base + "/steps.json?printed=1")
	}
	c := s.Catalogue(r)
	s.Page(w, r, http.StatusOK, "learngame", page.Frame{Title: c.M(pg.Title) + " · " + c.T("The introductory game"), Body: pg})
}

// introFocus returns the part of the board that matters to a power in a phase
// of the introductory game: its property, the destinations of its units, and
// the adjacent land.
func introFocus(ph *learn.GamePhase, you boardpage.Power) []board.ID {
	b := ph.Position.Setting.Board
	var set board.Set
	hold := func(at board.ID) {
		if at == board.None {
			return
		}
		set.Add(at)
		if !b.Areas[at].Sea {
			set = set.Union(b.ArmyEdges[at])
		}
	}
	for _, u := range ph.Position.Units {
		if u.Owner == you {
			hold(u.At)
		}
	}
	for i := range ph.Position.Dislodged {
		hold(ph.Position.Dislodged[i].Unit.At)
	}
	for _, l := range ph.Lines {
		if l.Power == you {
			set.Add(l.Order.To.At)
		}
	}
	set.Remove(board.None)
	return set.IDs()
}

// introOrders redirects to the page with the result of the orders in a form.
func (s *Pages) introOrders(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	if g, you, n, ok := IntroAt(s.Responder, w, r); ok {
		s.tried(w, r, "/learn/game/"+r.PathValue("power")+"/"+strconv.Itoa(n), g.Phases[n-1].Position, you)
	}
}

// introCheck returns the verdicts on the text of a form.
func (s *Pages) introCheck(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	if g, you, n, ok := IntroAt(s.Responder, w, r); ok {
		p := g.Phases[n-1].Position
		text := boardpage.TextOf(r.PostForm, you, p.Setting.Powers)
		s.SendChecked(w, r, n, []boardpage.OrderForm{boardpage.LessonForm(s.Catalogue(r), p, g.Rules, you, text)})
	}
}

// introMap draws a phase of the introductory game. With printed=1 it adds the result of the printed
// orders, and otherwise that of the orders in the parameter "o" if there are any.
func (s *Pages) introMap(w http.ResponseWriter, r *http.Request) {
	g, you, n, ok := IntroAt(s.Responder, w, r)
	if !ok {
		return
	}
	ph, q := &g.Phases[n-1], r.URL.Query()
	focus := introFocus(ph, you)
	switch {
	case q.Get("printed") != "":
		s.lessonMap(w, r, ph.Position, ph.Result.Events, focus)
	case q.Has("o") && len(q.Get("o")) <= maxTried:
		o, err := ph.Try(g.Rules, you, page.Clean(q.Get("o")))
		if err != nil {
			s.Refuse(w, r, err, nil)
			return
		}
		s.lessonMap(w, r, ph.Position, o.Result.Events, focus)
	default:
		s.lessonMap(w, r, ph.Position, nil, focus)
	}
}

// introFilm returns the frames of the printed orders.
func (s *Pages) introFilm(w http.ResponseWriter, r *http.Request) {
	if g, you, n, ok := IntroAt(s.Responder, w, r); ok {
		ph := &g.Phases[n-1]
		s.lessonFilm(w, r, "/learn/game/"+r.PathValue("power")+"/"+strconv.Itoa(n), ph.Position, g.Rules, you, &ph.Result)
	}
}

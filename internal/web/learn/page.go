package learn

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/internal/learn"
	"podesta/internal/replay"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/history"
	"podesta/internal/web/page"
	"podesta/internal/web/rulebook"
	"podesta/internal/web/wire"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
	"podesta/view"
)

// picture is a map of a lesson with its size, so that the page does not move
// while it loads.
type picture struct {
	Src  string // address of the map, which contains a question mark
	W, H int
	Alt  message.Message
}

// mapOf describes a position in words, for readers who cannot see its map.
func mapOf(p *position.Position) message.Message {
	return message.New("Map of the position: {units}.", boardpage.InWords(p))
}

// exercisePage is the page of an exercise.
type exercisePage struct {
	*learn.Exercise
	Base      string // address of the page
	Place     boardpage.TablePlace
	Kept      string // the key under which the browser stores that the exercise is done
	Group     string
	Number    int
	Count     int
	Steps     []stepRow
	Prev      string
	Next      string
	NextTitle string
	Course    bool // whether it is a step of the course
	You       boardpage.LessonPower
	PhaseName message.Message
	Map       picture // map of the position, or of the result of the orders
	Plan      string  // address of the map of the position
	Boxes     []boardpage.OrderForm
	Shown     bool // whether the box contains the answer
	RulesPage string
	RuleIDs   []rulebook.RuleLink
	Howto     boardpage.HowTo

	Tried   bool
	Outcome *outcomeView
	Another string
	Why     string
}

// outcomeView shows the result of orders in a lesson.
type outcomeView struct {
	Solved   bool
	Met      []learn.Met
	Refused  int
	Headline page.Phrase
	Steps    []history.StoryStep
	Own      []history.OrderLine   // the reader's orders
	Orders   []history.PowerOrders // the orders of others
	Idle     []message.Message     // units of the reader that had no order
}

func newExercisePage(l message.Language, x *learn.Exercise, text string, tried bool) (*exercisePage, error) {
	group, number, before, after := x.Place()
	pg := &exercisePage{
		Exercise: x, Base: "/learn/" + x.ID, Place: lessonPlace("/learn/"+x.ID, x.Rules), Kept: x.ID, Group: group.Title, Number: number, Count: len(group.Exercises), Steps: stepRows(group.Exercises, 0),
		Course: group.Course, You: boardpage.NewLessonPower(x.Position.Setting, x.You), PhaseName: page.PhaseTitle(x.Position.Phase), Tried: tried,
		RulesPage: rulebook.GroundRules(x.Ground), Boxes: []boardpage.OrderForm{exerciseBox(l, x, text)},
	}
	pg.Howto = boardpage.NewHowTo(x.Rules)
	pg.RuleIDs = rulebook.RuleLinks(pg.RulesPage, x.Ledger)
	if before != nil {
		pg.Prev = "/learn/" + before.ID
	}
	if after != nil {
		pg.Next, pg.NextTitle = "/learn/"+after.ID, after.Title
	}
	view, err := lessonView(x.Position.Setting.Board, x.Focus)
	if err != nil {
		return nil, err
	}
	pg.Map = picture{pg.Base + "/map.svg?", view.W, view.H, mapOf(x.Position)}
	if !tried {
		return pg, nil
	}
	o, err := x.Try(text)
	if err != nil {
		return nil, err
	}
	pg.Place.Results(pg.Base + "/steps.json?o=" + url.QueryEscape(text))
	pg.Map.Src += "o=" + url.QueryEscape(text)
	pg.Map.Alt = message.New("The results of the orders. The position afterwards: {units}.", boardpage.InWords(o.Result.Next))
	pg.Outcome = newOutcome(x.Position, x.Rules, x.You, pg.RulesPage, o)
	if a, ok := x.AnotherWay(o.Verdicts); ok && o.Solved {
		pg.Another, pg.Why = a.Orders, a.Why
	}
	return pg, nil
}

// exerciseBox returns the form for the orders of an exercise.
func exerciseBox(l message.Language, x *learn.Exercise, text string) boardpage.OrderForm {
	b := boardpage.LessonForm(l, x.Position, x.Rules, x.You, text)
	b.Rows = max(3, strings.Count(text, "\n")+2)
	return b
}

// Solved reports whether the reader has reached the goal.
func (pg *exercisePage) Solved() bool { return pg.Outcome != nil && pg.Outcome.Solved }

// lessonPlace returns the addresses of a lesson for the script of the board. It
// has no Orders address because lessons store nothing.
func lessonPlace(base string, r *rules.Set) boardpage.TablePlace {
	p := boardpage.TablePlace{Base: base, Data: base + "/table.json", Check: base + "/check", Mode: "lesson", Panels: []boardpage.PanelTab{{Name: "orders", Title: "Orders"}}}
	if r.Money {
		p.Panels = append(p.Panels, boardpage.PanelTab{Name: "treasury", Title: "Treasury"})
	}
	return p
}

// newOutcome describes the result of orders in a lesson, with the reader's own
// separately.
func newOutcome(p *position.Position, r *rules.Set, you boardpage.Power, rulesPage string, o *learn.Outcome) *outcomeView {
	eyes := view.Of(r, false, false, you)
	seen := eyes.Events(o.Result.Events)
	t := report.New(p.Setting)
	v := &outcomeView{Solved: o.Solved, Met: o.Met, Refused: o.Refused, Headline: page.Say(t.Headline(seen)), Steps: history.StorySteps(rulesPage, replay.Steps(p, o.Result.Next, seen, r))}
	g := &game.Game{Setting: p.Setting, Rules: *r}
	var own []turn.Line
	for _, l := range o.Lines {
		if l.Power == you {
			own = append(own, l)
		}
	}
	v.Orders = history.OrdersByPower(g, t, seen, rulesPage, own...)
	for i := range v.Orders {
		if v.Orders[i].Power == you {
			v.Own = v.Orders[i].Lines
			v.Orders = slices.Delete(v.Orders, i, i+1)
			break
		}
	}
	for _, e := range seen {
		if e, ok := e.(event.Ordered); ok && e.Unit.Owner == you && e.Given == "" {
			v.Idle = append(v.Idle, page.UnitName(p.Setting, e.Unit))
		}
	}
	return v
}

// lessonView returns the part of the map that a lesson shows.
func lessonView(b *board.Board, focus []board.ID) (atlas.View, error) {
	return atlas.Around(b, focus...)
}

// lessonMap draws a position of a lesson, with the results of orders.
func (s *Pages) lessonMap(w http.ResponseWriter, r *http.Request, p *position.Position, results []event.Event, focus []board.ID) {
	as, err := boardpage.DrawnAs(r.URL.Query(), s.Catalogue(r))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	view, err := lessonView(p.Setting.Board, focus)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	as.View, as.Results, as.Legend = view, results, false
	var b bytes.Buffer
	if err := atlas.SVG(&b, p, as); err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	page.SendSVG(w, r, b.Bytes())
}

// lessonFilm sends the frames that show the result of orders, as for a phase of a game, or, with
// first=1, only the first drawing.
func (s *Pages) lessonFilm(w http.ResponseWriter, r *http.Request, base string, p *position.Position, set *rules.Set, you boardpage.Power, res *turn.Result) {
	q := r.URL.Query()
	seen := view.Of(set, false, false, you).Events(res.Events)
	film, err := replay.Shoot(p, seen, replay.Steps(p, res.Next, seen, set), boardpage.Style(q, s.Catalogue(r)))
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if q.Get("first") != "" {
		page.SendSVG(w, r, film.First)
		return
	}
	same := url.Values{}
	for _, k := range []string{"o", "printed"} {
		if q.Has(k) {
			same.Set(k, q.Get(k))
		}
	}
	w.Header().Add("Vary", "Accept-Language, Cookie")
	w.Header().Set("Cache-Control", page.DrawnFor)
	base = page.Outer(r, base)
	body, err := json.Marshal(wire.Playback{First: base + "/steps.json?first=1&" + same.Encode(), Map: base + "/map.svg?" + same.Encode(), Frames: film.Frames})
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	page.Compress(w, r, http.StatusOK, body)
}

package learn

import (
	"net/http"
	"net/url"
	"strings"

	"podesta/internal/botgames"
	"podesta/internal/learn"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/internal/web/wire"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Pages serves the lessons.
type Pages struct {
	*gamepage.Base
}

// New returns the lesson pages, which share parts of the game pages.
func New(b *gamepage.Base) *Pages { return &Pages{b} }

// Routes registers the handlers of the lessons.
func (s *Pages) Routes(mux page.Router) {
	mux.HandleFunc("GET /learn", s.index)
	mux.HandleFunc("GET /learn/{id}", s.exercise)
	mux.HandleFunc("POST /learn/{id}", s.exerciseOrders)
	mux.HandleFunc("POST /learn/{id}/check", s.exerciseCheck)
	mux.HandleFunc("GET /learn/{id}/map.svg", s.exerciseMap)
	mux.HandleFunc("GET /learn/{id}/steps.json", s.exerciseFilm)
	s.dataRoutes(mux)
	mux.HandleFunc("GET /learn/game/{power}/{n}", s.introPhase)
	mux.HandleFunc("POST /learn/game/{power}/{n}", s.introOrders)
	mux.HandleFunc("POST /learn/game/{power}/{n}/check", s.introCheck)
	mux.HandleFunc("GET /learn/game/{power}/{n}/map.svg", s.introMap)
	mux.HandleFunc("GET /learn/game/{power}/{n}/steps.json", s.introFilm)
}

// maxTried is the maximum length of orders in a lesson, in bytes. They are part of addresses.
const maxTried = 3000

// indexPage is the page with all lessons.
type indexPage struct {
	Course  []topicRow
	Steps   int // number of steps of the course
	Powers  []powerRow
	Phases  int
	Topics  []topicRow
	Count   int // number of practice positions
	Rules   string
	Minutes int // number of minutes that a first game takes
}

// Begin returns the address of the first step of the course.
func (pg indexPage) Begin() string { return pg.Course[0].Steps[0].Href }

// stepRow links to an exercise.
type stepRow struct {
	ID, Title, Href string
	Number          int // its number in the course or, for a practice position, in its topic
}

// powerRow links to the introductory game as a power.
type powerRow struct {
	boardpage.LessonPower
	Href string
}

type topicRow struct {
	ID, Title, About string
	Steps            []stepRow
}

func (s *Pages) index(w http.ResponseWriter, r *http.Request) {
	pg := indexPage{Rules: "/rules/" + rules.DefaultPreset, Minutes: botgames.FirstMinutes}
	for _, t := range learn.Course() {
		pg.Course = append(pg.Course, topicRow{t.ID, t.Title, t.About, stepRows(t.Exercises, pg.Steps)})
		pg.Steps += len(t.Exercises)
	}
	for _, t := range learn.Practice() {
		pg.Topics = append(pg.Topics, topicRow{t.ID, t.Title, t.About, stepRows(t.Exercises, 0)})
		pg.Count += len(t.Exercises)
	}
	g := learn.Introduction()
	pg.Phases = len(g.Phases)
	for _, p := range g.Powers {
		of := boardpage.NewLessonPower(g.Phases[0].Position.Setting, p)
		pg.Powers = append(pg.Powers, powerRow{of, "/learn/game/" + of.ID + "/1"})
	}
	s.Page(w, r, http.StatusOK, "learn", page.Frame{Title: "Learn Machiavelli · podesta", Body: pg})
}

// stepRows returns links to exercises. The parameter done is the number of steps of the course
// before them.
func stepRows(all []*learn.Exercise, done int) []stepRow {
	var out []stepRow
	for i, x := range all {
		out = append(out, stepRow{x.ID, x.Title, "/learn/" + x.ID, done + i + 1})
	}
	return out
}

// exercise shows an exercise. With the parameter "o", which holds orders, it also shows their
// result. With show=1 the box contains the answer.
func (s *Pages) exercise(w http.ResponseWriter, r *http.Request) {
	x, ok := AnExercise(s.Responder, w, r)
	if !ok {
		return
	}
	q := r.URL.Query()
	text, tried := x.Text, q.Has("o")
	switch {
	case tried:
		text = page.Clean(q.Get("o"))
	case q.Get("show") != "":
		text = x.Answers[0].Orders
	}
	if len(text) > maxTried {
		s.tooMuch(w, r, text)
		return
	}
	c := s.Catalogue(r)
	pg, err := newExercisePage(c, x, text, tried)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	pg.Shown = !tried && q.Get("show") != ""
	s.Page(w, r, http.StatusOK, "learnexercise", page.Frame{Title: c.T(x.Title) + " · " + c.T("Learn"), Body: pg})
}

// AnExercise returns the exercise that a request names. If there is none, it writes the answer
// and returns false.
func AnExercise(s *page.Responder, w http.ResponseWriter, r *http.Request) (*learn.Exercise, bool) {
	x, ok := learn.Find(r.PathValue("id"))
	if !ok {
		s.Fail(w, r, http.StatusNotFound, "There is no such lesson", "The page Learn lists all lessons.", nil)
	}
	return x, ok
}

// outcome resolves the orders in the address of a lesson's picture. If that is
// impossible, it writes the answer and returns false.
func (s *Pages) outcome(w http.ResponseWriter, r *http.Request, x *learn.Exercise) (*learn.Outcome, bool) {
	text := page.Clean(r.URL.Query().Get("o"))
	if len(text) > maxTried {
		http.Error(w, "too much text", http.StatusRequestEntityTooLarge)
		return nil, false
	}
	o, err := x.Try(text)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return nil, false
	}
	return o, true
}

// tooMuch writes the error page for orders that are too long for a lesson.
func (s *Pages) tooMuch(w http.ResponseWriter, r *http.Request, text string) {
	s.Fail(w, r, http.StatusRequestEntityTooLarge, "The text is too long", "The orders of a lesson cannot be that long. Shorten them.", []page.Typed{{Label: page.Say(message.New("Your orders")), Text: text}})
}

// exerciseOrders redirects to the page with the result of the orders in a form,
// so that it is in the browser's history and can be shared.
func (s *Pages) exerciseOrders(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	x, ok := AnExercise(s.Responder, w, r)
	if !ok {
		return
	}
	s.tried(w, r, "/learn/"+x.ID, x.Position, x.You)
}

// tried redirects to the page with the result of the orders in a form, which
// are part of its address.
func (s *Pages) tried(w http.ResponseWriter, r *http.Request, base string, p *position.Position, you boardpage.Power) {
	text := boardpage.TextOf(r.PostForm, you, p.Setting.Powers)
	if text = strings.TrimRight(text, " \t\n"); len(text) > maxTried {
		s.tooMuch(w, r, text)
		return
	}
	to := base + "?o=" + url.QueryEscape(text) + "#panel-results"
	if page.WantsJSON(r) {
		page.SendJSON(w, http.StatusOK, wire.Accepted{To: page.Outer(r, to)})
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// exerciseCheck returns the verdicts on the text of a form, like the check of
// the game page.
func (s *Pages) exerciseCheck(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	x, ok := AnExercise(s.Responder, w, r)
	if !ok {
		return
	}
	text := boardpage.TextOf(r.PostForm, x.You, x.Position.Setting.Powers)
	s.SendChecked(w, r, 0, []boardpage.OrderForm{exerciseBox(s.Catalogue(r), x, text)})
}

// exerciseMap draws the position of an exercise. With the parameter "o", which holds orders, it
// also draws them and their result or, with after=1, the position that follows.
func (s *Pages) exerciseMap(w http.ResponseWriter, r *http.Request) {
	x, ok := AnExercise(s.Responder, w, r)
	if !ok {
		return
	}
	q := r.URL.Query()
	if !q.Has("o") {
		s.lessonMap(w, r, x.Position, nil, x.Focus)
		return
	}
	o, ok := s.outcome(w, r, x)
	if !ok {
		return
	}
	if q.Get("after") != "" {
		s.lessonMap(w, r, o.Result.Next, nil, x.Focus)
		return
	}
	s.lessonMap(w, r, x.Position, o.Result.Events, x.Focus)
}

// exerciseFilm sends the frames that show the result of the orders in an address or, with first=1,
// only the first drawing.
func (s *Pages) exerciseFilm(w http.ResponseWriter, r *http.Request) {
	x, ok := AnExercise(s.Responder, w, r)
	if !ok {
		return
	}
	o, ok := s.outcome(w, r, x)
	if !ok {
		return
	}
	s.lessonFilm(w, r, "/learn/"+x.ID, x.Position, x.Rules, x.You, &o.Result)
}

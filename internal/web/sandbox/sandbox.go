package sandbox

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"podesta/internal/learn"
	"podesta/internal/sandbox"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/internal/web/rulebook"
	"podesta/internal/web/setup"
	"podesta/internal/web/wire"
	"podesta/machiavelli/rules"
)

// Pages are the pages of the sandbox.
type Pages struct {
	*gamepage.Base
	sandboxes sandboxRoom
}

// New returns the pages of the sandbox. They share parts of the pages of games.
func New(b *gamepage.Base) *Pages { return &Pages{Base: b} }

// Routes adds the addresses of the sandbox. Nothing is stored: the link, the
// field s of every address and form, holds the whole sandbox.
func (s *Pages) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /sandbox", s.sandbox)
	mux.HandleFunc("POST /sandbox", s.sandboxDoes)
	mux.HandleFunc("POST /sandbox/new", s.sandboxNew)
	mux.HandleFunc("POST /sandbox/load", s.sandboxLoad)
	mux.HandleFunc("POST /sandbox/check", s.sandboxCheck)
	mux.HandleFunc("GET /sandbox/table.json", s.sandboxData)
	mux.HandleFunc("GET /sandbox/map.svg", s.sandboxMap)
	mux.HandleFunc("GET /sandbox/first.svg", s.sandboxFirst)
	mux.HandleFunc("GET /sandbox/steps.json", s.sandboxFilm)
	mux.HandleFunc("GET /sandbox/case.json", s.sandboxCase)
	mux.HandleFunc("GET /sandbox/edit", s.sandboxEdit)
	mux.HandleFunc("POST /sandbox/edit", s.sandboxEdited)
	mux.HandleFunc("POST /sandbox/edit/check", s.sandboxEditCheck)
	mux.HandleFunc("GET /g/{id}/sandbox", s.sandboxOfGame)
	mux.HandleFunc("GET /learn/{id}/sandbox", s.sandboxOfExercise)
	mux.HandleFunc("GET /learn/game/{power}/{n}/sandbox", s.sandboxOfIntro)
}

// sandboxAt returns the address of a sandbox.
func sandboxAt(link string) string { return "/sandbox?s=" + link }

// sandboxWrong writes the page of an error: wrong input, or a link that cannot
// be used.
func (s *Pages) sandboxWrong(w http.ResponseWriter, r *http.Request, err error, lost []page.Typed) {
	var e *sandbox.Error
	if !errors.As(err, &e) {
		s.Refuse(w, r, err, lost)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	s.Fail(w, r, http.StatusUnprocessableEntity, "The sandbox cannot do that", e.Message, lost)
}

// openSandbox parses the link of a request. If it cannot be used, it writes the
// answer and returns false.
func (s *Pages) openSandbox(w http.ResponseWriter, r *http.Request, link string) (*sandbox.Book, bool) {
	b, err := sandbox.Open(link)
	if err != nil {
		s.sandboxWrong(w, r, err, page.Lost(r.PostForm))
		return nil, false
	}
	return b, true
}

// sandboxTo redirects to the page of a sandbox. part is a part of that page.
func (s *Pages) sandboxTo(w http.ResponseWriter, r *http.Request, b *sandbox.Book, err error, part string) {
	link := ""
	if err == nil {
		link, err = b.Link()
	}
	if err != nil {
		s.sandboxWrong(w, r, err, page.Lost(r.PostForm))
		return
	}
	to := sandboxAt(link) + part
	if page.WantsJSON(r) {
		page.SendJSON(w, http.StatusOK, wire.Accepted{To: to})
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// sandbox shows a sandbox; without a link, the start page; with at, another
// phase of the sandbox.
func (s *Pages) sandbox(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	link := q.Get("s")
	if link == "" {
		form := url.Values{"choice": {"B/B-8"}, "preset": {rules.DefaultPreset}}
		s.sandboxBegin(w, r, http.StatusOK, form, "", "")
		return
	}
	b, ok := s.openSandbox(w, r, link)
	if !ok {
		return
	}
	if q.Has("at") {
		at, err := strconv.Atoi(q.Get("at"))
		if err != nil || at < 0 || at >= len(b.Nodes) {
			s.sandboxWrong(w, r, &sandbox.Error{Message: "There is no such phase in this sandbox."}, nil)
			return
		}
		keep := 0
		for i, n := range b.Line() {
			if n == at && i+1 < len(b.Line()) {
				keep = b.Line()[i+1]
			}
		}
		s.sandboxTo(w, r, b.Stand(at, keep), nil, "")
		return
	}
	pg, err := s.newSandboxPage(r, b, link)
	if err != nil {
		s.sandboxWrong(w, r, err, nil)
		return
	}
	s.Page(w, r, http.StatusOK, "sandbox", page.Frame{Title: s.Catalogue(r).M(pg.PhaseName) + " · Sandbox", Body: pg})
}

// sandboxStart is the start page.
type sandboxStart struct {
	setup.NewPage
	Case    string
	Problem string // of the case
}

func (s *Pages) sandboxBegin(w http.ResponseWriter, r *http.Request, status int, form url.Values, problem, caseProblem string) {
	pg := sandboxStart{setup.NewGamePage(form, problem), page.Clean(form.Get("case")), caseProblem}
	s.Page(w, r, status, "sandboxstart", page.Frame{Title: "Sandbox · podesta", Body: pg})
}

// sandboxNew begins a sandbox with a scenario.
func (s *Pages) sandboxNew(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	n, problem := setup.ReadNew(r.PostForm)
	if !problem.IsZero() {
		s.sandboxBegin(w, r, http.StatusUnprocessableEntity, r.PostForm, problem.In(s.Catalogue(r)), "")
		return
	}
	b, err := sandbox.Begin(n.Scenario, n.Variant, n.Preset, n.Options)
	if err != nil {
		s.sandboxBegin(w, r, http.StatusUnprocessableEntity, r.PostForm, err.Error(), "")
		return
	}
	s.sandboxTo(w, r, b, nil, "")
}

// sandboxLoad begins a sandbox with a case in the interchange form.
func (s *Pages) sandboxLoad(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	b, err := sandbox.Load(page.Clean(r.PostForm.Get("case")))
	if err != nil {
		form := url.Values{"choice": {"B/B-8"}, "preset": {rules.DefaultPreset}, "case": r.PostForm["case"]}
		s.sandboxBegin(w, r, http.StatusUnprocessableEntity, form, "", err.Error())
		return
	}
	s.sandboxTo(w, r, b, nil, "")
}

// sandboxGiven parses the orders and the dice of a form.
func sandboxGiven(form url.Values, b *sandbox.Book) (sandbox.Given, error) {
	g := sandbox.Given{Orders: map[string]string{}, Seed: form.Get("seed")}
	for name := range form {
		if id, ok := strings.CutPrefix(name, "orders-"); ok {
			g.Orders[id] = page.Clean(form.Get(name))
		}
	}
	if !form.Has("dice") {
		g.Rolls = b.Draft.Rolls
		return g, nil
	}
	var err error
	g.Rolls, err = readRolls(page.Clean(form.Get("dice")))
	return g, err
}

// readRolls parses dice that are set by hand: one per line, a name and a value.
func readRolls(text string) (map[string]int, error) {
	var out map[string]int
	for line := range strings.Lines(text) {
		words := strings.Fields(strings.NewReplacer("=", " ", ":", " ").Replace(line))
		if len(words) == 0 {
			continue
		}
		n, err := strconv.Atoi(words[len(words)-1])
		if err != nil || len(words) < 2 || n < 1 || n > 1000 {
			return nil, &sandbox.Error{Message: "The line “" + clipped(line) + "” sets no die: it is written as its name and its value, such as “famine severity 7”."}
		}
		if out == nil {
			out = map[string]int{}
		}
		out[strings.Join(words[:len(words)-1], " ")] = n
	}
	return out, nil
}

// clipped shortens a line of input.
func clipped(line string) string {
	line = strings.TrimSpace(line)
	if r := []rune(line); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return line
}

// sandboxDoes runs the command of a button on the page.
func (s *Pages) sandboxDoes(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	f := r.PostForm
	b, ok := s.openSandbox(w, r, f.Get("s"))
	if !ok {
		return
	}
	g, err := sandboxGiven(f, b)
	if err == nil && f.Has("written") { // the form of the orders
		b, err = b.Write(g)
	}
	if err != nil {
		s.sandboxWrong(w, r, err, page.Lost(f))
		return
	}
	then, node, _ := strings.Cut(f.Get("then"), " ")
	switch then {
	case "carry":
		if b, err = b.Next(); err == nil {
			_, err = s.sandboxes.all(b) // what cannot be resolved does not become a part of the link
		}
		s.sandboxTo(w, r, b, err, "#panel-results")
	case "throw":
		b.Draft.Seed = sandbox.FreshSeed()
		s.sandboxTo(w, r, b, nil, "#panel-preview")
	case "usual":
		b.Draft.Seed, b.Draft.Rolls = "", nil
		s.sandboxTo(w, r, b, nil, "#panel-preview")
	case "prune":
		n, _ := strconv.Atoi(node)
		b, err = b.Prune(n)
		s.sandboxTo(w, r, b, err, "#panel-steps")
	case "title":
		b.Title = strings.Join(strings.Fields(page.Clean(f.Get("title"))), " ")
		if len([]rune(b.Title)) > 80 {
			err = &sandbox.Error{Message: "The title is too long: it can have at most 80 characters."}
		}
		s.sandboxTo(w, r, b, err, "#panel-link")
	case "anew", "rules", "fill":
		s.sandboxChange(w, r, b, then)
	case "edit":
		link, err := b.Link()
		if err != nil {
			s.sandboxWrong(w, r, err, page.Lost(f))
			return
		}
		http.Redirect(w, r, "/sandbox/edit?s="+link, http.StatusSeeOther)
	default:
		s.sandboxTo(w, r, b, nil, "#panel-preview")
	}
}

// sandboxChange runs the commands that need the position itself.
func (s *Pages) sandboxChange(w http.ResponseWriter, r *http.Request, b *sandbox.Book, then string) {
	t, err := s.sandboxes.all(b)
	if err != nil {
		s.sandboxWrong(w, r, err, page.Lost(r.PostForm))
		return
	}
	switch then {
	case "anew":
		b, err = t.Anew()
		s.sandboxTo(w, r, b, err, "")
	case "rules":
		b, err = t.Rule(r.PostForm.Get("preset"), nil)
		s.sandboxTo(w, r, b, err, "")
	case "fill":
		done, ok := s.sandboxes.alone(r)
		if !ok {
			return
		}
		defer done()
		b, err = t.Fill()
		s.sandboxTo(w, r, b, err, "#panel-orders")
	}
}

// sandboxRules returns the address of the rules of a sandbox.
func sandboxRules(r *rules.Set) string {
	spec := r.Spec()
	return rulebook.GroundRules(learn.Ground{Preset: spec.Preset, Options: spec.Options})
}

// sandboxCase sends the position and its orders as a case in the interchange
// form.
func (s *Pages) sandboxCase(w http.ResponseWriter, r *http.Request) {
	t, ok := s.sandboxHere(w, r)
	if !ok {
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="case.json"`)
	page.Compress(w, r, http.StatusOK, t.Case())
}

// sandboxHere computes the sandbox of an address up to the current phase. If
// that is impossible, it writes the answer and returns false.
func (s *Pages) sandboxHere(w http.ResponseWriter, r *http.Request) (*sandbox.Tree, bool) {
	b, ok := s.openSandbox(w, r, r.URL.Query().Get("s"))
	if !ok {
		return nil, false
	}
	t, err := s.sandboxes.all(b)
	if err != nil {
		s.sandboxWrong(w, r, err, nil)
		return nil, false
	}
	return t, true
}

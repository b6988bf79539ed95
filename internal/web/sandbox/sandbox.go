package sandbox

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"podesta/internal/learn"
	"podesta/internal/sandbox"
	"podesta/internal/slow"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/internal/web/rulebook"
	"podesta/internal/web/setup"
	"podesta/internal/web/wire"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
)

// Pages serves the pages of the sandbox.
type Pages struct {
	*gamepage.Base
	cache cache
}

// New returns the pages of the sandbox. They share parts of the pages of games.
func New(b *gamepage.Base) *Pages { return &Pages{Base: b} }

// Routes registers the handlers of the sandbox. Nothing is stored: the link, which is the field s
// of every address and form, contains the whole sandbox.
func (s *Pages) Routes(mux page.Router) {
	mux.HandleFunc("GET /sandbox", s.show)
	mux.HandleFunc("POST /sandbox", s.change)
	mux.HandleFunc("POST /sandbox/new", s.create)
	mux.HandleFunc("POST /sandbox/load", s.load)
	mux.HandleFunc("POST /sandbox/check", s.check)
	mux.HandleFunc("GET /sandbox/table.json", s.tableData)
	mux.HandleFunc("GET /sandbox/map.svg", s.drawMap)
	mux.HandleFunc("GET /sandbox/first.svg", s.firstDrawing)
	mux.HandleFunc("GET /sandbox/steps.json", s.film)
	mux.HandleFunc("GET /sandbox/case.json", s.caseFile)
	mux.HandleFunc("GET /sandbox/edit", s.edit)
	mux.HandleFunc("POST /sandbox/edit", s.edited)
	mux.HandleFunc("POST /sandbox/edit/check", s.editCheck)
	mux.HandleFunc("GET /g/{id}/sandbox", s.ofGame)
	mux.HandleFunc("GET /learn/{id}/sandbox", s.ofExercise)
	mux.HandleFunc("GET /learn/game/{power}/{n}/sandbox", s.ofIntro)
}

// linkTo returns the address of a sandbox.
func linkTo(link string) string { return "/sandbox?s=" + link }

// wrong writes the error page for wrong input, for a link that cannot be used, or for any other
// error.
func (s *Pages) wrong(w http.ResponseWriter, r *http.Request, err error, lost []page.Typed) {
	var e *sandbox.Error
	if !errors.As(err, &e) {
		s.Refuse(w, r, err, lost)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	s.Fail(w, r, http.StatusUnprocessableEntity, "The sandbox cannot do that", s.Explain(r, err), lost)
}

// open parses the link of a request. If it cannot be used, it writes the
// answer and returns false.
func (s *Pages) open(w http.ResponseWriter, r *http.Request, link string) (*sandbox.Book, bool) {
	b, err := sandbox.Open(link)
	if err != nil {
		s.wrong(w, r, err, page.Lost(r.PostForm))
		return nil, false
	}
	return b, true
}

// redirectTo redirects to the page of a sandbox, or writes the error page if there is an error. The
// parameter part is the section of the page to show.
func (s *Pages) redirectTo(w http.ResponseWriter, r *http.Request, b *sandbox.Book, err error, part string) {
	link := ""
	if err == nil {
		link, err = b.Link()
	}
	if err != nil {
		s.wrong(w, r, err, page.Lost(r.PostForm))
		return
	}
	to := linkTo(link) + part
	if page.WantsJSON(r) {
		page.SendJSON(w, http.StatusOK, wire.Accepted{To: page.Outer(r, to)})
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// show shows a sandbox. Without a link it shows the start page. With the parameter "at" it
// redirects to another phase of the sandbox.
func (s *Pages) show(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	link := q.Get("s")
	if link == "" {
		form := url.Values{"game": {"money"}}
		s.showStart(w, r, http.StatusOK, form, "", "")
		return
	}
	b, ok := s.open(w, r, link)
	if !ok {
		return
	}
	if q.Has("at") {
		at, err := strconv.Atoi(q.Get("at"))
		if err != nil || at < 0 || at >= len(b.Nodes) {
			s.wrong(w, r, &sandbox.Error{Message: message.New("There is no such phase in this sandbox.")}, nil)
			return
		}
		keep := 0
		for i, n := range b.Line() {
			if n == at && i+1 < len(b.Line()) {
				keep = b.Line()[i+1]
			}
		}
		s.redirectTo(w, r, b.Stand(at, keep), nil, "")
		return
	}
	pg, err := s.newBoardPage(r, b, link)
	if err != nil {
		s.wrong(w, r, err, nil)
		return
	}
	s.Page(w, r, http.StatusOK, "sandbox", page.Frame{Title: s.Catalogue(r).M(pg.PhaseName) + " · Sandbox", Body: pg})
}

// startPage is the page on which a sandbox begins.
type startPage struct {
	setup.NewPage
	Case    string
	Problem string // problem with the loaded case
}

func (s *Pages) showStart(w http.ResponseWriter, r *http.Request, status int, form url.Values, problem, caseProblem string) {
	pg := startPage{setup.NewGamePage(form, problem), page.Clean(form.Get("case")), caseProblem}
	s.Page(w, r, status, "sandboxstart", page.Frame{Title: "Sandbox · podesta", Body: pg})
}

// create begins a sandbox with a scenario.
func (s *Pages) create(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	n, problem := setup.ReadNew(r.PostForm)
	if !problem.IsZero() {
		s.showStart(w, r, http.StatusUnprocessableEntity, r.PostForm, problem.In(s.Catalogue(r)), "")
		return
	}
	b, err := sandbox.Begin(n.Scenario, n.Variant, n.Preset, n.Options)
	if err != nil {
		s.showStart(w, r, http.StatusUnprocessableEntity, r.PostForm, s.Explain(r, err), "")
		return
	}
	s.redirectTo(w, r, b, nil, "")
}

// load begins a sandbox with a case in the interchange form.
func (s *Pages) load(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	b, err := sandbox.Load(page.Clean(r.PostForm.Get("case")))
	if err != nil {
		form := url.Values{"choice": {"B/B-8"}, "preset": {rules.DefaultPreset}, "case": r.PostForm["case"]}
		s.showStart(w, r, http.StatusUnprocessableEntity, form, "", s.Explain(r, err))
		return
	}
	s.redirectTo(w, r, b, nil, "")
}

// givenIn parses the orders and the dice in a form.
func givenIn(form url.Values, b *sandbox.Book) (sandbox.Given, error) {
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

// readRolls parses rolls that are set by hand. Each line has the name of a roll and its value.
func readRolls(text string) (map[string]int, error) {
	var out map[string]int
	for line := range strings.Lines(text) {
		words := strings.Fields(strings.NewReplacer("=", " ", ":", " ").Replace(line))
		if len(words) == 0 {
			continue
		}
		n, err := strconv.Atoi(words[len(words)-1])
		if err != nil || len(words) < 2 || n < 1 || n > 1000 {
			return nil, &sandbox.Error{Message: message.New("The line “{line}” sets no die: it is written as its name and its value, such as “{example}”.", message.Name(clipped(line)), message.Order("famine severity 7"))}
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

// change runs the command of a button on the page.
func (s *Pages) change(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	f := r.PostForm
	b, ok := s.open(w, r, f.Get("s"))
	if !ok {
		return
	}
	g, err := givenIn(f, b)
	if err == nil && f.Has("written") { // the form contains orders
		b, err = b.Write(g)
	}
	if err != nil {
		s.wrong(w, r, err, page.Lost(f))
		return
	}
	then, node, _ := strings.Cut(f.Get("then"), " ")
	switch then {
	case "carry":
		if b, err = b.Next(); err == nil {
			_, err = s.cache.all(r.Context(), b) // an unresolvable position must not become part of the link
		}
		s.redirectTo(w, r, b, err, "#panel-results")
	case "throw":
		b.Draft.Seed = sandbox.FreshSeed()
		s.redirectTo(w, r, b, nil, "#panel-preview")
	case "usual":
		b.Draft.Seed, b.Draft.Rolls = "", nil
		s.redirectTo(w, r, b, nil, "#panel-preview")
	case "prune":
		n, _ := strconv.Atoi(node)
		b, err = b.Prune(n)
		s.redirectTo(w, r, b, err, "#panel-steps")
	case "title":
		b.Title = strings.Join(strings.Fields(page.Clean(f.Get("title"))), " ")
		if len([]rune(b.Title)) > 80 {
			err = &sandbox.Error{Message: message.New("The title is too long: it can have at most {n} characters.", message.Number(80))}
		}
		s.redirectTo(w, r, b, err, "#panel-link")
	case "anew", "rules", "fill":
		s.changePosition(w, r, b, then)
	case "edit":
		link, err := b.Link()
		if err != nil {
			s.wrong(w, r, err, page.Lost(f))
			return
		}
		http.Redirect(w, r, "/sandbox/edit?s="+link, http.StatusSeeOther)
	default:
		s.redirectTo(w, r, b, nil, "#panel-preview")
	}
}

// changePosition runs the commands that need the position itself.
func (s *Pages) changePosition(w http.ResponseWriter, r *http.Request, b *sandbox.Book, then string) {
	t, err := s.cache.all(r.Context(), b)
	if err != nil {
		s.wrong(w, r, err, page.Lost(r.PostForm))
		return
	}
	switch then {
	case "anew":
		b, err = t.Anew()
		s.redirectTo(w, r, b, err, "")
	case "rules":
		b, err = t.Rule(r.PostForm.Get("preset"), nil)
		s.redirectTo(w, r, b, err, "")
	case "fill":
		done, err := slow.Enter(r.Context())
		if err != nil {
			s.wrong(w, r, err, page.Lost(r.PostForm))
			return
		}
		defer done()
		b, err = t.Fill()
		s.redirectTo(w, r, b, err, "#panel-orders")
	}
}

// rulesAddress returns the address of the rules of a sandbox.
func rulesAddress(r *rules.Set) string {
	spec := r.Spec()
	return rulebook.GroundRules(learn.Ground{Preset: spec.Preset, Options: spec.Options})
}

// caseFile sends the position and its orders as a case in the interchange
// form.
func (s *Pages) caseFile(w http.ResponseWriter, r *http.Request) {
	t, ok := s.treeOf(w, r)
	if !ok {
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="case.json"`)
	page.Compress(w, r, http.StatusOK, t.Case())
}

// treeOf computes the sandbox whose link an address contains. If that is impossible, it writes the
// answer and returns false.
func (s *Pages) treeOf(w http.ResponseWriter, r *http.Request) (*sandbox.Tree, bool) {
	b, ok := s.open(w, r, r.URL.Query().Get("s"))
	if !ok {
		return nil, false
	}
	t, err := s.cache.all(r.Context(), b)
	if err != nil {
		s.wrong(w, r, err, nil)
		return nil, false
	}
	return t, true
}

package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"podesta/internal/sandbox"
	"podesta/machiavelli"
	"podesta/machiavelli/correction"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// sandboxEditPage is the page on which a position is put together.
type sandboxEditPage struct {
	Link      string
	Data      string
	PhaseName string
	Text      string // statements
	Map       string
	Seen      sandboxEdits
	Seasons   []choice
	Year      int
	Owners    []sandboxOwner
	Types     []choice
	Qualities []choice // empty: all units are alike
	Tools     []choice
	Money     bool
	Help      []correction.Statement
	Words     string // the position in words
}

// sandboxOwner is a power whose things can be put on the map, and its treasury.
type sandboxOwner struct {
	seatOf
	Ducats int
}

// sandboxEdits is what statements come to.
type sandboxEdits struct {
	Problems []correction.Problem
	Changes  []string
}

// sandboxTools are what clicks on the map can do, in words.
//
//lang:words
var sandboxTools = []choice{
	{Value: "unit", Label: "Put a unit"},
	{Value: "erase", Label: "Take away"},
	{Value: "own", Label: "Own province and city"},
	{Value: "province", Label: "Own the province"},
	{Value: "city", Label: "Own the city"},
	{Value: "siege", Label: "Siege"},
	{Value: "rebellion", Label: "Rebellion"},
	{Value: "famine", Label: "Famine"},
}

// sandboxPhase is the phase that a form names.
func sandboxPhase(form url.Values) string {
	season, step := form.Get("season"), ""
	season, step, _ = strings.Cut(season, " ")
	if season == "" {
		return ""
	}
	return season + " " + strings.TrimSpace(form.Get("year")) + " " + step
}

// sandboxStatements are the statements of a form: those written, and the
// treasuries that were changed in their fields.
func sandboxStatements(form url.Values, p *position.Position) string {
	text := strings.TrimRight(clean(form.Get("text")), " \t\n")
	for x := power(1); int(x) < len(p.Setting.Powers); x++ {
		id := p.Setting.Powers[x].ID
		n, err := strconv.Atoi(strings.TrimSpace(form.Get("treasury-" + id)))
		if err != nil || n == int(p.Treasury[x]) {
			continue
		}
		var rest []string
		for line := range strings.SplitSeq(text, "\n") {
			if !strings.HasPrefix(line, "treasury "+id+" ") {
				rest = append(rest, line)
			}
		}
		text = strings.Join(append(rest, "treasury "+id+" "+strconv.Itoa(n)), "\n")
	}
	return strings.TrimLeft(text, "\n")
}

// sandboxEdit shows the page on which a position is put together.
func (s *Server) sandboxEdit(w http.ResponseWriter, r *http.Request) {
	t, ok := s.sandboxHere(w, r)
	if !ok {
		return
	}
	s.sandboxEditShow(w, r, http.StatusOK, t, "", "")
}

func (s *Server) sandboxEditShow(w http.ResponseWriter, r *http.Request, status int, t *sandbox.Tree, text, phase string) {
	link, err := t.Book.Link()
	if err != nil {
		s.sandboxWrong(w, r, err, lost(r.PostForm))
		return
	}
	p := t.Position()
	pg := &sandboxEditPage{
		Link: link, Text: text, Map: "/sandbox/map.svg?s=" + link, Data: "/sandbox/table.json?bare=1&s=" + link, Tools: sandboxTools,
		Money: t.Rules.Money, Help: correction.Statements(),
	}
	if !t.Rules.Famine && t.Rules.CauseFamine == rules.NoCausedFamine { // the last of them
		pg.Tools = sandboxTools[:len(sandboxTools)-1]
	}
	if e := t.Edit(text, phase); e.Position != nil {
		p, pg.Seen.Changes = e.Position, e.Changes
		if after, err := t.Put(p); err == nil {
			if l, err := after.Link(); err == nil {
				pg.Map, pg.Data = "/sandbox/map.svg?s="+l, "/sandbox/table.json?bare=1&s="+l
			}
		}
	} else {
		pg.Seen.Problems = e.Problems
	}
	pg.PhaseName, pg.Year, pg.Words = p.Phase.Title(), p.Phase.Year, inWords(p)
	for _, x := range []string{"spring orders", "spring retreats", "summer orders", "summer retreats", "fall orders", "fall retreats", "winter adjustments"} {
		season, step, _ := strings.Cut(x, " ")
		pg.Seasons = append(pg.Seasons, choice{Value: x, Label: capital(season) + ", " + step, Chosen: x == p.Phase.Season.String()+" "+p.Phase.Step.String()})
	}
	for x := power(1); int(x) < len(p.Setting.Powers); x++ {
		if !p.Setting.Absent.Has(x) {
			pg.Owners = append(pg.Owners, sandboxOwner{newSeatOf(p.Setting, x), int(p.Treasury[x])})
		}
	}
	for u := machiavelli.Army; u <= machiavelli.ArmouredCavalry; u++ {
		if u == machiavelli.Garrison && !t.Rules.Garrisons || u == machiavelli.Cavalry && !t.Rules.Cavalry || u == machiavelli.ArmouredCavalry && !t.Rules.ArmouredCavalry {
			continue
		}
		pg.Types = append(pg.Types, choice{Value: u.Letter(), Label: capital(u.String())})
	}
	for q := machiavelli.Militia; t.Rules.SpecialUnits && q <= machiavelli.Professional; q++ {
		pg.Qualities = append(pg.Qualities, choice{Value: q.String(), Label: capital(q.String())})
	}
	s.page(w, r, status, "sandboxedit", frame{Title: "The position · Sandbox", Body: pg})
}

// sandboxEdited takes a position that was put together, or shows what it comes
// to so far.
func (s *Server) sandboxEdited(w http.ResponseWriter, r *http.Request) {
	t, text, phase, ok := s.sandboxEdits(w, r)
	if !ok {
		return
	}
	e := t.Edit(text, phase)
	if e.Position == nil || r.PostForm.Get("then") != "take" {
		status := http.StatusOK
		if e.Position == nil {
			status = http.StatusUnprocessableEntity
		}
		s.sandboxEditShow(w, r, status, t, text, phase)
		return
	}
	b, err := t.Put(e.Position)
	s.sandboxTo(w, r, b, err, "")
}

// sandboxEdits reads the form of a position that is put together.
func (s *Server) sandboxEdits(w http.ResponseWriter, r *http.Request) (t *sandbox.Tree, text, phase string, ok bool) {
	if !s.form(w, r) {
		return nil, "", "", false
	}
	b, ok := s.openSandbox(w, r, r.PostForm.Get("s"))
	if !ok {
		return nil, "", "", false
	}
	t, err := s.sandboxes.all(b)
	if err != nil {
		s.sandboxWrong(w, r, err, lost(r.PostForm))
		return nil, "", "", false
	}
	return t, sandboxStatements(r.PostForm, t.Position()), sandboxPhase(r.PostForm), true
}

// sandboxEditAnswer is what the script is told of a position that is put
// together.
type sandboxEditAnswer struct {
	Text  string `json:"text"`            // the statements
	Error string `json:"error,omitempty"` // of the click
	Seen  string `json:"seen"`            // problems and changes as the page shows them
	Bad   bool   `json:"bad,omitempty"`   // it cannot be so
	Map   string `json:"map,omitempty"`   // addresses of what it looks like
	Data  string `json:"data,omitempty"`
	Said  string `json:"said,omitempty"` // what the click has written
}

// sandboxEditCheck tells the script what statements come to; with at, after a
// click there with a tool; with bare, after all units are taken off.
func (s *Server) sandboxEditCheck(w http.ResponseWriter, r *http.Request) {
	t, text, phase, ok := s.sandboxEdits(w, r)
	if !ok {
		return
	}
	f := r.PostForm
	a := sandboxEditAnswer{Text: text}
	var more []string
	var err error
	switch {
	case f.Get("at") != "":
		tool := sandbox.Tool{Kind: f.Get("tool"), Owner: f.Get("owner"), Type: f.Get("type"), Quality: f.Get("quality"), Unit: f.Get("unit")}
		more, err = t.Touch(text, phase, tool, f.Get("at"))
	case f.Get("bare") != "":
		more, err = t.Bare(text, phase)
	}
	if err != nil {
		a.Error = err.Error()
	}
	if len(more) > 0 {
		a.Said = strings.Join(more, "; ")
		a.Text = strings.TrimLeft(text+"\n"+strings.Join(more, "\n"), "\n")
	}
	e := t.Edit(a.Text, phase)
	if e.Position != nil {
		var b *sandbox.Book
		link := ""
		if b, err = t.Put(e.Position); err == nil {
			link, err = b.Link()
		}
		if err != nil {
			a.Error = err.Error()
		} else {
			a.Map, a.Data = "/sandbox/map.svg?s="+link, "/sandbox/table.json?bare=1&s="+link
		}
	}
	a.Bad = e.Position == nil
	if a.Seen, err = s.sandboxFragment(r, "sandboxedit", "sandboxseen", sandboxEdits{e.Problems, e.Changes}); err != nil {
		s.log.Error("part of a page cannot be written", "error", err)
	}
	sendJSON(w, http.StatusOK, a)
}

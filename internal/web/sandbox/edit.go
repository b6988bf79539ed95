package sandbox

import (
	"net/http"
	"net/url"
	"strings"

	"podesta/internal/sandbox"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/page"
	"podesta/internal/web/wire"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// editPage is the page on which a position is edited.
type editPage struct {
	Link      string
	Data      string
	PhaseName message.Message
	Text      string // the statements
	Map       string
	Seen      boardpage.Edits
	Seasons   []page.Choice
	Year      int
	Words     message.Message // description of the position in words
	Palette   boardpage.Palette
}

// phaseOf returns the phase that a form names.
func phaseOf(form url.Values) string {
	season, step := form.Get("season"), ""
	season, step, _ = strings.Cut(season, " ")
	if season == "" {
		return ""
	}
	return season + " " + strings.TrimSpace(form.Get("year")) + " " + step
}

// edit shows the page on which a position is edited.
func (s *Pages) edit(w http.ResponseWriter, r *http.Request) {
	t, ok := s.treeOf(w, r)
	if !ok {
		return
	}
	s.showEdit(w, r, http.StatusOK, t, "", "")
}

func (s *Pages) showEdit(w http.ResponseWriter, r *http.Request, status int, t *sandbox.Tree, text, phase string) {
	link, err := t.Book.Link()
	if err != nil {
		s.wrong(w, r, err, page.Lost(r.PostForm))
		return
	}
	p := t.Position()
	pg := &editPage{
		Link: link, Text: text, Map: "/sandbox/map.svg?s=" + link, Data: "/sandbox/table.json?bare=1&s=" + link,
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
	pg.PhaseName, pg.Year, pg.Words = page.PhaseTitle(p.Phase), p.Phase.Year, boardpage.InWords(p)
	for _, x := range []string{"spring orders", "spring retreats", "summer orders", "summer retreats", "fall orders", "fall retreats", "winter adjustments"} {
		season, step, _ := strings.Cut(x, " ")
		label := message.New("{Season}, {step}", seasons[season], steps[step])
		pg.Seasons = append(pg.Seasons, page.Choice{Value: x, Label: s.Catalogue(r).M(label), Chosen: x == p.Phase.Season.String()+" "+p.Phase.Step.String()})
	}
	pg.Palette = boardpage.NewPalette(p, t.Rules)
	pg.Palette.Bare = true
	s.Page(w, r, status, "sandboxedit", page.Frame{Title: "The position · Sandbox", Body: pg})
}

// edited accepts an edited position, or shows its present state.
func (s *Pages) edited(w http.ResponseWriter, r *http.Request) {
	t, text, phase, ok := s.readEdits(w, r)
	if !ok {
		return
	}
	e := t.Edit(text, phase)
	if e.Position == nil || r.PostForm.Get("then") != "take" {
		status := http.StatusOK
		if e.Position == nil {
			status = http.StatusUnprocessableEntity
		}
		s.showEdit(w, r, status, t, text, phase)
		return
	}
	b, err := t.Put(e.Position)
	s.redirectTo(w, r, b, err, "")
}

// readEdits parses the form of an edited position.
func (s *Pages) readEdits(w http.ResponseWriter, r *http.Request) (t *sandbox.Tree, text, phase string, ok bool) {
	if !s.Form(w, r) {
		return nil, "", "", false
	}
	b, ok := s.open(w, r, r.PostForm.Get("s"))
	if !ok {
		return nil, "", "", false
	}
	t, err := s.cache.all(r.Context(), b)
	if err != nil {
		s.wrong(w, r, err, page.Lost(r.PostForm))
		return nil, "", "", false
	}
	return t, boardpage.StatementsOf(r.PostForm, r.PostForm.Get("text"), t.Position()), phaseOf(r.PostForm), true
}

// editCheck sends the result of the statements in a form to the script. If the form has the field
// "at", the effect of a click there with the chosen tool is added first; otherwise, if it has the
// field "bare", all units are removed first.
func (s *Pages) editCheck(w http.ResponseWriter, r *http.Request) {
	t, text, phase, ok := s.readEdits(w, r)
	if !ok {
		return
	}
	f := r.PostForm
	a := wire.Edited{Text: text}
	switch {
	case f.Get("at") != "":
		more, err := t.Touch(text, phase, boardpage.ToolOf(f), f.Get("at"))
		boardpage.AddEdit(s.Catalogue(r), &a, more, err)
	case f.Get("bare") != "":
		more, err := t.Bare(text, phase)
		boardpage.AddEdit(s.Catalogue(r), &a, more, err)
	}
	e := t.Edit(a.Text, phase)
	if e.Position != nil {
		link := ""
		b, err := t.Put(e.Position)
		if err == nil {
			link, err = b.Link()
		}
		if err != nil {
			a.Error = s.Explain(r, err)
		} else {
			a.Map, a.Data = page.Outer(r, "/sandbox/map.svg?s="+link), page.Outer(r, "/sandbox/table.json?bare=1&s="+link)
		}
	}
	var err error
	if a.Seen, err = s.Fragment(r, "editseen", boardpage.Edits{Problems: e.Problems, Changes: e.Changes}); err != nil {
		s.Log.Error("part of a page cannot be written", "error", err)
	}
	page.SendJSON(w, http.StatusOK, a)
}

// seasons and steps map the names used in statements to seasons and steps of phases.
var (
	seasons = map[string]message.Season{
		"spring": message.Season(machiavelli.Spring), "summer": message.Season(machiavelli.Summer),
		"fall": message.Season(machiavelli.Fall), "winter": message.Season(machiavelli.Winter),
	}
	steps = map[string]message.Step{
		"orders": message.Step(machiavelli.Orders), "retreats": message.Step(machiavelli.Retreats), "adjustments": message.Step(machiavelli.Adjustments),
	}
)

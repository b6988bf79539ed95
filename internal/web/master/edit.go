package master

import (
	"bytes"
	"net/http"
	"net/url"
	"strconv"

	"podesta/atlas"
	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/httpserver"
	"podesta/internal/tableview"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/internal/web/wire"
	"podesta/machiavelli/correction"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/view"
)

// maxDrawn is the maximum length of corrections that the map previews. They are part of its
// address.
const maxDrawn = 6000

// position returns the position that a master's correction changes, or an error if it cannot be
// corrected.
func (s *Pages) position(f *gamepage.Form) (*position.Position, error) {
	switch {
	case !f.Role.Master:
		return nil, errMaster
	case f.Game.Number == 0:
		return nil, game.Refuse(game.Conflict, message.New("The game has not begun."))
	case f.Game.Finished:
		return nil, game.Refuse(game.Conflict, message.New("The game is over. You can roll it back."))
	}
	ph, err := s.Judge.Base.Current(f.Request.Context(), f.Game.ID)
	if err != nil {
		return nil, err
	}
	return ph.Before, nil
}

// edit corrects the position, or previews the changes.
func (s *Pages) edit(w http.ResponseWriter, r *http.Request) {
	f, ok := s.ReadForm(w, r)
	if !ok {
		return
	}
	p, err := s.position(f)
	if err != nil {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return
	}
	r.PostForm.Set("changes", boardpage.StatementsOf(r.PostForm, r.PostForm.Get("changes"), p))
	changes := admin.ReadChanges(f.Get("changes"))
	_, err = s.Judge.Admin.CheckEdit(r.Context(), f.Game.ID, f.Role, f.Number("revision"), changes)
	if err == nil && f.Get("do") == "edit" {
		if err = s.Judge.Admin.Edit(r.Context(), f.Game.ID, f.Role, f.Number("revision"), changes, f.Get("why")); err == nil {
			s.Redirect(w, r, f.Behind("/master?done=edit"))
			return
		}
	}
	if code := game.ErrorCode(err); err != nil && (page.WantsJSON(r) || code == game.Stale || code == game.Forbidden || code == game.Internal) {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return
	}
	s.editAgain(w, f, p, err)
}

// editAgain shows the form of a correction again, with its changes or the reason why they are
// impossible.
func (s *Pages) editAgain(w http.ResponseWriter, f *gamepage.Form, p *position.Position, problem error) {
	name, title := "master", "Master · "+f.Game.Name
	var body any
	var view *View
	if f.Get("back") == "panel" {
		var err error
		if body, view, err = s.Board(f.Request, f.Game, f.Role); err != nil {
			s.Refuse(w, f.Request, err, page.Lost(f.Request.PostForm))
			return
		}
		name, title = "table", f.Game.Name
	} else {
		pg, ok := s.newMasterView(w, f.Request, f.Game, f.Role)
		if !ok {
			return
		}
		body, view = pg, pg
	}
	_, view.Seen = seenEdits(f.Game, p, f.Get("changes"))
	if problem != nil {
		view.Head.Error = s.Explain(f.Request, problem)
		s.Again(w, f.Request, problem, name, title, body)
		return
	}
	s.Page(w, f.Request, http.StatusOK, name, page.Frame{Title: title, Game: f.Game.ID, Body: body})
}

// seenEdits returns the result of statements in a game's position. The position
// is nil if there are problems.
func seenEdits(g *game.Game, p *position.Position, text string) (*position.Position, boardpage.Edits) {
	res, problems := correction.Apply(p, &g.Rules, correction.Split(text))
	if res == nil {
		return nil, boardpage.Edits{Problems: problems, Corrects: true}
	}
	out := boardpage.Edits{Corrects: true}
	same := true
	for _, c := range res.Changes {
		all, told := c.For(report.Viewer{Master: true}, &g.Rules), c.For(report.Viewer{}, &g.Rules)
		out.Changes, out.Told, same = append(out.Changes, all), append(out.Told, told), same && all.Equal(told)
	}
	if same {
		out.Told = nil
	}
	return res.Position, out
}

// editCheck sends the result of a master's corrections to the script. If the form has the field
// "at", the effect of a click there with the chosen tool is added first.
func (s *Pages) editCheck(w http.ResponseWriter, r *http.Request) {
	f, ok := s.ReadForm(w, r)
	if !ok {
		return
	}
	p, err := s.position(f)
	if err == nil && f.Number("revision") != f.Game.Revision {
		err = game.ErrStale
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	a := wire.Edited{Text: boardpage.StatementsOf(r.PostForm, r.PostForm.Get("changes"), p)}
	if at := r.PostForm.Get("at"); at != "" {
		more, err := correction.Touch(p, &f.Game.Rules, correction.Split(a.Text), boardpage.ToolOf(r.PostForm), at)
		boardpage.AddEdit(s.Catalogue(r), &a, more, err)
	}
	after, seen := seenEdits(f.Game, p, a.Text)
	if after != nil {
		if a.Table, err = tableview.Of(s.Catalogue(r), after, &f.Game.Rules, tableview.Reader{View: view.Of(&f.Game.Rules, false, true)}); err != nil {
			s.Refuse(w, r, err, nil)
			return
		}
		a.Table.Game, a.Table.Revision, a.Table.Number = f.Game.ID, f.Game.Revision, f.Game.Number
		q := url.Values{"rev": {strconv.Itoa(f.Game.Revision)}, "changes": {a.Text}}
		if a.Map = page.Outer(r, "/g/"+f.Game.ID+"/edit/map.svg?"+q.Encode()); len(a.Map) > maxDrawn {
			a.Map, a.Error = "", "There are too many corrections to show on the map, but you can still make them."
		}
	}
	if a.Seen, err = s.Fragment(r, "editseen", seen); err != nil {
		s.Log.Error("part of a page cannot be written", "error", err)
	}
	a.Error = s.Catalogue(r).T(a.Error)
	page.SendJSON(w, http.StatusOK, a)
}

// editMap draws the result of a master's corrections.
func (s *Pages) editMap(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.At(w, r)
	if !ok {
		return
	}
	q := r.URL.Query()
	f := &gamepage.Form{Request: r, Game: g, Role: role}
	p, err := s.position(f)
	if err == nil && q.Get("rev") != strconv.Itoa(g.Revision) {
		err = game.ErrStale
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	o, err := boardpage.DrawnAs(q, s.Catalogue(r))
	after, _ := seenEdits(g, p, page.Clean(q.Get("changes")))
	if err != nil || after == nil {
		http.NotFound(w, r)
		return
	}
	var b bytes.Buffer
	if err := atlas.SVG(&b, after, o); err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", httpserver.DrawingPolicy(b.Bytes()))
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Cache-Control", "no-store")
	page.Compress(w, r, http.StatusOK, b.Bytes())
}

package sandbox

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"

	"podesta/atlas"
	"podesta/internal/replay"
	"podesta/internal/sandbox"
	"podesta/internal/tableview"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/page"
	"podesta/internal/web/wire"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
)

// tableData sends the data of a phase of a sandbox for the script. With the parameter "bare", the
// data contains no possible orders.
func (s *Pages) tableData(w http.ResponseWriter, r *http.Request) {
	t, ok := s.treeOf(w, r)
	if !ok {
		return
	}
	p := t.Position()
	who := tableview.Reader{View: everything(t.Rules)}
	if r.URL.Query().Get("bare") == "" && !t.Over() {
		who.Writes = writers(p)
	}
	table, err := tableview.Of(s.Catalogue(r), p, t.Rules, who)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.sendJSON(w, r, table)
}

// sendJSON sends data of a sandbox, which are the same for all readers in the same language.
func (s *Pages) sendJSON(w http.ResponseWriter, r *http.Request, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Add("Vary", "Accept-Language, Cookie")
	w.Header().Set("Cache-Control", page.DrawnFor)
	page.Compress(w, r, http.StatusOK, body)
}

// drawMap draws the current position. With came=1 it adds the result of the orders being written.
// With led=1 it draws the phase that led to the position instead.
func (s *Pages) drawMap(w http.ResponseWriter, r *http.Request) {
	t, ok := s.treeOf(w, r)
	if !ok {
		return
	}
	q := r.URL.Query()
	o, err := boardpage.DrawnAs(q, s.Catalogue(r))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	p := t.Position()
	switch came := t.Came(); {
	case q.Get("led") != "" && came != nil:
		p, o.Results = came.Before, came.Events
	case q.Get("came") != "" && !t.Over():
		draft, err := t.Draft()
		if err != nil {
			s.wrong(w, r, err, nil)
			return
		}
		o.Results = ordered(draft)
	}
	var b bytes.Buffer
	if err := atlas.SVG(&b, p, o); err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	page.SendSVG(w, r, b.Bytes())
}

// ordered returns the events that are drawn while orders are being written: all except those of
// units that hold without an order and are not dislodged.
func ordered(o *sandbox.Outcome) []event.Event {
	var out []event.Event
	for _, e := range o.Events {
		if x, ok := e.(event.Ordered); ok && x.Given == "" && !x.Result.Dislodged {
			continue
		}
		out = append(out, e)
	}
	return out
}

// arrows returns the part of the map with the result of the orders being
// written.
func (s *Pages) arrows(r *http.Request, p *position.Position, o *sandbox.Outcome) string {
	var b strings.Builder
	if err := atlas.Overlay(&b, p, atlas.Options{Size: boardpage.Style(r.URL.Query(), nil).Size, Results: ordered(o)}); err != nil {
		s.Log.Error("cannot draw orders", "error", err)
		return ""
	}
	return b.String()
}

// check sends the results of the texts in a form: line by line, like a game's check, and for
// all of them together.
func (s *Pages) check(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	b, ok := s.open(w, r, r.PostForm.Get("s"))
	if !ok {
		return
	}
	g, err := givenIn(r.PostForm, b)
	if err == nil {
		b, err = b.Write(g)
	}
	if err != nil {
		s.wrong(w, r, err, nil)
		return
	}
	t, err := s.cache.all(r.Context(), b)
	if err != nil {
		s.wrong(w, r, err, nil)
		return
	}
	draft, err := t.Draft()
	if err != nil {
		s.wrong(w, r, err, nil)
		return
	}
	boxes, err := orderForms(s.Catalogue(r), t)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	var answer wire.Tried
	answer.Boxes, answer.Arrows = s.CheckedBoxes(r, boxes), s.arrows(r, t.Position(), draft)
	link, err := b.Link()
	if err == nil {
		answer.Link, answer.To = link, page.Outer(r, linkTo(link))
	} else {
		answer.Problem = s.Explain(r, err)
	}
	came := newOutcomeView(t, draft, link, rulesAddress(t.Rules))
	answer.Failed = came.Vain
	if answer.Outcome, err = s.fragment(r, "sandbox", "sandboxoutcome", came); err != nil {
		s.Log.Error("part of a page cannot be written", "error", err)
	}
	page.SendJSON(w, http.StatusOK, answer)
}

// fragment renders a named part of a page of the sandbox.
func (s *Pages) fragment(r *http.Request, page, name string, data any) (string, error) {
	text, err := s.Render(r, page, name, data)
	return string(text), err
}

// film sends the frames of the phase that led to the current one, for
// the script that plays it.
func (s *Pages) film(w http.ResponseWriter, r *http.Request) {
	t, ok := s.treeOf(w, r)
	if !ok {
		return
	}
	o := t.Came()
	if o == nil {
		http.NotFound(w, r)
		return
	}
	film, err := replay.Shoot(o.Before, o.Events, replay.Steps(o.Before, o.Next, o.Events, t.Rules), boardpage.Style(r.URL.Query(), s.Catalogue(r)))
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	link := r.URL.Query().Get("s")
	at := page.Outer(r, "/sandbox/")
	s.sendJSON(w, r, wire.Playback{First: at + "first.svg?s=" + link, Map: at + "map.svg?led=1&s=" + link, Frames: film.Frames})
}

// firstDrawing sends the first drawing of the film.
func (s *Pages) firstDrawing(w http.ResponseWriter, r *http.Request) {
	t, ok := s.treeOf(w, r)
	if !ok {
		return
	}
	o := t.Came()
	if o == nil {
		http.NotFound(w, r)
		return
	}
	body, err := replay.First(o.Before, o.Events, boardpage.Style(r.URL.Query(), s.Catalogue(r)))
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	page.SendSVG(w, r, body)
}

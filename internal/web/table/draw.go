package table

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/page"
)

// drawing sends the map of a phase, with the position at its beginning. With orders=1 the map of a
// past phase also shows the results of the orders, and with mine=1 the map of the current phase
// shows the visitor's own orders.
func (s *Pages) drawing(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	name, ok := strings.CutSuffix(r.PathValue("file"), ".svg")
	n, err := strconv.Atoi(name)
	if !ok || err != nil {
		http.NotFound(w, r)
		return
	}
	g, err := s.Judge.Base.Game(r.Context(), id)
	if game.ErrorCode(err) == game.Unavailable {
		s.mapUnavailable(w, r, err)
		return
	}
	if err != nil || n < 1 || n > g.Number && !(g.Finished && n == g.Number+1) {
		http.NotFound(w, r)
		return
	}
	q := r.URL.Query()
	c := s.Drawn(r)
	o, err := boardpage.DrawnAs(q, c)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	role := game.Role{}
	if q.Get("mine") == "1" && n == g.Number {
		if role, err = s.Role(r, g); err != nil {
			s.Refuse(w, r, err, nil)
			return
		}
	}
	// The past changes too, when a master rolls back the game.
	key := strings.Join([]string{id, strconv.Itoa(g.Revision), name, o.Theme, q.Get("orders"), strconv.Itoa(int(o.Size)), strconv.Itoa(int(o.Layers)), c.Tag}, "/")
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	if fixed := boardpage.Fixed(q, g, c); fixed && q.Get("mine") == "" {
		h.Set("Cache-Control", boardpage.Forever)
	} else {
		h.Add("Vary", "Accept-Language, Cookie")
		h.Set("Cache-Control", "no-cache")
	}
	found, ok := s.maps.Get(key)
	if !ok || !page.OnlyWatches(role) {
		body, err := s.draw(r, g, n, q.Get("orders") == "1", role, o)
		if game.ErrorCode(err) == game.Unavailable {
			s.mapUnavailable(w, r, err)
			return
		}
		if err != nil {
			s.Log.Error("map cannot be drawn", "game", id, "phase", n, "error", err)
			http.Error(w, "The map could not be drawn.", http.StatusInternalServerError)
			return
		}
		found = s.packMap(g, o, c.Tag, body)
		if !page.OnlyWatches(role) {
			h.Set("Cache-Control", "private, no-cache")
		} else {
			s.maps.Keep(key, found)
		}
	}
	found.Send(w, r)
}

// mapUnavailable answers a request for a map while the game cannot be read.
func (s *Pages) mapUnavailable(w http.ResponseWriter, r *http.Request, err error) {
	w.Header().Set("Retry-After", page.RetryAfter)
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, s.Explain(r, err), http.StatusServiceUnavailable)
}

// packMap compresses a map. The maps of a scenario are identical from the style sheet on, which
// comes after the title of the phase.
func (s *Pages) packMap(g *game.Game, o atlas.Options, tag string, body []byte) *page.Packed {
	kind := strings.Join([]string{g.Scenario, g.Variant, o.Theme, strconv.Itoa(int(o.Size)), strconv.Itoa(int(o.Layers)), tag}, "/")
	return s.boards.Pack(kind, max(0, bytes.Index(body, []byte("<style>"))), body)
}

// draw draws a phase as SVG.
func (s *Pages) draw(r *http.Request, g *game.Game, n int, results bool, role game.Role, o atlas.Options) ([]byte, error) {
	end := n > g.Number // the final position of a finished game
	if end {
		n = g.Number
	}
	ph, err := s.Judge.Base.Phase(r.Context(), g.ID, n)
	if err != nil {
		return nil, err
	}
	if results && ph.After != nil && !end {
		o.Results = g.View(role).Events(ph.Events)
	}
	if !page.OnlyWatches(role) {
		if o.Orders, err = s.OwnOrders(r, g, role); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	p := ph.Before
	if end {
		p = ph.After
	}
	err = atlas.SVG(&b, p, o)
	return b.Bytes(), err
}

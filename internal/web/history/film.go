package history

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"podesta/internal/game"
	"podesta/internal/httpserver"
	"podesta/internal/replay"
	"podesta/internal/slow"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/page"
	"podesta/internal/web/wire"
	"podesta/internal/words"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
	"podesta/view"
)

// filmPage is the page that plays a whole game, phase by phase.
type filmPage struct {
	Game  *game.Game
	Last  int // number of the last frame
	Map   string
	Time  *Timeline
	First string // address of the first drawing of the film
}

// film plays a whole game from its beginning. Without the script it shows the timeline with the
// map of the latest position.
func (s *Pages) film(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.Visited(w, r)
	if !ok {
		return
	}
	pg := filmPage{Game: g, Last: Frames(g)}
	pg.Map = boardpage.MapAddress(s.Catalogue(r), g, pg.Last, "")
	pg.First = boardpage.FirstAddress(s.Catalogue(r), g, 1, "bare=1")
	var err error
	if pg.Time, err = s.Timeline(r.Context(), g, role, 0); err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.Page(w, r, http.StatusOK, "film", page.Frame{Title: "Film · " + g.Name, Game: g.ID, Body: pg})
}

// Frames returns the number of the last position of a game, counted from 1: the present position,
// or the position after the last phase.
func Frames(g *game.Game) int {
	if g.Finished {
		return g.Number + 1
	}
	return g.Number
}

// filmPart is the maximum number of frames in an answer.
const filmPart = 40

// filmData sends a part of a game's film, beginning with the requested frame.
func (s *Pages) filmData(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.Visited(w, r)
	if !ok {
		return
	}
	from, _ := strconv.Atoi(r.URL.Query().Get("from"))
	from = max(from, 2)
	l := boardpage.Style(r.URL.Query(), s.Catalogue(r))
	eyes, c := g.View(role), s.Catalogue(r)
	key := strings.Join([]string{g.ID, strconv.Itoa(g.Revision), "film", strconv.Itoa(from), strconv.Itoa(int(eyes.Powers)), strconv.FormatBool(eyes.Master), l.Theme, strconv.Itoa(int(l.Size)), c.Tag}, "/")
	s.sendFilm(w, r, key, func() (any, error) {
		done, err := slow.Enter(r.Context())
		if err != nil {
			return nil, err
		}
		defer done()
		list, err := s.filmFrames(r.Context(), c, g, eyes, from, l)
		return wire.FilmPart{Last: Frames(g), Frames: list}, err
	})
}

// sendFilm sends data for the script that plays films, from the cache if possible.
func (s *Pages) sendFilm(w http.ResponseWriter, r *http.Request, key string, data func() (any, error)) {
	found, ok := s.films.Get(key)
	if !ok {
		film, err := data()
		if err != nil {
			s.Refuse(w, r, err, nil)
			return
		}
		body, err := json.Marshal(film)
		if err != nil {
			s.Refuse(w, r, err, nil)
			return
		}
		found = s.films.Put(key, body)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "private, no-cache")
	found.Send(w, r)
}

// filmFrames returns the frames of a part of a game's film, in a language.
func (s *Pages) filmFrames(ctx context.Context, c *words.Catalogue, g *game.Game, eyes view.View, from int, l replay.Style) ([]wire.FilmFrame, error) {
	tell := report.New(g.Setting)
	var out []wire.FilmFrame
	if from > Frames(g) {
		return out, nil
	}
	was, err := s.Judge.Base.Phase(ctx, g.ID, from-1)
	if err != nil {
		return nil, err
	}
	for n := from; n <= min(Frames(g), from+filmPart-1); n++ {
		x := wire.FilmFrame{Number: n, Title: c.T("The end"), Href: httpserver.Prefix(ctx) + "/g/" + g.ID + "/p/" + strconv.Itoa(n-1)}
		now, next := was.After, (*game.Phase)(nil)
		if n <= g.Number {
			if next, err = s.Judge.Base.Phase(ctx, g.ID, n); err != nil {
				return nil, err
			}
			now, x.Title = next.Before, c.M(message.New("{phase}", message.Phase(next.Phase)))
		}
		var seen []event.Event
		if was.After != nil {
			seen = eyes.Events(was.Events)
			x.Headline = c.M(tell.Headline(seen))
		}
		var steps []replay.Step
		if was.After != nil {
			steps = replay.Steps(was.Before, was.After, seen, &g.Rules)
		}
		if x.Frame, err = replay.Between(was.Before, now, steps, l); err != nil {
			return nil, err
		}
		out = append(out, x)
		was = next
	}
	return out, nil
}

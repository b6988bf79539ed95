package history

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"podesta/atlas/film"
	"podesta/internal/game"
	"podesta/internal/ratings"
	"podesta/internal/slow"
	"podesta/internal/web/page"
	"podesta/internal/words"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
)

// These constants describe the pictures of a finished game that people share.
const (
	posterWidth = 1000
	filmWidth   = 720
	mostFilm    = 3 << 20 // maximum size of a film in bytes
)

// mostSouvenirs is the maximum total size of the cached pictures, in bytes.
const mostSouvenirs = 32 << 20

// souvenirs caches pictures of finished games, the most recent ones.
type souvenirs struct {
	mu    sync.Mutex
	all   map[string][]byte
	order []string
	size  int
}

func newSouvenirs() *souvenirs {
	return &souvenirs{all: map[string][]byte{}}
}

func (k *souvenirs) get(key string) ([]byte, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	body, ok := k.all[key]
	return body, ok
}

func (k *souvenirs) put(key string, body []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.all[key], k.order, k.size = body, append(k.order, key), k.size+len(body)
	for k.size > mostSouvenirs && len(k.order) > 1 {
		k.size -= len(k.all[k.order[0]])
		delete(k.all, k.order[0])
		k.order = k.order[1:]
	}
}

// of returns a picture from the cache, or makes it. Another visitor may have made it while this
// one waited for slow work.
func (k *souvenirs) of(ctx context.Context, key string, draw func() ([]byte, error)) ([]byte, error) {
	if body, ok := k.get(key); ok {
		return body, nil
	}
	done, err := slow.Enter(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if body, ok := k.get(key); ok {
		return body, nil
	}
	body, err := draw()
	if err == nil {
		k.put(key, body)
	}
	return body, err
}

// souvenir sends a picture of a finished game that people share: its final map with the places, or
// the film. The picture shows only what is public.
func (s *Pages) souvenir(kind, name string, draw func(ctx context.Context, g *game.Game, c *words.Catalogue) ([]byte, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		g, _, ok := s.Visited(w, r)
		if !ok {
			return
		}
		if !g.Finished {
			s.Fail(w, r, http.StatusNotFound, "The game is not over", "Its end appears here when it is over.", nil)
			return
		}
		c := s.Catalogue(r)
		body, err := s.souvenirs.of(r.Context(), strings.Join([]string{g.ID, strconv.Itoa(g.Revision), name, c.Tag}, "/"), func() ([]byte, error) {
			return draw(r.Context(), g, c)
		})
		if r.Context().Err() != nil {
			return
		}
		if err != nil {
			s.Refuse(w, r, err, nil)
			return
		}
		h := w.Header()
		h.Set("Content-Type", kind)
		h.Set("Cache-Control", "no-cache")
		h.Add("Vary", "Accept-Language, Cookie")
		h.Set("ETag", page.ETag(body))
		if r.Header.Get("If-None-Match") == page.ETag(body) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		h.Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body) // the client may have disconnected
	}
}

// drawPoster draws the final map of a game with the places.
func (s *Pages) drawPoster(ctx context.Context, g *game.Game, c *words.Catalogue) ([]byte, error) {
	last, err := s.Judge.Base.Phase(ctx, g.ID, g.Number)
	if err != nil {
		return nil, err
	}
	standings, err := s.Judge.Ratings.Standings(ctx, g.ID, "")
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(standings, func(a, b ratings.Standing) int { return inOrder(&a, &b) })
	var places []film.Place
	for i := range standings {
		x := &standings[i]
		powers := g.Setting.Seats[x.Seat-1]
		places = append(places, film.Place{Powers: powers, Won: x.Won, Text: c.M(message.Plural(x.Cities, "{place}. {powers:name}, {n} city", "{place}. {powers:name}, {n} cities", message.Number(x.Place), argsOf(g, powers)))})
	}
	return film.Poster(last.After, g.Name, places, film.Options{Width: posterWidth, Language: page.MapLanguage(c)})
}

// argsOf returns powers as an argument of a message.
func argsOf(g *game.Game, powers []machiavelli.Power) message.List {
	var list []message.Power
	for _, p := range powers {
		list = append(list, message.PowerOf(g.Setting.Powers, p))
	}
	return message.ListOf(message.And, list)
}

// drawFilm draws the film of a game.
func (s *Pages) drawFilm(ctx context.Context, g *game.Game, c *words.Catalogue) ([]byte, error) {
	return film.GIF(Frames(g), func(i int) (*position.Position, error) {
		ph, err := s.Judge.Base.Phase(ctx, g.ID, min(i+1, g.Number))
		switch {
		case err != nil:
			return nil, err
		case i+1 > g.Number:
			return ph.After, nil
		}
		return ph.Before, nil
	}, film.Options{Width: filmWidth, Language: page.MapLanguage(c), Most: mostFilm})
}

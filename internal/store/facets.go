package store

import (
	"context"
	"crypto/sha256"
	"sync"

	"podesta/internal/game"
)

// knownFacets caches facets, keyed by a digest of a game's settings, because each phase saves them
// again.
var knownFacets struct {
	sync.Mutex
	all map[[sha256.Size]byte]string
}

// mostFacets is the number of settings whose facets are cached.
const mostFacets = 4096

// facetsOf returns the facets of a game.
func facetsOf(g *game.GameRecord) string {
	sum := sha256.New()
	for _, part := range [][]byte{[]byte(g.Scenario), g.Rules, g.Hosting} {
		sum.Write(part)
		sum.Write([]byte{0})
	}
	key := [sha256.Size]byte(sum.Sum(nil))
	knownFacets.Lock()
	defer knownFacets.Unlock()
	if f, ok := knownFacets.all[key]; ok {
		return f
	}
	if knownFacets.all == nil || len(knownFacets.all) >= mostFacets {
		knownFacets.all = map[[sha256.Size]byte]string{}
	}
	f := legible(g.Facets())
	knownFacets.all[key] = f
	return f
}

// FacetSome stores the facets of up to n games that earlier versions have created, and returns the
// number of games that it has examined. Several processes can call it at the same time.
func (s *Store) FacetSome(ctx context.Context, n int) (done int, err error) {
	const some = "SELECT id FROM game WHERE facets IS NULL ORDER BY id LIMIT ?"
	id := func(row row) (id string, err error) { return id, row(&id) }
	var waiting []string
	err = s.Read(ctx, func(t *game.Tx) (err error) {
		waiting, err = all(t.Games.(*tx), id, some, 1)
		return err
	})
	if err != nil || len(waiting) == 0 {
		return 0, err
	}
	err = s.Write(ctx, func(t *game.Tx) error {
		x := t.Games.(*tx)
		ids, err := all(x, id, some+x.d.skipLocked, n)
		done = len(ids)
		if err != nil {
			return err
		}
		games, err := x.GamesByID(ids)
		for i := range games {
			if err := x.change("UPDATE game SET facets = ? WHERE id = ?", facetsOf(&games[i]), games[i].ID); err != nil {
				return err
			}
		}
		return err
	})
	return done, err
}

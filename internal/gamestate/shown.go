package gamestate

import (
	"slices"
	"sync"

	"podesta/internal/game"
)

// mostShown is the number of games that are cached for lists. Each takes a few kilobytes.
const mostShown = 2048

// shownGames caches games that lists have shown, keyed by ID.
type shownGames struct {
	mu  sync.Mutex
	all map[string]ShownGame
}

// ShownGame is a game in a list, with the stamp that it had when it was read.
type ShownGame struct {
	*game.Game
	Stamp string
}

// Shown returns the games with the given IDs for a list, in this order, and skips those that do not
// exist. It reads only games that are not cached or have changed since, all in a few queries.
// Callers must not change the returned games.
func (b *Base) Shown(tx *game.Tx, ids []string) ([]ShownGame, error) {
	stamps, err := tx.Games.Stamps(ids)
	if err != nil {
		return nil, err
	}
	known := map[string]ShownGame{}
	b.shown.mu.Lock()
	for _, id := range ids {
		if k, ok := b.shown.all[id]; ok && k.Stamp == stamps[id] {
			known[id] = k
		}
	}
	b.shown.mu.Unlock()
	missing := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return known[id].Game != nil })
	read, err := b.lookAtAll(tx, missing)
	if err != nil {
		return nil, err
	}
	b.shown.mu.Lock()
	defer b.shown.mu.Unlock()
	if b.shown.all == nil || len(b.shown.all)+len(read) > mostShown {
		b.shown.all = map[string]ShownGame{}
	}
	for _, g := range read {
		x := ShownGame{g.Game, stamps[g.ID]}
		if known[g.ID] = x; x.Stamp != "" {
			b.shown.all[g.ID] = x
		}
	}
	out := make([]ShownGame, 0, len(ids))
	for _, id := range ids {
		if x := known[id]; x.Game != nil {
			out = append(out, x)
		}
	}
	return out, nil
}

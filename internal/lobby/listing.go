package lobby

import (
	"cmp"
	"context"
	"strings"
	"sync"

	"podesta/internal/game"
	"podesta/internal/gamestate"
)

// Filter selects games from all games of the judge.
type Filter struct {
	Status game.Status // empty for any
	// Account includes the unlisted games in which the account takes part. Mine
	// excludes all others.
	Account string
	Mine    bool
	Name    string // part of the name, ignoring case
	// After lists the games that follow a mark, and Before the games that precede it. Lists begin
	// with the newest game.
	After, Before game.ListMark
	Skip          int
	Limit         int  // 0 means 50; at most 200
	Plain         bool // whether to leave out the judge's example games
	Facets        []game.Facet
	Free          bool // whether to list only games with a free seat
	Places        bool // whether to fill in Page.Places
}

// Page is a part of a list of games.
type Page struct {
	Games []*game.Game
	// Places are the seats of the games as strangers see them, if the filter asks
	// for them.
	Places []Places
	Total  int // number of games that match the filter
	// AtLeast is set if Total is only the number of games that were found before
	// a search stopped.
	AtLeast bool
	// Newer and Older are the marks for Before and After of the adjacent pages; zero if there is no
	// such page.
	Newer, Older game.ListMark
}

// Limits of the size of a page.
const (
	usualPage = 50
	mostPage  = 200
)

// List returns a page of the listed games and, if the filter names an account, of the games in
// which it takes part. The newest come first.
func (l *Lobby) List(ctx context.Context, f Filter) (Page, error) {
	limit := min(cmp.Or(f.Limit, usualPage), mostPage)
	var page Page
	err := l.base.Read(ctx, func(tx *game.Tx) error {
		page = Page{}
		list, err := tx.Games.ListGames(game.GameQuery{
			Status: f.Status, Name: strings.TrimSpace(f.Name), Plain: f.Plain, Account: f.Account, Mine: f.Mine,
			After: f.After, Before: f.Before, Skip: f.Skip, Limit: limit, Count: true,
			Facets: f.Facets, Free: f.Free,
		})
		if err != nil {
			return err
		}
		page.Total, page.AtLeast, page.Newer, page.Older = list.Total, list.AtLeast, list.Newer, list.Older
		all, err := l.base.Shown(tx, list.IDs)
		if err != nil {
			return err
		}
		var places map[string]*Places
		if f.Places || f.Free {
			if places, err = l.placesOf(tx, all); err != nil {
				return err
			}
		}
		for _, x := range all {
			p, ok := places[x.ID]
			if !ok && (f.Places || f.Free) { // the game cannot be read
				continue
			}
			// The store does not know which powers are eliminated.
			if f.Free && x.Status != game.Forming && len(p.Vacant) == 0 {
				continue
			}
			page.Games = append(page.Games, x.Game)
			if f.Places {
				page.Places = append(page.Places, *p)
			}
		}
		return nil
	})
	return page, err
}

// listedPlaces caches the places of games as strangers see them, keyed by game ID.
type listedPlaces struct {
	mu  sync.Mutex
	all map[string]listedPlace
}

// listedPlace holds the places of a game, and the stamp of the state of the game for which they are
// valid.
type listedPlace struct {
	stamp  string
	places *Places
}

// maxListed is the number of games whose places are cached.
const maxListed = 2048

// placesOf returns the places of games as strangers see them, keyed by game ID. It reads only games
// that are not cached or have changed since, all of them together. Callers must not change the
// result.
func (l *Lobby) placesOf(tx *game.Tx, games []gamestate.ShownGame) (map[string]*Places, error) {
	out := map[string]*Places{}
	stamps := map[string]string{}
	var missing []string
	l.places.mu.Lock()
	for _, g := range games {
		stamps[g.ID] = g.Stamp
		if k, ok := l.places.all[g.ID]; ok && k.stamp == g.Stamp && g.Stamp != "" {
			out[g.ID] = k.places
		} else {
			missing = append(missing, g.ID)
		}
	}
	l.places.mu.Unlock()
	states, err := l.base.LoadAll(tx, missing)
	if err != nil {
		return nil, err
	}
	var forming []string
	for _, g := range states {
		if g.Status == game.Forming {
			forming = append(forming, g.ID)
		}
	}
	players, err := tx.Games.PlayersByGame(forming)
	if err != nil {
		return nil, err
	}
	for _, g := range states {
		p, err := l.placesFor(tx, g, game.Role{}, players[g.ID])
		if l.base.LeaveOut(g.ID, err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out[g.ID] = &p
	}
	l.places.mu.Lock()
	defer l.places.mu.Unlock()
	if l.places.all == nil || len(l.places.all)+len(states) > maxListed {
		l.places.all = map[string]listedPlace{}
	}
	for _, g := range states {
		if out[g.ID] == nil {
			continue
		}
		l.places.all[g.ID] = listedPlace{stamps[g.ID], out[g.ID]}
	}
	return out, nil
}

// Showcased returns the IDs of the judge's demonstration games, one to watch and one to try. An
// ID is empty if there is no such game.
func (l *Lobby) Showcased(ctx context.Context) (intro, table string, err error) {
	err = l.base.Read(ctx, func(tx *game.Tx) error {
		intro, table = "", ""
		list, err := tx.Games.ListGames(game.GameQuery{Showcase: true, Hidden: true})
		if err != nil {
			return err
		}
		for _, id := range list.IDs {
			r, err := tx.Games.Game(id)
			if err != nil {
				return err
			}
			switch {
			case r.Solitaire && table == "":
				table = id
			case !r.Solitaire && intro == "":
				intro = id
			}
		}
		return nil
	})
	return intro, table, err
}

package lobby

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"podesta/internal/game"
)

// Filter selects games from all games of the judge.
type Filter struct {
	Status game.Status // empty: any
	// Account includes the unlisted games in which the account takes part. Mine
	// excludes all others.
	Account string
	Mine    bool
	Name    string // part of the name, ignoring case
	// After begins with the games that are older than a place, and Before ends
	// with those that are newer.
	After, Before game.ListMark
	Skip          int
	Limit         int  // 0: 50; at most 200
	Plain         bool // without the judge's example games
	Facets        []game.Facet
	Free          bool // only games with a seat to take
}

// Page is a part of a list of games.
type Page struct {
	Games []*game.Game
	Total int // how many match the filter
	// AtLeast is set if Total is only the number of games that were found before
	// a search stopped.
	AtLeast bool
	// Newer and Older are the places for Before and After of the next pages;
	// zero: there is none.
	Newer, Older game.ListMark
}

// Limits of the size of a page.
const (
	usualPage = 50
	mostPage  = 200
)

// List returns a page of the games that are visible to everyone: those that are
// listed. The newest come first.
func (l *Lobby) List(ctx context.Context, f Filter) (Page, error) {
	limit := min(cmp.Or(f.Limit, usualPage), mostPage)
	var page Page
	err := l.Read(ctx, func(tx game.Tx) error {
		page = Page{}
		list, err := tx.ListGames(game.GameQuery{
			Status: f.Status, Name: strings.TrimSpace(f.Name), Plain: f.Plain, Account: f.Account, Mine: f.Mine,
			After: f.After, Before: f.Before, Skip: f.Skip, Limit: limit, Count: true,
			Facets: f.Facets, Free: f.Free,
		})
		if err != nil {
			return err
		}
		page.Total, page.AtLeast, page.Newer, page.Older = list.Total, list.AtLeast, list.Newer, list.Older
		if page.Games, err = l.listed(tx, list.IDs); err != nil || !f.Free {
			return err
		}
		page.Games, err = l.withSeat(tx, page.Games)
		return err
	})
	return page, err
}

// withSeat returns those of some games that someone can join or take over a seat
// in: the store does not know which powers are out of a game.
func (l *Lobby) withSeat(tx game.Tx, games []*game.Game) ([]*game.Game, error) {
	var out []*game.Game
	for _, g := range games {
		if g.Status != game.Forming {
			state, err := l.Load(tx, g.ID)
			if err != nil {
				return nil, err
			}
			vacant, err := l.vacancies(tx, state)
			if err != nil {
				return nil, err
			}
			if len(vacant) == 0 {
				continue
			}
		}
		out = append(out, g)
	}
	return out, nil
}

// maxListed is the number of games that are kept for lists, of some kilobytes each.
const maxListed = 2048

// listedGames keeps games that lists have shown, with their stamps.
type listedGames struct {
	mu  sync.Mutex
	all map[string]listedGame
}

type listedGame struct {
	stamp string
	game  *game.Game
}

// listed returns the games with some IDs, in their order. It reads only those that
// have changed since a list showed them. Nobody may change them.
func (l *Lobby) listed(tx game.Tx, ids []string) ([]*game.Game, error) {
	stamps, err := tx.Stamps(ids)
	if err != nil {
		return nil, err
	}
	known := map[string]*game.Game{}
	l.shown.mu.Lock()
	for _, id := range ids {
		if k, ok := l.shown.all[id]; ok && k.stamp == stamps[id] {
			known[id] = k.game
		}
	}
	l.shown.mu.Unlock()
	missing := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return known[id] != nil })
	read, err := l.LoadAll(tx, missing)
	if err != nil {
		return nil, err
	}
	l.shown.mu.Lock()
	defer l.shown.mu.Unlock()
	if l.shown.all == nil || len(l.shown.all)+len(read) > maxListed {
		l.shown.all = map[string]listedGame{}
	}
	for _, g := range read {
		known[g.ID] = g.Game
		if stamp := stamps[g.ID]; stamp != "" {
			l.shown.all[g.ID] = listedGame{stamp, g.Game}
		}
	}
	var out []*game.Game
	for _, id := range ids {
		if g := known[id]; g != nil {
			out = append(out, g)
		}
	}
	return out, nil
}

// Showcased returns the IDs of the demonstration games that the judge has
// created, one to look at and one to try. An ID is empty if there is no such
// game.
func (l *Lobby) Showcased(ctx context.Context) (intro, table string, err error) {
	err = l.Read(ctx, func(tx game.Tx) error {
		intro, table = "", ""
		list, err := tx.ListGames(game.GameQuery{Showcase: true, Hidden: true})
		if err != nil {
			return err
		}
		for _, id := range list.IDs {
			r, err := tx.Game(id)
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

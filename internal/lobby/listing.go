package lobby

import (
	"cmp"
	"context"
	"strings"

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
		})
		if err != nil {
			return err
		}
		page.Total, page.AtLeast, page.Newer, page.Older = list.Total, list.AtLeast, list.Newer, list.Older
		games, err := l.LoadAll(tx, list.IDs)
		for _, g := range games {
			page.Games = append(page.Games, g.Game)
		}
		return err
	})
	return page, err
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

package lobby

import (
	"cmp"
	"context"
	"slices"
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
	Skip    int
	Limit   int // 0: 50; at most 200
}

// Page is a part of a list of games.
type Page struct {
	Games []*game.Game
	Total int // how many match the filter
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
		q := game.GameQuery{Status: f.Status, Name: strings.TrimSpace(f.Name), Skip: f.Skip, Limit: limit}
		mine, err := membership(tx, f.Account)
		if err != nil {
			return err
		}
		if q.Also = mine; f.Mine {
			q.Also, q.Among, q.Hidden = nil, mine, true
		}
		var ids []string
		if ids, page.Total, err = tx.ListGames(q); err != nil {
			return err
		}
		for _, id := range ids {
			g, err := l.Load(tx, id)
			if err != nil {
				return err
			}
			page.Games = append(page.Games, g.Game)
		}
		return nil
	})
	return page, err
}

// Showcased returns the IDs of the demonstration games that the judge has
// created, one to look at and one to try. An ID is empty if there is no such
// game.
func (l *Lobby) Showcased(ctx context.Context) (intro, table string, err error) {
	err = l.Read(ctx, func(tx game.Tx) error {
		intro, table = "", ""
		ids, _, err := tx.ListGames(game.GameQuery{Showcase: true, Hidden: true})
		if err != nil {
			return err
		}
		for _, id := range ids {
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

// membership returns the games in which an account takes part. It is never nil.
func membership(tx game.Tx, account string) ([]string, error) {
	in := []string{}
	if account == "" {
		return in, nil
	}
	parts, err := tx.MembersOf(account)
	for i := range parts {
		if parts[i].Present() && !slices.Contains(in, parts[i].Game) {
			in = append(in, parts[i].Game)
		}
	}
	return in, err
}

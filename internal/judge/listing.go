package judge

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
)

// Filter chooses games from all that the judge has.
type Filter struct {
	Status Status // empty: any
	// Account takes in the games in which the account takes part, listed or not;
	// Mine leaves out all others.
	Account string
	Mine    bool
	Name    string // part of the name, in either case
	Skip    int
	Limit   int // 0: 50; at most 200
}

// Page is a part of a list of games.
type Page struct {
	Games []*Game
	Total int // how many the filter lets through
}

// The bounds of a page.
const (
	usualPage = 50
	mostPage  = 200
)

// List gives a page of the games that everybody may know of: those that are
// listed, and tables that are run by links alone. The newest come first.
func (j *Judge) List(ctx context.Context, f Filter) (Page, error) {
	limit := min(cmp.Or(f.Limit, usualPage), mostPage)
	var page Page
	err := j.read(ctx, func(tx Tx) error {
		page = Page{}
		records, err := tx.Games()
		if err != nil {
			return err
		}
		mine, err := membership(tx, f.Account)
		if err != nil {
			return err
		}
		slices.Reverse(records)
		name := strings.ToLower(strings.TrimSpace(f.Name))
		for _, r := range records {
			if f.Mine && !mine[r.ID] || f.Status != "" && r.status() != f.Status ||
				!strings.Contains(strings.ToLower(r.Name), name) || !mine[r.ID] && !r.listed() {
				continue
			}
			page.Total++
			if page.Total <= f.Skip || len(page.Games) == limit {
				continue
			}
			g, err := j.open(tx, r)
			if err != nil {
				return err
			}
			page.Games = append(page.Games, g.Game)
		}
		return nil
	})
	return page, err
}

// membership is the set of games in which an account takes part.
func membership(tx Tx, account string) (map[string]bool, error) {
	in := map[string]bool{}
	if account == "" {
		return in, nil
	}
	parts, err := host(tx).MembersOf(account)
	for i := range parts {
		if parts[i].there() {
			in[parts[i].Game] = true
		}
	}
	return in, err
}

// status is where the game of a record stands.
func (r *GameRecord) status() Status {
	if r.Status == "" && r.Finished {
		return Over
	}
	return cmp.Or(r.Status, Active)
}

// listed reports whether everybody may know of a game.
func (r *GameRecord) listed() bool {
	if len(r.Hosting) == 0 {
		return true
	}
	var h struct {
		Listed bool `json:"listed"`
	}
	return json.Unmarshal(r.Hosting, &h) == nil && h.Listed
}

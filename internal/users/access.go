package users

import (
	"context"
	"maps"
	"slices"

	"podesta/internal/account"
	"podesta/internal/game"
)

// Access lists everything that can read or use an account, for its owner, with the
// names of the games.
func (u *Users) Access(ctx context.Context, accountID string) ([]account.Access, error) {
	var out []account.Access
	err := u.Read(ctx, func(tx *game.Tx) (err error) {
		if out, err = u.Accounts.Access(tx, accountID); err != nil {
			return err
		}
		games := map[string]string{}
		for _, x := range out {
			if x.Game != "" {
				games[x.Game] = ""
			}
		}
		titles, err := tx.Games.Titles(slices.Sorted(maps.Keys(games)))
		for i := range titles {
			games[titles[i].ID] = titles[i].Name
		}
		for i := range out {
			out[i].GameName = games[out[i].Game]
		}
		return err
	})
	return out, err
}

// EndAccess ends access to an account; see account.Service.
func (u *Users) EndAccess(ctx context.Context, accountID string, kind account.AccessKind, id string, letters bool) error {
	return u.Write(ctx, func(tx *game.Tx) error { return u.Accounts.EndAccess(ctx, tx, accountID, kind, id, letters) })
}

// EndAllAccess ends all access to an account but one session, by its hash; see
// account.Service.EndAll. The caller has checked that the owner asks for it.
func (u *Users) EndAllAccess(ctx context.Context, accountID, except string, letters bool) error {
	return u.Write(ctx, func(tx *game.Tx) error { return u.Accounts.EndAll(ctx, tx, accountID, except, letters) })
}

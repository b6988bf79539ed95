package store

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"

	"podesta/internal/game"
)

// Stamp returns a text that identifies what the database holds about a game and
// about the accounts of its members. After any change to these, by any process,
// it is another text. It returns ErrNoRecord if there is no such game.
func (x *tx) Stamp(gameID string) (string, error) {
	all, err := x.Stamps([]string{gameID})
	if err != nil {
		return "", err
	}
	stamp, ok := all[gameID]
	if !ok {
		return "", game.ErrNoRecord
	}
	return stamp, nil
}

// Stamps returns the stamps of games by ID, without those that do not exist.
func (x *tx) Stamps(ids []string) (map[string]string, error) {
	out := map[string]string{}
	err := inChunks("game", ids, func(where string, args []any) error {
		type part struct {
			game, account string
			stamp         sql.NullInt64 // invalid: there is no such account
		}
		parts, err := all(x, func(row row) (p part, err error) { return p, row(&p.game, &p.account, &p.stamp) },
			"SELECT game, '' AS id, value FROM stamp"+where+" UNION ALL "+
				// For a join, the database might read the whole table of accounts.
				"SELECT game, account, (SELECT stamp FROM account"+x.d.by("account_stamp")+" WHERE account.id = member.account) FROM member"+where+" ORDER BY 1, 2", append(args, args...)...)
		if err != nil {
			return err
		}
		parts = slices.DeleteFunc(parts, func(p part) bool { return !p.stamp.Valid })
		var sum hash.Hash
		for i, p := range parts {
			if i == 0 || parts[i-1].game != p.game {
				if sum = nil; p.account == "" { // a member's row alone is not a game
					sum = sha256.New()
				}
			}
			if sum == nil {
				continue
			}
			fmt.Fprintf(sum, "%s %d\n", p.account, p.stamp.Int64)
			if i == len(parts)-1 || parts[i+1].game != p.game {
				out[p.game] = hex.EncodeToString(sum.Sum(nil)[:16])
			}
		}
		return nil
	})
	return out, err
}

package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"

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
			stamp         int64
		}
		parts, err := all(x, func(row row) (p part, err error) { return p, row(&p.game, &p.account, &p.stamp) },
			"SELECT game, '' AS id, value FROM stamp"+where+" UNION ALL "+
				"SELECT member.game, account.id, account.stamp FROM member JOIN account ON account.id = member.account"+where+" ORDER BY 1, 2", append(args, args...)...)
		if err != nil {
			return err
		}
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
			fmt.Fprintf(sum, "%s %d\n", p.account, p.stamp)
			if i == len(parts)-1 || parts[i+1].game != p.game {
				out[p.game] = hex.EncodeToString(sum.Sum(nil)[:16])
			}
		}
		return nil
	})
	return out, err
}

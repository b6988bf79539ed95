package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"podesta/internal/game"
)

// Stamp returns a text that identifies what the database holds about a game and
// about the accounts of its members. After any change to these, by any process,
// it is another text. It returns ErrNoRecord if there is no such game.
func (x *tx) Stamp(gameID string) (string, error) {
	type part struct {
		account string
		stamp   int64
	}
	parts, err := all(x, func(row row) (p part, err error) { return p, row(&p.account, &p.stamp) },
		"SELECT '' AS id, value FROM stamp WHERE game = ? UNION ALL "+
			"SELECT account.id, account.stamp FROM member JOIN account ON account.id = member.account WHERE member.game = ? ORDER BY 1", gameID, gameID)
	if err != nil {
		return "", err
	}
	if len(parts) == 0 || parts[0].account != "" {
		return "", game.ErrNoRecord
	}
	hash := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(hash, "%s %d\n", p.account, p.stamp)
	}
	return hex.EncodeToString(hash.Sum(nil)[:16]), nil
}

package store

import (
	"crypto/sha256"
	"encoding/hex"
)

// Stamps returns the stamps of the games that exist, keyed by game ID. The database combines the
// data about a game and its members into one row, because reading a row for each member would take
// most of the time.
func (x *tx) Stamps(ids []string) (map[string]string, error) {
	out := make(map[string]string, len(ids))
	err := inChunks("game", ids, func(where string, args []any) error {
		_, err := all(x, func(row row) (none struct{}, err error) {
			var id, state string
			if err = row(&id, &state); err == nil {
				sum := sha256.Sum256([]byte(state))
				out[id] = hex.EncodeToString(sum[:16])
			}
			return none, err
		}, "SELECT game, "+stampState(x.d)+" FROM stamp"+where, args...)
		return err
	})
	return out, err
}

// stampState returns the SQL expression that produces the rows of the table stamp: a line for the
// game, and one for the account of each member.
func stampState(d *dialect) string {
	// This is a subquery, because for a join the database might read the whole table of accounts.
	line := "account || ' ' || (SELECT stamp FROM account" + d.by("account_stamp") + " WHERE account.id = member.account) || '\n'"
	return "' ' || value || '\n' || coalesce((SELECT string_agg(" + line + ", '' ORDER BY account) FROM member WHERE member.game = stamp.game), '')"
}

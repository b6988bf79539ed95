package store

import (
	"context"

	"podesta/internal/game"
)

// The limits of the table tally.
const (
	fewChanges  = 100  // with fewer changes, nothing is added up
	mostChanges = 2000 // maximum number of changes added up in one transaction
)

// Tally adds up the recorded changes in the numbers of games. It reports whether there may be more
// changes. Several processes can call it at the same time.
func (s *Store) Tally(ctx context.Context) (more bool, err error) {
	waiting := 0
	err = s.Read(ctx, func(t *game.Tx) (err error) {
		waiting, err = one(t.Games.(*tx), func(row row) (n int, err error) { return n, row(&n) }, "SELECT count(*) FROM (SELECT 1 FROM tally LIMIT ?) AS part", fewChanges)
		return err
	})
	if err != nil || waiting < fewChanges {
		return false, err
	}
	err = s.Write(ctx, func(t *game.Tx) error {
		x := t.Games.(*tx)
		type kind struct {
			status           string
			listed, showcase int
		}
		sums := map[kind]int{}
		gone, err := all(x, func(row row) (struct{}, error) {
			var k kind
			var n int
			err := row(&k.status, &k.listed, &k.showcase, &n)
			sums[k] += n
			return struct{}{}, err
		}, "DELETE FROM tally WHERE id IN (SELECT id FROM tally ORDER BY id LIMIT ?"+x.d.skipLocked+") RETURNING status, listed, showcase, games", mostChanges)
		if err != nil {
			return err
		}
		more = len(gone) == mostChanges
		for k, n := range sums {
			if n == 0 {
				continue
			}
			if err := x.insert("tally", "status, listed, showcase, games", k.status, k.listed, k.showcase, n); err != nil {
				return err
			}
		}
		return nil
	})
	return more, err
}

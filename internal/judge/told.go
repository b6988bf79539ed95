package judge

import (
	"context"

	"podesta/internal/journal"
)

// Told returns the number of the last entry in a game's log; 0: there is none.
func (j *Judge) Told(ctx context.Context, game string) (int64, error) {
	var last int64
	err := j.read(ctx, func(tx Tx) (err error) {
		last, err = journal.Last(tx, game)
		return err
	})
	return last, err
}

package press

import (
	"context"

	"podesta/internal/game"
	"podesta/internal/journal"
)

// Told returns the number of the last entry in a game's log, or 0 if there is
// none.
func (p *Press) Told(ctx context.Context, gameID string) (int64, error) {
	var last int64
	err := p.Read(ctx, func(tx game.Tx) (err error) {
		last, err = journal.Last(tx, gameID)
		return err
	})
	return last, err
}

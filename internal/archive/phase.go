package archive

import (
	"context"
	"encoding/json"
	"errors"

	"podesta/internal/game"
)

// PackPhase returns a stored phase as JSON, for the operator's own tools. It makes no permission
// checks. It has the same form as a phase in the file of a game, and contains everyone's orders.
func (z *Archive) PackPhase(ctx context.Context, gameID string, number int) ([]byte, error) {
	var m movedGame
	err := z.base.Read(ctx, func(tx *game.Tx) error {
		g, err := z.base.Load(tx, gameID)
		if err != nil {
			return err
		}
		m.Phases = nil
		err = packPhase(tx, g, number, &m)
		if errors.Is(err, game.ErrNoRecord) {
			return game.ErrNoPhase
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return json.MarshalIndent(m.Phases[0], "", "  ")
}

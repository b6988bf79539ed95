package clock

import "podesta/internal/game"

// MotionToldItem is the kind of items that name the motions that players have
// been told of.
const MotionToldItem = "motiontold"

// ClearMotions forgets all motions.
func ClearMotions(tx game.Tx, gameID string) error {
	if err := game.DropItems(tx, gameID, MotionToldItem); err != nil {
		return err
	}
	for _, m := range game.Motions {
		if err := tx.DropAgreements(gameID, m.Motion); err != nil {
			return err
		}
	}
	return nil
}

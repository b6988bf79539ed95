package clock

import "podesta/internal/game"

// MotionToldItem is the kind of the items that record the motions that players
// have been notified of.
const MotionToldItem = "motiontold"

// ClearMotions deletes all motions.
func ClearMotions(tx *game.Tx, gameID string) error {
	if err := game.DropItems(tx, gameID, MotionToldItem); err != nil {
		return err
	}
	for _, m := range game.Motions {
		if err := tx.Votes.DropAgreements(gameID, m.Motion); err != nil {
			return err
		}
	}
	return nil
}

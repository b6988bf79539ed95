package journal

import "podesta/internal/game"

// Last returns the number of the last entry in a game's log, or 0. The numbers
// have no gaps, so bisection finds the end.
func Last(tx *game.Tx, gameID string) (int64, error) {
	exists := func(seq int64) (bool, error) {
		e, err := tx.Log.Entries(gameID, seq-1, 1)
		return len(e) > 0, err
	}
	last, step := int64(0), int64(1)
	for {
		ok, err := exists(last + step)
		if err != nil {
			return 0, err
		}
		if !ok {
			break
		}
		last += step
		step *= 2
	}
	for step > 1 {
		step /= 2
		ok, err := exists(last + step)
		if err != nil {
			return 0, err
		}
		if ok {
			last += step
		}
	}
	return last, nil
}

package judge

import "context"

// Told is the number of the last entry in a game's log; 0: there is none.
func (j *Judge) Told(ctx context.Context, game string) (int64, error) {
	var last int64
	err := j.read(ctx, func(tx Tx) error {
		last = 0
		there := func(seq int64) (bool, error) {
			e, err := tx.Entries(game, seq-1, 1)
			return len(e) > 0, err
		}
		step := int64(1)
		for step > 0 { // the numbers have no gaps, so the end is found by halves
			ok, err := there(last + step)
			if err != nil {
				return err
			}
			if !ok {
				break
			}
			last += step
			step *= 2
		}
		for step > 1 {
			step /= 2
			ok, err := there(last + step)
			if err != nil {
				return err
			}
			if ok {
				last += step
			}
		}
		return nil
	})
	return last, err
}

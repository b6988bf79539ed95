package judge

import "context"

// Reliability is the account's one score, in percent, and how it came about; a
// newcomer has 100.
func (j *Judge) Reliability(ctx context.Context, account string) (percent int, words string, err error) {
	err = j.read(ctx, func(tx Tx) error {
		a, err := j.account(tx, account)
		if err != nil {
			return err
		}
		k, err := ReadKept(a)
		s := k.Outcomes.Score()
		percent, words = s.Percent, s.String()
		return err
	})
	return percent, words, err
}

// enough tells whether somebody may ask of others what reliability he wants:
// never more than he has himself.
func enough(a *Account, percent int) error {
	if percent == 0 {
		return nil
	}
	k, err := ReadKept(a)
	if err != nil {
		return err
	}
	if s := k.Outcomes.Score(); s.Percent < percent {
		return invalid("You cannot ask of others a reliability of %d%% while yours is %s.", percent, s)
	}
	return nil
}

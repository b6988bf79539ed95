package judge

import "context"

// Reliability is the account's one score, in percent, and how it came about; a
// newcomer has 100.
func (j *Judge) Reliability(ctx context.Context, account string) (percent int, words string, err error) {
	err = j.read(ctx, func(tx Tx) error {
		a, err := j.accounts.Account(tx, account)
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

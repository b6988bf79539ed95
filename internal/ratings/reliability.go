package ratings

import (
	"context"

	"podesta/internal/account"
	"podesta/internal/game"
)

// Reliability is the account's one score, in percent, and how it came about; a
// newcomer has 100.
func (r *Ratings) Reliability(ctx context.Context, accountID string) (percent int, words string, err error) {
	err = r.Read(ctx, func(tx game.Tx) error {
		a, err := r.Accounts.Account(tx, accountID)
		if err != nil {
			return err
		}
		k, err := account.ReadRecord(a)
		s := k.Outcomes.Score()
		percent, words = s.Percent, s.String()
		return err
	})
	return percent, words, err
}

package ratings

import (
	"context"

	"podesta/internal/account"
	"podesta/internal/game"
)

// Reliability returns the score of an account, in percent, with an explanation.
// A new account has 100.
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

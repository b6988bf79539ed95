package ratings

import (
	"context"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// Reliability returns the reliability score of an account, in percent, with an explanation. A new
// account has a score of 100.
func (r *Ratings) Reliability(ctx context.Context, accountID string) (percent int, why message.Message, err error) {
	err = r.base.Read(ctx, func(tx *game.Tx) error {
		a, err := r.base.Accounts.AccountIn(tx, accountID)
		if err != nil {
			return err
		}
		k, err := account.ReadRecord(a, r.base.Now())
		s := k.Outcomes.Score()
		percent, why = s.Percent, s.Say()
		return err
	})
	return percent, why, err
}

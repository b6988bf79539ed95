package users

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"podesta/internal/account"
	"podesta/internal/game"
)

// Bounced records that an e-mail to an address of an account was permanently refused or bounced.
// The masters of the account's games are notified, at most once a week. first is true if the
// address worked before. Addresses that the account no longer uses are ignored.
func (u *Users) Bounced(ctx context.Context, accountID, email, why string) (first bool, err error) {
	var games []string
	err = u.base.Write(ctx, func(tx *game.Tx) error {
		first, games = false, nil
		a, err := u.base.Accounts.AccountIn(tx, accountID)
		if errors.Is(err, account.ErrNoAccount) || err == nil && !strings.EqualFold(a.Email, email) {
			return nil
		}
		if err != nil {
			return err
		}
		b, err := account.ReadBouncing(tx, accountID)
		if err != nil {
			return err
		}
		now := u.base.Now()
		if b == nil || b.Over(now) || !strings.EqualFold(b.Email, email) {
			b, first = &account.Bouncing{Email: email, Since: now}, true
		}
		b.Last, b.Why = now, why
		b.Count++
		text, err := json.Marshal(b)
		if err != nil {
			return err
		}
		if err := tx.Items.Put("", account.BouncingItem, accountID, text); err != nil {
			return err
		}
		parts, err := tx.Members.MembersOf(accountID)
		if err != nil {
			return err
		}
		for i := range parts {
			if parts[i].Present() && !slices.Contains(games, parts[i].Game) {
				games = append(games, parts[i].Game)
			}
		}
		return nil
	})
	for _, g := range games {
		err = errors.Join(err, u.press.Undelivered(ctx, g, accountID))
	}
	return first, err
}

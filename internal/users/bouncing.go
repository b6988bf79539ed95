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

// Bounced records that an e-mail to an address of an account was permanently
// refused or bounced. The masters of its games are notified, at most once a
// week. first is true if the address worked before. Addresses that the account
// no longer uses are ignored.
func (u *Users) Bounced(ctx context.Context, accountID, email, why string) (first bool, err error) {
	var games []string
	err = u.Write(ctx, func(tx *game.Tx) error {
		first, games = false, nil
		a, err := u.Accounts.Account(tx, accountID)
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
		now := u.Now()
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

// Arrives records that an e-mail came from an address, and removes what was
// recorded about it.
func (u *Users) Arrives(ctx context.Context, accountID, email string) error {
	b, err := u.Bouncing(ctx, accountID)
	if err != nil || b == nil || !strings.EqualFold(b.Email, email) {
		return err
	}
	return u.Write(ctx, func(tx *game.Tx) error { return tx.Items.Drop("", account.BouncingItem, accountID) })
}

// Bouncing returns the address of an account to which e-mails do not arrive, or
// nil if no such address is known.
func (u *Users) Bouncing(ctx context.Context, accountID string) (*account.Bouncing, error) {
	var out *account.Bouncing
	err := u.Read(ctx, func(tx *game.Tx) (err error) {
		out, err = u.Accounts.Bouncing(tx, accountID)
		return err
	})
	return out, err
}

// AllBouncing returns the accounts to which e-mails do not arrive, the longest
// first. It is for operators.
func (u *Users) AllBouncing(ctx context.Context) ([]account.Bouncing, error) {
	var out []account.Bouncing
	err := u.Read(ctx, func(tx *game.Tx) (err error) {
		out, err = u.Accounts.AllBouncing(tx)
		return err
	})
	return out, err
}

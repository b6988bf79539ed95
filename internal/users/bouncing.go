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

// Bounced notes that a letter to an address of an account was refused for good or
// came back. The masters of its games are told, once a week at most, and first is
// true where the address worked so far. Addresses that the account does not use
// any more are no matter.
func (u *Users) Bounced(ctx context.Context, accountID, email, why string) (first bool, err error) {
	var games []string
	err = u.Write(ctx, func(tx game.Tx) error {
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
		if err := tx.Put("", account.BouncingItem, accountID, text); err != nil {
			return err
		}
		parts, err := tx.MembersOf(accountID)
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

// Arrives notes that somebody writes from an address, so that what was noted of
// it is over.
func (u *Users) Arrives(ctx context.Context, accountID, email string) error {
	b, err := u.Bouncing(ctx, accountID)
	if err != nil || b == nil || !strings.EqualFold(b.Email, email) {
		return err
	}
	return u.Write(ctx, func(tx game.Tx) error { return tx.Drop("", account.BouncingItem, accountID) })
}

// Bouncing reports whether letters to an account do not arrive; nil: nothing is
// known of that.
func (u *Users) Bouncing(ctx context.Context, accountID string) (*account.Bouncing, error) {
	var out *account.Bouncing
	err := u.Read(ctx, func(tx game.Tx) (err error) {
		out, err = u.Accounts.Bouncing(tx, accountID)
		return err
	})
	return out, err
}

// AllBouncing lists the accounts to which letters do not arrive, the longest
// first; it is for whoever runs the judge.
func (u *Users) AllBouncing(ctx context.Context) ([]account.Bouncing, error) {
	var out []account.Bouncing
	err := u.Read(ctx, func(tx game.Tx) (err error) {
		out, err = u.Accounts.AllBouncing(tx)
		return err
	})
	return out, err
}

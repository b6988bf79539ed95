package users

import (
	"context"
	"errors"

	"podesta/internal/account"
	"podesta/internal/game"
)

// NewCalendar returns the secret in the address of a calendar with the deadlines
// of an account. Any earlier one no longer works.
func (u *Users) NewCalendar(ctx context.Context, accountID string) (string, error) {
	var secret string
	err := u.Write(ctx, func(tx game.Tx) error {
		a, err := u.Accounts.Able(tx, accountID)
		if err != nil {
			return err
		}
		if err := dropCalendars(tx, a.ID); err != nil {
			return err
		}
		secret, err = u.Accounts.Issue(tx, game.Token{Kind: game.CalendarToken, Account: a.ID}, 0)
		return err
	})
	return secret, err
}

// DropCalendar revokes the address of an account's calendar, if there is one.
func (u *Users) DropCalendar(ctx context.Context, accountID string) error {
	return u.Write(ctx, func(tx game.Tx) error { return dropCalendars(tx, accountID) })
}

func dropCalendars(tx game.Tx, accountID string) error {
	tokens, err := tx.Tokens(accountID)
	if err != nil {
		return err
	}
	for _, t := range tokens {
		if t.Kind != game.CalendarToken {
			continue
		}
		if err := tx.DropToken(t.Hash); err != nil && !errors.Is(err, game.ErrNoRecord) {
			return err
		}
	}
	return nil
}

// CalendarOf returns the account whose calendar has an address with a secret. The
// error code is "forbidden" for any other secret, and for a closed account.
func (u *Users) CalendarOf(ctx context.Context, secret string) (*game.Account, error) {
	var a *game.Account
	var t game.Token
	err := u.Read(ctx, func(tx game.Tx) (err error) {
		if t, err = u.Accounts.Live(tx, secret); err != nil {
			return err
		}
		if t.Kind != game.CalendarToken {
			return account.ErrToken
		}
		a, err = u.Accounts.Account(tx, t.Account)
		if err == nil && a.Blocked {
			err = account.ErrBlocked
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return a, u.touch(ctx, t)
}

// touch records the use of a token, unless it was recorded lately. With a full
// disk, people can still read: failing to record it is no reason to refuse it.
func (u *Users) touch(ctx context.Context, t game.Token) error {
	now := u.Now()
	if now.Sub(t.Used) < account.TouchEvery {
		return nil
	}
	err := u.Write(ctx, func(tx game.Tx) error {
		err := tx.TouchToken(t.Hash, now)
		if errors.Is(err, game.ErrNoRecord) {
			err = account.ErrToken
		}
		return err
	})
	if game.ErrorCode(err) == game.Unavailable {
		return nil
	}
	return err
}

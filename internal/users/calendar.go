package users

import (
	"context"
	"errors"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// NewCalendar returns the secret in the address of a calendar with the deadlines
// of an account. Any earlier one no longer works.
func (u *Users) NewCalendar(ctx context.Context, accountID string) (string, error) {
	var secret string
	err := u.Write(ctx, func(tx *game.Tx) error {
		a, err := u.Accounts.Able(tx, accountID)
		if err != nil {
			return err
		}
		if err := account.DropWhere(tx, a.ID, func(t *game.Token) bool { return t.Kind == game.CalendarToken }); err != nil {
			return err
		}
		if secret, err = u.Accounts.Issue(tx, game.Token{Kind: game.CalendarToken, Account: a.ID}, 0); err != nil {
			return err
		}
		return u.Accounts.TellNow(ctx, tx, a, message.New("An address of your calendar was created. Anyone who has it sees in which games you play and when orders are due."))
	})
	return secret, err
}

// CalendarOf returns the account whose calendar has an address with a secret. The
// error code is "forbidden" for any other secret, and for a closed account.
func (u *Users) CalendarOf(ctx context.Context, secret string) (*game.Account, error) {
	var a *game.Account
	var t game.Token
	err := u.Read(ctx, func(tx *game.Tx) (err error) {
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
	err := u.Write(ctx, func(tx *game.Tx) error {
		err := tx.Tokens.TouchToken(t.Hash, now)
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

package account

import (
	"context"
	"errors"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// NewCalendar returns the secret in the address of a calendar with the deadlines
// of an account. Any earlier one no longer works.
func (s *Service) NewCalendar(ctx context.Context, account string) (string, error) {
	var secret string
	err := s.store.Write(ctx, func(tx *game.Tx) error {
		a, err := s.Able(tx, account)
		if err != nil {
			return err
		}
		if err := DropWhere(tx, a.ID, func(t *game.Token) bool { return t.Kind == game.CalendarToken }); err != nil {
			return err
		}
		if secret, err = s.Issue(tx, game.Token{Kind: game.CalendarToken, Account: a.ID}, 0); err != nil {
			return err
		}
		return s.TellNow(ctx, tx, a, message.New("An address of your calendar was created. Anyone who has it sees in which games you play and when orders are due."))
	})
	return secret, err
}

// CalendarOf returns the account whose calendar address contains a secret. The error code is
// "forbidden" for any other secret, and for a closed account.
func (s *Service) CalendarOf(ctx context.Context, secret string) (*game.Account, error) {
	var a *game.Account
	var t game.Token
	err := s.store.Read(ctx, func(tx *game.Tx) (err error) {
		if t, err = s.Live(tx, secret); err != nil {
			return err
		}
		if t.Kind != game.CalendarToken {
			return ErrToken
		}
		a, err = s.AccountIn(tx, t.Account)
		if err == nil && a.Blocked {
			err = ErrBlocked
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return a, s.touch(ctx, t)
}

// touch records the use of a token, unless a use was recorded recently. It ignores the error of an
// unavailable store, so that people can still read when the disk is full. It returns ErrToken if
// the token no longer exists.
func (s *Service) touch(ctx context.Context, t game.Token) error {
	now := s.now()
	if now.Sub(t.Used) < TouchEvery {
		return nil
	}
	err := s.store.Write(ctx, func(tx *game.Tx) error {
		err := tx.Tokens.TouchToken(t.Hash, now)
		if errors.Is(err, game.ErrNoRecord) {
			err = ErrToken
		}
		return err
	})
	if game.ErrorCode(err) == game.Unavailable {
		return nil
	}
	return err
}

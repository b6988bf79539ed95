package account

import (
	"context"
	"errors"

	"podesta/internal/game"
)

// LoginLink returns a secret for a link that signs in once within an hour. It
// returns the zero SecretMail for an unknown address, which the caller must not
// reveal. The error code is "too_many" if too many links were requested,
// whether or not the address is known.
func (s *Service) LoginLink(ctx context.Context, email string) (SecretMail, error) {
	email, err := CleanEmail(email)
	if err != nil {
		return SecretMail{}, err
	}
	known, _, err := s.suspect(ctx, email)
	if err != nil {
		return SecretMail{}, err
	}
	if _, err := s.askLetter(ctx, email, known.ID); err != nil {
		return SecretMail{}, err
	}
	return writing(ctx, s, func(tx *game.Tx) (SecretMail, error) {
		a, err := tx.Accounts.AccountByEmail(email)
		if errors.Is(err, game.ErrNoRecord) || err == nil && a.Blocked {
			return SecretMail{}, s.spendTime(tx)
		}
		if err != nil {
			return SecretMail{}, err
		}
		secret, err := s.Issue(tx, game.Token{Kind: game.LoginToken, Account: a.ID, Email: email}, loginTime)
		return SecretMail{email, secret}, err
	})
}

// UseLink signs in with the secret of a link, and returns the account and the address to which the
// link was sent. A secret works once. The error code is "forbidden" for a secret that is not valid.
func (s *Service) UseLink(ctx context.Context, secret string) (a *game.Account, letter string, err error) {
	var t game.Token
	err = s.store.Write(ctx, func(tx *game.Tx) (err error) {
		a, t, err = s.useLink(tx, secret)
		return err
	})
	s.signedIn(ctx, "letter", "", t.Account, err)
	if err != nil {
		return nil, "", err
	}
	s.answered(ctx, t.Email)
	return a, t.Email, nil
}

// useLink uses up the secret of a link, and returns the account and the token.
func (s *Service) useLink(tx *game.Tx, secret string) (*game.Account, game.Token, error) {
	t, err := s.spend(tx, secret, game.LoginToken)
	if err != nil {
		return nil, t, err
	}
	a, err := s.AccountIn(tx, t.Account)
	if err == nil && a.Blocked {
		err = ErrBlocked
	}
	return a, t, err
}

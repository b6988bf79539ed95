package users

import (
	"context"
	"errors"

	"podesta/internal/account"
	"podesta/internal/game"
)

// ConfirmOwner reports by a nil error that whoever uses a token may change what
// opens the account: the token is a session that began within RecentSignIn, or
// the password is right. A session that somebody has got hold of is not enough.
func (u *Users) ConfirmOwner(ctx context.Context, a *game.Account, t game.Token, password string) error {
	switch {
	case u.Accounts.Recent(t):
		return nil
	case t.Kind != game.SessionToken || a.Hash == "" || password == "":
		return account.ErrReauthenticate
	}
	return u.confirmPassword(ctx, a, t, password)
}

// ConfirmPasswordChange reports by a nil error that whoever uses a session may
// set another password: the current one is right, the account has none and the
// session is a recent one, or a letter has opened the session a short while ago.
func (u *Users) ConfirmPasswordChange(ctx context.Context, a *game.Account, t game.Token, current string) error {
	if a.Hash == "" || t.Email != "" && u.Accounts.Recent(t) {
		return u.ConfirmOwner(ctx, a, t, "")
	}
	return u.confirmPassword(ctx, a, t, current)
}

// confirmPassword checks the password of somebody who is signed on already:
// strangers who guess do not keep the owner from it.
func (u *Users) confirmPassword(ctx context.Context, a *game.Account, t game.Token, password string) error {
	_, err := u.SignIn(account.WithKnown(ctx, "session "+t.Hash), a.Email, password)
	if game.ErrorCode(err) == game.Forbidden && !errors.Is(err, account.ErrBlocked) {
		err = account.ErrCurrent
	}
	return err
}

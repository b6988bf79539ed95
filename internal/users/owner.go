package users

import (
	"context"
	"errors"

	"podesta/internal/account"
	"podesta/internal/game"
)

// ConfirmOwner returns nil if the user of a token may change the credentials of
// the account: the token is a session that began within RecentSignIn, or the
// password is right. An older session alone, which someone else may have
// obtained, is not enough.
func (u *Users) ConfirmOwner(ctx context.Context, a *game.Account, t game.Token, password string) error {
	switch {
	case u.Accounts.Recent(t):
		return nil
	case t.Kind != game.SessionToken || a.Hash == "" || password == "":
		return account.ErrReauthenticate
	}
	return u.confirmPassword(ctx, a, t, password)
}

// ConfirmPasswordChange returns nil if the user of a session may set another
// password: the current password is right, or the account has none and the
// session is recent, or a link in an e-mail has opened the session recently.
func (u *Users) ConfirmPasswordChange(ctx context.Context, a *game.Account, t game.Token, current string) error {
	if a.Hash == "" || t.Email != "" && u.Accounts.Recent(t) {
		return u.ConfirmOwner(ctx, a, t, "")
	}
	return u.confirmPassword(ctx, a, t, current)
}

// confirmPassword checks the password of a person who is signed in already.
// Failed attempts of strangers do not prevent this.
func (u *Users) confirmPassword(ctx context.Context, a *game.Account, t game.Token, password string) error {
	_, err := u.SignIn(account.WithKnown(ctx, "session "+t.Hash), a.Email, password)
	if game.ErrorCode(err) == game.Forbidden && !errors.Is(err, account.ErrBlocked) {
		err = account.ErrCurrent
	}
	return err
}

package judge

import (
	"context"
	"errors"

	"podesta/internal/account"
	"podesta/internal/game"
)

// ConfirmOwner reports by a nil error that whoever uses a token may change what
// opens the account: the token is a session that began within RecentSignIn, or
// the password is right. A session that somebody has got hold of is not enough.
func (j *Judge) ConfirmOwner(ctx context.Context, a *game.Account, t game.Token, password string) error {
	switch {
	case j.Accounts.Recent(t):
		return nil
	case t.Kind != game.SessionToken || a.Hash == "" || password == "":
		return account.ErrReauthenticate
	}
	return j.confirmPassword(ctx, a, t, password)
}

// ConfirmPasswordChange reports by a nil error that whoever uses a session may
// set another password: the current one is right, the account has none and the
// session is a recent one, or a letter has opened the session a short while ago.
func (j *Judge) ConfirmPasswordChange(ctx context.Context, a *game.Account, t game.Token, current string) error {
	if a.Hash == "" || t.Email != "" && j.Accounts.Recent(t) {
		return j.ConfirmOwner(ctx, a, t, "")
	}
	return j.confirmPassword(ctx, a, t, current)
}

// confirmPassword checks the password of somebody who is signed on already:
// strangers who guess do not keep the owner from it.
func (j *Judge) confirmPassword(ctx context.Context, a *game.Account, t game.Token, password string) error {
	_, err := j.SignIn(account.WithKnown(ctx, "session "+t.Hash), a.Email, password)
	if game.ErrorCode(err) == game.Forbidden && !errors.Is(err, account.ErrBlocked) {
		err = account.ErrCurrent
	}
	return err
}

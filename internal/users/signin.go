package users

import (
	"cmp"
	"context"
	"slices"

	"podesta/internal/account"
	"podesta/internal/game"
)

// SignIn checks a password. The error code is "forbidden" whatever is wrong
// with the address and password, and "too_many" after too many attempts: for
// this account from this place (WithRemote), from this place for any account,
// or for this account from everywhere. Attempts of others do not count for a
// browser that has signed in before (WithBrowser), nor for callers who are
// known otherwise (WithKnown). An unknown address takes the same time and
// yields the same errors as a known one.
func (u *Users) SignIn(ctx context.Context, email, password string) (*game.Account, error) {
	key := "not an address"
	email, err := account.CleanEmail(email)
	if err == nil {
		key = email
	}
	a, count, err := u.suspect(ctx, email)
	if err != nil {
		return nil, err
	}
	out, outcome, err := u.trySignIn(ctx, key, a, count, password)
	u.Accounts.SignedIn(ctx, "password", outcome, a.ID, err)
	return out, err
}

// trySignIn implements SignIn for the account of an address, or the zero
// account for an unknown one. The returned outcome is for the log.
func (u *Users) trySignIn(ctx context.Context, key string, a game.Account, count account.WrongCount, password string) (*game.Account, string, error) {
	t, outcome, err := u.Accounts.Try(ctx, key, a, count, password)
	switch {
	case err != nil:
		return nil, outcome, err
	case t.Wrong:
		err := u.Write(ctx, func(tx *game.Tx) error { return u.Accounts.CountWrong(tx, t) })
		return nil, outcome, cmp.Or(err, error(account.ErrSignIn))
	case !t.Repeated && !t.Weak:
		return &a, "", nil
	}
	hash := a.Hash
	if t.Weak {
		if hash, err = u.Accounts.Hash(ctx, password); err != nil {
			return nil, "", err
		}
	}
	var out *game.Account
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		out, err = u.Accounts.Welcome(tx, t, hash)
		return err
	})
	if err != nil {
		return nil, "", err
	}
	return out, "", nil
}

// suspect returns the account of an address and the count of its wrong
// passwords.
func (u *Users) suspect(ctx context.Context, email string) (a game.Account, count account.WrongCount, err error) {
	err = u.Read(ctx, func(tx *game.Tx) (err error) {
		a, count, err = account.Suspect(tx, email)
		return err
	})
	return a, count, err
}

// PasswordOption selects an additional effect of SetPassword.
type PasswordOption int

// EndAccess also ends all other access to the account.
const EndAccess PasswordOption = 1

// SetPassword sets an account's password. Its sessions and links end, so that
// anyone who used the old password is signed out. An empty password removes it:
// the account can then sign in only with links. The error code is "invalid" for
// a password that is too easy, and "forbidden" for an unverified account, whose
// owner is not known yet.
func (u *Users) SetPassword(ctx context.Context, account, password string, also ...PasswordOption) error {
	a, err := u.Account(ctx, account)
	if err != nil {
		return err
	}
	hash := ""
	if password != "" {
		if err := u.CheckPassword(password, a.Name, a.Email); err != nil {
			return err
		}
		if hash, err = u.Accounts.Hash(ctx, password); err != nil {
			return err
		}
	}
	return u.Write(ctx, func(tx *game.Tx) error {
		return u.Accounts.SetPassword(ctx, tx, account, hash, slices.Contains(also, EndAccess))
	})
}

// LoginLink returns a secret for a link that signs in once within an hour. It
// returns the zero SecretMail for an unknown address, which the caller must not
// reveal. The error code is "too_many" if too many links were requested,
// whether or not the address is known.
func (u *Users) LoginLink(ctx context.Context, email string) (account.SecretMail, error) {
	email, err := account.CleanEmail(email)
	if err != nil {
		return account.SecretMail{}, err
	}
	known, _, err := u.suspect(ctx, email)
	if err != nil {
		return account.SecretMail{}, err
	}
	if _, err := u.Accounts.AskLetter(ctx, email, known.ID); err != nil {
		return account.SecretMail{}, err
	}
	var out account.SecretMail
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		out, err = u.Accounts.LoginLink(tx, email)
		return err
	})
	if err != nil {
		return account.SecretMail{}, err
	}
	return out, nil
}

// UseLink signs in with the secret of a link, and returns the address to which it was
// sent, too. A secret works once. The error code is "forbidden".
func (u *Users) UseLink(ctx context.Context, secret string) (a *game.Account, letter string, err error) {
	var t game.Token
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		a, t, err = u.Accounts.UseLink(tx, secret)
		return err
	})
	u.Accounts.SignedIn(ctx, "letter", "", t.Account, err)
	if err != nil {
		return nil, "", err
	}
	u.Accounts.Answered(ctx, t.Email)
	return a, t.Email, nil
}

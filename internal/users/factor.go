package users

import (
	"context"
	"errors"

	"podesta/internal/account"
	"podesta/internal/game"
)

// Factor returns the second factor of an account, for its owner.
func (u *Users) Factor(ctx context.Context, accountID string) (f account.Factor, err error) {
	err = u.Read(ctx, func(tx *game.Tx) (err error) {
		f, err = u.Accounts.Factor(tx, accountID)
		return err
	})
	return f, err
}

// Withheld reports whether an account lacks the rights of a master or operator
// until it has a second factor.
func (u *Users) Withheld(ctx context.Context, a *game.Account) (withheld bool, err error) {
	err = u.Read(ctx, func(tx *game.Tx) (err error) {
		withheld, err = u.Accounts.Withheld(tx, a)
		return err
	})
	return withheld, err
}

// BeginFactor begins to set up a second factor, and returns its secret. The
// caller has checked that the owner asks for it.
func (u *Users) BeginFactor(ctx context.Context, accountID string) (secret string, err error) {
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		secret, err = u.Accounts.BeginFactor(tx, accountID)
		return err
	})
	return secret, err
}

// BegunFactor returns the secret that is being set up, or "".
func (u *Users) BegunFactor(ctx context.Context, accountID string) (secret string, err error) {
	err = u.Read(ctx, func(tx *game.Tx) (err error) {
		secret, err = u.Accounts.BegunFactor(tx, accountID)
		return err
	})
	return secret, err
}

// ConfirmFactor turns the second factor on with a code of it, and returns the
// recovery codes. All sessions but the one with the hash end. The error code is
// "forbidden" for a wrong code, and "too_many" after too many.
func (u *Users) ConfirmFactor(ctx context.Context, accountID, session, code string) (spare []string, err error) {
	ok := false
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		spare, ok, err = u.Accounts.ConfirmFactor(ctx, tx, accountID, session, code)
		return err
	})
	if err == nil && !ok {
		err = account.ErrFirstCode
	}
	return spare, err
}

// checkCode uses up a code of an account's second factor.
func (u *Users) checkCode(ctx context.Context, accountID, code string) error {
	ok := false
	err := u.Write(ctx, func(tx *game.Tx) (err error) {
		ok, err = u.Accounts.CheckCode(ctx, tx, accountID, code)
		return err
	})
	if err == nil && !ok {
		err = account.ErrCode
	}
	return err
}

// NewSpares replaces the recovery codes, after a code.
func (u *Users) NewSpares(ctx context.Context, accountID, code string) (codes []string, err error) {
	if err := u.checkCode(ctx, accountID, code); err != nil {
		return nil, err
	}
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		codes, err = u.Accounts.NewSpares(ctx, tx, accountID)
		return err
	})
	return codes, err
}

// SetFactorMail sets, after a code, whether a master's commands by e-mail are
// taken from an account with a second factor.
func (u *Users) SetFactorMail(ctx context.Context, accountID, code string, on bool) error {
	if err := u.checkCode(ctx, accountID, code); err != nil {
		return err
	}
	return u.Write(ctx, func(tx *game.Tx) error { return u.Accounts.SetFactorMail(ctx, tx, accountID, on) })
}

// DropFactor turns the second factor off, after a code.
func (u *Users) DropFactor(ctx context.Context, accountID, code string) error {
	if err := u.checkCode(ctx, accountID, code); err != nil {
		return err
	}
	return u.ResetFactor(ctx, accountID)
}

// ResetFactor turns the second factor of an account off without a code. It is
// meant for the person who runs the program, not for clients.
func (u *Users) ResetFactor(ctx context.Context, accountID string) error {
	return u.Write(ctx, func(tx *game.Tx) error { return u.Accounts.DropFactor(ctx, tx, accountID) })
}

// SecondStep is called for an account that has shown a password or a link. If
// it has a second factor, SecondStep returns a secret for FinishSignIn, which
// the person must send with a code.
func (u *Users) SecondStep(ctx context.Context, h account.Half) (half string, err error) {
	f, err := u.Factor(ctx, h.Account)
	if err != nil || !f.On {
		return "", err
	}
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		half, err = u.Accounts.KeepHalf(tx, h)
		return err
	})
	return half, err
}

// FinishSignIn checks the code after SecondStep, and returns what it was called with.
// After a wrong code,
// whose error code is "forbidden", again is the secret of another try. The
// error code is "too_many" after too many wrong codes.
func (u *Users) FinishSignIn(ctx context.Context, half, code string) (h account.Half, again string, err error) {
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		h, err = u.Accounts.TakeHalf(tx, half)
		return err
	})
	if err != nil {
		return h, "", err
	}
	err = u.confirmCode(ctx, h.Account, code)
	if err != nil && (errors.Is(err, account.ErrCode) || game.ErrorCode(err) == game.TooMany) {
		if again, e := u.SecondStep(ctx, h); e == nil {
			return h, again, err
		}
	}
	if err != nil {
		return h, "", err
	}
	a, err := u.Account(ctx, h.Account)
	if err == nil && a.Blocked {
		err = account.ErrBlocked
	}
	return h, "", err
}

// confirmCode is checkCode, and logs the outcome.
func (u *Users) confirmCode(ctx context.Context, accountID, code string) error {
	err := u.checkCode(ctx, accountID, code)
	u.Accounts.SignedIn(ctx, "code", "", accountID, err)
	return err
}

// ConfirmCode checks the code that came together with the first factor, for
// clients that send both at once. Accounts without a second factor need none.
func (u *Users) ConfirmCode(ctx context.Context, accountID, code string) error {
	f, err := u.Factor(ctx, accountID)
	switch {
	case err != nil || !f.On:
		return err
	case code == "":
		return account.ErrCodeNeeded
	}
	return u.confirmCode(ctx, accountID, code)
}

// UseLinkWith is UseLink for clients that send the code of the second factor
// together with the secret of a link. The link can be used again after a wrong
// code.
func (u *Users) UseLinkWith(ctx context.Context, secret, code string) (a *game.Account, letter string, err error) {
	var t game.Token
	err = u.Read(ctx, func(tx *game.Tx) (err error) {
		if t, err = u.Accounts.Live(tx, secret); err == nil && t.Kind != game.LoginToken {
			err = account.ErrToken
		}
		return err
	})
	if err == nil {
		err = u.ConfirmCode(ctx, t.Account, code)
	}
	if err != nil {
		return nil, "", err
	}
	return u.UseLink(ctx, secret)
}

// MasterByMail reports whether a master's commands by e-mail are taken from an
// account: if it has no second factor, or its owner has allowed it.
func (u *Users) MasterByMail(ctx context.Context, accountID string) (bool, error) {
	f, err := u.Factor(ctx, accountID)
	return !f.On || f.Mail, err
}

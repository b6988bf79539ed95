package users

import (
	"context"
	"errors"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// Register creates an account that is not yet verified and returns the secret
// to e-mail to the address. For a known address it returns the existing account
// and no secret: the caller e-mails its owner, and replies as always. The error
// codes are "invalid", "conflict" if the name is taken, and "too_many".
func (u *Users) Register(ctx context.Context, name, email, zone string) (*game.Account, account.SecretMail, error) {
	name, err := account.CleanName(name)
	if err != nil {
		return nil, account.SecretMail{}, err
	}
	if email, err = u.Accounts.NewEmail(email); err != nil {
		return nil, account.SecretMail{}, err
	}
	if zone, err = u.Accounts.ZoneOr(zone); err != nil {
		return nil, account.SecretMail{}, err
	}
	if err := u.Accounts.CountStranger(ctx, "register "); err != nil {
		return nil, account.SecretMail{}, err
	}
	asked, err := u.Accounts.AskLetter(ctx, email, "")
	if err != nil {
		return nil, account.SecretMail{}, err
	}
	var a *game.Account
	var out account.SecretMail
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		a, out, err = u.Accounts.Register(tx, name, email, zone)
		return err
	})
	if err != nil {
		asked.Undo()
		return nil, account.SecretMail{}, err
	}
	return a, out, nil
}

// Verify proves an address by the secret that was e-mailed to it. A secret
// works once. The first address makes the account verified. The error codes are
// "forbidden" if the secret is not valid, and "conflict" if another account has
// proved the address meanwhile.
func (u *Users) Verify(ctx context.Context, secret string) (*game.Account, error) {
	var a *game.Account
	var t game.Token
	err := u.Write(ctx, func(tx *game.Tx) (err error) {
		a, t, err = u.Accounts.Verify(ctx, tx, secret)
		return err
	})
	if err != nil {
		return nil, err
	}
	u.Accounts.Answered(ctx, t.Email)
	return a, nil
}

// Account returns the account with an ID, or ErrNoAccount. It contains data
// that only its owner may see.
func (u *Users) Account(ctx context.Context, id string) (*game.Account, error) {
	var a *game.Account
	err := u.Read(ctx, func(tx *game.Tx) error {
		var err error
		a, err = u.Accounts.Account(tx, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	return a, nil
}

// AccountByEmail returns the account that has proved an address, or
// ErrNoAccount.
func (u *Users) AccountByEmail(ctx context.Context, email string) (*game.Account, error) {
	email, err := account.CleanEmail(email)
	if err != nil {
		return nil, account.ErrNoAccount
	}
	var out game.Account
	err = u.Read(ctx, func(tx *game.Tx) error {
		var err error
		out, err = tx.Accounts.AccountByEmail(email)
		if errors.Is(err, game.ErrNoRecord) {
			err = account.ErrNoAccount
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return &out, nil
}

// SaveProfile changes the name and the time zone of an account.
func (u *Users) SaveProfile(ctx context.Context, account, name, zone string) error {
	return u.Write(ctx, func(tx *game.Tx) error { return u.Accounts.SaveProfile(tx, account, name, zone) })
}

// SetOperator makes an account an operator of the judge, or an ordinary one. It
// is meant for the person who runs the program, not for clients.
func (u *Users) SetOperator(ctx context.Context, account string, operator bool) error {
	return u.mark(ctx, account, func(a *game.Account) { a.Operator = operator })
}

// Block blocks or unblocks an account. Its sessions and keys do not work while
// it is blocked. It is for operators; the caller has checked that.
// While the person who answers for a program is blocked, the program cannot join
// games.
func (u *Users) Block(ctx context.Context, account string, blocked bool) error {
	return u.Write(ctx, func(tx *game.Tx) error {
		a, err := u.Accounts.Change(tx, account, func(a *game.Account) error { a.Blocked = blocked; return nil })
		if err != nil || !a.Program {
			return err
		}
		what := message.New("An operator has closed its account.")
		if !blocked {
			what = message.New("An operator has opened its account again.")
		}
		return u.Accounts.TellProgramOwner(tx, a, what)
	})
}

func (u *Users) mark(ctx context.Context, account string, f func(*game.Account)) error {
	return u.Write(ctx, func(tx *game.Tx) error { return u.Accounts.Mark(tx, account, f) })
}

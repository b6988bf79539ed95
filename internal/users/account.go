package users

import (
	"context"
	"errors"

	"podesta/internal/account"
	"podesta/internal/game"
)

// Register makes an account, not yet verified, and returns the secret that is
// mailed to the address. An address that is known already gives its account and
// no secret: the door tells its owner by mail, and answers the same as always.
// The errors are "invalid", "conflict" for a name that somebody has, and
// "too_many".
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
	err = u.Write(ctx, func(tx game.Tx) (err error) {
		a, out, err = u.Accounts.Register(tx, name, email, zone)
		return err
	})
	if err != nil {
		asked.Undo()
		return nil, account.SecretMail{}, err
	}
	return a, out, nil
}

// Verify proves an address by the secret that was mailed to it, once. The first
// address makes the account a verified one. The errors are "forbidden" for a
// secret that does not work, and "conflict" for an address that another account
// has proved meanwhile.
func (u *Users) Verify(ctx context.Context, secret string) (*game.Account, error) {
	var a *game.Account
	var t game.Token
	err := u.Write(ctx, func(tx game.Tx) (err error) {
		a, t, err = u.Accounts.Verify(ctx, tx, secret)
		return err
	})
	if err != nil {
		return nil, err
	}
	u.Accounts.Answered(ctx, t.Email)
	return a, nil
}

// Account is the account of that ID; ErrNoAccount. It holds what only its owner
// may see.
func (u *Users) Account(ctx context.Context, id string) (*game.Account, error) {
	var a *game.Account
	err := u.Read(ctx, func(tx game.Tx) error {
		var err error
		a, err = u.Accounts.Account(tx, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	return a, nil
}

// AccountByEmail is the account that has proved an address; ErrNoAccount.
func (u *Users) AccountByEmail(ctx context.Context, email string) (*game.Account, error) {
	email, err := account.CleanEmail(email)
	if err != nil {
		return nil, account.ErrNoAccount
	}
	var out game.Account
	err = u.Read(ctx, func(tx game.Tx) error {
		var err error
		out, err = tx.AccountByEmail(email)
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
	return u.Write(ctx, func(tx game.Tx) error { return u.Accounts.SaveProfile(tx, account, name, zone) })
}

// SetKeeper makes an account a keeper of the judge, or an ordinary one; it is for
// whoever runs the program, not for any door.
func (u *Users) SetKeeper(ctx context.Context, account string, keeper bool) error {
	return u.mark(ctx, account, func(a *game.Account) { a.Keeper = keeper })
}

// Block closes an account, or opens it again; its sessions and keys do not work
// meanwhile. It is for keepers, whose account the door has checked.
func (u *Users) Block(ctx context.Context, account string, blocked bool) error {
	return u.mark(ctx, account, func(a *game.Account) { a.Blocked = blocked })
}

func (u *Users) mark(ctx context.Context, account string, f func(*game.Account)) error {
	return u.Write(ctx, func(tx game.Tx) error { return u.Accounts.Mark(tx, account, f) })
}

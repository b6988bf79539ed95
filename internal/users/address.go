package users

import (
	"context"

	"podesta/internal/account"
	"podesta/internal/game"
)

// AddAddress asks for another address of an account and returns the secret that is
// mailed to it. One that another account has gives no error and no secret.
func (u *Users) AddAddress(ctx context.Context, accountID, email string) (account.SecretMail, error) {
	email, err := u.Accounts.NewEmail(email)
	if err != nil {
		return account.SecretMail{}, err
	}
	if _, err := u.Accounts.AskLetter(ctx, email, "account "+accountID); err != nil {
		return account.SecretMail{}, err
	}
	var out account.SecretMail
	err = u.Write(ctx, func(tx game.Tx) (err error) {
		out, err = u.Accounts.AddAddress(tx, accountID, email)
		return err
	})
	if err != nil {
		return account.SecretMail{}, err
	}
	return out, nil
}

// Addresses lists the addresses of an account, for its owner.
func (u *Users) Addresses(ctx context.Context, account string) ([]game.Address, error) {
	var out []game.Address
	err := u.Read(ctx, func(tx game.Tx) (err error) {
		out, err = u.Accounts.Addresses(tx, account)
		return err
	})
	return out, err
}

// SetEmail makes one of the account's verified addresses the one to which its
// mail goes.
func (u *Users) SetEmail(ctx context.Context, account, email string) error {
	return u.Write(ctx, func(tx game.Tx) error { return u.Accounts.SetEmail(ctx, tx, account, email) })
}

// RemoveAddress takes an address from an account; the one to which its mail goes
// stays.
func (u *Users) RemoveAddress(ctx context.Context, account, email string) error {
	return u.Write(ctx, func(tx game.Tx) error { return u.Accounts.RemoveAddress(ctx, tx, account, email) })
}

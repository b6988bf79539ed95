package users

import (
	"context"

	"podesta/internal/account"
	"podesta/internal/game"
)

// AddAddress requests another address for an account and returns the secret to
// e-mail to it. If another account has the address, it returns neither an error
// nor a secret.
func (u *Users) AddAddress(ctx context.Context, accountID, email string) (account.SecretMail, error) {
	email, err := u.Accounts.NewEmail(email)
	if err != nil {
		return account.SecretMail{}, err
	}
	if _, err := u.Accounts.AskLetter(ctx, email, "account "+accountID); err != nil {
		return account.SecretMail{}, err
	}
	var out account.SecretMail
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		out, err = u.Accounts.AddAddress(tx, accountID, email)
		return err
	})
	if err != nil {
		return account.SecretMail{}, err
	}
	return out, nil
}

// Addresses returns the addresses of an account, for its owner.
func (u *Users) Addresses(ctx context.Context, account string) ([]game.Address, error) {
	var out []game.Address
	err := u.Read(ctx, func(tx *game.Tx) (err error) {
		out, err = u.Accounts.Addresses(tx, account)
		return err
	})
	return out, err
}

// SetEmail selects the verified address of the account to which its e-mail is
// sent.
func (u *Users) SetEmail(ctx context.Context, account, email string) error {
	return u.Write(ctx, func(tx *game.Tx) error { return u.Accounts.SetEmail(ctx, tx, account, email) })
}

// RemoveAddress removes an address from an account. The address to which its
// e-mail is sent cannot be removed.
func (u *Users) RemoveAddress(ctx context.Context, account, email string) error {
	return u.Write(ctx, func(tx *game.Tx) error { return u.Accounts.RemoveAddress(ctx, tx, account, email) })
}

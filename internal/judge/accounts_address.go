package judge

import (
	"context"
)

// AddAddress asks for another address of an account and returns the secret that is
// mailed to it. One that another account has gives no error and no secret.
func (j *Judge) AddAddress(ctx context.Context, account, email string) (SecretMail, error) {
	email, err := j.accounts.NewEmail(email)
	if err != nil {
		return SecretMail{}, err
	}
	if _, err := j.accounts.AskLetter(ctx, email, "account "+account); err != nil {
		return SecretMail{}, err
	}
	var out SecretMail
	err = j.write(ctx, func(tx Tx) (err error) {
		out, err = j.accounts.AddAddress(tx, account, email)
		return err
	})
	if err != nil {
		return SecretMail{}, err
	}
	return out, nil
}

// Addresses lists the addresses of an account, for its owner.
func (j *Judge) Addresses(ctx context.Context, account string) ([]Address, error) {
	var out []Address
	err := j.read(ctx, func(tx Tx) (err error) {
		out, err = j.accounts.Addresses(tx, account)
		return err
	})
	return out, err
}

// SetEmail makes one of the account's verified addresses the one to which its
// mail goes.
func (j *Judge) SetEmail(ctx context.Context, account, email string) error {
	return j.write(ctx, func(tx Tx) error { return j.accounts.SetEmail(ctx, tx, account, email) })
}

// RemoveAddress takes an address from an account; the one to which its mail goes
// stays.
func (j *Judge) RemoveAddress(ctx context.Context, account, email string) error {
	return j.write(ctx, func(tx Tx) error { return j.accounts.RemoveAddress(ctx, tx, account, email) })
}

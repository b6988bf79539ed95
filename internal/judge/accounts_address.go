package judge

import (
	"context"
	"errors"
	"fmt"
)

// AddAddress asks for another address of an account and returns the secret that is
// mailed to it. One that another account has gives no error and no secret.
func (j *Judge) AddAddress(ctx context.Context, account, email string) (SecretMail, error) {
	email, err := j.newEmail(email)
	if err != nil {
		return SecretMail{}, err
	}
	if _, err := j.askLetter(ctx, email, "account "+account); err != nil {
		return SecretMail{}, err
	}
	var secret string
	err = j.write(ctx, func(tx Tx) error {
		secret = ""
		a, err := j.able(tx, account)
		if err != nil {
			return err
		}
		have, err := tx.Addresses(account)
		if err != nil {
			return err
		}
		known := false
		for _, x := range have {
			if x.Email == email && x.Verified {
				return &Error{Code: Conflict, Message: "This address is one of yours already."}
			}
			known = known || x.Email == email
		}
		if len(have) >= maxAddresses && !known {
			return &Error{Code: Conflict, Message: fmt.Sprintf("An account can have %d addresses. Remove one first.", maxAddresses)}
		}
		err = tx.SaveAddress(Address{Email: email, Account: a.ID})
		if errors.Is(err, ErrTaken) {
			return nil
		}
		if err != nil {
			return err
		}
		secret, err = j.issue(tx, Token{Kind: VerifyToken, Account: a.ID, Email: email}, verifyTime)
		return err
	})
	if err != nil {
		return SecretMail{}, err
	}
	return SecretMail{email, secret}, nil
}

// Addresses lists the addresses of an account, for its owner.
func (j *Judge) Addresses(ctx context.Context, account string) ([]Address, error) {
	var out []Address
	err := j.read(ctx, func(tx Tx) error {
		if _, err := j.account(tx, account); err != nil {
			return err
		}
		var err error
		out, err = tx.Addresses(account)
		return err
	})
	return out, err
}

// SetEmail makes one of the account's verified addresses the one to which its
// mail goes.
func (j *Judge) SetEmail(ctx context.Context, account, email string) error {
	return j.write(ctx, func(tx Tx) error {
		_, err := j.change(tx, account, func(a *Account) error {
			have, err := tx.Addresses(account)
			if err != nil {
				return err
			}
			for _, x := range have {
				if x.Verified && SameAddress(x.Email, email) {
					if a.Email == x.Email {
						return nil
					}
					before := a.Email
					a.Email = x.Email
					return j.tellOwner(ctx, tx, a, []string{before}, "Mail to you goes to %s from now on.", x.Email)
				}
			}
			return invalid("This is not one of your confirmed addresses. Add it first and follow the link in the letter that comes.")
		})
		return err
	})
}

// RemoveAddress takes an address from an account; the one to which its mail goes
// stays.
func (j *Judge) RemoveAddress(ctx context.Context, account, email string) error {
	return j.write(ctx, func(tx Tx) error {
		a, err := j.account(tx, account)
		if err != nil {
			return err
		}
		have, err := tx.Addresses(account)
		if err != nil {
			return err
		}
		for _, x := range have {
			if !SameAddress(x.Email, email) {
				continue
			}
			if x.Email == a.Email {
				return &Error{Code: Conflict, Message: "Your mail goes to this address. Choose another one for it first."}
			}
			before, err := ownersOf(tx, account)
			if err != nil {
				return err
			}
			if err := tx.DropAddress(x.Email); err != nil || !x.Verified {
				return err
			}
			return j.tellOwner(ctx, tx, a, before, "The address %s was removed from your account.", x.Email)
		}
		return &Error{Code: NotFound, Message: "This is not one of your addresses."}
	})
}

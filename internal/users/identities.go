package users

import (
	"context"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
)

// Seal returns a value as a text that a browser keeps for the judge; see
// account.Service.
func (u *Users) Seal(purpose string, v any, ttl time.Duration) (string, error) {
	return u.Accounts.Seal(purpose, v, ttl)
}

// Unseal reads a text of Seal. The error code is "forbidden" if it is none for the
// purpose, or too old.
func (u *Users) Unseal(purpose, text string, v any) error {
	return u.Accounts.Unseal(purpose, text, v)
}

// BeginIdentity records that a sign-in at an identity provider has begun. by is
// the account that connects the identity; empty: someone signs in. The error code
// is "too_many" after too many from one place.
func (u *Users) BeginIdentity(ctx context.Context, by, state string) error {
	if err := u.Accounts.CountStranger(ctx, "identity "); err != nil {
		return err
	}
	return u.Write(ctx, func(tx *game.Tx) error { return u.Accounts.KeepState(tx, by, state) })
}

// TakeIdentityState uses up the state of a sign-in at an identity provider. The
// error code is "forbidden" for one that was used before.
func (u *Users) TakeIdentityState(ctx context.Context, by, state string) error {
	err := u.Write(ctx, func(tx *game.Tx) error { return u.Accounts.TakeState(tx, by, state) })
	if err == nil {
		u.Accounts.UndoStranger(ctx)
	}
	return err
}

// SignInByIdentity returns the account that is connected with an identity. moved
// reports whether the provider now knows the person by an address that the account
// does not have. The error code is "not_found" if no account is connected.
func (u *Users) SignInByIdentity(ctx context.Context, id game.Identity) (a *game.Account, moved bool, err error) {
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		a, moved, err = u.Accounts.UseIdentity(tx, id)
		return err
	})
	owner := ""
	if a != nil {
		owner = a.ID
	}
	u.Accounts.SignedIn(ctx, "identity provider", "", owner, err)
	if err != nil {
		return nil, false, err
	}
	return a, moved, nil
}

// LinkIdentity connects an identity with an account. provider is the name of where
// it is from. The error code is "conflict" if another account has it.
func (u *Users) LinkIdentity(ctx context.Context, accountID, provider string, id game.Identity) error {
	return u.Write(ctx, func(tx *game.Tx) error { return u.Accounts.LinkIdentity(ctx, tx, accountID, provider, id) })
}

// UnlinkIdentity disconnects an identity. letters reports whether the judge sends
// e-mail. The error code is "conflict" if nobody could sign in to the account any
// more.
func (u *Users) UnlinkIdentity(ctx context.Context, accountID, provider, issuer, subject string, letters bool) error {
	return u.Write(ctx, func(tx *game.Tx) error {
		return u.Accounts.UnlinkIdentity(ctx, tx, accountID, provider, issuer, subject, letters)
	})
}

// Identities returns the identities of an account, the oldest first.
func (u *Users) Identities(ctx context.Context, accountID string) (out []game.Identity, err error) {
	err = u.Read(ctx, func(tx *game.Tx) (err error) {
		out, err = tx.Identities.Identities(accountID)
		return err
	})
	return out, err
}

// RegisterByIdentity creates an account for a person whose address an identity
// provider has verified. The error codes are those of Register.
func (u *Users) RegisterByIdentity(ctx context.Context, name, zone, provider string, id game.Identity) (a *game.Account, err error) {
	if name, err = account.CleanName(name); err != nil {
		return nil, err
	}
	if zone, err = u.Accounts.ZoneOr(zone); err != nil {
		return nil, err
	}
	if err := u.Accounts.CountStranger(ctx, "register "); err != nil {
		return nil, err
	}
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		a, err = u.Accounts.RegisterProved(ctx, tx, name, zone, provider, id)
		return err
	})
	return a, err
}

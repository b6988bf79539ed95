package users

import (
	"context"
	"encoding/json"

	"podesta/internal/account"
	"podesta/internal/game"
)

// NewPasskey asks a browser to make a passkey for an account: what to ask, as
// navigator.credentials.create takes it, and a secret that AddPasskey wants back
// within ten minutes.
func (u *Users) NewPasskey(ctx context.Context, site account.Site, accountID string) (options json.RawMessage, secret string, err error) {
	err = u.Write(ctx, func(tx game.Tx) (err error) {
		options, secret, err = u.Accounts.NewPasskey(tx, site, accountID)
		return err
	})
	return options, secret, err
}

// AddPasskey keeps the passkey that a browser has made. The errors are "invalid"
// for an answer that cannot be read, "forbidden" for one that does not belong to
// the question, and "conflict" for a passkey that is known already.
func (u *Users) AddPasskey(ctx context.Context, site account.Site, accountID, secret, name string, answer []byte) (*game.Passkey, error) {
	if err := account.CheckPasskey(site, name); err != nil {
		return nil, err
	}
	session, err := u.takeCeremony(ctx, accountID, secret)
	if err != nil {
		return nil, err
	}
	var p *game.Passkey
	err = u.Write(ctx, func(tx game.Tx) (err error) {
		p, err = u.Accounts.AddPasskey(ctx, tx, site, accountID, session, name, answer)
		return err
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// takeCeremony uses up what a browser was asked, in a transaction of its own: it
// is used up even if the answer is wrong.
func (u *Users) takeCeremony(ctx context.Context, accountID, secret string) (account.PasskeySession, error) {
	var out account.PasskeySession
	err := u.Write(ctx, func(tx game.Tx) (err error) {
		out, err = u.Accounts.TakeCeremony(tx, accountID, secret)
		return err
	})
	return out, err
}

// AskPasskey asks a browser for any passkey of the site: what to ask, as
// navigator.credentials.get takes it, and a secret that SignInByPasskey wants
// back within ten minutes.
func (u *Users) AskPasskey(ctx context.Context, site account.Site) (options json.RawMessage, secret string, err error) {
	err = u.Write(ctx, func(tx game.Tx) (err error) {
		options, secret, err = u.Accounts.AskPasskey(tx, site)
		return err
	})
	return options, secret, err
}

// SignInByPasskey is the account whose passkey has answered. The errors are
// "forbidden" for whatever is wrong with it and "too_many" for too many wrong
// ones from one place (WithRemote). A passkey whose counter goes back is not
// accepted from then on.
func (u *Users) SignInByPasskey(ctx context.Context, site account.Site, secret string, answer []byte) (*game.Account, error) {
	a, owner, err := u.signInByPasskey(ctx, site, secret, answer)
	u.Accounts.SignedIn(ctx, "passkey", "", owner, err)
	return a, err
}

// signInByPasskey is SignInByPasskey, and returns the owner of the passkey as far
// as it is known.
func (u *Users) signInByPasskey(ctx context.Context, site account.Site, secret string, answer []byte) (a *game.Account, owner string, err error) {
	if err := account.CheckSite(site); err != nil {
		return nil, "", err
	}
	if err := u.Accounts.CountStranger(ctx, ""); err != nil {
		return nil, "", err
	}
	session, err := u.takeCeremony(ctx, "", secret)
	if err != nil {
		return nil, "", err
	}
	var copied bool
	err = u.Write(ctx, func(tx game.Tx) (err error) {
		a, owner, copied, err = u.Accounts.UsePasskey(tx, site, session, answer)
		return err
	})
	switch {
	case err != nil:
		return nil, owner, err
	case copied:
		return nil, owner, account.ErrCopied
	}
	u.Accounts.UndoStranger(ctx)
	return a, owner, nil
}

// Passkeys lists the passkeys of an account, oldest first.
func (u *Users) Passkeys(ctx context.Context, account string) ([]game.Passkey, error) {
	var out []game.Passkey
	err := u.Read(ctx, func(tx game.Tx) (err error) {
		out, err = tx.Passkeys(account)
		return err
	})
	return out, err
}

// RenamePasskey changes what an account's passkey is called.
func (u *Users) RenamePasskey(ctx context.Context, account, id, name string) error {
	return u.Write(ctx, func(tx game.Tx) error { return u.Accounts.RenamePasskey(tx, account, id, name) })
}

// RemovePasskey takes a passkey from an account: it does not sign in any more.
func (u *Users) RemovePasskey(ctx context.Context, account, id string) error {
	return u.Write(ctx, func(tx game.Tx) error { return u.Accounts.RemovePasskey(ctx, tx, account, id) })
}

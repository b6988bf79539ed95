package users

import (
	"context"
	"encoding/json"

	"podesta/internal/account"
	"podesta/internal/game"
)

// NewPasskey returns a request for a browser to create a passkey for an
// account, as navigator.credentials.create takes it, and a secret that must be
// passed to AddPasskey within ten minutes.
func (u *Users) NewPasskey(ctx context.Context, site account.Site, accountID string) (options json.RawMessage, secret string, err error) {
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		options, secret, err = u.Accounts.NewPasskey(tx, site, accountID)
		return err
	})
	return options, secret, err
}

// AddPasskey stores the passkey that a browser has created. The error code is
// "invalid" for an answer that cannot be parsed, "forbidden" for one that does
// not match the request, and "conflict" for a known passkey.
func (u *Users) AddPasskey(ctx context.Context, site account.Site, accountID, secret, name string, answer []byte) (*game.Passkey, error) {
	if err := account.CheckPasskey(site, name); err != nil {
		return nil, err
	}
	session, err := u.takeCeremony(ctx, accountID, secret)
	if err != nil {
		return nil, err
	}
	var p *game.Passkey
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		p, err = u.Accounts.AddPasskey(ctx, tx, site, accountID, session, name, answer)
		return err
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// takeCeremony uses up a request in its own transaction: it is used up even if
// the answer is wrong.
func (u *Users) takeCeremony(ctx context.Context, accountID, secret string) (account.PasskeySession, error) {
	var out account.PasskeySession
	err := u.Write(ctx, func(tx *game.Tx) (err error) {
		out, err = u.Accounts.TakeCeremony(tx, accountID, secret)
		return err
	})
	return out, err
}

// AskPasskey returns a request for any passkey of the site, as
// navigator.credentials.get takes it, and a secret that must be passed to
// SignInByPasskey within ten minutes.
func (u *Users) AskPasskey(ctx context.Context, site account.Site) (options json.RawMessage, secret string, err error) {
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		options, secret, err = u.Accounts.AskPasskey(tx, site)
		return err
	})
	return options, secret, err
}

// SignInByPasskey returns the account whose passkey has answered a request, and what is
// recorded of the session that it opens (Token.Opened). The error code is "forbidden" whatever is wrong with the answer, and "too_many"
// after too many wrong answers from one place (WithRemote). A passkey whose
// counter decreases is refused from then on.
func (u *Users) SignInByPasskey(ctx context.Context, site account.Site, secret string, answer []byte) (a *game.Account, opened string, err error) {
	a, key, err := u.signInByPasskey(ctx, site, secret, answer)
	u.Accounts.SignedIn(ctx, "passkey", "", key.Account, err)
	return a, account.OpenedByPasskey(key.ID), err
}

// signInByPasskey implements SignInByPasskey. It returns the passkey as far as it is
// known.
func (u *Users) signInByPasskey(ctx context.Context, site account.Site, secret string, answer []byte) (a *game.Account, key game.Passkey, err error) {
	if err := account.CheckSite(site); err != nil {
		return nil, key, err
	}
	if err := u.Accounts.CountStranger(ctx, ""); err != nil {
		return nil, key, err
	}
	session, err := u.takeCeremony(ctx, "", secret)
	if err != nil {
		return nil, key, err
	}
	var copied bool
	err = u.Write(ctx, func(tx *game.Tx) (err error) {
		a, key, copied, err = u.Accounts.UsePasskey(tx, site, session, answer)
		return err
	})
	switch {
	case err != nil:
		return nil, key, err
	case copied:
		return nil, key, account.ErrCopied
	}
	u.Accounts.UndoStranger(ctx)
	return a, key, nil
}

// Passkeys returns the passkeys of an account, the oldest first.
func (u *Users) Passkeys(ctx context.Context, account string) ([]game.Passkey, error) {
	var out []game.Passkey
	err := u.Read(ctx, func(tx *game.Tx) (err error) {
		out, err = tx.Passkeys.Passkeys(account)
		return err
	})
	return out, err
}

// RenamePasskey renames a passkey of an account.
func (u *Users) RenamePasskey(ctx context.Context, account, id, name string) error {
	return u.Write(ctx, func(tx *game.Tx) error { return u.Accounts.RenamePasskey(tx, account, id, name) })
}

// RemovePasskey removes a passkey from an account. It can no longer sign in.
func (u *Users) RemovePasskey(ctx context.Context, account, id string) error {
	return u.Write(ctx, func(tx *game.Tx) error { return u.Accounts.RemovePasskey(ctx, tx, account, id) })
}

package account

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"podesta/internal/game"
)

// askPasskey asks a browser for any passkey of the site. It returns the options
// for navigator.credentials.get, and the secret of the ceremony.
func (s *Service) askPasskey(tx *game.Tx, site Site) (options json.RawMessage, secret string, err error) {
	party, err := site.party()
	if err != nil {
		return nil, "", err
	}
	ask, session, err := party.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, "", err
	}
	if options, err = json.Marshal(ask.Response); err != nil {
		return nil, "", err
	}
	secret, err = s.beginCeremony(tx, "", session)
	return options, secret, err
}

// usePasskey returns the account whose passkey has answered, and the passkey as far as it is known.
// copied reports whether the passkey is a copy: it has then been marked as copied, and must not
// sign in.
func (s *Service) usePasskey(tx *game.Tx, site Site, asked PasskeySession, answer []byte) (a *game.Account, p game.Passkey, copied bool, err error) {
	party, err := site.party()
	if err != nil {
		return nil, p, false, err
	}
	if len(answer) > maxPasskey {
		return nil, p, false, errPasskey
	}
	given, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return nil, p, false, errPasskey
	}
	p, err = tx.Passkeys.Passkey(base64.RawURLEncoding.EncodeToString(given.RawID))
	if errors.Is(err, game.ErrNoRecord) {
		return nil, p, false, errPasskey
	}
	if err != nil {
		return nil, p, false, err
	}
	if err := tx.Accounts.LockAccount(p.Account); err != nil {
		return nil, p, false, err
	}
	h, err := s.owner(tx, p.Account)
	if err != nil {
		return nil, p, false, err
	}
	known := func(_, owner []byte) (webauthn.User, error) {
		if string(owner) != p.Account {
			return nil, errPasskey
		}
		return h, nil
	}
	_, c, err := party.ValidatePasskeyLogin(known, asked.data, given)
	if err != nil {
		return nil, p, false, errPasskey
	}
	copied = c.Authenticator.CloneWarning || suspected(h.keys, c.ID)
	c.Authenticator.CloneWarning = copied
	if !copied {
		p.Used = s.now()
	}
	if p.Data, err = json.Marshal(c); err != nil {
		return nil, p, false, err
	}
	return h.Account, p, copied, tx.Passkeys.SavePasskey(p)
}

// AskPasskey returns a request for any passkey of the site, as
// navigator.credentials.get takes it, and a secret that must be passed to
// SignInByPasskey within ten minutes.
func (s *Service) AskPasskey(ctx context.Context, site Site) (options json.RawMessage, secret string, err error) {
	err = s.store.Write(ctx, func(tx *game.Tx) (err error) {
		options, secret, err = s.askPasskey(tx, site)
		return err
	})
	return options, secret, err
}

// SignInByPasskey returns the account whose passkey has answered a request, and what is
// recorded of the session that it opens (Token.Opened). The error code is "forbidden" for any
// fault of the answer, and "too_many" after too many wrong answers from one place (WithRemote).
// A passkey whose counter decreases is refused from then on.
func (s *Service) SignInByPasskey(ctx context.Context, site Site, secret string, answer []byte) (a *game.Account, opened string, err error) {
	a, key, err := s.signInByPasskey(ctx, site, secret, answer)
	s.signedIn(ctx, "passkey", "", key.Account, err)
	return a, OpenedByPasskey(key.ID), err
}

// signInByPasskey implements SignInByPasskey. It returns the passkey even with an error, if it was
// identified.
func (s *Service) signInByPasskey(ctx context.Context, site Site, secret string, answer []byte) (a *game.Account, key game.Passkey, err error) {
	if err := CheckSite(site); err != nil {
		return nil, key, err
	}
	if err := s.countStranger(ctx, ""); err != nil {
		return nil, key, err
	}
	session, err := s.takeCeremony(ctx, "", secret)
	if err != nil {
		return nil, key, err
	}
	var copied bool
	err = s.store.Write(ctx, func(tx *game.Tx) (err error) {
		a, key, copied, err = s.usePasskey(tx, site, session, answer)
		return err
	})
	switch {
	case err != nil:
		return nil, key, err
	case copied:
		return nil, key, ErrCopied
	}
	s.undoStranger(ctx)
	return a, key, nil
}

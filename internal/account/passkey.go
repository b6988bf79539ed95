package account

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// RenamePasskey renames a passkey of an account.
func (s *Service) RenamePasskey(ctx context.Context, account, id, name string) error {
	return s.store.Write(ctx, func(tx *game.Tx) error {
		name, err := passkeyName(name)
		if err != nil {
			return err
		}

		p, err := tx.Passkeys.Passkey(id)
		if errors.Is(err, game.ErrNoRecord) || err == nil && p.Account != account {
			return errNoPasskey
		}
		if err != nil {
			return err
		}
		p.Name = name
		return tx.Passkeys.SavePasskey(p)
	})
}

// removePasskey removes a passkey: it no longer signs in, and the sessions that it has
// opened end.
func (s *Service) removePasskey(ctx context.Context, tx *game.Tx, account, id string) error {
	p, err := tx.Passkeys.Passkey(id)
	if err == nil {
		err = tx.Passkeys.DropPasskey(account, id)
	}
	if errors.Is(err, game.ErrNoRecord) {
		return errNoPasskey
	}
	if err != nil {
		return err
	}
	if err := dropOpened(ctx, tx, account, func(t *game.Token) bool { return t.Opened == OpenedByPasskey(id) }); err != nil {
		return err
	}
	a, err := s.AccountIn(tx, account)
	if err != nil {
		return err
	}
	what := message.New("A passkey was removed.")
	if p.Name != "" {
		what = message.New("A passkey was removed: {name}.", message.Name(p.Name))
	}
	return s.TellNow(ctx, tx, a, what)
}

// The limits of passkeys.
const (
	ceremonyTime = 10 * time.Minute // time from the request to a browser until its answer
	maxPasskeys  = 20               // passkeys of an account
	maxPasskey   = 16 << 10         // bytes of a browser's answer
)

var (
	// errCeremony is returned for an answer that is late or was sent twice.
	errCeremony = game.Refuse(game.Forbidden, message.New("This took too long, or was sent twice. Try again."))
	// errPasskey is the error for everything that can be wrong with a passkey, so that it
	// reveals nothing.
	errPasskey = game.Refuse(game.Forbidden, message.New("The judge does not know this passkey, or it did not prove itself. Sign in in another way; on your account's page you see which passkeys it has."))
	// ErrCopied is returned for a passkey whose counter has decreased.
	ErrCopied = game.Refuse(game.Forbidden, message.New("This passkey seems to have been copied: its counter does not go up. It is not accepted any more. Sign in in another way, and remove it on your account's page."))
)

// Site is the judge as seen by browsers. Passkeys are bound to it.
type Site struct {
	Name   string // shown when a passkey is created
	Origin string // "https://judge.example.org"
}

// Fits reports whether browsers create passkeys for the site: they need https, or localhost.
func (s Site) Fits() bool {
	u, err := url.Parse(s.Origin)
	if err != nil || u.Hostname() == "" || net.ParseIP(u.Hostname()) != nil {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && (u.Hostname() == "localhost" || strings.HasSuffix(u.Hostname(), ".localhost"))
}

// party returns the site as a relying party.
func (s Site) party() (*webauthn.WebAuthn, error) {
	if !s.Fits() {
		return nil, game.Refuse(game.Conflict, message.New("Passkeys work only where the judge is reached by {https}, or by the name {localhost} on its own machine.", message.Order("https"), message.Order("localhost")))
	}
	u, err := url.Parse(s.Origin)
	if err != nil {
		return nil, err
	}
	key := true
	return webauthn.New(&webauthn.Config{
		RPID: u.Hostname(), RPDisplayName: s.Name, RPOrigins: []string{u.Scheme + "://" + u.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			RequireResidentKey: &key, ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired,
		},
		// Password managers return extensions that were not requested, so these are ignored.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
}

// owner adapts an account to webauthn.User.
type owner struct {
	*game.Account
	keys []webauthn.Credential
}

// WebAuthnID returns the account's ID, which passkeys store as the user handle.
func (h owner) WebAuthnID() []byte { return []byte(h.ID) }

// WebAuthnName returns the name of the account on the owner's device.
func (h owner) WebAuthnName() string { return h.Name }

// WebAuthnDisplayName returns the same name as WebAuthnName.
func (h owner) WebAuthnDisplayName() string { return h.Name }

// WebAuthnCredentials returns the passkeys of the account.
func (h owner) WebAuthnCredentials() []webauthn.Credential { return h.keys }

// owner reads an account with its passkeys.
func (s *Service) owner(tx *game.Tx, account string) (owner, error) {
	a, err := s.Able(tx, account)
	if err != nil {
		return owner{}, err
	}
	h := owner{Account: a}
	all, err := tx.Passkeys.Passkeys(account)
	if err != nil {
		return h, err
	}
	for _, p := range all {
		var c webauthn.Credential
		if err := json.Unmarshal(p.Data, &c); err != nil {
			return h, fmt.Errorf("the passkey %s: %w", p.ID, err)
		}
		h.keys = append(h.keys, c)
	}
	return h, nil
}

// beginCeremony stores a challenge for a browser, and returns the secret under which it is stored.
func (s *Service) beginCeremony(tx *game.Tx, account string, asked *webauthn.SessionData) (string, error) {
	data, err := json.Marshal(asked)
	if err != nil {
		return "", err
	}
	if err := tx.Passkeys.DropCeremonies(s.now()); err != nil {
		return "", err
	}
	secret := NewSecret()
	return secret, tx.Passkeys.AddCeremony(game.Ceremony{Hash: HashSecret(secret), Account: account, Expires: s.now().Add(ceremonyTime), Data: data})
}

// passkeyName returns the name under which a passkey is stored.
func passkeyName(name string) (string, error) {
	if strings.TrimSpace(name) == "" {
		name = "Passkey"
	}
	return game.CleanName(name, message.New("of the passkey"))
}

// suspected reports whether a passkey has been marked as copied before.
func suspected(keys []webauthn.Credential, id []byte) bool {
	for _, k := range keys {
		if string(k.ID) == string(id) {
			return k.Authenticator.CloneWarning
		}
	}
	return false
}

var errNoPasskey = game.Refuse(game.NotFound, message.New("The account has no such passkey."))

// CheckSite returns an error if browsers do not create passkeys for the site.
func CheckSite(site Site) error {
	_, err := site.party()
	return err
}

// CheckPasskey returns an error if a site cannot have passkeys, or if the name
// is not allowed.
func CheckPasskey(site Site, name string) error {
	if err := CheckSite(site); err != nil {
		return err
	}
	_, err := passkeyName(name)
	return err
}

// PasskeySession is a challenge that was sent to a browser.
type PasskeySession struct{ data webauthn.SessionData }

// takeCeremony uses up a request in a transaction of its own, so that it is used up even if the
// answer is wrong.
func (s *Service) takeCeremony(ctx context.Context, account, secret string) (PasskeySession, error) {
	return writing(ctx, s, func(tx *game.Tx) (PasskeySession, error) {
		c, err := tx.Passkeys.TakeCeremony(HashSecret(secret))
		switch {
		case errors.Is(err, game.ErrNoRecord):
			return PasskeySession{}, errCeremony
		case err != nil:
			return PasskeySession{}, err
		case c.Account != account || !s.now().Before(c.Expires):
			return PasskeySession{}, errCeremony
		}
		var out PasskeySession
		return out, json.Unmarshal(c.Data, &out.data)
	})
}

// newPasskey asks a browser to create a passkey. It returns the options for
// navigator.credentials.create, and the secret of the ceremony.
func (s *Service) newPasskey(tx *game.Tx, site Site, account string) (options json.RawMessage, secret string, err error) {
	party, err := site.party()
	if err != nil {
		return nil, "", err
	}
	h, err := s.owner(tx, account)
	if err != nil {
		return nil, "", err
	}
	if err := h.errFull(); err != nil {
		return nil, "", err
	}
	ask, session, err := party.BeginRegistration(h, webauthn.WithExclusions(webauthn.Credentials(h.keys).CredentialDescriptors()))
	if err != nil {
		return nil, "", err
	}
	if options, err = json.Marshal(ask.Response); err != nil {
		return nil, "", err
	}
	secret, err = s.beginCeremony(tx, account, session)
	return options, secret, err
}

// errFull returns an error if the account has the maximum number of passkeys.
func (h owner) errFull() error {
	if len(h.keys) < maxPasskeys {
		return nil
	}
	return game.Refuse(game.Conflict, message.New("An account can have {n} passkeys. Remove one first.", message.Number(maxPasskeys)))
}

// addPasskey stores the passkey that a browser has created. The errors are
// "invalid" for an answer that cannot be read, "forbidden" for one that does
// not match the challenge, and "conflict" for a known passkey.
func (s *Service) addPasskey(ctx context.Context, tx *game.Tx, site Site, account string, asked PasskeySession, name string, answer []byte) (*game.Passkey, error) {
	party, err := site.party()
	if err != nil {
		return nil, err
	}
	if name, err = passkeyName(name); err != nil {
		return nil, err
	}
	if len(answer) > maxPasskey {
		return nil, game.Refuse(game.Invalid, message.New("The browser's answer is too long."))
	}
	made, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return nil, game.Refuse(game.Invalid, message.New("The browser's answer cannot be read: {why}.", message.Order(strings.TrimSuffix(err.Error(), "."))))
	}
	if err := tx.Accounts.LockAccount(account); err != nil {
		return nil, err
	}
	h, err := s.owner(tx, account)
	if err != nil {
		return nil, err
	}
	if err := h.errFull(); err != nil {
		return nil, err
	}
	c, err := party.CreateCredential(h, asked.data, made)
	if err != nil {
		return nil, errPasskey
	}
	p := game.Passkey{ID: base64.RawURLEncoding.EncodeToString(c.ID), Account: account, Name: name, Created: s.now()}
	if _, err := tx.Passkeys.Passkey(p.ID); !errors.Is(err, game.ErrNoRecord) {
		if err == nil {
			err = game.Refuse(game.Conflict, message.New("This passkey is known already."))
		}
		return nil, err
	}
	if p.Data, err = json.Marshal(c); err != nil {
		return nil, err
	}
	if err := tx.Passkeys.SavePasskey(p); err != nil {
		return nil, err
	}
	what := message.New("A passkey was added. It can sign in to your account.")
	if name != "" {
		what = message.New("A passkey was added: {name}. It can sign in to your account.", message.Name(name))
	}
	return &p, s.TellNow(ctx, tx, h.Account, what)
}

// NewPasskey returns a request for a browser to create a passkey for an
// account, as navigator.credentials.create takes it, and a secret that must be
// passed to AddPasskey within ten minutes.
func (s *Service) NewPasskey(ctx context.Context, site Site, account string) (options json.RawMessage, secret string, err error) {
	err = s.store.Write(ctx, func(tx *game.Tx) (err error) {
		options, secret, err = s.newPasskey(tx, site, account)
		return err
	})
	return options, secret, err
}

// AddPasskey stores the passkey that a browser has created. The error code is
// "invalid" for an answer that cannot be parsed, "forbidden" for one that does
// not match the request, and "conflict" for a known passkey.
func (s *Service) AddPasskey(ctx context.Context, site Site, account, secret, name string, answer []byte) (*game.Passkey, error) {
	if err := CheckPasskey(site, name); err != nil {
		return nil, err
	}
	session, err := s.takeCeremony(ctx, account, secret)
	if err != nil {
		return nil, err
	}
	return writing(ctx, s, func(tx *game.Tx) (*game.Passkey, error) {
		return s.addPasskey(ctx, tx, site, account, session, name, answer)
	})
}

// Passkeys returns the passkeys of an account, the oldest first.
func (s *Service) Passkeys(ctx context.Context, account string) ([]game.Passkey, error) {
	return reading(ctx, s, func(tx *game.Tx) ([]game.Passkey, error) { return tx.Passkeys.Passkeys(account) })
}

// RemovePasskey removes a passkey from an account. It can no longer sign in.
func (s *Service) RemovePasskey(ctx context.Context, account, id string) error {
	return s.store.Write(ctx, func(tx *game.Tx) error { return s.removePasskey(ctx, tx, account, id) })
}

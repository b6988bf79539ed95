package judge

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
)

// The bounds of passkeys.
const (
	ceremonyTime = 10 * time.Minute // from the question to a browser to its answer
	maxPasskeys  = 20               // of an account
	maxPasskey   = 16 << 10         // bytes of an answer
)

var (
	// errCeremony answers who comes too late, or twice.
	errCeremony = &Error{Code: Forbidden, Message: "This took too long, or was sent twice. Try again."}
	// errPasskey is the one answer to whatever is wrong with a passkey.
	errPasskey = &Error{Code: Forbidden, Message: "The judge does not know this passkey, or it did not prove itself. Sign in in another way; on your account's page you see which passkeys it has."}
	// errCopied answers a passkey whose counter has gone back.
	errCopied = &Error{Code: Forbidden, Message: "This passkey seems to have been copied: its counter does not go up. It is not accepted any more. Sign in in another way, and remove it on your account's page."}
)

// Site is the judge as browsers know it, to which a passkey is bound.
type Site struct {
	Name   string // shown when a passkey is made
	Origin string // "https://judge.example.org"
}

// Fits tells whether browsers make passkeys for the site: they do over https,
// and for a site called localhost.
func (s Site) Fits() bool {
	u, err := url.Parse(s.Origin)
	if err != nil || u.Hostname() == "" || net.ParseIP(u.Hostname()) != nil {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && (u.Hostname() == "localhost" || strings.HasSuffix(u.Hostname(), ".localhost"))
}

// party is the site as the party on which a passkey relies.
func (s Site) party() (*webauthn.WebAuthn, error) {
	if !s.Fits() {
		return nil, &Error{Code: Conflict, Message: "Passkeys work only where the judge is reached by https, or by the name localhost on its own machine."}
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
		// Programs that keep passwords answer more than they were asked.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
}

// holder is an account as the owner of passkeys.
type holder struct {
	*Account
	keys []webauthn.Credential
}

// WebAuthnID is by what a passkey knows whose it is.
func (h holder) WebAuthnID() []byte { return []byte(h.ID) }

// WebAuthnName is what the owner's device calls the account.
func (h holder) WebAuthnName() string { return h.Name }

// WebAuthnDisplayName is the same.
func (h holder) WebAuthnDisplayName() string { return h.Name }

// WebAuthnCredentials are the passkeys that the account has.
func (h holder) WebAuthnCredentials() []webauthn.Credential { return h.keys }

// holder reads an account with its passkeys.
func (j *Judge) holder(tx Tx, account string) (holder, error) {
	a, err := j.able(tx, account)
	if err != nil {
		return holder{}, err
	}
	h := holder{Account: a}
	all, err := tx.Passkeys(account)
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

// begin keeps what a browser is asked, and gives the secret under which it is
// kept.
func (j *Judge) begin(tx Tx, account string, s *webauthn.SessionData) (string, error) {
	data, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	if err := tx.DropCeremonies(j.now()); err != nil {
		return "", err
	}
	secret := newSecret()
	return secret, tx.AddCeremony(Ceremony{Hash: hashSecret(secret), Account: account, Expires: j.now().Add(ceremonyTime), Data: data})
}

// finish takes what a browser was asked; errCeremony where it comes too late.
func (j *Judge) finish(ctx context.Context, account, secret string) (webauthn.SessionData, error) {
	var s webauthn.SessionData
	err := j.write(ctx, func(tx Tx) error {
		s = webauthn.SessionData{}
		c, err := tx.TakeCeremony(hashSecret(secret))
		switch {
		case errors.Is(err, ErrNoRecord):
			return errCeremony
		case err != nil:
			return err
		case c.Account != account || !j.now().Before(c.Expires):
			return errCeremony
		}
		return json.Unmarshal(c.Data, &s)
	})
	return s, err
}

// NewPasskey asks a browser to make a passkey for an account: what to ask, as
// navigator.credentials.create takes it, and a secret that AddPasskey wants back
// within ten minutes.
func (j *Judge) NewPasskey(ctx context.Context, site Site, account string) (options json.RawMessage, secret string, err error) {
	party, err := site.party()
	if err != nil {
		return nil, "", err
	}
	err = j.write(ctx, func(tx Tx) error {
		h, err := j.holder(tx, account)
		if err != nil {
			return err
		}
		if len(h.keys) >= maxPasskeys {
			return &Error{Code: Conflict, Message: fmt.Sprintf("An account can have %d passkeys. Remove one first.", maxPasskeys)}
		}
		ask, session, err := party.BeginRegistration(h, webauthn.WithExclusions(webauthn.Credentials(h.keys).CredentialDescriptors()))
		if err != nil {
			return err
		}
		if options, err = json.Marshal(ask.Response); err != nil {
			return err
		}
		secret, err = j.begin(tx, account, session)
		return err
	})
	return options, secret, err
}

// AddPasskey keeps the passkey that a browser has made. The errors are "invalid"
// for an answer that cannot be read, "forbidden" for one that does not belong to
// the question, and "conflict" for a passkey that is known already.
func (j *Judge) AddPasskey(ctx context.Context, site Site, account, secret, name string, answer []byte) (*Passkey, error) {
	party, err := site.party()
	if err != nil {
		return nil, err
	}
	if name, err = passkeyName(name); err != nil {
		return nil, err
	}
	session, err := j.finish(ctx, account, secret)
	if err != nil {
		return nil, err
	}
	if len(answer) > maxPasskey {
		return nil, invalid("The browser's answer is too long.")
	}
	made, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return nil, invalid("The browser's answer cannot be read: %s.", strings.TrimSuffix(err.Error(), "."))
	}
	var p Passkey
	err = j.write(ctx, func(tx Tx) error {
		if err := tx.LockAccount(account); err != nil {
			return err
		}
		h, err := j.holder(tx, account)
		if err != nil {
			return err
		}
		if len(h.keys) >= maxPasskeys {
			return &Error{Code: Conflict, Message: fmt.Sprintf("An account can have %d passkeys. Remove one first.", maxPasskeys)}
		}
		c, err := party.CreateCredential(h, session, made)
		if err != nil {
			return errPasskey
		}
		p = Passkey{ID: base64.RawURLEncoding.EncodeToString(c.ID), Account: account, Name: name, Created: j.now()}
		if _, err := tx.Passkey(p.ID); !errors.Is(err, ErrNoRecord) {
			if err == nil {
				err = &Error{Code: Conflict, Message: "This passkey is known already."}
			}
			return err
		}
		if p.Data, err = json.Marshal(c); err != nil {
			return err
		}
		if err := tx.SavePasskey(p); err != nil {
			return err
		}
		to, err := ownersOf(tx, account)
		if err != nil {
			return err
		}
		return j.tellOwner(ctx, tx, h.Account, to, "A passkey was added%s. It can sign in to your account.", called(name))
	})
	if err != nil {
		return nil, err
	}
	return &p, nil
}

// passkeyName is the name of a passkey as it is kept.
func passkeyName(name string) (string, error) {
	if strings.TrimSpace(name) == "" {
		name = "Passkey"
	}
	return cleanName(name, "of the passkey")
}

// AskPasskey asks a browser for any passkey of the site: what to ask, as
// navigator.credentials.get takes it, and a secret that SignInByPasskey wants
// back within ten minutes.
func (j *Judge) AskPasskey(ctx context.Context, site Site) (options json.RawMessage, secret string, err error) {
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
	err = j.write(ctx, func(tx Tx) error {
		secret, err = j.begin(tx, "", session)
		return err
	})
	return options, secret, err
}

// SignInByPasskey is the account whose passkey has answered. The errors are
// "forbidden" for whatever is wrong with it and "too_many" for too many wrong
// ones from one place (WithRemote). A passkey whose counter goes back is not
// accepted from then on.
func (j *Judge) SignInByPasskey(ctx context.Context, site Site, secret string, answer []byte) (*Account, error) {
	a, owner, err := j.signInByPasskey(ctx, site, secret, answer)
	j.signedIn(ctx, "passkey", "", owner, err)
	return a, err
}

// signInByPasskey is SignInByPasskey, and says whose passkey it is as far as it
// got to know.
func (j *Judge) signInByPasskey(ctx context.Context, site Site, secret string, answer []byte) (a *Account, owner string, err error) {
	party, err := site.party()
	if err != nil {
		return nil, "", err
	}
	from := remote(ctx)
	if from != "" {
		if err := j.guard.strangers.take(j.now(), from); err != nil {
			return nil, owner, err
		}
	}
	session, err := j.finish(ctx, "", secret)
	if err != nil {
		return nil, owner, err
	}
	if len(answer) > maxPasskey {
		return nil, owner, errPasskey
	}
	given, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return nil, owner, errPasskey
	}
	var copied bool
	err = j.write(ctx, func(tx Tx) error {
		a, copied = nil, false
		p, err := tx.Passkey(base64.RawURLEncoding.EncodeToString(given.RawID))
		if errors.Is(err, ErrNoRecord) {
			return errPasskey
		}
		if err != nil {
			return err
		}
		owner = p.Account
		if err := tx.LockAccount(p.Account); err != nil {
			return err
		}
		h, err := j.holder(tx, p.Account)
		if err != nil {
			return err
		}
		known := func(_, owner []byte) (webauthn.User, error) {
			if string(owner) != p.Account {
				return nil, errPasskey
			}
			return h, nil
		}
		_, c, err := party.ValidatePasskeyLogin(known, session, given)
		if err != nil {
			return errPasskey
		}
		a, copied = h.Account, c.Authenticator.CloneWarning || suspected(h.keys, c.ID)
		c.Authenticator.CloneWarning = copied
		if !copied {
			p.Used = j.now()
		}
		if p.Data, err = json.Marshal(c); err != nil {
			return err
		}
		return tx.SavePasskey(p)
	})
	switch {
	case err != nil:
		return nil, owner, err
	case copied:
		return nil, owner, errCopied
	}
	if from != "" {
		j.guard.strangers.undo(from)
	}
	return a, owner, nil
}

// suspected tells whether a passkey was found to be copied before.
func suspected(keys []webauthn.Credential, id []byte) bool {
	for _, k := range keys {
		if string(k.ID) == string(id) {
			return k.Authenticator.CloneWarning
		}
	}
	return false
}

// Passkeys lists the passkeys of an account, oldest first.
func (j *Judge) Passkeys(ctx context.Context, account string) ([]Passkey, error) {
	var out []Passkey
	err := j.read(ctx, func(tx Tx) error {
		var err error
		out, err = tx.Passkeys(account)
		return err
	})
	return out, err
}

// errNoPasskey says that the account has no such passkey.
var errNoPasskey = &Error{Code: NotFound, Message: "The account has no such passkey."}

// RenamePasskey changes what an account's passkey is called.
func (j *Judge) RenamePasskey(ctx context.Context, account, id, name string) error {
	name, err := passkeyName(name)
	if err != nil {
		return err
	}
	return j.write(ctx, func(tx Tx) error {
		p, err := tx.Passkey(id)
		if errors.Is(err, ErrNoRecord) || err == nil && p.Account != account {
			return errNoPasskey
		}
		if err != nil {
			return err
		}
		p.Name = name
		return tx.SavePasskey(p)
	})
}

// RemovePasskey takes a passkey from an account: it does not sign in any more.
func (j *Judge) RemovePasskey(ctx context.Context, account, id string) error {
	return j.write(ctx, func(tx Tx) error {
		p, err := tx.Passkey(id)
		if err == nil {
			err = tx.DropPasskey(account, id)
		}
		if errors.Is(err, ErrNoRecord) {
			return errNoPasskey
		}
		if err != nil {
			return err
		}
		a, err := j.account(tx, account)
		if err != nil {
			return err
		}
		to, err := ownersOf(tx, account)
		if err != nil {
			return err
		}
		return j.tellOwner(ctx, tx, a, to, "A passkey was removed%s.", called(p.Name))
	})
}

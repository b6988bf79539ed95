package game

import (
	"encoding/json"
	"time"
)

// Passkey is a passkey (WebAuthn credential) of an account.
type Passkey struct {
	ID      string // ID of the credential, in base64url
	Account string
	Name    string // the name that its owner chose
	Created time.Time
	Used    time.Time // zero if it was never used
	Data    []byte    // JSON of the credential: public key, counter, flags
}

// Ceremony is the state of a WebAuthn ceremony: the creation or use of a passkey by a browser. It
// is used once.
type Ceremony struct {
	Hash    string // hash of the secret with which the browser continues the ceremony
	Account string // empty if no account has signed in
	Expires time.Time
	Data    []byte // JSON of the challenge and related data
}

// PasskeyTx reads and writes passkeys in a transaction.
type PasskeyTx interface {
	Passkeys(account string) ([]Passkey, error) // oldest first
	Passkey(id string) (Passkey, error)
	SavePasskey(p Passkey) error // adds or replaces it; ErrTaken if another account has it
	DropPasskey(account, id string) error
	AddCeremony(c Ceremony) error
	// TakeCeremony reads and removes a ceremony. If two callers ask for the same one, only one
	// succeeds.
	TakeCeremony(hash string) (Ceremony, error)
	DropCeremonies(before time.Time) error
	DropCeremoniesOf(account string) error // removes the ceremonies that an account has begun
}

// Copied reports whether the passkey was found to be a copy, which is not
// accepted.
func (p *Passkey) Copied() bool {
	var c struct {
		Authenticator struct {
			CloneWarning bool `json:"cloneWarning"`
		} `json:"authenticator"`
	}
	return json.Unmarshal(p.Data, &c) == nil && c.Authenticator.CloneWarning
}

package game

import (
	"encoding/json"
	"time"
)

// Passkey is a key of an account that a device keeps.
type Passkey struct {
	ID      string // of the credential, in base64url
	Account string
	Name    string // what its owner calls it
	Created time.Time
	Used    time.Time // zero: never
	Data    []byte    // JSON of the credential: public key, counter, flags
}

// Ceremony is what the judge keeps while a browser makes or uses a passkey. It is
// used once.
type Ceremony struct {
	Hash    string // of the secret that the browser has for it
	Account string // empty while nobody has signed in
	Expires time.Time
	Data    []byte // JSON: the challenge and what goes with it
}

// PasskeyTx is what a transaction does with passkeys.
type PasskeyTx interface {
	Passkeys(account string) ([]Passkey, error) // oldest first
	Passkey(id string) (Passkey, error)
	SavePasskey(p Passkey) error // makes or replaces it; ErrTaken if another account has it
	DropPasskey(account, id string) error
	AddCeremony(c Ceremony) error
	// TakeCeremony reads a ceremony and removes it: of two who take the same one,
	// only one succeeds.
	TakeCeremony(hash string) (Ceremony, error)
	DropCeremonies(before time.Time) error
}

// Copied reports whether the passkey was found to be a copy; it is not accepted
// then.
func (p *Passkey) Copied() bool {
	var c struct {
		Authenticator struct {
			CloneWarning bool `json:"cloneWarning"`
		} `json:"authenticator"`
	}
	return json.Unmarshal(p.Data, &c) == nil && c.Authenticator.CloneWarning
}

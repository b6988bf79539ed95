package game

import "time"

// Identity is an account at an identity provider, with which a person can sign
// in. Issuer and subject identify it; the address may change.
type Identity struct {
	Issuer   string
	Subject  string
	Account  string
	Email    string // the address that the provider reported last; empty if none
	Verified bool   // whether the provider has verified the address
	Created  time.Time
	Used     time.Time // zero if it was never used
}

// IdentityTx reads and writes identities in a transaction.
type IdentityTx interface {
	Identities(account string) ([]Identity, error) // oldest first
	Identity(issuer, subject string) (Identity, error)
	SaveIdentity(i Identity) error // adds or replaces it; ErrTaken if another account has it
	DropIdentity(account, issuer, subject string) error
}

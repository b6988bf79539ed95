package store

import (
	"time"

	"podesta/internal/game"
)

const passkeyColumns = "id, account, name, created, used, data"

func scanPasskey(row row) (p game.Passkey, err error) {
	return p, row(&p.ID, &p.Account, &p.Name, moment{&p.Created}, moment{&p.Used}, &p.Data)
}

// Passkeys lists the passkeys of an account, oldest first.
func (x *tx) Passkeys(account string) ([]game.Passkey, error) {
	return all(x, scanPasskey, "SELECT "+passkeyColumns+" FROM passkey WHERE account = ? ORDER BY created, id", account)
}

// Passkey reads a passkey.
func (x *tx) Passkey(id string) (game.Passkey, error) {
	return one(x, scanPasskey, "SELECT "+passkeyColumns+" FROM passkey WHERE id = ?", id)
}

// SavePasskey adds a passkey or replaces it. It returns ErrTaken if another
// account has it.
func (x *tx) SavePasskey(p game.Passkey) error {
	n, err := x.exec(insertion("passkey", passkeyColumns)+` ON CONFLICT (id) DO UPDATE SET
		name = excluded.name, used = excluded.used, data = excluded.data WHERE passkey.account = excluded.account`,
		p.ID, p.Account, p.Name, p.Created, p.Used, orNone(p.Data))
	if err == nil && n == 0 {
		err = game.ErrTaken
	}
	return err
}

// DropPasskey removes a passkey of an account. It returns ErrNoRecord if the
// account does not have it.
func (x *tx) DropPasskey(account, id string) error {
	return x.change("DELETE FROM passkey WHERE id = ? AND account = ?", id, account)
}

// AddCeremony stores the state of a WebAuthn ceremony.
func (x *tx) AddCeremony(c game.Ceremony) error {
	return x.insert("ceremony", "hash, account, expires, data", c.Hash, c.Account, c.Expires, orNone(c.Data))
}

// TakeCeremony reads and removes a ceremony. It returns ErrNoRecord if there is
// none, or if another request was faster.
func (x *tx) TakeCeremony(hash string) (game.Ceremony, error) {
	c, err := one(x, func(row row) (c game.Ceremony, err error) {
		return c, row(&c.Hash, &c.Account, moment{&c.Expires}, &c.Data)
	}, "SELECT hash, account, expires, data FROM ceremony WHERE hash = ?", hash)
	if err != nil {
		return c, err
	}
	return c, x.change("DELETE FROM ceremony WHERE hash = ?", hash)
}

// DropCeremonies removes the ceremonies that expired before a given time.
func (x *tx) DropCeremonies(before time.Time) error {
	_, err := x.exec("DELETE FROM ceremony WHERE expires < ?", before)
	return err
}

// DropCeremoniesOf removes the ceremonies that an account has begun.
func (x *tx) DropCeremoniesOf(account string) error {
	_, err := x.exec("DELETE FROM ceremony WHERE account = ?", account)
	return err
}

// orNone returns b, or an empty slice for nil if the column is not nullable.
func orNone(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

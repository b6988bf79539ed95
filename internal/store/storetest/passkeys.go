package storetest

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"podesta/internal/game"
)

func passkeys(t *testing.T, open func() Store) {
	s := open()
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Accounts.SaveAccount(account("a1", "Ada")), tx.Accounts.SaveAccount(account("b2", "Bo")))
	})
	phone := game.Passkey{ID: "AQI_-", Account: "a1", Name: "Phone ' ü", Created: at, Data: []byte(`{"id":"AQI_-"}`)}
	laptop := game.Passkey{ID: "zz", Account: "a1", Name: "Laptop", Created: at.Add(time.Minute), Data: []byte{0, 255}}
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Passkeys.SavePasskey(laptop), tx.Passkeys.SavePasskey(phone))
	})
	same(t, get(t, s, func(tx *game.Tx) ([]game.Passkey, error) { return tx.Passkeys.Passkeys("a1") }), []game.Passkey{phone, laptop})
	phone.Name, phone.Used, phone.Data = "Telephone", at.Add(time.Hour), []byte(`{"count":2}`)
	write(t, s, nil, func(tx *game.Tx) error { return tx.Passkeys.SavePasskey(phone) })
	same(t, get(t, open(), func(tx *game.Tx) (game.Passkey, error) { return tx.Passkeys.Passkey("AQI_-") }), phone)
	// An account cannot take the key of another account.
	stolen := phone
	stolen.Account = "b2"
	write(t, s, game.ErrTaken, func(tx *game.Tx) error { return tx.Passkeys.SavePasskey(stolen) })
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Passkeys.DropPasskey("b2", "AQI_-") })
	write(t, s, nil, func(tx *game.Tx) error { return tx.Passkeys.DropPasskey("a1", "AQI_-") })
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Passkeys.DropPasskey("a1", "AQI_-") })
	if err := Read(s, func(tx *game.Tx) error { _, err := tx.Passkeys.Passkey("AQI_-"); return err }); !errors.Is(err, game.ErrNoRecord) {
		t.Errorf("dropped, and read: %v", err)
	}
	same(t, get(t, s, func(tx *game.Tx) ([]game.Passkey, error) { return tx.Passkeys.Passkeys("a1") }), []game.Passkey{laptop})
}

func ceremonies(t *testing.T, open func() Store) {
	stores := []Store{open(), open()}
	c := game.Ceremony{Hash: "h1", Account: "a1", Expires: at.Add(time.Minute), Data: []byte(`{"challenge":"x"}`)}
	old := game.Ceremony{Hash: "h2", Expires: at, Data: []byte(`{}`)}
	write(t, stores[0], nil, func(tx *game.Tx) error { return errors.Join(tx.Passkeys.AddCeremony(c), tx.Passkeys.AddCeremony(old)) })
	write(t, stores[0], nil, func(tx *game.Tx) error { return tx.Passkeys.DropCeremonies(at.Add(1000)) })
	write(t, stores[0], game.ErrNoRecord, func(tx *game.Tx) error { _, err := tx.Passkeys.TakeCeremony("h2"); return err })
	var taken atomic.Int32
	together(t, 8, func(i int) error {
		err := Write(stores[i%2], func(tx *game.Tx) error {
			got, err := tx.Passkeys.TakeCeremony("h1")
			if err == nil && (got.Account != c.Account || !got.Expires.Equal(c.Expires) || string(got.Data) != string(c.Data)) {
				return errors.New("another ceremony than the one that was kept")
			}
			return err
		})
		if err == nil {
			taken.Add(1)
		}
		if errors.Is(err, game.ErrNoRecord) {
			return nil
		}
		return err
	})
	if n := taken.Load(); n != 1 {
		t.Errorf("%d have taken the same ceremony", n)
	}
}

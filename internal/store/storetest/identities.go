package storetest

import (
	"errors"
	"testing"
	"time"

	"podesta/internal/game"
)

func identities(t *testing.T, open func() Store) {
	s := open()
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Accounts.SaveAccount(account("a1", "Ada")), tx.Accounts.SaveAccount(account("b2", "Bo")))
	})
	club := game.Identity{Issuer: "https://id.example.org", Subject: "17 ' ü", Account: "a1", Email: "ada@example.org", Verified: true, Created: at}
	other := game.Identity{Issuer: "https://other.example.org", Subject: "17 ' ü", Account: "a1", Created: at.Add(time.Minute), Used: at.Add(time.Hour)}
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Identities.SaveIdentity(other), tx.Identities.SaveIdentity(club))
	})
	same(t, get(t, s, func(tx *game.Tx) ([]game.Identity, error) { return tx.Identities.Identities("a1") }), []game.Identity{club, other})
	club.Email, club.Verified, club.Used = "new@example.org", false, at.Add(2*time.Hour)
	write(t, s, nil, func(tx *game.Tx) error { return tx.Identities.SaveIdentity(club) })
	same(t, get(t, open(), func(tx *game.Tx) (game.Identity, error) { return tx.Identities.Identity(club.Issuer, club.Subject) }), club)
	// An account cannot take the identity of another account.
	stolen := club
	stolen.Account = "b2"
	write(t, s, game.ErrTaken, func(tx *game.Tx) error { return tx.Identities.SaveIdentity(stolen) })
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Identities.DropIdentity("b2", club.Issuer, club.Subject) })
	write(t, s, nil, func(tx *game.Tx) error { return tx.Identities.DropIdentity("a1", club.Issuer, club.Subject) })
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Identities.DropIdentity("a1", club.Issuer, club.Subject) })
	if err := Read(s, func(tx *game.Tx) error { _, err := tx.Identities.Identity(club.Issuer, club.Subject); return err }); !errors.Is(err, game.ErrNoRecord) {
		t.Errorf("dropped, and read: %v", err)
	}
	same(t, get(t, s, func(tx *game.Tx) ([]game.Identity, error) { return tx.Identities.Identities("a1") }), []game.Identity{other})
}

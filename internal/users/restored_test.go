package users_test

import (
	"slices"
	"testing"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/softkey"
)

// TestRestored checks what the judge does when its database was replaced by an earlier copy:
// all access ends, reply addresses change, including those that were never stored, and future
// dice change.
func TestRestored(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _, who := h.Playing("Siena", nil)
	ada := who[0]
	works := accesses(t, h, ada, softkey.New(site.Origin))
	seat := h.RoleFor(g, who[1]).Seat
	before, err := h.Users.ReplySecret(ctx, who[1].ID, g.ID, seat)
	h.Must(err)
	var told []account.OwnerNews
	h.Users.TellOwners(func(_ *game.Tx, n account.OwnerNews) error { told = append(told, n); return nil })
	salt := func() (s string) {
		h.Must(h.Store.Read(ctx, func(tx *game.Tx) error {
			p, err := tx.Phases.Phase(g.ID, h.At(g.ID).Number)
			s = p.Salt
			return err
		}))
		return s
	}
	was := salt()
	done, err := h.Users.Restored(ctx, true)
	h.Must(err)
	if done.Accounts == 0 || done.Games != 2 { // accesses hosts a second game
		t.Errorf("%+v", done)
	}
	for kind, f := range works {
		if kind != account.AccessAddress && f() { // the mailbox proves ownership
			t.Errorf("%s works", kind)
		}
	}
	if !slices.ContainsFunc(told, func(n account.OwnerNews) bool { return n.Account == ada.ID && n.Person != nil }) {
		t.Errorf("told: %+v", told)
	}
	if after, err := h.Users.ReplySecret(ctx, who[1].ID, g.ID, seat); err != nil || after == before {
		t.Errorf("the address for replies is the same: %v", err)
	}
	if now := salt(); now == was || now == "" {
		t.Errorf("the salt of the dice is %q, and was %q", now, was)
	}
	// On a judge without e-mail, nobody loses the last way to sign in.
	bo := h.Person("Bo")
	device := softkey.New(site.Origin)
	passkey(h, bo, device, "Phone")
	if _, err := h.Users.Restored(ctx, false); err != nil {
		t.Fatal(err)
	}
	if _, err := signs(h, device); err != nil {
		t.Errorf("the only passkey: %v", err)
	}
}

package users_test

import (
	"bytes"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/softkey"
)

var site = account.Site{Name: "TEST", Origin: "https://judge.example.org"}

// passkey creates a passkey of an account on a device.
func passkey(h *judgetest.House, a *game.Account, d *softkey.Device, name string) *game.Passkey {
	h.T.Helper()
	ask, secret, err := h.Users.NewPasskey(ctx, site, a.ID)
	if err != nil {
		h.T.Fatal(err)
	}
	answer, err := d.Make(ask)
	if err != nil {
		h.T.Fatal(err)
	}
	p, err := h.Users.AddPasskey(ctx, site, a.ID, secret, name, answer)
	if err != nil {
		h.T.Fatal(err)
	}
	return p
}

// signs signs in with a passkey on a device.
func signs(h *judgetest.House, d *softkey.Device) (*game.Account, error) {
	h.T.Helper()
	ask, secret, err := h.Users.AskPasskey(ctx, site)
	if err != nil {
		h.T.Fatal(err)
	}
	answer, err := d.Use(ask)
	if err != nil {
		h.T.Fatal(err)
	}
	a, _, err := h.Users.SignInByPasskey(ctx, site, secret, answer)
	return a, err
}

// TestPasskeys checks that several devices of several people each sign in to
// their own account, until a passkey is removed.
func TestPasskeys(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	ada, bo := h.Person("Ada"), h.Person("Bo")
	phone, laptop, other := softkey.New(site.Origin), softkey.New(site.Origin), softkey.New(site.Origin)
	first := passkey(h, ada, phone, "  My   phone ")
	h.Clock.Advance(time.Minute) // so that they are listed in the order of their creation
	second := passkey(h, ada, laptop, "")
	passkey(h, bo, other, "Key")
	if first.Name != "My phone" || second.Name != "Passkey" {
		t.Errorf("names %q, %q", first.Name, second.Name)
	}
	for d, want := range map[*softkey.Device]*game.Account{phone: ada, laptop: ada, other: bo} {
		a, err := signs(h, d)
		if err != nil || a.ID != want.ID {
			t.Errorf("%v, %v, want %s", a, err, want.Name)
		}
	}
	if err := h.Users.RenamePasskey(ctx, ada.ID, second.ID, "Laptop"); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, h.Users.RenamePasskey(ctx, bo.ID, second.ID, "Mine"), game.NotFound)
	judgetest.Code(t, h.Users.RemovePasskey(ctx, bo.ID, second.ID), game.NotFound)
	all, err := h.Users.Passkeys(ctx, ada.ID)
	if err != nil || len(all) != 2 || all[1].Name != "Laptop" || all[0].Used.IsZero() || !all[0].Used.Equal(h.Clock.Now()) {
		t.Errorf("%+v, %v", all, err)
	}
	if err := h.Users.RemovePasskey(ctx, ada.ID, first.ID); err != nil {
		t.Fatal(err)
	}
	_, err = signs(h, phone)
	judgetest.Code(t, err, game.Forbidden)
	if _, err := signs(h, laptop); err != nil {
		t.Error(err)
	}
	// A passkey does not give access to a blocked account, either.
	if err := h.Users.Block(ctx, bo.ID, true); err != nil {
		t.Fatal(err)
	}
	_, err = signs(h, other)
	judgetest.Code(t, err, game.Forbidden)
}

// TestPasskeyRefused checks that answers are refused if they do not match the request, the page
// or the account, or arrive too late.
func TestPasskeyRefused(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	ada, bo := h.Person("Ada"), h.Person("Bo")
	d := softkey.New(site.Origin)
	passkey(h, ada, d, "Phone")
	ask := func() (question []byte, secret string) {
		t.Helper()
		q, s, err := h.Users.AskPasskey(ctx, site)
		if err != nil {
			t.Fatal(err)
		}
		return q, s
	}
	use := func(q []byte) []byte {
		t.Helper()
		a, err := d.Use(q)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	refused := func(what, secret string, answer []byte) {
		t.Helper()
		if a, _, err := h.Users.SignInByPasskey(ctx, site, secret, answer); game.ErrorCode(err) != game.Forbidden {
			t.Errorf("%s: %v, %v", what, a, err)
		}
	}
	q, secret := ask()
	answer := use(q)
	if _, _, err := h.Users.SignInByPasskey(ctx, site, secret, answer); err != nil {
		t.Fatal(err)
	}
	refused("sent twice", secret, answer)
	_, secret = ask()
	refused("an answer to an earlier question", secret, answer)
	q, secret = ask()
	h.Clock.Advance(11 * time.Minute)
	refused("too late", secret, use(q))
	refused("no question", "aaaaaaaaaaaaaaaaaaaaaaaaaa", answer)
	q, secret = ask()
	d.Origin = "https://judge.example.org.evil.example"
	refused("on another page", secret, use(q))
	d.Origin = site.Origin
	q, secret = ask()
	d.Careful = false
	refused("its owner was not asked who he is", secret, use(q))
	d.Careful = true
	q, secret = ask()
	answer = use(q)
	refused("changed", secret, bytes.Replace(answer, []byte(`"signature":"`), []byte(`"signature":"AA`), 1))
	_, secret = ask()
	refused("nonsense", secret, []byte("{"))
	q, secret = ask()
	d.Keys()[0].Owner = []byte(bo.ID)
	refused("another account's", secret, use(q))
	d.Keys()[0].Owner = []byte(ada.ID)

	// Nobody can answer another person's request.
	q, secret, err := h.Users.NewPasskey(ctx, site, ada.ID)
	if err != nil {
		t.Fatal(err)
	}
	made, err := softkey.New(site.Origin).Make(q)
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Users.AddPasskey(ctx, site, bo.ID, secret, "x", made)
	judgetest.Code(t, err, game.Forbidden)
	if _, err := d.Make(q); err == nil {
		t.Error("a device makes a second passkey for the same account")
	}
	// There are no requests for origins where browsers refuse to create passkeys.
	for _, origin := range []string{"http://judge.example.org", "http://127.0.0.1:8080", "https://192.0.2.1", ""} {
		_, _, err := h.Users.NewPasskey(ctx, account.Site{Name: "x", Origin: origin}, ada.ID)
		judgetest.Code(t, err, game.Conflict)
	}
	if s := (account.Site{Origin: "http://localhost:8080"}); !s.Fits() {
		t.Error("passkeys do not work at localhost")
	}
}

// TestPasskeyCopied checks that a passkey whose counter has decreased is refused from then on,
// and that a passkey without a counter is accepted.
func TestPasskeyCopied(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	ada := h.Person("Ada")
	d := softkey.New(site.Origin)
	d.Count = 5
	key := passkey(h, ada, d, "Key")
	for range 3 {
		if _, err := signs(h, d); err != nil {
			t.Fatal(err)
		}
	}
	d.Count = 6
	_, err := signs(h, d)
	judgetest.Code(t, err, game.Forbidden)
	all, err := h.Users.Passkeys(ctx, ada.ID)
	if err != nil || len(all) != 1 || !all[0].Copied() {
		t.Errorf("%+v, %v", all, err)
	}
	d.Count = 50
	_, err = signs(h, d)
	judgetest.Code(t, err, game.Forbidden)
	if err := h.Users.RemovePasskey(ctx, ada.ID, key.ID); err != nil {
		t.Fatal(err)
	}
	still := softkey.New(site.Origin)
	passkey(h, ada, still, "Phone")
	for range 3 {
		if _, err := signs(h, still); err != nil {
			t.Error(err)
		}
	}
}

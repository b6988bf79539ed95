package users_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
)

var ctx = context.Background()

func TestRegister(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	for _, c := range []struct {
		what, name, email, zone, code string
	}{
		{"no name", " ", "a@example.org", "", game.Invalid},
		{"a name like an address", "a@b", "a@example.org", "", game.Invalid},
		{"the judge's name", "ＭＡＳＴＥＲ", "a@example.org", "", game.Invalid},
		{"no letter", "42", "a@example.org", "", game.Invalid},
		{"a long name", strings.Repeat("x", 41), "a@example.org", "", game.Invalid},
		{"a control character", "a\x07b", "a@example.org", "", game.Invalid},
		{"no address", "Anna", "", "", game.Invalid},
		{"an address with a name", "Anna", "Anna <anna@example.org>", "", game.Invalid},
		{"a second line", "Anna", "anna@example.org\nBcc: x@example.org", "", game.Invalid},
		{"no host", "Anna", "anna@localhost", "", game.Invalid},
		{"an unknown zone", "Anna", "anna@example.org", "Europe/Firenze", game.Invalid},
		{"plus-addressing", "Anna", "Anna+games@Example.org", "Europe/Rome", ""},
	} {
		_, secret, err := h.Users.Register(ctx, c.name, c.email, c.zone)
		if game.ErrorCode(err) != c.code || (err == nil) != (secret.Secret() != "") {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

func TestVerify(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a, secret, err := h.Users.Register(ctx, "Anna", "anna@example.org", "Europe/Rome")
	if err != nil || a.Verified || len(secret.Secret()) < 26 {
		t.Fatalf("%+v, secret of %d, %v", a, len(secret.Secret()), err)
	}
	_, err = h.Users.AccountByEmail(ctx, "anna@example.org")
	judgetest.Code(t, err, game.NotFound)
	_, err = h.Users.Verify(ctx, secret.Secret()+"x")
	judgetest.Code(t, err, game.Forbidden)
	a, err = h.Users.Verify(ctx, strings.ToUpper(secret.Secret())) // some mail programs change the case of letters
	if err != nil || !a.Verified || a.Zone != "Europe/Rome" {
		t.Fatalf("%+v, %v", a, err)
	}
	_, err = h.Users.Verify(ctx, secret.Secret())
	judgetest.Code(t, err, game.Forbidden)

	// Registering with a known address reveals nothing, and the name is taken.
	b, secret, err := h.Users.Register(ctx, "Bruno", "ANNA@example.org", "")
	if err != nil || secret.Secret() != "" || b.ID != a.ID {
		t.Errorf("known address: %q, %v", secret, err)
	}
	_, _, err = h.Users.Register(ctx, "  anna ", "other@example.org", "")
	judgetest.Code(t, err, game.Conflict)

	// A secret is valid for three days.
	_, secret, err = h.Users.Register(ctx, "Bruno", "bruno@example.org", "")
	if err != nil {
		t.Fatal(err)
	}
	h.Clock.Advance(73 * time.Hour)
	_, err = h.Users.Verify(ctx, secret.Secret())
	judgetest.Code(t, err, game.Forbidden)
}

// TestNameTakenMeanwhile registers two unverified accounts with the same name, and checks that
// the second to verify its address gets a number appended.
func TestNameTakenMeanwhile(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	_, first, _ := h.Users.Register(ctx, "Carlo", "c1@example.org", "")
	_, second, _ := h.Users.Register(ctx, "Carlo", "c2@example.org", "")
	a, err := h.Users.Verify(ctx, first.Secret())
	if err != nil || a.Name != "Carlo" {
		t.Errorf("%+v, %v", a, err)
	}
	b, err := h.Users.Verify(ctx, second.Secret())
	if err != nil || b.Name != "Carlo 2" {
		t.Errorf("%+v, %v", b, err)
	}
	judgetest.Code(t, h.Users.SaveProfile(ctx, b.ID, "CARLO", ""), game.Conflict)
	judgetest.Code(t, h.Users.SaveProfile(ctx, b.ID, "Carla", "Nowhere/Atall"), game.Invalid)
	if err := h.Users.SaveProfile(ctx, b.ID, "Carla", "Asia/Tokyo"); err != nil {
		t.Error(err)
	}
	if b, _ = h.Users.Account(ctx, b.ID); b.Name != "Carla" || b.Zone != "Asia/Tokyo" {
		t.Errorf("%+v", b)
	}
}

// TestAccountsCannotBePrepared checks that registering someone else's address
// in advance gives no access to the account.
func TestAccountsCannotBePrepared(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a, _, err := h.Users.Register(ctx, "Mallory", "victim@example.org", "")
	if err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, h.Users.SetPassword(ctx, a.ID, "a thief's password"), game.Forbidden)
	_, err = h.Users.NewToken(ctx, game.Token{Kind: game.SessionToken, Account: a.ID}, 0)
	judgetest.Code(t, err, game.Forbidden)
	b, secret, err := h.Users.Register(ctx, "Victoria", "victim@example.org", "")
	if err != nil || b.ID != a.ID || b.Name != "Victoria" {
		t.Fatalf("%+v, %v", b, err)
	}
	if b, err = h.Users.Verify(ctx, secret.Secret()); err != nil || b.Hash != "" {
		t.Errorf("%+v, %v", b, err)
	}
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Anna")
	_, err := h.Users.SignIn(ctx, "anna@example.org", "")
	judgetest.Code(t, err, game.Forbidden) // no password is set
	for _, bad := range []string{"short", "Anna", "anna@example.org", "aaaaaaaaaaaa", "Machiavelli", strings.Repeat("long", 65), "tab\tand bell\a"} {
		judgetest.Code(t, h.Users.SetPassword(ctx, a.ID, bad), game.Invalid)
	}
	if err := h.Users.SetPassword(ctx, a.ID, "la città è mia"); err != nil {
		t.Fatal(err)
	}
	if b, err := h.Users.SignIn(ctx, " ANNA@example.org ", "la città è mia"); err != nil || b.ID != a.ID {
		t.Errorf("%+v, %v", b, err)
	}
	// The same password in another Unicode normalization form, with a trailing space as copied
	// from an e-mail.
	if _, err := h.Users.SignIn(ctx, "anna@example.org", "la citta\u0300 e\u0300 mia "); err != nil {
		t.Error(err)
	}
	a, _ = h.Users.Account(ctx, a.ID)
	if !strings.HasPrefix(a.Hash, "$argon2id$v=19$") || strings.Contains(a.Hash, "citt") {
		t.Errorf("stored as %s", a.Hash)
	}
	_, err = h.Users.SignIn(ctx, "anna@example.org", "La città è mia")
	_, unknown := h.Users.SignIn(ctx, "nobody@example.org", "La città è mia")
	_, none := h.Users.SignIn(ctx, "no address", "La città è mia")
	if err == nil || unknown == nil || err.Error() != unknown.Error() || none.Error() != err.Error() {
		t.Errorf("wrong password: %v; unknown address: %v; no address: %v", err, unknown, none)
	}
	if err := h.Users.Block(ctx, a.ID, true); err != nil {
		t.Fatal(err)
	}
	_, err = h.Users.SignIn(ctx, "anna@example.org", "la città è mia")
	judgetest.Code(t, err, game.Forbidden)
}

func TestWrongPasswordsAreSlowedDown(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Anna")
	if err := h.Users.SetPassword(ctx, a.ID, "correct horse"); err != nil {
		t.Fatal(err)
	}
	second, err := h.Users.AddAddress(ctx, a.ID, "second@example.org")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Users.Verify(ctx, second.Secret()); err != nil {
		t.Fatal(err)
	}
	for _, email := range []string{"anna@example.org", "unknown@example.org"} {
		for range 5 {
			_, err := h.Users.SignIn(ctx, email, "wrong horse")
			judgetest.Code(t, err, game.Forbidden)
		}
		_, err := h.Users.SignIn(ctx, email, "correct horse")
		if judgetest.Code(t, err, game.TooMany); !strings.Contains(err.Error(), "2 seconds") {
			t.Error(err)
		}
	}
	// The limit also applies to another address of the account and to another process, because the
	// account's count is stored.
	_, err = h.Users.SignIn(ctx, "second@example.org", "correct horse")
	judgetest.Code(t, err, game.TooMany)
	h.Reopen()
	_, err = h.Users.SignIn(ctx, "anna@example.org", "correct horse")
	judgetest.Code(t, err, game.TooMany)
	h.Clock.Advance(2 * time.Second)
	_, err = h.Users.SignIn(ctx, "anna@example.org", "wrong horse")
	judgetest.Code(t, err, game.Forbidden)
	h.Clock.Advance(2 * time.Second)
	_, err = h.Users.SignIn(ctx, "anna@example.org", "correct horse")
	judgetest.Code(t, err, game.TooMany) // the wait has doubled by now
	h.Clock.Advance(2 * time.Second)
	if _, err := h.Users.SignIn(ctx, "anna@example.org", "correct horse"); err != nil {
		t.Error(err)
	}
	// The sign-in has reset the count.
	for range 5 {
		_, err := h.Users.SignIn(ctx, "anna@example.org", "wrong horse")
		judgetest.Code(t, err, game.Forbidden)
	}
}

func TestStrangersFromOnePlaceAreSlowedDown(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	there := account.WithRemote(ctx, "192.0.2.7")
	for i := range 50 {
		_, err := h.Users.SignIn(there, strings.Repeat("x", i+1)+"@example.org", "guess")
		judgetest.Code(t, err, game.Forbidden)
	}
	_, err := h.Users.SignIn(there, "another@example.org", "guess")
	judgetest.Code(t, err, game.TooMany)
	_, err = h.Users.SignIn(account.WithRemote(ctx, "192.0.2.8"), "another@example.org", "guess")
	judgetest.Code(t, err, game.Forbidden)
}

func TestLoginLinks(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Anna")
	secret, err := h.Users.LoginLink(ctx, "anna@example.org")
	if err != nil || secret.Secret() == "" {
		t.Fatal(err)
	}
	_, _, err = h.Users.Authenticate(ctx, secret.Secret())
	judgetest.Code(t, err, game.Forbidden) // a link does not open a session
	_, err = h.Users.Verify(ctx, secret.Secret())
	judgetest.Code(t, err, game.Forbidden) // nor does it prove an address
	if b, _, err := h.Users.UseLink(ctx, secret.Secret()); err != nil || b.ID != a.ID {
		t.Errorf("%+v, %v", b, err)
	}
	_, _, err = h.Users.UseLink(ctx, secret.Secret())
	judgetest.Code(t, err, game.Forbidden)
	secret, _ = h.Users.LoginLink(ctx, "anna@example.org")
	h.Clock.Advance(time.Hour)
	_, _, err = h.Users.UseLink(ctx, secret.Secret())
	judgetest.Code(t, err, game.Forbidden)

	// Nobody's mailbox is flooded, and the answers for unknown addresses are the same.
	for _, email := range []string{"anna@example.org", "unknown@example.org"} {
		n, last := 0, error(nil)
		for ; n < 10 && last == nil; n++ {
			_, last = h.Users.LoginLink(ctx, email)
		}
		judgetest.Code(t, last, game.TooMany)
		if n > 5 {
			t.Errorf("%d letters", n)
		}
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a, b := h.Person("Anna"), h.Person("Bruno")
	secret, err := h.Users.AddAddress(ctx, a.ID, "bruno@example.org")
	if err != nil || secret.Secret() != "" {
		t.Errorf("someone else's address: %q, %v", secret, err)
	}
	_, err = h.Users.AddAddress(ctx, a.ID, "anna@example.org")
	judgetest.Code(t, err, game.Conflict)
	secret, err = h.Users.AddAddress(ctx, a.ID, "anna@work.example")
	if err != nil || secret.Secret() == "" {
		t.Fatal(err)
	}
	judgetest.Code(t, h.Users.SetEmail(ctx, a.ID, "anna@work.example"), game.Invalid) // not yet confirmed
	rival, err := h.Users.AddAddress(ctx, b.ID, "anna@work.example")
	if err != nil || rival.Secret() == "" {
		t.Fatal(err)
	}
	if _, err := h.Users.Verify(ctx, secret.Secret()); err != nil {
		t.Fatal(err)
	}
	_, err = h.Users.Verify(ctx, rival.Secret())
	judgetest.Code(t, err, game.Conflict)
	if err := h.Users.SetEmail(ctx, a.ID, "Anna@Work.example"); err != nil {
		t.Error(err)
	}
	judgetest.Code(t, h.Users.RemoveAddress(ctx, a.ID, "anna@work.example"), game.Conflict)
	judgetest.Code(t, h.Users.RemoveAddress(ctx, a.ID, "bruno@example.org"), game.NotFound)
	if err := h.Users.RemoveAddress(ctx, a.ID, "anna@example.org"); err != nil {
		t.Error(err)
	}
	if all, err := h.Users.Addresses(ctx, a.ID); err != nil || len(all) != 1 || all[0].Email != "anna@work.example" {
		t.Errorf("%v, %v", all, err)
	}
	if c, err := h.Users.AccountByEmail(ctx, "anna@work.example"); err != nil || c.ID != a.ID || c.Email != "anna@work.example" {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a, b := h.Person("Anna"), h.Person("Bruno")
	session, err := h.Users.NewToken(ctx, game.Token{Kind: game.SessionToken, Account: a.ID}, 24*time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	key, err := h.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: a.ID, Label: "my  bot"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	who, token, err := h.Users.Authenticate(ctx, key)
	if err != nil || who.ID != a.ID || token.Label != "my bot" || !token.Used.Equal(h.Clock.Now()) || strings.Contains(token.Hash, key) {
		t.Errorf("%+v, %+v, %v", who, token, err)
	}
	for _, k := range []game.Token{
		{Kind: game.VerifyToken, Account: a.ID, Email: "x@example.org"},
		{Kind: game.LoginToken, Account: a.ID},
		{Kind: game.APIToken, Account: a.ID, Seat: 3},
		{Kind: game.APIToken, Account: a.ID, Label: "a\nb\x00"},
	} {
		_, err := h.Users.NewToken(ctx, k, 0)
		judgetest.Code(t, err, game.Invalid)
	}
	_, err = h.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: "nobody"}, 0)
	judgetest.Code(t, err, game.NotFound)

	h.Clock.Advance(24 * time.Hour)
	_, _, err = h.Users.Authenticate(ctx, session)
	judgetest.Code(t, err, game.Forbidden)
	all, err := h.Users.Tokens(ctx, a.ID)
	if err != nil || len(all) != 1 || all[0].Kind != game.APIToken {
		t.Errorf("%v, %v", all, err)
	}
	judgetest.Code(t, h.Users.DropToken(ctx, b.ID, all[0].Hash), game.NotFound)
	if err := h.Users.DropToken(ctx, a.ID, all[0].Hash); err != nil {
		t.Error(err)
	}
	_, _, err = h.Users.Authenticate(ctx, key)
	judgetest.Code(t, err, game.Forbidden)

	// A new password ends all sessions, and the secrets of a blocked account do not work.
	session, _ = h.Users.NewToken(ctx, game.Token{Kind: game.SessionToken, Account: a.ID}, 0)
	key, _ = h.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: a.ID}, 0)
	if err := h.Users.SetPassword(ctx, a.ID, "correct horse"); err != nil {
		t.Fatal(err)
	}
	_, _, err = h.Users.Authenticate(ctx, session)
	judgetest.Code(t, err, game.Forbidden)
	if _, _, err = h.Users.Authenticate(ctx, key); err != nil {
		t.Error(err)
	}
	if err := h.Users.Block(ctx, a.ID, true); err != nil {
		t.Fatal(err)
	}
	_, _, err = h.Users.Authenticate(ctx, key)
	judgetest.Code(t, err, game.Forbidden)
}

// TestManyTokens checks that a new session replaces the oldest one, and that API keys are not
// replaced.
func TestManyTokens(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Anna")
	first, _ := h.Users.NewToken(ctx, game.Token{Kind: game.SessionToken, Account: a.ID}, 0)
	for range 199 {
		h.Clock.Advance(time.Second)
		if _, err := h.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: a.ID}, 0); err != nil {
			t.Fatal(err)
		}
	}
	_, err := h.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: a.ID}, 0)
	judgetest.Code(t, err, game.Conflict)
	if _, err := h.Users.NewToken(ctx, game.Token{Kind: game.SessionToken, Account: a.ID}, 0); err != nil {
		t.Error(err)
	}
	_, _, err = h.Users.Authenticate(ctx, first)
	judgetest.Code(t, err, game.Forbidden)
}

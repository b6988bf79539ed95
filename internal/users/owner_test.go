package users_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
)

const goodPassword = "four hundred florins"

// TestOwnersAreNotified checks that every change of credentials is announced to the account's
// previous addresses.
func TestOwnersAreNotified(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	var told []account.OwnerNews
	h.Users.TellOwners(func(_ *game.Tx, n account.OwnerNews) error {
		told = append(told, n)
		return nil
	})
	a := h.Person("Anna")
	next := func(what, says string, to ...string) {
		t.Helper()
		if len(told) != 1 || !strings.Contains(told[0].What.String(), says) || !slices.Equal(told[0].To, to) || told[0].Account != a.ID {
			t.Errorf("%s: %+v", what, told)
		}
		told = nil
	}
	if len(told) != 0 {
		t.Errorf("a new account: %+v", told)
	}
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	do(h.Users.SetPassword(ctx, a.ID, goodPassword))
	next("first password", "A password was set", "anna@example.org")
	do(h.Users.SetPassword(ctx, a.ID, goodPassword+" more"))
	next("another password", "password was changed", "anna@example.org")
	m, err := h.Users.AddAddress(ctx, a.ID, "thief@example.net")
	do(err)
	if len(told) != 0 {
		t.Errorf("before it is proved: %+v", told)
	}
	_, err = h.Users.Verify(ctx, m.Secret())
	do(err)
	next("an address", "thief@example.net was added", "anna@example.org")
	do(h.Users.SetEmail(ctx, a.ID, "thief@example.net"))
	next("where mail goes", "Mail to you goes to thief@example.net", "anna@example.org")
	do(h.Users.RemoveAddress(ctx, a.ID, "anna@example.org"))
	next("an address less", "anna@example.org was removed", "anna@example.org", "thief@example.net")
	_, err = h.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: a.ID, Label: "my bot"}, 0)
	do(err)
	next("a key", "key for a program was created: my bot", "thief@example.net")
	_, err = h.Users.NewToken(ctx, game.Token{Kind: game.SessionToken, Account: a.ID}, 0)
	do(err)
	if len(told) != 0 {
		t.Errorf("a session: %+v", told)
	}
	do(h.Users.SetPassword(account.WithAnswered(ctx, "Thief@example.net"), a.ID, goodPassword))
	if len(told) != 0 {
		t.Errorf("notices to an account that gets a reply anyway: %+v", told)
	}
	h.Users.TellOwners(func(*game.Tx, account.OwnerNews) error { return fmt.Errorf("the letter cannot be kept") })
	if err := h.Users.SetPassword(ctx, a.ID, goodPassword+" again"); err == nil {
		t.Error("changed without the e-mail")
	}
	if _, err := h.Users.SignIn(ctx, "thief@example.net", goodPassword); err != nil {
		t.Errorf("the change was half done: %v", err)
	}
}

// TestConfirmOwner checks that an old session is not enough to change credentials.
func TestConfirmOwner(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Anna")
	session := func(letter string) game.Token {
		t.Helper()
		secret, err := h.Users.NewToken(ctx, game.Token{Kind: game.SessionToken, Account: a.ID, Email: letter}, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, tok, err := h.Users.Authenticate(ctx, secret)
		if err != nil {
			t.Fatal(err)
		}
		return tok
	}
	plain := session("")
	if err := h.Users.ConfirmPasswordChange(ctx, a, plain, ""); err != nil {
		t.Errorf("the first password in a recent session: %v", err)
	}
	h.Clock.Advance(account.RecentSignIn)
	judgetest.Code(t, h.Users.ConfirmPasswordChange(ctx, a, plain, ""), game.Forbidden) // no longer recent
	judgetest.Code(t, h.Users.ConfirmOwner(ctx, a, plain, ""), game.Forbidden)
	if err := h.Users.SetPassword(ctx, a.ID, goodPassword); err != nil {
		t.Fatal(err)
	}
	a, _ = h.Users.Account(ctx, a.ID)
	plain, letter := session(""), session(a.Email)
	for _, c := range []struct {
		what               string
		tok                game.Token
		password           string
		owner, newPassword string
	}{
		{"recent", plain, "", "", game.Forbidden},
		{"recent, wrong password", plain, "wrong horse battery", "", game.Forbidden},
		{"recent, right password", plain, goodPassword, "", ""},
		{"recent, by letter", letter, "", "", ""},
		{"a program's", game.Token{Kind: game.APIToken, Created: h.Clock.Now()}, "", game.Forbidden, game.Forbidden},
	} {
		if code := game.ErrorCode(h.Users.ConfirmOwner(ctx, a, c.tok, c.password)); code != c.owner {
			t.Errorf("%s: %q", c.what, code)
		}
		if code := game.ErrorCode(h.Users.ConfirmPasswordChange(ctx, a, c.tok, c.password)); code != c.newPassword {
			t.Errorf("%s: another password: %q", c.what, code)
		}
	}
	h.Clock.Advance(account.RecentSignIn)
	judgetest.Code(t, h.Users.ConfirmOwner(ctx, a, letter, ""), game.Forbidden)
	judgetest.Code(t, h.Users.ConfirmPasswordChange(ctx, a, letter, ""), game.Forbidden)
	if err := h.Users.ConfirmOwner(ctx, a, plain, goodPassword); err != nil {
		t.Errorf("by the password: %v", err)
	}
}

// TestPasswordDropsKeys checks that EndAccess also revokes API keys.
func TestPasswordDropsKeys(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Anna")
	key, err := h.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: a.ID}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, also := range [][]account.PasswordOption{nil, {account.EndAccess}} {
		if err := h.Users.SetPassword(ctx, a.ID, goodPassword, also...); err != nil {
			t.Fatal(err)
		}
		if _, _, err := h.Users.Authenticate(ctx, key); (err == nil) != (also == nil) {
			t.Errorf("%v: %v", also, err)
		}
	}
}

// TestStrangersCannotLockOut checks that wrong passwords and link requests from elsewhere do not
// prevent a known browser, or anyone at another place, from signing in.
func TestStrangersCannotLockOut(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Anna")
	if err := h.Users.SetPassword(ctx, a.ID, goodPassword); err != nil {
		t.Fatal(err)
	}
	stranger, home := account.WithRemote(ctx, "192.0.2.7"), account.WithRemote(ctx, "198.51.100.1")
	known := account.WithBrowser(stranger, []string{"x.y", h.Users.BrowserMark(a.ID)}) // even from the same network as the stranger
	for range 5 {
		_, err := h.Users.SignIn(stranger, a.Email, "wrong horse battery")
		judgetest.Code(t, err, game.Forbidden)
		_, err = h.Users.SignIn(ctx, a.Email, "wrong horse battery") // e-mails with a forged sender
		judgetest.Code(t, err, game.Forbidden)
	}
	_, err := h.Users.SignIn(stranger, a.Email, goodPassword)
	judgetest.Code(t, err, game.TooMany)
	for _, c := range []struct {
		what string
		err  error
	}{
		{"another place", second(h.Users.SignIn(home, a.Email, goodPassword))},
		{"a known browser", second(h.Users.SignIn(known, a.Email, goodPassword))},
		{"somebody known by a letter", second(h.Users.SignIn(account.WithKnown(ctx, "letters"), a.Email, goodPassword))},
	} {
		if c.err != nil {
			t.Errorf("%s: %v", c.what, c.err)
		}
	}
	// After attempts from very many places, unknown browsers have to wait and known ones do not.
	// The count is stored, so it also applies to other processes.
	for i := range 60 {
		_, _ = h.Users.SignIn(account.WithRemote(ctx, fmt.Sprintf("203.0.113.%d", i)), a.Email, "wrong horse battery")
	}
	_, err = h.Users.SignIn(home, a.Email, goodPassword)
	judgetest.Code(t, err, game.TooMany)
	h.Reopen()
	_, err = h.Users.SignIn(home, a.Email, goodPassword)
	judgetest.Code(t, err, game.TooMany)
	if _, err := h.Users.SignIn(known, a.Email, goodPassword); err != nil {
		t.Errorf("a known browser: %v", err)
	}
	// A browser mark belongs to one account, cannot be forged, and allows only a few attempts.
	b := h.Person("Bruno")
	for _, marks := range [][]string{{h.Users.BrowserMark(b.ID)}, {"abc." + strings.Repeat("a", 26)}, {""}, nil} {
		_, err = h.Users.SignIn(account.WithBrowser(home, marks), a.Email, goodPassword)
		judgetest.Code(t, err, game.TooMany)
	}
	for range 5 {
		_, err := h.Users.SignIn(known, a.Email, "wrong horse battery")
		judgetest.Code(t, err, game.Forbidden)
	}
	_, err = h.Users.SignIn(known, a.Email, goodPassword)
	judgetest.Code(t, err, game.TooMany)

	// The same applies to links.
	known = account.WithBrowser(stranger, []string{h.Users.BrowserMark(a.ID)})
	var last error
	for range 30 {
		_, last = h.Users.LoginLink(stranger, a.Email)
	}
	judgetest.Code(t, last, game.TooMany)
	for what, at := range map[string]error{"another place": second(h.Users.LoginLink(home, a.Email)), "a known browser": second(h.Users.LoginLink(known, a.Email))} {
		if at != nil {
			t.Errorf("a link for %s: %v", what, at)
		}
	}
	for i := range 60 {
		_, last = h.Users.LoginLink(account.WithRemote(ctx, fmt.Sprintf("203.0.113.%d", i)), a.Email)
	}
	judgetest.Code(t, last, game.TooMany) // nobody's mailbox is flooded
	if m, err := h.Users.LoginLink(known, a.Email); err != nil || m.Secret() == "" {
		t.Errorf("a link for a known browser: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

// TestSessionsEnd checks that a session ends after a time without use, and in any case after a
// maximum time, whereas an API key does not.
func TestSessionsEnd(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	h.With(func(o *judgetest.Options) { o.People.Idle, o.People.Session = 3*24*time.Hour, 10*24*time.Hour })
	a := h.Person("Anna")
	begin := func(kind game.TokenKind) string {
		secret, err := h.Users.NewToken(ctx, game.Token{Kind: kind, Account: a.ID}, 0)
		if err != nil {
			t.Fatal(err)
		}
		return secret
	}
	idle, used, key := begin(game.SessionToken), begin(game.SessionToken), begin(game.APIToken)
	ok := func(secret string) bool {
		_, _, err := h.Users.Authenticate(ctx, secret)
		return err == nil
	}
	for day := range 9 {
		if !ok(used) {
			t.Fatalf("day %d: a session in use has ended", day)
		}
		h.Clock.Advance(24 * time.Hour)
	}
	if ok(idle) {
		t.Error("an unused session continues")
	}
	h.Clock.Advance(24 * time.Hour)
	if ok(used) {
		t.Error("a session never ends")
	}
	if !ok(key) {
		t.Error("the key of a program has ended")
	}
	if all, err := h.Users.Tokens(ctx, a.ID); err != nil || len(all) != 1 {
		t.Errorf("listed: %+v, %v", all, err)
	}
}

// TestSignInsAreLogged checks that sign-ins are logged with their outcome and account, without
// secrets and addresses.
func TestSignInsAreLogged(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Anna")
	if err := h.Users.SetPassword(ctx, a.ID, goodPassword); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	h.With(func(o *judgetest.Options) { o.People.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	line := func(says ...string) {
		t.Helper()
		for _, s := range says {
			if !strings.Contains(log.String(), s) {
				t.Errorf("%q is not in %q", s, log.String())
			}
		}
		for _, s := range []string{goodPassword, "wrong horse", "anna@example.org", "nobody@example.org"} {
			if strings.Contains(log.String(), s) {
				t.Errorf("%q is in %q", s, log.String())
			}
		}
		log.Reset()
	}
	there := account.WithRemote(ctx, "192.0.2.7")
	_, _ = h.Users.SignIn(there, a.Email, goodPassword)
	line("by=password", "outcome=ok", "account="+a.ID, "from=192.0.2.7")
	_, _ = h.Users.SignIn(there, a.Email, "wrong horse")
	line("outcome=wrong", "account="+a.ID)
	_, _ = h.Users.SignIn(there, "nobody@example.org", "wrong horse")
	line("outcome=wrong", `account=""`)
	for range 6 {
		log.Reset()
		_, _ = h.Users.SignIn(there, a.Email, "wrong horse")
	}
	line("slowed down", "account="+a.ID)
	link, err := h.Users.LoginLink(ctx, a.Email)
	if err != nil {
		t.Fatal(err)
	}
	_, _, _ = h.Users.UseLink(ctx, link.Secret())
	line("by=letter", "outcome=ok", "account="+a.ID)
	_, _, _ = h.Users.UseLink(ctx, link.Secret())
	line("by=letter", "outcome=forbidden")
	if err := h.Users.SetPassword(there, a.ID, goodPassword+" more"); err != nil {
		t.Fatal(err)
	}
	line("account changed", "account="+a.ID)
}

// TestPasswordPolicy checks that passwords need twelve characters and must not
// be easy to guess, and that existing passwords keep working.
func TestPasswordPolicy(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	h.With(func(o *judgetest.Options) {
		o.People.CommonPasswords = []byte("# a list\ngiraffe in the attic\n" + "33B7A995A29A34FA6BCFEFF25FE5D09F4C977BB5:12\nshort\n")
	})
	for _, bad := range []string{
		"elevenchars", "password1234", "Password123!", "P@ssw0rd1234!", "123456789012", "qwertyuiop12", "abcabcabcabc", "aaaaaaaaaaaa", "passwordpassword",
		"1qaz2wsx3edc4rfv", "correct horse battery staple", "Machiavelli1454", "podesta-podesta", "annaanna1234", "anna@example.org", "Anna of Pisa 1454",
		"iloveyouiloveyou", "abcdefghijklmnop", "098765432109", "giraffe in the attic", "Giraffe in the Attic", "zebra under the bed", strings.Repeat("long", 65), "tab\tand bell\a word",
	} {
		if code := game.ErrorCode(h.Users.CheckPassword(bad, "Anna of Pisa", "anna@example.org")); code != game.Invalid {
			t.Errorf("%q: %q", bad, code)
		}
	}
	for _, good := range []string{
		"three words together", "rinascimento1454", "la città è mia", "correct horse", "8273 1190 4726", "tequila verde al mare", strings.Repeat("long way ", 14) + "home",
		"четыре сотни флоринов", "xK4#vQ9!mZ2@",
	} {
		if err := h.Users.CheckPassword(good, "Anna of Pisa", "anna@example.org"); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
}

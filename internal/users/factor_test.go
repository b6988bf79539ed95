package users_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
)

// codeAt returns the code that an authenticator app shows at a given time.
func codeAt(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, at)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// withFactor turns on the second factor of an account.
func withFactor(t *testing.T, h *judgetest.House, a *game.Account) (secret string, spare []string) {
	t.Helper()
	secret, err := h.Users.BeginFactor(ctx, a.ID)
	h.Must(err)
	spare, err = h.Users.ConfirmFactor(ctx, a.ID, "", codeAt(t, secret, h.Clock.Now()))
	h.Must(err)
	h.Clock.Advance(time.Minute)
	return secret, spare
}

func TestFactor(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Anna")
	var told []string
	h.Users.TellOwners(func(_ *game.Tx, n account.OwnerNews) error {
		told = append(told, n.What.String())
		return nil
	})
	here, _ := h.Users.NewToken(ctx, game.Token{Kind: game.SessionToken, Account: a.ID}, 0)
	_, session, err := h.Users.Authenticate(ctx, here)
	h.Must(err)
	there, _ := h.Users.NewToken(ctx, game.Token{Kind: game.SessionToken, Account: a.ID}, 0)

	// No code is required before the setup has been confirmed with a code.
	if half, err := h.Users.SecondStep(ctx, account.Half{Account: a.ID}); half != "" || err != nil {
		t.Errorf("%q, %v", half, err)
	}
	_, err = h.Users.ConfirmFactor(ctx, a.ID, "", "000000")
	judgetest.Code(t, err, game.Conflict)
	secret, err := h.Users.BeginFactor(ctx, a.ID)
	h.Must(err)
	if again, err := h.Users.BegunFactor(ctx, a.ID); again != secret || err != nil {
		t.Errorf("the secret that is shown is %q, %v", again, err)
	}
	_, err = h.Users.ConfirmFactor(ctx, a.ID, session.Hash, "12345")
	judgetest.Code(t, err, game.Forbidden)
	if half, _ := h.Users.SecondStep(ctx, account.Half{Account: a.ID}); half != "" {
		t.Error("it is on before it was confirmed")
	}
	first := codeAt(t, secret, h.Clock.Now())
	spare, err := h.Users.ConfirmFactor(ctx, a.ID, session.Hash, first)
	h.Must(err)
	if again, err := h.Users.BegunFactor(ctx, a.ID); again != "" || err != nil {
		t.Errorf("the secret can be read again: %q, %v", again, err)
	}
	if _, _, err := h.Users.Authenticate(ctx, there); game.ErrorCode(err) != game.Forbidden {
		t.Errorf("other sessions go on: %v", err)
	}
	if _, _, err := h.Users.Authenticate(ctx, here); err != nil {
		t.Error(err)
	}

	finish := func(code string) error {
		t.Helper()
		half, err := h.Users.SecondStep(ctx, account.Half{Account: a.ID, Letter: "anna@example.org"})
		h.Must(err)
		who, _, err := h.Users.FinishSignIn(ctx, half, code)
		if err == nil && (who.Account != a.ID || who.Letter != "anna@example.org") {
			t.Errorf("signed in as %+v", who)
		}
		return err
	}
	judgetest.Code(t, finish(first), game.Forbidden) // a code works only once
	h.Clock.Advance(30 * time.Second)
	now := codeAt(t, secret, h.Clock.Now())
	h.Must(finish(now[:3] + " " + now[3:]))
	judgetest.Code(t, finish(now), game.Forbidden)
	h.Clock.Advance(30 * time.Second)
	late := codeAt(t, secret, h.Clock.Now())
	h.Clock.Advance(30 * time.Second)
	h.Must(finish(late)) // the clock of the device may be slow
	h.Clock.Advance(2 * time.Minute)
	judgetest.Code(t, finish(codeAt(t, secret, h.Clock.Now().Add(-time.Minute))), game.Forbidden)
	judgetest.Code(t, finish(codeAt(t, secret, h.Clock.Now().Add(time.Minute))), game.Forbidden)

	// A recovery code works once, in any spelling.
	h.Must(finish(strings.ToUpper(spare[3])))
	judgetest.Code(t, finish(spare[3]), game.Forbidden)
	if f, err := h.Users.Factor(ctx, a.ID); err != nil || !f.On || f.Spare != 9 {
		t.Errorf("%+v, %v", f, err)
	}

	// The secret of a sign-in works once, for ten minutes, and not as another kind of secret.
	half, err := h.Users.SecondStep(ctx, account.Half{Account: a.ID})
	h.Must(err)
	_, _, err = h.Users.UseLink(ctx, half)
	judgetest.Code(t, err, game.Forbidden)
	_, _, err = h.Users.Authenticate(ctx, half)
	judgetest.Code(t, err, game.Forbidden)
	h.Clock.Advance(10 * time.Minute)
	_, _, err = h.Users.FinishSignIn(ctx, half, codeAt(t, secret, h.Clock.Now()))
	judgetest.Code(t, err, game.Forbidden)

	// New recovery codes replace the old ones.
	renewed, err := h.Users.NewSpares(ctx, a.ID, codeAt(t, secret, h.Clock.Now()))
	h.Must(err)
	judgetest.Code(t, finish(spare[4]), game.Forbidden)
	h.Must(finish(renewed[0]))

	judgetest.Code(t, h.Users.DropFactor(ctx, a.ID, "000000"), game.Forbidden)
	h.Clock.Advance(time.Minute)
	h.Must(h.Users.DropFactor(ctx, a.ID, codeAt(t, secret, h.Clock.Now())))
	if half, err := h.Users.SecondStep(ctx, account.Half{Account: a.ID}); half != "" || err != nil {
		t.Errorf("it is off, but %q, %v", half, err)
	}
	all := strings.Join(told, "\n")
	for _, x := range []string{"was turned on", "recovery code was used", "New recovery codes", "was turned off"} {
		if !strings.Contains(all, x) {
			t.Errorf("the owner does not learn %q:\n%s", x, all)
		}
	}
	for _, x := range append(append([]string{secret, now, late}, spare...), renewed...) {
		if strings.Contains(all, x) {
			t.Errorf("the letters contain %q", x)
		}
	}
}

// TestFactorGuesses checks that wrong codes are slowed down, and that the owner is warned.
func TestFactorGuesses(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Anna")
	secret, spare := withFactor(t, h, a)
	warned := 0
	h.Users.TellOwners(func(_ *game.Tx, n account.OwnerNews) error {
		if strings.Contains(n.What.String(), "several wrong codes") {
			warned++
		}
		return nil
	})
	half, err := h.Users.SecondStep(ctx, account.Half{Account: a.ID})
	h.Must(err)
	for range 5 {
		var again string
		_, again, err = h.Users.FinishSignIn(ctx, half, "000000")
		judgetest.Code(t, err, game.Forbidden)
		if again == "" || again == half {
			t.Fatalf("another try needs %q", again)
		}
		half = again
	}
	if warned != 1 {
		t.Errorf("the owner was warned %d times", warned)
	}
	// The right code is also delayed, in every process, but a recovery code is not.
	_, half, err = h.Users.FinishSignIn(ctx, half, codeAt(t, secret, h.Clock.Now()))
	judgetest.Code(t, err, game.TooMany)
	_, half, err = h.Beside().Users.FinishSignIn(ctx, half, codeAt(t, secret, h.Clock.Now()))
	judgetest.Code(t, err, game.TooMany)
	if _, _, err = h.Beside().Users.FinishSignIn(ctx, half, spare[0]); err != nil {
		t.Error(err)
	}
	judgetest.Code(t, h.Users.ConfirmCode(ctx, a.ID, codeAt(t, secret, h.Clock.Now())), game.TooMany)
	h.Clock.Advance(time.Minute)
	h.Must(h.Users.ConfirmCode(ctx, a.ID, codeAt(t, secret, h.Clock.Now())))
	for range 4 { // the count starts again from zero
		judgetest.Code(t, h.Users.ConfirmCode(ctx, a.ID, "000000"), game.Forbidden)
	}
	h.Must(h.Users.ConfirmCode(ctx, a.ID, spare[1]))
}

// TestFactorLock simulates strangers who know the password and send wrong codes from everywhere.
// It checks that codes from other networks are delayed, but not those from the owner's browser.
func TestFactorLock(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Anna")
	secret, spare := withFactor(t, h, a)
	warned := 0
	h.Users.TellOwners(func(*game.Tx, account.OwnerNews) error { warned++; return nil })
	from := func(n int) context.Context { return account.WithRemote(ctx, fmt.Sprintf("203.0.113.%d", n)) }
	right := func() string { return codeAt(t, secret, h.Clock.Now()) }
	home := account.WithBrowser(from(1), []string{h.Users.BrowserMark(a.ID)})
	for range 5 {
		judgetest.Code(t, h.Users.ConfirmCode(from(1), a.ID, "000000"), game.Forbidden)
	}
	judgetest.Code(t, h.Users.ConfirmCode(from(1), a.ID, right()), game.TooMany)
	h.Must(h.Users.ConfirmCode(from(2), a.ID, right()))
	guesses := 5
	for n := 3; n < 60; n++ {
		if err := h.Users.ConfirmCode(from(n), a.ID, "000000"); game.ErrorCode(err) == game.Forbidden {
			guesses++
		}
	}
	if guesses != 40 || warned != 1 {
		t.Errorf("%d guesses from everywhere, %d warnings", guesses, warned)
	}
	h.Clock.Advance(30 * time.Second)
	judgetest.Code(t, h.Users.ConfirmCode(from(99), a.ID, right()), game.TooMany)
	h.Must(h.Users.ConfirmCode(home, a.ID, right()))
	h.Must(h.Users.ConfirmCode(from(99), a.ID, spare[0]))
}

// TestFactorSealed checks that the database contains neither the secret nor the recovery codes in
// plain text, and that another judge's secret cannot decrypt them.
func TestFactorSealed(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Anna")
	secret, spare := withFactor(t, h, a)
	var stored []byte
	h.Must(h.Store.Read(ctx, func(tx *game.Tx) (err error) {
		stored, err = tx.Items.Get("", account.FactorItem, a.ID)
		return err
	}))
	for _, x := range append(spare, secret) {
		if bytes.Contains(bytes.ToLower(stored), []byte(strings.ToLower(strings.ReplaceAll(x, "-", "")))) {
			t.Errorf("%q is stored as it is", x)
		}
	}
	// A secret that is sealed for one account does not work for another one.
	b := h.Person("Bruno")
	h.Must(h.Store.Write(ctx, func(tx *game.Tx) error { return tx.Items.Put("", account.FactorItem, b.ID, stored) }))
	if err := h.Users.ConfirmCode(ctx, b.ID, codeAt(t, secret, h.Clock.Now())); game.ErrorCode(err) != game.Internal {
		t.Errorf("another account's secret: %v", err)
	}
	// Erasing the account also erases the secret.
	h.Must(h.Users.Erase(ctx, a.ID))
	h.Must(h.Store.Read(ctx, func(tx *game.Tx) error {
		if _, err := tx.Items.Get("", account.FactorItem, a.ID); err == nil {
			t.Error("the second factor of an erased account is left")
		}
		return nil
	}))
}

// TestFactorDemanded checks that a judge that requires a second factor of masters or operators
// gives them no rights without it.
func TestFactorDemanded(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	c := h.Cast()
	may := func() (master, operator, player bool) {
		return h.RoleFor(c.Played, c.Master).Master, h.RoleFor(c.Played, c.Operator).Master, h.RoleFor(c.Played, c.Player).Seat > 0
	}
	expect := func(what string, master, operator bool) {
		t.Helper()
		if m, o, p := may(); m != master || o != operator || !p {
			t.Errorf("%s: master %t, operator %t, player %t", what, m, o, p)
		}
		g := h.At(c.Played.ID)
		_, err := h.Judge.Clock.Process(ctx, g.ID, h.RoleFor(g, c.Master), g.Revision)
		if (game.ErrorCode(err) == game.Forbidden) == master {
			t.Errorf("%s: the master resolves a phase: %v", what, err)
		}
	}
	expect("nobody", true, true)
	h.With(func(o *judgetest.Options) { o.People.SecondFactor = account.FactorOperators })
	expect("operators", true, false)
	h.With(func(o *judgetest.Options) { o.People.SecondFactor = account.FactorMasters })
	expect("masters", false, false)
	if withheld, err := h.Users.Withheld(ctx, c.Master); !withheld || err != nil {
		t.Errorf("the master is not told: %v", err)
	}
	withFactor(t, h, c.Master)
	withFactor(t, h, c.Operator)
	expect("with a second factor", true, true)
	h.Must(h.Users.ResetFactor(ctx, c.Master.ID))
	expect("reset", false, true)
}

// TestFactorAtOnce checks sign-ins of programs, which send the code together with the password or
// the secret of a link.
func TestFactorAtOnce(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Anna")
	h.Must(h.Users.ConfirmCode(ctx, a.ID, "")) // accounts without a second factor need no code
	secret, _ := withFactor(t, h, a)
	link, err := h.Users.LoginLink(ctx, "anna@example.org")
	h.Must(err)
	_, _, err = h.Users.UseLinkWith(ctx, link.Secret(), "")
	judgetest.Code(t, err, game.CodeNeeded)
	_, _, err = h.Users.UseLinkWith(ctx, link.Secret(), "000000")
	judgetest.Code(t, err, game.Forbidden)
	_, _, err = h.Users.UseLinkWith(ctx, "nonsense", codeAt(t, secret, h.Clock.Now()))
	judgetest.Code(t, err, game.Forbidden)
	if who, _, err := h.Users.UseLinkWith(ctx, link.Secret(), codeAt(t, secret, h.Clock.Now())); err != nil || who.ID != a.ID {
		t.Errorf("%v, %v", who, err)
	}
}

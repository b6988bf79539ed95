package users_test

import (
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
)

// lookAlikes are spellings of kira.si@example.org that are different addresses, although some
// conversion of case or width makes them equal.
var lookAlikes = map[string]string{
	"Kelvin sign":    "\u212aira.si@example.org",
	"long s":         "kira.\u017fi@example.org",
	"dotless i":      "k\u0131ra.si@example.org",
	"dotted I":       "k\u0130ra.si@example.org",
	"full width":     "\uff4bira.si@example.org",
	"full-width at":  "kira.si\uff20example.org",
	"host":           "kira.si@example.or\uff47",
	"Kelvin in host": "mike@\u212aiel.example",
	"ligature":       "kira.si@example.org\ufb01",
	"soft hyphen":    "ki\u00adra.si@example.org",
	"no width":       "ki\u200bra.si@example.org",
	"filler":         "ki\u3164ra.si@example.org",
	"line end":       "kira.si@example.org\r\n",
	"line feed":      "kira.si@example.org\n",
	"second field":   "kira.si@example.org\r\nBcc: eve@example.org",
	"carriage":       "kira.si@example.org\r",
	"zero byte":      "kira.si@example.org\x00",
	"not UTF-8":      "kira.si@example.org\xff",
}

// TestLookAlikeAddresses checks that an address that only looks like another
// never leads to its account, and that a secret is sent only to the stored
// address.
func TestLookAlikeAddresses(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	victim := h.Person("Kira Si") // owner of kira.si@example.org
	if err := h.Users.SetPassword(ctx, victim.ID, "quattro stagioni di guerra"); err != nil {
		t.Fatal(err)
	}
	eve := h.Person("Eve")
	n := 0
	for what, email := range lookAlikes {
		if _, err := h.Users.AccountByEmail(ctx, email); game.ErrorCode(err) != game.NotFound {
			t.Errorf("%s: leads to an account: %v", what, err)
		}
		if _, err := h.Users.SignIn(ctx, email, "quattro stagioni di guerra"); err == nil {
			t.Errorf("%s: signs on", what)
		}
		if m, err := h.Users.LoginLink(ctx, email); m.Secret() != "" || m.To() != "" {
			t.Errorf("%s: a link is sent to %q, %v", what, m.To(), err)
		}
		n++
		a, m, err := h.Users.Register(ctx, "Guest "+strings.Repeat("x", n), email, "")
		if err == nil && (a.ID == victim.ID || m.To() != a.Email || m.To() == victim.Email) {
			t.Errorf("%s: registered as %q, the e-mail is sent to %q", what, a.Email, m.To())
		}
		if strings.ContainsAny(email, "\r\n\x00") && game.ErrorCode(err) != game.Invalid {
			t.Errorf("%s: taken: %v", what, err)
		}
		if m, err := h.Users.AddAddress(ctx, eve.ID, email); err == nil && (m.To() == victim.Email || m.Secret() != "" && m.To() != email) {
			t.Errorf("%s: added as %q", what, m.To())
		}
	}
	for _, spelt := range []string{"KIRA.SI@Example.ORG", " kira.si@example.org "} {
		if m, err := h.Users.LoginLink(ctx, spelt); err != nil || m.To() != "kira.si@example.org" || m.Secret() == "" {
			t.Errorf("%q: the link is sent to %q, %v", spelt, m.To(), err)
		}
	}
}

// TestSameAddress checks that only the case of ASCII letters is ignored in
// addresses.
func TestSameAddress(t *testing.T) {
	t.Parallel()
	if !game.SameAddress(" Anna@Example.org", "anna@example.ORG") {
		t.Error("capitals count")
	}
	for what, email := range lookAlikes {
		if game.SameAddress(email, "kira.si@example.org") || game.SameAddress(email, "mike@kiel.example") {
			t.Errorf("%s is taken for the address", what)
		}
	}
}

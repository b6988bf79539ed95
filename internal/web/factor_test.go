package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"podesta/internal/account"
	"podesta/internal/judge"
)

// TestSecondFactor sets a second factor up on the pages, signs in with it by
// password and by link, uses a recovery code, and turns it off.
func TestSecondFactor(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	ada := h.guest("Ada")
	const password = "quattro stagioni di guerra"
	ada.post("/me/password", url.Values{"password": {password}}).has(t, http.StatusOK, "Your password is changed")
	now := func(secret string) string {
		code, err := totp.GenerateCode(secret, h.dial.Now())
		h.Must(err)
		return code
	}

	ada.get("/me").has(t, http.StatusOK, "Second factor", "Set it up")
	ada.get("/me/factor").has(t, http.StatusOK, "asks for a code", "Set it up")
	p := ada.post("/me/factor", url.Values{"do": {"begin"}}).has(t, http.StatusOK, "Scan this", "Enter the code")
	secret := attr(p.find("copy")[0].FirstChild, "value")
	if len(secret) != 32 || p.header.Get("Cache-Control") != "no-store" {
		t.Fatalf("the key is %q, %v", secret, p.header)
	}
	if path := regexp.MustCompile(`<path d="((?:M\d+ \d+h1v1h-1z)+)"`).FindStringSubmatch(p.body); path == nil || strings.Count(path[1], "M") < 300 {
		t.Errorf("the QR code is empty: %s", p.brief())
	}
	ada.post("/me/factor", url.Values{"do": {"on"}, "code": {"000000"}}).has(t, http.StatusForbidden, "This is not the code that your app shows now", "Scan this")
	p = ada.post("/me/factor", url.Values{"do": {"on"}, "code": {now(secret)}}).has(t, http.StatusOK, "recovery codes", "shown only once")
	spare := regexp.MustCompile(`<code>([a-z2-7-]{19})</code>`).FindAllStringSubmatch(p.body, -1)
	if len(spare) != 10 {
		t.Fatalf("%d recovery codes: %s", len(spare), p.brief())
	}
	p = ada.get("/me/factor").has(t, http.StatusOK, "It is on", "10 recovery codes are left")
	if strings.Contains(p.body, secret) || strings.Contains(p.body, spare[0][1]) {
		t.Error("the key or a recovery code is shown again")
	}
	ada.get("/me").has(t, http.StatusOK, "Change it")

	// When signing in with the password, a code that was already used is not accepted again.
	h.dial.Advance(time.Minute)
	b := h.browser()
	code := now(secret)
	p = b.post("/signin", url.Values{"email": {"ada@example.org"}, "password": {password}, "next": {"/me"}}).has(t, http.StatusOK, "authenticator app")
	b.get("/me").has(t, http.StatusOK, "Have a link sent") // not signed in yet
	form := p.fields(t, "/signin/code")
	form.Set("code", "000000")
	p = b.post("/signin/code", form).has(t, http.StatusForbidden, "The code is wrong")
	form.Set("code", code) // the right code with the form of the first attempt
	b.post("/signin/code", form).has(t, http.StatusForbidden, "took too long")
	form = p.fields(t, "/signin/code")
	form.Set("code", code)
	b.post("/signin/code", form).has(t, http.StatusOK, "Access to your account")
	p = h.browser().post("/signin", url.Values{"email": {"ada@example.org"}, "password": {password}})
	form = p.fields(t, "/signin/code")
	form.Set("code", code)
	h.browser().post("/signin/code", form).has(t, http.StatusForbidden, "was used already")

	// Signing in with a link needs a code as well; a recovery code is accepted.
	c := h.browser()
	c.post("/signin/letter", url.Values{"email": {"ada@example.org"}}).has(t, http.StatusOK)
	p = c.post("/signin/link", url.Values{"token": {h.mail.SignOnSecret("ada@example.org")}, "next": {"/me/factor"}}).has(t, http.StatusOK, "authenticator app")
	form = p.fields(t, "/signin/code")
	form.Set("code", spare[2][1])
	c.post("/signin/code", form).has(t, http.StatusOK, "9 recovery codes are left")

	// Changes need a code, even in a fresh session.
	c.post("/me/factor", url.Values{"do": {"off"}}).has(t, http.StatusForbidden, "The code is wrong")
	c.post("/me/factor", url.Values{"do": {"begin"}}).has(t, http.StatusConflict, "already")
	c.post("/me/factor", url.Values{"do": {"x"}}).has(t, http.StatusUnprocessableEntity)
	h.dial.Advance(time.Minute)
	c.post("/me/factor", url.Values{"do": {"spare"}, "code": {now(secret)}}).has(t, http.StatusOK, "recovery codes")
	c.post("/me/factor", url.Values{"do": {"off"}, "code": {spare[3][1]}}).has(t, http.StatusForbidden)
	h.dial.Advance(time.Minute)
	c.post("/me/factor", url.Values{"do": {"off"}, "code": {now(secret)}}).has(t, http.StatusOK, "The second factor is turned off.")
	h.browser().post("/signin", url.Values{"email": {"ada@example.org"}, "password": {password}, "next": {"/me"}}).has(t, http.StatusOK, "Access to your account")

	// An old session cannot set up a second factor, and does not see the secret.
	c.post("/me/factor", url.Values{"do": {"begin"}}).has(t, http.StatusOK, "Scan this")
	h.dial.Advance(16 * time.Minute)
	if p := c.get("/me/factor").has(t, http.StatusOK, "sign in again"); strings.Contains(p.body, "Scan this") {
		t.Error("an old session sees the key")
	}
	c.post("/me/factor", url.Values{"do": {"begin"}}).has(t, http.StatusForbidden, "15 minutes")
}

// TestSecondFactorDemanded checks what masters see if the judge demands a second factor.
func TestSecondFactorDemanded(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, _ := h.four()
	h.with(func(o *judge.Options) { o.People.SecondFactor = account.FactorMasters })
	master.get("/me").has(t, http.StatusOK, "demands a second factor")
	master.get(at+"/master").has(t, http.StatusForbidden)
	p := master.post("/me/factor", url.Values{"do": {"begin"}})
	code, err := totp.GenerateCode(attr(p.find("copy")[0].FirstChild, "value"), h.dial.Now())
	h.Must(err)
	master.post("/me/factor", url.Values{"do": {"on"}, "code": {code}}).has(t, http.StatusOK, "recovery codes")
	master.get(at+"/master").has(t, http.StatusOK)
	if p := master.get("/me").has(t, http.StatusOK); strings.Contains(p.body, "demands a second factor") {
		t.Error("it is still demanded")
	}
}

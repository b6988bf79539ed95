package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"podesta/internal/judge/judgetest"
	"podesta/internal/oidc"
	"podesta/internal/oidc/oidctest"
	"podesta/internal/wiring"
)

// club is an inn whose guests can also sign in with an identity provider.
type club struct {
	*inn
	site *oidctest.Provider
}

// newClub returns a club. change may be nil.
func newClub(t *testing.T, change func(*oidc.Settings), options ...Option) *club {
	t.Helper()
	base := judgetest.Open(t, time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC))
	base.Seeded(2)
	site := oidctest.New(t, base.Clock.Now)
	s := oidc.Settings{ID: "club", Name: "The Club", Issuer: site.URL, ClientID: oidctest.ClientID, Secret: oidctest.Secret, Scopes: []string{"email"}, NewAccounts: true}
	if change != nil {
		change(&s)
	}
	m := &judgetest.Letters{}
	if options == nil {
		options = []Option{WithLetters(m)}
	}
	srv := httptest.NewServer(New(wiring.Pages(base.Judge), nil, append(options, WithClock(base.Clock), WithProviders([]*oidc.Provider{oidc.New(s, http.DefaultTransport, base.Clock.Now)}))...))
	t.Cleanup(srv.Close)
	return &club{&inn{&house{base, t, base.Judge, srv.URL}, base.Clock, m}, site}
}

// door presses the provider's button, and returns the address to which it leads.
func (b *browser) door(form url.Values, path string) string {
	b.t.Helper()
	p := b.post(path, form).has(b.t, http.StatusOK, "You are going to The Club", "Continue")
	to := attr(p.find("button")[0], "href")
	if p.header.Get("Refresh") != "0; url="+to || p.header.Get("Cache-Control") != "no-store" {
		b.t.Errorf("%v leads to %s", p.header, to)
	}
	return to
}

// enters signs in at the provider.
func (b *browser) enters() *response {
	b.t.Helper()
	return b.get(b.door(url.Values{"provider": {"club"}, "next": {"/me"}}, "/signin/with"))
}

// TestIdentityNew creates an account with an identity of a provider, gives it a password, and
// removes the connection.
func TestIdentityNew(t *testing.T) {
	t.Parallel()
	h := newClub(t, nil)
	b := h.browser()
	b.get("/signin").has(t, http.StatusOK, "Sign in with The Club")
	b.get("/register").has(t, http.StatusOK, "Sign in with The Club")
	h.site.Person("17", "ada@example.org", true, "Ada Lovelace")
	p := b.enters().has(t, http.StatusOK, "Choose an account", "at The Club as ada@example.org", "has verified it", "I have an account")
	if p.url.Path != "/signin/with" || p.url.RawQuery != "" || p.value("name") != "Ada Lovelace" {
		t.Fatalf("%s, %q", p.url, p.value("name"))
	}
	b.post("/signin/new", url.Values{"name": {"@"}}).has(t, http.StatusUnprocessableEntity, "Choose an account", "must not have one of the signs")
	b.post("/signin/new", url.Values{"name": {"Ada"}, "zone": {"Europe/Rome"}, "email": {"other@example.org"}}).has(t, http.StatusOK, "Welcome", "Ada", "ada@example.org", "The Club", "Disconnect")
	if p := b.get("/me"); strings.Contains(p.body, "other@example.org") || strings.Contains(p.body, "not confirmed") {
		t.Errorf("the address is what was typed: %s", p.brief())
	}
	b.get("/me/data.json").has(t, http.StatusOK, `"issuer": "`+h.site.URL+`"`, `"subject": "17"`)
	b.post("/signin/new", url.Values{"name": {"Another"}}).has(t, http.StatusForbidden, "took too long")

	// The same person, in another browser.
	c := h.browser()
	if p := c.enters().has(t, http.StatusOK, "Ada", "Access to your account"); p.url.Path != "/me" {
		t.Errorf("%s", p.url)
	}
	c.post("/me/password", url.Values{"password": {"quattro stagioni di guerra"}}).has(t, http.StatusOK, "Your password is changed")
	form := c.get("/me").fields(t, "/me/identities")
	form.Set("do", "drop")
	c.post("/me/identities", form).has(t, http.StatusOK, "no longer connected")
	c.post("/me/identities", form).has(t, http.StatusOK, "no longer connected") // pressing twice does no harm
	h.browser().enters().has(t, http.StatusOK, "There is an account with this address")
}

// TestIdentityOfAccount connects existing accounts with identities, never because of the
// address alone.
func TestIdentityOfAccount(t *testing.T) {
	t.Parallel()
	h := newClub(t, nil)
	ada := h.guest("Ada")
	h.site.Person("17", "Ada@Example.org", true, "Ada")
	b := h.browser()
	b.enters().has(t, http.StatusOK, "There is an account with this address")
	b.get("/me").has(t, http.StatusOK, "Have a link sent") // not signed in
	b.post("/signin/new", url.Values{"name": {"Ada II"}}).has(t, http.StatusConflict, "already an account")
	b.post("/me/identities", url.Values{"do": {"take"}}).has(t, http.StatusForbidden, "Sign in first")

	// The owner proves the account with a link in an e-mail.
	b.post("/signin/letter", url.Values{"email": {"ada@example.org"}, "next": {"/signin/with"}}).has(t, http.StatusOK)
	p := b.post("/signin/link", url.Values{"token": {h.mail.SignOnSecret("ada@example.org")}}).has(t, http.StatusOK, "You are signed in here as Ada", "Connect the two")
	if p.url.Path != "/signin/with" {
		t.Errorf("%s", p.url)
	}
	b.post("/me/identities", url.Values{"do": {"take"}}).has(t, http.StatusOK, "The accounts are connected")
	h.browser().enters().has(t, http.StatusOK, "Ada", "Access to your account")

	// An identity that is connected with one account cannot be connected with another.
	bice := h.guest("Bice")
	bice.get(bice.door(url.Values{"do": {"begin"}, "provider": {"club"}}, "/me/identities")).has(t, http.StatusConflict, "connected with another account")

	// The connection begins on the account's page and uses another identity.
	h.site.Person("18", "", false, "")
	ada.get(ada.door(url.Values{"do": {"begin"}, "provider": {"club"}}, "/me/identities")).has(t, http.StatusOK, "The accounts are connected")
	h.browser().enters().has(t, http.StatusOK, "Ada", "Access to your account")

	// It needs a recent session, and fails if a different account has signed in meanwhile.
	to := ada.door(url.Values{"do": {"begin"}, "provider": {"club"}}, "/me/identities")
	ada.post("/signout", nil)
	ada.get(to).has(t, http.StatusForbidden, "signed out or changed the account")
	h.dial.Advance(time.Hour)
	bice.post("/me/identities", url.Values{"do": {"begin"}, "provider": {"club"}}).has(t, http.StatusForbidden, "sign in again")
}

// TestIdentityMoves signs in people whose address changes at the provider.
func TestIdentityMoves(t *testing.T) {
	t.Parallel()
	h := newClub(t, nil)
	h.site.Person("17", "ada@example.org", true, "Ada")
	b := h.browser()
	b.enters()
	b.post("/signin/new", url.Values{"name": {"Ada"}}).has(t, http.StatusOK, "Welcome")
	h.guest("Bice")

	// The provider now has the address of another account here. The identity is still Ada's.
	h.site.Person("17", "bice@example.org", true, "Ada")
	p := h.browser().enters().has(t, http.StatusOK, "Your address where you signed in has changed", "ada@example.org")
	if p.find("top")[0] == nil || !strings.Contains(text(p.find("top")[0]), "Ada") {
		t.Errorf("signed in as someone else: %s", p.brief())
	}
	// Someone else at the provider with Ada's old address does not get Ada's account.
	h.site.Person("99", "ada@example.org", true, "Eve")
	h.browser().enters().has(t, http.StatusOK, "There is an account with this address")

	// Ada can add a new address, which an e-mail verifies.
	h.site.Person("17", "lovelace@example.org", true, "Ada")
	b = h.browser()
	b.enters().has(t, http.StatusOK, "which does not belong to this account", "Add it")
	b.post("/me/address", url.Values{"do": {"add"}, "email": {"lovelace@example.org"}}).has(t, http.StatusOK, "Check your e-mail")
	b.post("/verify", url.Values{"token": {h.mail.Confirmation("lovelace@example.org")}}).has(t, http.StatusOK, "The address is confirmed")
	if p := h.browser().enters(); p.url.RawQuery != "" || strings.Contains(p.body, "does not belong to this account") {
		t.Errorf("%s: %s", p.url, p.brief())
	}
	// An address that the provider has not verified changes nothing.
	h.site.Person("17", "someone@example.org", false, "Ada")
	if p := h.browser().enters(); p.url.RawQuery != "" || strings.Contains(p.body, "does not belong to this account") {
		t.Errorf("%s: %s", p.url, p.brief())
	}
}

// TestIdentityUnverified creates an account with an address that the provider has not verified,
// so that an e-mail must verify it.
func TestIdentityUnverified(t *testing.T) {
	t.Parallel()
	h := newClub(t, nil)
	h.guest("Bice")
	h.site.Person("17", "bice@example.org", false, "Eve")
	eve := h.browser()
	if p := eve.enters().has(t, http.StatusOK, "has not verified it", "Create an account"); strings.Contains(p.body, "There is an account with this address") {
		t.Errorf("a stranger is told who has an account: %s", p.brief())
	}
	eve.post("/signin/new", url.Values{"name": {"Eve"}, "email": {"bice@example.org"}}).has(t, http.StatusOK, "Check your e-mail")
	eve.get("/me").has(t, http.StatusOK, "Have a link sent")

	h.site.Person("18", "", false, "Ada")
	b := h.browser()
	b.enters().has(t, http.StatusOK, "You have signed in at The Club. No account")
	b.post("/signin/new", url.Values{"name": {"Ada"}, "email": {"ada@example.org"}}).has(t, http.StatusOK, "Check your e-mail")
	b.post("/verify", url.Values{"token": {h.mail.Confirmation("ada@example.org")}}).has(t, http.StatusOK, "You are signed in here as Ada")
	b.post("/me/identities", url.Values{"do": {"take"}}).has(t, http.StatusOK, "The accounts are connected")
	h.browser().enters().has(t, http.StatusOK, "Ada", "Access to your account")
}

// TestIdentityFactor signs in to an account with a second factor, which is still required after
// signing in at the provider.
func TestIdentityFactor(t *testing.T) {
	t.Parallel()
	h := newClub(t, nil)
	h.site.Person("17", "ada@example.org", true, "Ada")
	h.site.Claims(map[string]any{"amr": []string{"mfa", "otp"}, "acr": "high"})
	ada := h.browser()
	ada.enters()
	ada.post("/signin/new", url.Values{"name": {"Ada"}}).has(t, http.StatusOK, "Welcome")
	p := ada.post("/me/factor", url.Values{"do": {"begin"}})
	secret := attr(p.find("copy")[0].FirstChild, "value")
	code := func() string {
		code, err := totp.GenerateCode(secret, h.dial.Now())
		h.Must(err)
		return code
	}
	ada.post("/me/factor", url.Values{"do": {"on"}, "code": {code()}}).has(t, http.StatusOK, "recovery codes")
	h.dial.Advance(time.Minute)
	b := h.browser()
	p = b.enters().has(t, http.StatusOK, "authenticator app")
	b.get("/me").has(t, http.StatusOK, "Have a link sent")
	form := p.fields(t, "/signin/code")
	form.Set("code", code())
	b.post("/signin/code", form).has(t, http.StatusOK, "Access to your account")
}

// TestIdentityRefused checks the pages of sign-ins that fail.
func TestIdentityRefused(t *testing.T) {
	t.Parallel()
	h := newClub(t, func(s *oidc.Settings) { s.NewAccounts, s.Domains = false, []string{"example.org"} })
	h.site.Down(true)
	b := h.browser()
	b.post("/signin/with", url.Values{"provider": {"club"}}).has(t, http.StatusServiceUnavailable, "The Club cannot be reached", "Have a link sent")
	h.site.Down(false)
	b.post("/signin/with", url.Values{"provider": {"other"}}).has(t, http.StatusNotFound, "does not know that identity provider")
	b.get("/signin/with/other?code=x&state=x").has(t, http.StatusNotFound, "does not know that identity provider")
	b.get("/signin/with/club?code=x&state=x").has(t, http.StatusForbidden, "Begin again")
	b.get("/signin/with").has(t, http.StatusForbidden, "Begin again")

	h.site.Person("17", "ada@example.org", true, "Ada")
	h.site.Refuse("access_denied")
	b.enters().has(t, http.StatusForbidden, "The Club has not signed you in")
	for _, claims := range []map[string]any{{"aud": "another"}, {"exp": h.dial.Now().Add(-time.Minute).Unix()}, {"nonce": "x"}} {
		h.site.Person("17", "ada@example.org", true, "Ada")
		h.site.Claims(claims)
		b.enters().has(t, http.StatusForbidden, "does not prove who you are")
	}
	h.site.Person("17", "ada@elsewhere.example", true, "Ada")
	b.enters().has(t, http.StatusForbidden, "only people with a verified address of example.org")

	// An answer is valid once, in the browser that asked, and for a limited time.
	h.site.Person("17", "ada@example.org", true, "Ada")
	b.enters().has(t, http.StatusOK, "but not create a new one", "How to get an account")
	b.post("/signin/new", url.Values{"name": {"Ada"}}).has(t, http.StatusForbidden, "but not create a new one")
	to := b.door(url.Values{"provider": {"club"}}, "/signin/with")
	h.browser().get(to).has(t, http.StatusForbidden, "another browser")
	stop := &http.Client{Jar: b.http.Jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := stop.Get(to)
	h.Must(err)
	resp.Body.Close()
	answer := resp.Header.Get("Location")
	kept := b.http.Jar.Cookies(resp.Request.URL)
	b.get(answer).has(t, http.StatusOK, "Choose an account")
	b.get(answer).has(t, http.StatusForbidden, "Begin again")
	own, err := url.Parse(h.url)
	h.Must(err)
	b.http.Jar.SetCookies(own, kept) // a browser that has kept the cookie
	b.get(answer).has(t, http.StatusForbidden, "Begin again")
	to = b.door(url.Values{"provider": {"club"}}, "/signin/with")
	h.dial.Advance(time.Hour)
	b.get(to).has(t, http.StatusForbidden, "Begin again")
}

// TestIdentityClosed signs in to accounts that are closed or erased, and tries to remove the
// only way to sign in on a judge without e-mail.
func TestIdentityClosed(t *testing.T) {
	t.Parallel()
	h := newClub(t, nil, WithoutLetters())
	h.site.Person("17", "ada@example.org", true, "Ada")
	b := h.browser()
	b.enters()
	b.post("/signin/new", url.Values{"name": {"Ada"}}).has(t, http.StatusOK, "Welcome")
	form := b.get("/me").fields(t, "/me/identities")
	form.Set("do", "drop")
	b.post("/me/identities", form).has(t, http.StatusConflict, "You could not sign in any more")
	a, err := h.judge.Users.AccountByEmail(t.Context(), "ada@example.org")
	h.Must(err)
	h.Must(h.judge.Users.Block(t.Context(), a.ID, true))
	h.browser().enters().has(t, http.StatusForbidden, "This account is closed")
	h.Must(h.judge.Users.Block(t.Context(), a.ID, false))
	h.browser().enters().has(t, http.StatusOK, "Access to your account")
	h.Must(h.judge.Users.Erase(t.Context(), a.ID))
	h.browser().enters().has(t, http.StatusOK, "No account of this judge is connected")
	h.site.Person("18", "bice@example.org", false, "Bice")
	h.browser().enters().has(t, http.StatusOK, "this judge has no e-mail to do it")
}

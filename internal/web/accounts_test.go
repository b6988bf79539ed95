package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
)

// TestAccounts goes through an account's life: the e-mail that verifies the
// address, a password, signing in and out, a link by e-mail, another name, keys
// for programs.
func TestAccounts(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	ada := h.browser()
	ada.get("/register").has(t, http.StatusOK, "Create an account")
	ada.post("/register", url.Values{"name": {"Ada"}, "email": {"not an address"}}).has(t, http.StatusUnprocessableEntity, "The judge cannot write to this address", "Ada")
	ada.post("/register", url.Values{"name": {"<b>Ada</b>"}, "email": {"ada@example.org"}}).has(t, http.StatusUnprocessableEntity, "must not have one of the signs")
	ada.post("/register", url.Values{"name": {"Ada"}, "email": {"ada@example.org"}, "zone": {"Italy/Florenz"}}).has(t, http.StatusUnprocessableEntity, "no time zone")
	ada.post("/register", url.Values{"name": {"Ada"}, "email": {"ada@example.org"}}).has(t, http.StatusOK, "Check your e-mail")
	secret := h.mail.Confirmation("ada@example.org")
	if secret == "" {
		t.Fatal("no e-mail was sent")
	}
	ada.get("/verify?token="+secret).has(t, http.StatusOK, "Confirm this address")
	ada.get("/me").has(t, http.StatusOK, "Sign in") // opening the link has no effect
	ada.post("/verify", url.Values{"token": {secret}}).has(t, http.StatusOK, "Welcome", "Ada")
	ada.post("/verify", url.Values{"token": {secret}}).has(t, http.StatusForbidden)
	ada.post("/me/password", url.Values{"password": {"short"}}).has(t, http.StatusUnprocessableEntity, "needs at least 12 characters")
	ada.post("/me/password", url.Values{"password": {"three words together"}}).has(t, http.StatusOK, "Your password is changed")
	ada.post("/me/password", url.Values{"password": {"four words together now"}}).has(t, http.StatusForbidden, "current password is wrong")
	ada.post("/me/password", url.Values{"password": {"four words together now"}, "current": {"three words together"}}).has(t, http.StatusOK, "Your password is changed")

	other := h.browser()
	other.post("/signin", url.Values{"email": {"ada@example.org"}, "password": {"wrong one here"}}).has(t, http.StatusForbidden, "address or the password is wrong")
	other.post("/signin", url.Values{"email": {"nobody@example.org"}, "password": {"wrong one here"}}).has(t, http.StatusForbidden, "address or the password is wrong")
	p := other.post("/signin", url.Values{"email": {"ada@example.org"}, "password": {"four words together now"}, "next": {"/games"}})
	if p.has(t, http.StatusOK, "Ada"); p.url.Path != "/games" {
		t.Errorf("signing in led to %s", p.url)
	}
	if strings.Contains(p.body, "four words") {
		t.Error("the password is on a page")
	}
	other.post("/me/password", url.Values{"password": {"five words together now then"}, "current": {"wrong one here"}}).has(t, http.StatusForbidden, "current password is wrong")
	other.post("/me/password", url.Values{"password": {"five words together now then"}, "current": {"four words together now"}}).has(t, http.StatusOK, "Your password is changed")
	ada.get("/me").has(t, http.StatusOK, "Sign in", "Have a link sent") // the first browser is signed out

	ada.post("/signin/letter", url.Values{"email": {"nobody@example.org"}}).has(t, http.StatusOK, "If there is an account with this address")
	ada.post("/signin/letter", url.Values{"email": {"ada@example.org"}}).has(t, http.StatusOK, "If there is an account with this address")
	if len(h.mail.SignOnsTo()) != 1 {
		t.Errorf("links were sent to %d addresses", len(h.mail.SignOnsTo()))
	}
	link := h.mail.SignOnSecret("ada@example.org")
	ada.get("/signin?token="+link).has(t, http.StatusOK, "works once")
	ada.post("/signin/link", url.Values{"token": {link}}).has(t, http.StatusOK, "You are signed in")
	h.browser().post("/signin/link", url.Values{"token": {link}}).has(t, http.StatusForbidden)
	ada.post("/me/password", url.Values{"password": {"six words together now then again"}}).has(t, http.StatusOK, "Your password is changed")
	h.guest("Bice")
	ada.post("/me/profile", url.Values{"name": {"Bice"}, "zone": {"Asia/Tokyo"}}).has(t, http.StatusConflict, "is already taken", "Asia/Tokyo")
	ada.post("/me/profile", url.Values{"name": {"Ada of Pisa"}, "zone": {"Asia/Tokyo"}}).has(t, http.StatusOK, "Saved", "Ada of Pisa")
	ada.get("/me").has(t, http.StatusOK, `name="mail-due" value="1" aria-label="A phase is due soon: E-mail" checked`, `name="full" value="1" checked`)
	wanted := ada.get("/me").fields(t, "/me/notices")
	wanted.Del("full")
	ada.post("/me/notices", wanted).has(t, http.StatusOK, "applies from the next notification on",
		`name="mail-due" value="1" aria-label="A phase is due soon: E-mail" checked`, `name="full" value="1">`)
	h.browser().post("/register", url.Values{"name": {"Eve"}, "email": {"ada@example.org"}}).has(t, http.StatusOK, "Check your e-mail")
	if !slices.Contains(h.mail.Known(), "ada@example.org") {
		t.Error("the owner of the address was not notified")
	}
	ada.post("/me/address", url.Values{"do": {"add"}, "email": {"ada@example.net"}}).has(t, http.StatusOK, "Check your e-mail")
	ada.post("/verify", url.Values{"token": {h.mail.Confirmation("ada@example.net")}}).has(t, http.StatusOK, "The address is confirmed", "ada@example.net")
	ada.post("/me/address", url.Values{"do": {"main"}, "email": {"ada@example.net"}}).has(t, http.StatusOK, "Your e-mail now goes there")
	ada.post("/me/address", url.Values{"do": {"remove"}, "email": {"ada@example.org"}}).has(t, http.StatusOK, "removed from your account")
	ada.post("/signout", nil).has(t, http.StatusOK, "Sign in")
	ada.get("/me").has(t, http.StatusOK, "Have a link sent")
}

// TestKeysForPrograms creates a key, which is shown once and works until it is
// revoked.
func TestKeysForPrograms(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	ada := h.guest("Ada")
	form := url.Values{"label": {"my <i>bot</i>"}, "once": {ada.get("/me").value("once")}}
	p := ada.post("/me/tokens", form)
	p.has(t, http.StatusOK, "shown only once", "my <i>bot</i>")
	key := ""
	for n := range p.root.Descendants() {
		if attr(n, "aria-label") == "The key" {
			key = attr(n, "value")
		}
	}
	a, token, err := h.judge.Users.Authenticate(t.Context(), key)
	if err != nil || a.Name != "Ada" || token.Kind != game.APIToken {
		t.Fatalf("the key opens %v %v: %v", a, token, err)
	}
	if p := ada.post("/me/tokens", form); strings.Contains(p.body, key) || strings.Count(p.body, `name="kind" value="key"`) != 1 {
		t.Errorf("a second click: %s", p.brief())
	}
	if strings.Contains(ada.get("/me").body, key) {
		t.Error("the key is shown again")
	}
	end := url.Values{"do": {"end"}, "kind": {"key"}, "id": {token.Hash}}
	// a form sent again has the same answer, but no effect
	h.guest("Bice").post("/me/access", end).has(t, http.StatusOK)
	if _, _, err := h.judge.Users.Authenticate(t.Context(), key); err != nil {
		t.Errorf("another account has revoked it: %v", err)
	}
	req, _ := http.NewRequest(http.MethodGet, h.url+"/me", nil) // a program's key is not a session
	req.AddCookie(&http.Cookie{Name: "podesta-session", Value: key})
	r, err := http.DefaultTransport.RoundTrip(req)
	if err != nil || r.StatusCode != http.StatusSeeOther {
		t.Errorf("the key signs a browser in: %v %v", r, err)
	}
	ada.post("/me/access", end).has(t, http.StatusOK, "It has ended")
	if _, _, err := h.judge.Users.Authenticate(t.Context(), key); game.ErrorCode(err) != game.Forbidden {
		t.Errorf("the key works on: %v", err)
	}
}

// TestAccountsWithoutMail checks that, on a judge without e-mail, accounts can
// be created at once from its own machine, and not from elsewhere.
func TestAccountsWithoutMail(t *testing.T) {
	t.Parallel()
	h := newInn(t, WithoutLetters())
	b := h.browser()
	form := url.Values{"name": {"Ada"}, "email": {"ada@example.org"}, "password": {"short"}}
	b.post("/register", form).has(t, http.StatusUnprocessableEntity, "needs at least 12 characters")
	form.Set("password", "three words together")
	b.post("/register", form).has(t, http.StatusOK, "Welcome", "Ada")
	h.browser().post("/register", form).has(t, http.StatusConflict, "already an account with this address")
	h.browser().post("/signin", url.Values{"email": {"ada@example.org"}, "password": {"three words together"}}).has(t, http.StatusOK, "Nothing is waiting for you")
	h.browser().post("/signin/letter", url.Values{"email": {"ada@example.org"}}).has(t, http.StatusForbidden, "sends no e-mail")
	req, _ := http.NewRequest(http.MethodPost, h.url+"/register", strings.NewReader(url.Values{"name": {"Eve"}, "email": {"eve@example.org"}, "password": {"three words together"}}.Encode()))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("X-Forwarded-For", "203.0.113.7")
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	h.browser().read(r).has(t, http.StatusForbidden, "you cannot create accounts on this page")

	closed := newInn(t, WithClock(h.dial))
	closed.browser().get("/register").has(t, http.StatusOK, "you cannot create accounts on this page")
	closed.browser().post("/register", form).has(t, http.StatusForbidden, "you cannot create accounts on this page")
}

// TestSessions checks the cookie, forms sent by other sites, and the
// redirection after signing in.
func TestSessions(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	ada := h.guest("Ada")
	ada.post("/me/password", url.Values{"password": {"three words together"}})
	send := func(path string, form url.Values, header ...string) *http.Response {
		req := httptest.NewRequest(http.MethodPost, h.url+path, strings.NewReader(form.Encode()))
		req.RequestURI = ""
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for i := 0; i+1 < len(header); i += 2 {
			req.Header.Set(header[i], header[i+1])
		}
		u, _ := url.Parse(h.url)
		for _, c := range ada.http.Jar.Cookies(u) {
			req.AddCookie(c)
		}
		r, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		return r
	}
	sign := url.Values{"email": {"ada@example.org"}, "password": {"three words together"}}
	for _, c := range []struct {
		proto, name string
		secure      bool
	}{{"", "podesta-session", false}, {"https", "__Host-podesta-session", true}} {
		r := send("/signin", sign, "X-Forwarded-Proto", c.proto)
		var found bool
		for _, k := range r.Cookies() {
			if k.Name == c.name {
				found = true
				if !k.HttpOnly || k.SameSite != http.SameSiteLaxMode || k.Secure != c.secure || k.Path != "/" {
					t.Errorf("over %q the cookie is %s", c.proto, k)
				}
			}
		}
		if !found {
			t.Errorf("over %q there is no cookie: %v", c.proto, r.Status)
		}
	}
	for _, header := range [][2]string{{"Sec-Fetch-Site", "cross-site"}, {"Origin", "https://evil.example"}} {
		for _, path := range []string{"/signin", "/register", "/me/password", "/me/tokens", "/signout", "/host"} {
			if r := send(path, sign, header[0], header[1]); r.StatusCode != http.StatusForbidden {
				t.Errorf("%s of another site: %s", path, r.Status)
			}
		}
	}
	for _, next := range []string{"//evil.example", "https://evil.example/", "/\\evil.example", "\\\\evil.example", "javascript:alert(1)"} {
		form := url.Values{"email": sign["email"], "password": sign["password"], "next": {next}}
		if to := send("/signin", form).Header.Get("Location"); to != "/" {
			t.Errorf("next %q leads to %q", next, to)
		}
	}
	if len(h.judgeTokens("ada@example.org")) > 8 {
		t.Error("sessions of one browser pile up")
	}
	h.dial.Set(h.dial.Now().Add(61 * 24 * time.Hour))
	ada.get("/me").has(t, http.StatusOK, "Have a link sent")
}

// judgeTokens returns the tokens of the account with an address.
func (h *inn) judgeTokens(email string) []game.Token {
	h.t.Helper()
	a, err := h.judge.Users.AccountByEmail(h.t.Context(), email)
	if err != nil {
		h.t.Fatal(err)
	}
	all, err := h.judge.Users.Tokens(h.t.Context(), a.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	return all
}

// TestGuessing checks that repeated wrong passwords are slowed down.
func TestGuessing(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	h.guest("Ada")
	b := h.browser()
	var last *response
	for range 12 {
		last = b.post("/signin", url.Values{"email": {"ada@example.org"}, "password": {"guess guess guess"}})
	}
	last.has(t, http.StatusTooManyRequests, "too often", "ada@example.org")
	if last.header.Get("Retry-After") == "" {
		t.Error("the answer does not say when to try again")
	}
}

// TestPageAfterSignUp checks the page that a visitor sees after creating an account or signing in
// by e-mail: the page that they wanted, or else the front page. It has a greeting that links to the
// account's page.
func TestPageAfterSignUp(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at := h.guest("Cosimo").hosts("name", "The Four", "choice", "A/A-4")
	lands := func(what string, p *response, path string, texts ...string) {
		t.Helper()
		if p.has(t, http.StatusOK, texts...); p.url.Path != path {
			t.Errorf("%s: on %s, expected %s", what, p.url, path)
		}
		if hello := p.find("hello"); len(hello) != 1 || !strings.Contains(p.body, `<a href="/me`) {
			t.Errorf("%s: %d greetings", what, len(hello))
		}
	}
	confirm := func(b *browser, email string) *response {
		return b.post("/verify", url.Values{"token": {h.mail.Confirmation(email)}})
	}
	ada, bice := h.browser(), h.browser()
	form := ada.get("/register?next="+at).fields(t, "/register")
	form.Set("name", "Ada")
	form.Set("email", "ada@example.org")
	ada.post("/register", form)
	lands("a new account that was going to a game", confirm(ada, "ada@example.org"), at, "Welcome, Ada", "Join the game")
	if p := ada.get(at); len(p.find("hello")) > 0 {
		t.Error("the greeting is repeated")
	}
	bice.post("/register", url.Values{"name": {"Bice"}, "email": {"bice@example.org"}})
	lands("a new account", confirm(bice, "bice@example.org"), "/", "Welcome, Bice")

	link := func(b *browser, next string) *response {
		b.post("/signin/letter", url.Values{"email": {"ada@example.org"}, "next": {next}})
		return b.post("/signin/link", url.Values{"token": {h.mail.SignOnSecret("ada@example.org")}})
	}
	other := h.browser()
	lands("a link for who was going to a game", link(other, at), at, "You are signed in")
	lands("a link later on", link(other, ""), "/", "You are signed in")
	lands("a link for who was sent elsewhere", link(h.browser(), "//evil.example/"), "/", "You are signed in")
	if p := h.browser().get("/?hello=welcome"); len(p.find("hello")) > 0 {
		t.Error("a stranger is greeted")
	}

	dry := newInn(t, WithoutLetters())
	carla := dry.browser()
	p := carla.post("/register", url.Values{"name": {"Carla"}, "email": {"carla@example.org"}, "password": {"three words together"}, "next": {"/games"}})
	lands("a new account made at once", p, "/games", "Welcome, Carla")
}

// TestEraseAccount checks that erasing needs a confirmation and the password,
// or without a password a recent sign-in.
func TestEraseAccount(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	ada, bice := h.guest("Ada"), h.guest("Bice")
	if p := ada.get("/me").has(t, http.StatusOK, "Erase my account", "I am sure"); strings.Contains(p.body, "erasepassword") {
		t.Error("a password is required from an account without one")
	}
	ada.post("/me/erase", nil).has(t, http.StatusUnprocessableEntity, "tick the box to confirm", "<details open>")
	ada.post("/me/password", url.Values{"password": {"three words together"}}).has(t, http.StatusOK, "Your password is changed")
	ada.post("/me/erase", url.Values{"sure": {"1"}, "password": {"wrong"}}).has(t, http.StatusForbidden, "The password is wrong, so nothing was erased")
	if p := ada.post("/me/erase", url.Values{"sure": {"1"}, "password": {"three words together"}}).has(t, http.StatusOK, "Your account is erased", "Sign in"); strings.Contains(p.body, "Ada") {
		t.Errorf("the page still knows the account: %s", p.brief())
	}
	ada.get("/me").has(t, http.StatusOK, "Sign in")
	ada.post("/signin", url.Values{"email": {"ada@example.org"}, "password": {"three words together"}}).has(t, http.StatusForbidden, "address or the password is wrong")

	h.dial.Set(h.dial.Now().Add(2 * time.Hour))
	bice.post("/me/erase", url.Values{"sure": {"1"}}).has(t, http.StatusForbidden, "signed in more than 15 minutes ago")
	bice.get("/me").has(t, http.StatusOK, "Bice")
}

// TestPrivacy checks that every page links to the page about stored data, and that this page says
// in the reader's language what a person can do.
func TestPrivacy(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	stranger, ada := h.browser(), h.guest("Ada")
	stranger.get("/register").has(t, http.StatusOK, `href="/privacy"`, "What the judge stores about you")
	if p := stranger.get("/privacy").has(t, http.StatusOK, "Your data", "hash", "Nobody else sees your e-mail address", "WHOIS"); strings.Contains(p.body, `a href="/me"`) {
		t.Error("a stranger is sent to an account's page")
	}
	ada.get("/games").has(t, http.StatusOK, `href="/privacy"`)
	ada.get("/privacy").has(t, http.StatusOK, `<a href="/me">`, "erase your account")
	stranger.post("/language", url.Values{"language": {"de"}, "next": {"/privacy"}}).has(t, http.StatusOK, "Deine Daten")
}

// TestAccountParts checks that the account's page is in parts, each with a link from
// its contents and at most one primary button, and that an error opens the part of
// its form.
func TestAccountParts(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	ada := h.guest("Ada")
	p := ada.get("/me")
	contents := map[string]bool{}
	for n := range p.find("tabs")[0].Descendants() {
		if n.Data == "a" {
			contents[strings.TrimPrefix(attr(n, "href"), "#")] = true
		}
	}
	parts := p.find("part")
	if len(parts) != len(contents) {
		t.Errorf("%d parts, %d links to them", len(parts), len(contents))
	}
	for _, part := range parts {
		linked, primary := false, 0
		for n := range part.Descendants() {
			linked = linked || contents[attr(n, "id")]
			if attr(n, "class") == "button" {
				primary++
			}
		}
		if !linked || primary > 1 {
			t.Errorf("linked %v, %d primary buttons: %.60s", linked, primary, text(part))
		}
	}
	open := func(p *response) string { return text(p.find("here")[0]) }
	for what, c := range map[string]struct {
		answer *response
		part   string
	}{
		"nothing was sent":  {p, "Profile"},
		"a weak password":   {ada.post("/me/password", url.Values{"password": {"a"}}), "Password"},
		"half a quiet time": {ada.post("/me/notices", url.Values{"from": {"22:00"}}), "How you are notified"},
		"no name":           {ada.post("/me/profile", url.Values{"name": {""}}), "Profile"},
		"not sure":          {ada.post("/me/erase", url.Values{}), "Your data as a file"},
	} {
		if got := open(c.answer); !strings.HasPrefix(got, c.part) {
			t.Errorf("%s: the open part is %.40q", what, got)
		}
	}
}

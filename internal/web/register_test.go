package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/notify/webpush/pushtest"
	"podesta/internal/web/page"
)

// TestAccessNeedsItsOwner checks the common rule for everything that can read or use an
// account: a session that is not recent can neither add it, nor remove what signs in, nor end
// everything. With the password it can, and the owner gets an e-mail.
func TestAccessNeedsItsOwner(t *testing.T) {
	t.Parallel()
	letters := &judgetest.Letters{}
	h := newInn(t, WithLetters(letters), withWays(t), WithChats([]string{"telegram"}, func(context.Context, string, string) (string, string) { return "", "/start" }))
	h.mail = letters
	const password = "quattro stagioni di guerra"
	ada := h.guest("Ada")
	ada.post("/me/password", url.Values{"password": {password}}).has(t, http.StatusOK, "Your password is changed")
	id := h.account("Ada").ID
	var told []string
	h.judge.Users.TellOwners(func(_ *game.Tx, n account.OwnerNews) error {
		told = append(told, n.What.String())
		return nil
	})
	list := func() (out []string) {
		all, err := h.judge.Users.Access(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range all {
			out = append(out, string(x.Kind)+" "+x.ID)
		}
		return out
	}
	m, err := h.judge.Users.AddAddress(t.Context(), id, "second@example.net")
	if err == nil {
		_, err = h.judge.Users.Verify(t.Context(), m.Secret())
	}
	if err != nil {
		t.Fatal(err)
	}
	h.dial.Advance(20 * time.Minute)
	key, auth := pushtest.NewBrowser(t, "").Keys()
	for _, c := range []struct {
		what, path string
		form       url.Values
		says       string // text in the e-mail; empty for changes that must first be confirmed elsewhere
		only       bool   // whether only a recent session is accepted
	}{
		{"a key", "/me/tokens", url.Values{"label": {"evil"}}, "A key for a program was created", false},
		{"a webhook", "/me/ways", url.Values{"format": {"discord"}, "address": {"https://discord.com/api/webhooks/1/x"}}, "A chat was added in which you are notified", false},
		{"a calendar", "/me/calendar", url.Values{}, "An address of your calendar was created", false},
		{"a chat", "/me/chats", url.Values{"do": {"begin"}, "service": {"telegram"}}, "", false},
		{"an address", "/me/address", url.Values{"do": {"add"}, "email": {"evil@example.net"}}, "", false},
		{"another main address", "/me/address", url.Values{"do": {"main"}, "email": {"second@example.net"}}, "Mail to you goes to second@example.net", false},
		{"an address less", "/me/address", url.Values{"do": {"remove"}, "email": {"ada@example.org"}}, "The address ada@example.org was removed", false},
		{"an account elsewhere", "/me/identities", url.Values{"do": {"take"}}, "", true},
		{"a passkey less", "/me/passkeys", url.Values{"do": {"remove"}, "id": {"x"}}, "", false},
		{"a browser", "/me/push", url.Values{"endpoint": {"https://push.example.org/1"}, "key": {key}, "auth": {auth}}, "Notifications were turned on", true},
		{"everything", "/me/access", url.Values{"do": {"all"}}, "All access to your account was ended", false},
	} {
		before := list()
		told = nil
		for _, wrong := range []string{"", "not the password"} {
			form := url.Values{}
			for k, v := range c.form {
				form[k] = v
			}
			form.Set("current", wrong)
			ada.post(c.path, form).has(t, http.StatusForbidden)
		}
		if now := list(); !slices.Equal(now, before) || len(told) > 0 {
			t.Errorf("%s without the password: %q, before %q, told %q", c.what, now, before, told)
		}
		if c.only {
			continue
		}
		c.form.Set("current", password)
		ada.post(c.path, c.form).has(t, http.StatusOK)
		if c.says != "" && (len(told) != 1 || !strings.Contains(told[0], c.says)) {
			t.Errorf("%s: told %q", c.what, told)
		}
	}
	if now := list(); len(now) != 2 {
		t.Errorf("left: %q", now)
	}
	// A recent session can add access without the password.
	ada.post("/signin", url.Values{"email": {"second@example.net"}, "password": {password}}).has(t, http.StatusOK)
	told = nil
	push := url.Values{"endpoint": {"https://push.example.org/1"}, "key": {key}, "auth": {auth}}
	ada.post("/me/push", push).has(t, http.StatusOK)
	ada.post("/me/ways", url.Values{"format": {"discord"}, "address": {"https://discord.com/api/webhooks/1/x"}}).has(t, http.StatusOK)
	if len(told) != 2 {
		t.Errorf("told %q", told)
	}
	// A registered browser can be connected with another session without the password.
	h.dial.Advance(20 * time.Minute)
	ada.post("/me/push", push).has(t, http.StatusOK)
	if len(told) != 2 {
		t.Errorf("the same browser: told %q", told)
	}
	p := ada.get("/me").has(t, http.StatusOK, "Access to your account", "Browser that is notified", "https://discord.com/api/webhooks/1/x", "End all access", "your e-mail goes here")
	if n := strings.Count(p.body, `name="do" value="end"`); n != 2 {
		t.Errorf("%d buttons", n)
	}
	ada.post("/me/password", url.Values{"current": {password}, "password": {password + " e di pace"}, "keys": {"1"}}).has(t, http.StatusOK, "Your password is changed")
	if now := list(); len(now) != 2 { // the new session, and the address
		t.Errorf("after another password: %q", now)
	}
}

// TestOldCookieNames checks that over https only cookies that no neighbouring site can set are
// accepted.
func TestOldCookieNames(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	secret, err := h.judge.Users.NewToken(t.Context(), game.Token{Kind: game.SessionToken, Account: func() string { h.guest("Ada"); return h.account("Ada").ID }()}, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{page.SessionCookie: http.StatusSeeOther, "__Host-" + page.SessionCookie: http.StatusOK} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.url+"/me", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Forwarded-Proto", "https")
		r.AddCookie(&http.Cookie{Name: name, Value: secret})
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%s: %s", name, answer.Status)
		}
	}
}

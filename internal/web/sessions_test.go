package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestSignedInBrowsers shows a person the browsers in which they are signed in, and signs out
// one of them, then all others.
func TestSignedInBrowsers(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	here := h.guest("Ada")
	elsewhere := func() *browser {
		b := h.browser()
		b.post("/signin/letter", url.Values{"email": {"ada@example.org"}}).has(t, http.StatusOK, "Check your e-mail")
		b.post("/signin/link", url.Values{"token": {h.mail.SignOnSecret("ada@example.org")}}).has(t, http.StatusOK)
		b.get("/me").has(t, http.StatusOK, "Access to your account")
		return b
	}
	one := elsewhere()
	h.dial.Advance(2 * time.Hour)
	one.get("/me")
	p := here.get("/me").has(t, http.StatusOK, "this one", "by a link in an e-mail", "last use", "at the latest", "Sign out all other browsers")
	if n := strings.Count(p.body, `name="kind" value="session"`); n != 1 { // the present session has no button
		t.Errorf("%d buttons to sign out", n)
	}
	form := p.fields(t, "/me/access")
	if form.Get("kind") != "session" {
		t.Fatalf("the first form ends %v", form)
	}
	form.Set("do", "end")
	here.post("/me/access", form).has(t, http.StatusOK, "It has ended.")
	here.post("/me/access", form).has(t, http.StatusOK) // sending it twice does no harm
	one.get("/me").has(t, http.StatusOK, "Have a link sent")

	h.dial.Advance(time.Hour)
	others := []*browser{elsewhere(), elsewhere()}
	h.browser().post("/signin/letter", url.Values{"email": {"ada@example.org"}})
	unused := h.mail.SignOnSecret("ada@example.org")
	key := h.Token(h.account("Ada").ID)
	here.post("/me/access", url.Values{"do": {"others"}}).has(t, http.StatusOK, "All other browsers are signed out.")
	for _, b := range others {
		b.get("/me").has(t, http.StatusOK, "Have a link sent")
	}
	h.browser().post("/signin/link", url.Values{"token": {unused}}).has(t, http.StatusForbidden)
	here.get("/me").has(t, http.StatusOK, "this one")
	if _, _, err := h.Users.Authenticate(t.Context(), key); err != nil {
		t.Errorf("the key of a program is gone: %v", err)
	}

	// A session ends after two weeks without use, and after a month in any case.
	h.dial.Advance(15 * 24 * time.Hour)
	here.get("/me").has(t, http.StatusOK, "Have a link sent")
	last := elsewhere()
	for range 4 {
		h.dial.Advance(7 * 24 * time.Hour)
		last.get("/me").has(t, http.StatusOK, "this one")
	}
	h.dial.Advance(3 * 24 * time.Hour)
	last.get("/me").has(t, http.StatusOK, "Have a link sent")
}

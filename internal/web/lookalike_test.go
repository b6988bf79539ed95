package web

import (
	"net/http"
	"net/url"
	"testing"
)

// TestLookAlikeAddress checks that no link is created or sent for an address
// that only resembles an account's, and that an address in capitals means the
// stored address.
func TestLookAlikeAddress(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	h.guest("Kira")
	b := h.browser()
	h.mail.Forget()
	b.post("/signin/letter", url.Values{"email": {"\u212aira@example.org"}}).has(t, http.StatusOK, "If there is an account with this address")
	if len(h.mail.SignOnsTo()) != 0 {
		t.Errorf("links were sent: %q", h.mail.SignOnsTo())
	}
	b.post("/register", url.Values{"name": {"Mike"}, "email": {"mi\u212ae@example.org"}}).has(t, http.StatusOK, "Check your e-mail")
	if h.mail.Confirmation("mike@example.org") != "" || h.mail.Confirmation("mi\u212ae@example.org") == "" {
		t.Error("an e-mail was sent to another address than the one that was typed")
	}
	b.post("/register", url.Values{"name": {"Nina"}, "email": {"nina@example.org\r\n"}}).has(t, http.StatusUnprocessableEntity, "cannot write to this address")
	b.post("/signin/letter", url.Values{"email": {"KIRA@Example.org"}}).has(t, http.StatusOK)
	if h.mail.SignOnSecret("kira@example.org") == "" || len(h.mail.SignOnsTo()) != 1 {
		t.Errorf("links were sent to %q", h.mail.SignOnsTo())
	}
}

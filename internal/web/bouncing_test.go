package web

import (
	"net/http"
	"strings"
	"testing"
)

// TestBouncingAddress checks that the account's page warns of returned e-mail,
// with the mail server's answer, until an e-mail arrives.
func TestBouncingAddress(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	ada := h.guest("Ada")
	if p := ada.get("/me"); strings.Contains(p.body, "come back") {
		t.Error(p.body)
	}
	a, err := h.judge.Users.AccountByEmail(t.Context(), "ada@example.org")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.judge.Users.Bounced(t.Context(), a.ID, a.Email, "550 <mailbox> is full"); err != nil {
		t.Fatal(err)
	}
	ada.get("/me").has(t, http.StatusOK, "E-mail to ada@example.org bounces", "550 &lt;mailbox&gt; is full")
	if err := h.judge.Users.Arrives(t.Context(), a.ID, a.Email); err != nil {
		t.Fatal(err)
	}
	if p := ada.get("/me"); strings.Contains(p.body, "come back") {
		t.Error(p.body)
	}
}

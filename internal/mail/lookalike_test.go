package mail_test

import (
	"strings"
	"testing"
)

// vouched returns a message with a header field in which the operator's mail server vouches for the
// sender.
func vouched(from, message string) string {
	_, domain, _ := strings.Cut(from, "@")
	return "Authentication-Results: mx.podesta.example; dkim=pass header.d=" + domain + "\n" + message
}

// proven sends an e-mail for whose sender the operator's mail server vouches.
func (h *house) proven(from, body string) []*parcel {
	h.t.Helper()
	h.bring(vouched(from, h.message(from, "judge@podesta.example", "x", body)))
	h.post()
	return h.box.take("")
}

// TestLookAlikeSender checks that a verified sender whose address only resembles the address of an
// account has no access to the account, and that e-mail with secrets is sent only to the stored
// address.
func TestLookAlikeSender(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.account("Kira", "rinascimento1454")
	if got := h.proven("kira@example.org", "WHOIS\n"); len(got) != 1 || !strings.Contains(got[0].text, "Name: Kira") {
		t.Fatalf("the real sender is not known: %d letters", len(got))
	}
	for _, p := range h.proven("\u212aira@example.org", "WHOIS\n") {
		if strings.Contains(p.text, "Kira") {
			t.Errorf("received about Kira:\n%s", p.text)
		}
	}
	for _, p := range h.proven("nina@example.org", "REGISTER\nname: Nina\nemail: mi\u212ae@example.org\nEND\n") {
		if strings.Contains(p.to[0], "mike@") {
			t.Errorf("was sent to %s:\n%s", p.to[0], p.text)
		}
	}
}

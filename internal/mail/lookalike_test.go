package mail_test

import (
	"strings"
	"testing"
)

// vouched is a message for whose sender the mail server at the judge's door vouches.
func vouched(from, message string) string {
	_, domain, _ := strings.Cut(from, "@")
	return "Authentication-Results: mx.podesta.example; dkim=pass header.d=" + domain + "\n" + message
}

// proven is a letter whose sender the mail server at the judge's door vouches
// for.
func (h *house) proven(from, body string) []*parcel {
	h.t.Helper()
	h.bring(vouched(from, h.message(from, "judge@podesta.example", "x", body)))
	h.post()
	return h.box.take("")
}

// TestLookAlikeSender: a sender whose server vouches for an address that only
// looks like somebody's has nothing of theirs, and letters with secrets go to no
// address but the stored one.
func TestLookAlikeSender(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.account("Kira", "rinascimento1454")
	if got := h.proven("kira@example.org", "WHOIS\n"); len(got) != 1 || !strings.Contains(got[0].text, "Name: Kira") {
		t.Fatalf("the real sender is not known: %d letters", len(got))
	}
	for _, p := range h.proven("\u212aira@example.org", "WHOIS\n") {
		if strings.Contains(p.text, "Kira") {
			t.Errorf("told about Kira:\n%s", p.text)
		}
	}
	for _, p := range h.proven("nina@example.org", "REGISTER\nname: Nina\nemail: mi\u212ae@example.org\nEND\n") {
		if strings.Contains(p.to[0], "mike@") {
			t.Errorf("went to %s:\n%s", p.to[0], p.text)
		}
	}
}

package api_test

import "testing"

// TestLookAlikeAddress checks that e-mail with secrets is sent only to stored
// addresses.
func TestLookAlikeAddress(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.Person("kira")
	public := h.public()
	public.post("/sessions/link", map[string]any{"email": "\u212aira@example.org"})
	if s := h.mail.Secret("\u212aira@example.org"); s != "" {
		t.Error("a link was sent to what only looks like the address")
	}
	if s := h.mail.Secret("kira@example.org"); s != "" {
		t.Error("a link was made by what only looks like the address")
	}
	public.post("/sessions/link", map[string]any{"email": "KIRA@example.org"})
	if h.mail.Secret("kira@example.org") == "" {
		t.Error("no link was sent to the stored address")
	}
	public.post("/accounts", map[string]any{"name": "Mike", "email": "mi\u212ae@example.org"})
	if h.mail.Secret("mike@example.org") != "" {
		t.Error("what only looks like an address was proved as that")
	}
	public.post("/accounts", map[string]any{"name": "Nina", "email": "nina@example.org\r\n"})
	if h.mail.Secret("nina@example.org") != "" || h.mail.Secret("nina@example.org\r\n") != "" {
		t.Error("an address with a line end was taken")
	}
}

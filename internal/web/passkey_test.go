package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"podesta/internal/judge/judgetest"
	"podesta/internal/softkey"
)

// asks sends a form of the passkey script and returns the judge's answer.
func (b *browser) asks(path string, status int, more ...string) map[string]json.RawMessage {
	b.t.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(more); i += 2 {
		form.Set(more[i], more[i+1])
	}
	p := b.post(path, form)
	p.has(b.t, status)
	var out map[string]json.RawMessage
	if err := json.Unmarshal([]byte(p.body), &out); err != nil {
		b.t.Fatalf("%s: %v: %s", path, err, p.body)
	}
	return out
}

func word(raw json.RawMessage) string {
	var s string
	_ = json.Unmarshal(raw, &s)
	return s
}

// atLocalhost returns the same browser at the name localhost.
func (b *browser) atLocalhost() *browser {
	own := *b.house
	own.url = strings.Replace(own.url, "127.0.0.1", "localhost", 1)
	return &browser{&own, b.http}
}

func TestPasskeyPages(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	here := &inn{h.browser().atLocalhost().house, h.dial, h.mail}
	b := here.guest("Ada")
	d := softkey.New(here.url)
	add := func() {
		t.Helper()
		asked := b.asks("/me/passkeys/begin", http.StatusOK)
		answer, err := d.Make(asked["options"])
		if err != nil {
			t.Fatal(err)
		}
		done := b.asks("/me/passkeys/finish", http.StatusOK, "secret", word(asked["secret"]), "answer", string(answer), "name", "<b>Phone</b>")
		if to := word(done["to"]); to != "/me?done=passkey#passkeys" {
			t.Errorf("it leads to %q", to)
		}
	}
	add()
	b.get("/me?done=passkey").has(t, http.StatusOK, "The passkey is added", `value="&lt;b&gt;Phone&lt;/b&gt;"`)

	other := here.browser()
	other.get("/signin").has(t, http.StatusOK, "Sign in with a passkey")
	sign := func(status int) map[string]json.RawMessage {
		t.Helper()
		asked := other.asks("/signin/passkey/begin", http.StatusOK)
		answer, err := d.Use(asked["options"])
		if err != nil {
			t.Fatal(err)
		}
		return other.asks("/signin/passkey/finish", status, "secret", word(asked["secret"]), "answer", string(answer), "next", "/me")
	}
	if to := word(sign(http.StatusOK)["to"]); to != "/me" {
		t.Errorf("it leads to %q", to)
	}
	other.get("/me").has(t, http.StatusOK, "Ada", "used")

	// A passkey that was renamed and then removed no longer signs in.
	p := b.get("/me")
	form := p.fields(t, "/me/passkeys")
	form.Set("do", "rename")
	form.Set("name", "Telephone")
	b.post("/me/passkeys", form).has(t, http.StatusOK, "Saved", `value="Telephone"`)
	form.Set("do", "remove")
	b.post("/me/passkeys", form).has(t, http.StatusOK, "revoked", "None yet")
	b.post("/me/passkeys", form).has(t, http.StatusOK, "None yet")
	if text := word(sign(http.StatusForbidden)["error"]); !strings.Contains(text, "does not know this passkey") {
		t.Errorf("%q", text)
	}

	// An old session cannot add a passkey.
	h.dial.Set(h.dial.Now().Add(2 * time.Hour))
	b.get("/me").has(t, http.StatusOK, "sign in again")
	b.asks("/me/passkeys/begin", http.StatusForbidden)
	b.get("/signin?again=1&next=/me").has(t, http.StatusOK, "Password")
	here.browser().asks("/me/passkeys/begin", http.StatusForbidden)
}

// TestPasskeysElsewhere checks that pages say why passkeys do not work in a
// browser without them, and show no button for them.
func TestPasskeysElsewhere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ address, says string }{
		{"", "http://localhost:"},
		{"http://judge.example.org", "judge is reached by its own name: open http://judge.example.org"},
		{"http://127.0.0.1", "only if the judge is reached by https"},
	} {
		mail := &judgetest.Letters{}
		h := newInn(t, WithLetters(mail), WithSite("TEST", c.address))
		h.mail = mail
		b := h.guest("Ada")
		p := b.get("/me")
		p.has(t, http.StatusOK, c.says)
		if strings.Contains(p.body, `data-passkey="new"`) {
			t.Errorf("%s: a button is there all the same", c.address)
		}
		if q := h.browser().get("/signin"); strings.Contains(q.body, `data-passkey="signin"`) {
			t.Errorf("%s: a button to sign in is there all the same", c.address)
		}
		b.asks("/me/passkeys/begin", http.StatusConflict)
	}
}

package webhook

import (
	"bytes"
	"encoding/json"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// FuzzCheck checks arbitrary addresses. It verifies that accepted addresses can be called, and that
// IP addresses of a private network are refused in every form that Go connects to.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{
		"https://192.0.2.1/hook", "http://127.0.0.1/", "http://[::1]:80/", "http://[::ffff:10.0.0.1]/", "https://[64:ff9b::7f00:1]/", "https://1.1.1.1:22/", "http://a:b@1.1.1.1/",
		"https://[fe80::1%25eth0]/", "http://0x7f.1/", "https:///x", "http://1.1.1.1:443#@127.0.0.1/",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, address string) {
		u, err := url.Parse(address)
		if err != nil {
			if why := Check(t.Context(), address, true); why.String() == "" {
				t.Fatalf("%q is no URL, and is accepted", address)
			}
			return
		}
		at, err := netip.ParseAddr(u.Hostname())
		if err != nil {
			return // the host is a name, which would need a DNS query
		}
		why := Check(t.Context(), address, false)
		if why.String() == "" && (!Public(at) || at.IsLoopback() || at.IsPrivate() || at.IsLinkLocalUnicast() || u.User != nil || u.Scheme != "http" && u.Scheme != "https") {
			t.Fatalf("%q can be called", address)
		}
		if m := at.Unmap(); m.Is4() && m != at && Public(at) != Public(m) {
			t.Fatalf("%v and %v are the same address", at, m)
		}
	})
}

// FuzzVerify checks that only signatures made by Sign are accepted.
func FuzzVerify(f *testing.F) {
	now := time.Unix(1_800_000_000, 0)
	f.Add("secret", []byte("body"), Sign("secret", now, []byte("body")))
	f.Add("", []byte(""), "t=1800000000,v1=")
	f.Add("s", []byte("b"), "t=,v1=00,t=1800000000")
	f.Fuzz(func(t *testing.T, secret string, body []byte, signature string) {
		good := Sign(secret, now, body)
		if err := Verify(secret, good, now, time.Minute, body); err != nil {
			t.Fatal(err)
		}
		if Verify(secret, good, now.Add(2*time.Minute), time.Minute, body) == nil || Verify(secret+"x", good, now, time.Minute, body) == nil {
			t.Fatal("an old signature, or one with another secret, is good")
		}
		if Verify(secret, signature, now, time.Minute, body) != nil {
			return
		}
		// A valid signature contains the sum for its time.
		for age := -time.Minute; age <= time.Minute; age += time.Second {
			_, sum, _ := strings.Cut(Sign(secret, now.Add(age), body), ",")
			if strings.Contains(strings.ToLower(signature), sum) {
				return
			}
		}
		t.Fatalf("the signature %q is good", signature)
	})
}

// FuzzDiscord writes notices as messages for Discord, and checks that they mention nobody and
// are not too long.
func FuzzDiscord(f *testing.F) {
	f.Add("Siena", "@everyone <@1> **x** `y`", "https://example.org/g")
	f.Add(strings.Repeat("*", 3000), "", "")
	f.Fuzz(func(t *testing.T, title, text, link string) {
		if len(link) > 1000 {
			return
		}
		body, err := compose(title, text, link)
		if err != nil {
			t.Fatal(err)
		}
		var m struct {
			Content  string
			Mentions struct{ Parse []string } `json:"allowed_mentions"`
		}
		if err := json.Unmarshal(body, &m); err != nil || !bytes.Contains(body, []byte(`"allowed_mentions":{"parse":[]}`)) {
			t.Fatalf("%v %s", err, body)
		}
		if n := utf8.RuneCountInString(m.Content); n > maxContent {
			t.Fatalf("%d characters", n)
		}
		if link != "" && utf8.ValidString(link) && !strings.HasSuffix(m.Content, "\n<"+link+">") {
			t.Fatalf("the link is not at the end of %q", m.Content)
		}
	})
}

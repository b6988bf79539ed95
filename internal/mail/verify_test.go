package mail_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-msgauth/dkim"
	"golang.org/x/net/dns/dnsmessage"

	"podesta/internal/mail"
	"podesta/internal/mail/smtpd"
)

// dnsServer answers queries for TXT records from a list. All other names do not exist.
func dnsServer(t *testing.T, txt map[string]string) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	t.Cleanup(func() { conn.Close(); wg.Wait() })
	wg.Go(func() {
		buf := make([]byte, 2048)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			var q dnsmessage.Message
			if q.Unpack(buf[:n]) != nil || len(q.Questions) != 1 {
				continue
			}
			a := dnsmessage.Message{Header: dnsmessage.Header{ID: q.ID, Response: true, Authoritative: true, RecursionAvailable: true}, Questions: q.Questions}
			name := strings.ToLower(strings.TrimSuffix(q.Questions[0].Name.String(), "."))
			text, ok := txt[name]
			switch {
			case !ok:
				a.RCode = dnsmessage.RCodeNameError
			case q.Questions[0].Type == dnsmessage.TypeTXT:
				a.Answers = []dnsmessage.Resource{{
					Header: dnsmessage.ResourceHeader{Name: q.Questions[0].Name, Type: dnsmessage.TypeTXT, Class: dnsmessage.ClassINET, TTL: 60},
					Body:   &dnsmessage.TXTResource{TXT: []string{text}},
				}}
			}
			out, err := a.Pack()
			if err == nil {
				_, _ = conn.WriteTo(out, from)
			}
		}
	})
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

// signed returns a message with the DKIM signature of a domain.
func signed(t *testing.T, key ed25519.PrivateKey, domain, raw string) string {
	t.Helper()
	var out bytes.Buffer
	err := dkim.Sign(&out, strings.NewReader(strings.ReplaceAll(raw, "\n", "\r\n")), &dkim.SignOptions{
		Domain: domain, Selector: "s", Signer: key, HeaderKeys: []string{"From", "To", "Subject", "Date", "Message-ID"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestAuthenticatedSenders checks that the DNS records of the sender's domain decide whether an
// e-mail without a password is accepted as written by the person in From.
func TestAuthenticatedSenders(t *testing.T) {
	t.Parallel()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, other, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	public := "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
	resolver := dnsServer(t, map[string]string{
		"s._domainkey.example.org":      public,
		"s._domainkey.mail.example.org": public,
		"s._domainkey.evil.example":     public,
		"s._domainkey.example.net":      public,
		"example.org":                   "v=spf1 ip4:192.0.2.1 -all",
		"bounces.example.org":           "v=spf1 ip4:192.0.2.7 -all",
		"evil.example":                  "v=spf1 +all",
		"neutral.example":               "v=spf1 ?all",
	})
	good, bad := net.ParseIP("192.0.2.1"), net.ParseIP("203.0.113.5")
	for _, c := range []struct {
		name   string
		from   string // address in From; if empty, anna@example.org
		sender string // sender of the envelope; if empty, the address in From
		remote net.IP // the client's IP address; if nil, an address that no record permits
		sign   string // the domain that signs the message
		key    ed25519.PrivateKey
		write  *strings.Replacer       // changes the message before it is signed
		change func(raw string) string // changes the message after it was signed
		known  bool
	}{
		{name: "nothing"},
		{name: "its own server", remote: good, known: true},
		{name: "another server, as SPF forbids"},
		{name: "the server of a subdomain", sender: "b1@bounces.example.org", remote: net.ParseIP("192.0.2.7"), known: true},
		{name: "SPF passes for somebody else's domain", sender: "mallory@evil.example"},
		{name: "no sender on the envelope", sender: "<>", remote: good},
		{name: "a domain without SPF", from: "anna@nowhere.example"},
		{name: "a domain that does not say", from: "anna@neutral.example"},
		{name: "signed by its domain", sign: "example.org", known: true},
		{name: "signed, to somebody else", sign: "example.org", write: strings.NewReplacer("To: judge@podesta.example", "To: judge@elsewhere.example")},
		{name: "signed, to others and the judge", sign: "example.org", known: true, write: strings.NewReplacer("To: judge@podesta.example", "To: Bice <bice@example.org>, judge+x@podesta.example")},
		{name: "signed, to others, and the judge in a field that is not signed", sign: "example.org", write: strings.NewReplacer("To: judge@podesta.example", "To: bice@example.org\nCc: judge@podesta.example")},
		{name: "signed, to somebody else, and To put above", sign: "example.org", write: strings.NewReplacer("To: judge@podesta.example", "To: judge@elsewhere.example"), change: func(s string) string { return "To: judge@podesta.example\r\n" + s }},
		{name: "signed, and Cc put above", sign: "example.org", write: strings.NewReplacer("To: judge@podesta.example", "To: judge@elsewhere.example"), change: func(s string) string { return "Cc: judge@podesta.example\r\n" + s }},
		{name: "signed six days ago", sign: "example.org", known: true, write: strings.NewReplacer("Mon, 23 Nov 2026 09", "Tue, 17 Nov 2026 10")},
		{name: "signed eight days ago", sign: "example.org", write: strings.NewReplacer("Mon, 23 Nov 2026 09", "Sun, 15 Nov 2026 08")},
		{name: "signed eight days ago, and the date changed", sign: "example.org", write: strings.NewReplacer("Mon, 23 Nov 2026 09", "Sun, 15 Nov 2026 08"), change: func(s string) string { return "Date: Mon, 23 Nov 2026 09:00:00 +0000\r\n" + s }},
		{name: "signed for the day after tomorrow", sign: "example.org", write: strings.NewReplacer("Mon, 23 Nov 2026 09", "Wed, 25 Nov 2026 10")},
		{name: "signed without a date", sign: "example.org", write: strings.NewReplacer("Date: Mon, 23 Nov 2026 09:00:00 +0000\n", "")},
		{name: "signed by a subdomain", sign: "mail.example.org", known: true},
		{name: "signed by somebody else's domain", sign: "evil.example"},
		{name: "signed with another key", sign: "example.org", key: other},
		{name: "signed, by a domain without the key", sign: "nokey.example.org"},
		{name: "signed, and the text changed", sign: "example.org", change: func(s string) string { return strings.Replace(s, "WHOIS", "WHOIS\r\nVERSION", 1) }},
		{name: "signed, and the sender changed", from: "mallory@example.net", sign: "example.net", change: func(s string) string { return strings.Replace(s, "mallory@example.net", "anna@example.org", 1) }},
		{name: "signed, with another From above", sign: "example.org", from: "mallory@example.org", change: func(s string) string { return "From: anna@example.org\r\n" + s }},
		{name: "results of an unknown server in the header", change: func(s string) string {
			return "Authentication-Results: mx.evil.example; dkim=pass header.d=example.org; spf=pass smtp.mailfrom=example.org\r\n" + s
		}},
		{name: "results under the judge's own name, made up", change: func(s string) string {
			return "Authentication-Results: mx.podesta.example; dkim=pass header.d=example.org; dmarc=pass header.from=example.org\r\n" + s
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			h.account("Anna", "")
			h.o = h.office(mail.Deps{Verifier: smtpd.VerifyByDNS(resolver)})
			from := c.from
			if from == "" {
				from = "anna@example.org"
			}
			raw := strings.ReplaceAll(h.message(from, "judge@podesta.example", "x", "WHOIS\n"), "\n", "\r\n")
			if c.write != nil {
				raw = strings.ReplaceAll(c.write.Replace(strings.ReplaceAll(raw, "\r\n", "\n")), "\n", "\r\n")
			}
			if c.sign != "" {
				k := c.key
				if k == nil {
					k = key
				}
				raw = signed(t, k, c.sign, strings.ReplaceAll(raw, "\r\n", "\n"))
			}
			if c.change != nil {
				raw = c.change(raw)
			}
			env := smtpd.Envelope{From: c.sender, Remote: c.remote, Helo: "client.example", To: []string{"judge@podesta.example"}}
			if env.From == "" {
				env.From = from
			}
			if env.From == "<>" {
				env.From = ""
			}
			if env.Remote == nil {
				env.Remote = bad
			}
			if _, err := h.o.Receive(ctx, strings.NewReader(raw), env); err != nil {
				t.Fatal(err)
			}
			h.post()
			known := false
			for _, p := range h.box.take("") {
				known = known || strings.Contains(p.text, "Mail goes to: anna@example.org")
			}
			if known != c.known {
				t.Errorf("known: %v\n%s", known, fmt.Sprint(h.log))
			}
		})
	}
}

// TestResultsOfTheServerInFront checks that, behind the operator's own mail server, only the
// latest results of that server are trusted.
func TestResultsOfTheServerInFront(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, fields string
		known        bool
	}{
		{"none", "", false},
		{"DMARC", "Authentication-Results: mx.podesta.example; dmarc=pass header.from=example.org\n", true},
		{"DKIM", "Authentication-Results: mx.podesta.example; dkim=pass header.d=example.org\n", true},
		{"SPF", "Authentication-Results: mx.podesta.example; spf=pass smtp.mailfrom=anna@example.org\n", true},
		{"DKIM of another domain", "Authentication-Results: mx.podesta.example; dkim=pass header.d=evil.example\n", false},
		{"failed", "Authentication-Results: mx.podesta.example; dkim=fail header.d=example.org; spf=softfail smtp.mailfrom=example.org\n", false},
		{"another server", "Authentication-Results: mx.elsewhere.example; dkim=pass header.d=example.org\n", false},
		{"its name in a comment", "Authentication-Results: mx.evil.example (mx.podesta.example); dkim=pass header.d=example.org\n", false},
		{"failed, above a forged one", "Authentication-Results: mx.podesta.example; dkim=fail header.d=example.org\nAuthentication-Results: mx.podesta.example; dkim=pass header.d=example.org\n", false},
		{"nonsense", "Authentication-Results: ;;;=pass\n", false},
		{"a public suffix is no organisation", "Authentication-Results: mx.podesta.example; dkim=pass header.d=org\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			h.account("Anna", "")
			h.bring(c.fields + h.message("anna@example.org", "judge@podesta.example", "x", "WHOIS\n"))
			h.post()
			known := strings.Contains(h.box.take("")[0].text, "Mail goes to: anna@example.org")
			if known != c.known {
				t.Errorf("known: %v", known)
			}
		})
	}
}

// TestResultsForOthers checks that an e-mail whose signature the server in front has verified is
// only accepted if it was recently written and addressed to this judge.
func TestResultsForOthers(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]*strings.Replacer{
		"to another judge": strings.NewReplacer("To: judge@podesta.example", "To: judge@elsewhere.example"),
		"weeks ago":        strings.NewReplacer("Mon, 23 Nov", "Mon, 02 Nov"),
	} {
		for _, result := range []string{"dkim=pass header.d=example.org", "dmarc=pass header.from=example.org"} {
			h := newHouse(t)
			h.account("Anna", "")
			h.bring("Authentication-Results: mx.podesta.example; " + result + "\n" + change.Replace(h.message("anna@example.org", "judge@podesta.example", "x", "WHOIS\n")))
			h.post()
			if strings.Contains(h.box.take("")[0].text, "Mail goes to: anna@example.org") {
				t.Errorf("%s, %s: it counts", name, result)
			}
		}
	}
}

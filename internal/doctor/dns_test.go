package doctor

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// zone is a small DNS, keyed by "MX name", "TXT name", "A name" or "PTR address". The record
// "error" stands for a server that does not answer.
type zone map[string][]string

func (z zone) look(kind, name string) ([]string, error) {
	r := z[kind+" "+strings.TrimSuffix(name, ".")]
	switch {
	case len(r) == 0:
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	case r[0] == "error":
		return nil, &net.DNSError{Err: "server misbehaving", Name: name, IsTemporary: true}
	}
	return r, nil
}

func (z zone) LookupTXT(_ context.Context, name string) ([]string, error) { return z.look("TXT", name) }

func (z zone) LookupAddr(_ context.Context, address string) ([]string, error) {
	return z.look("PTR", address)
}

func (z zone) LookupIPAddr(_ context.Context, name string) ([]net.IPAddr, error) {
	addresses, err := z.look("A", name)
	var out []net.IPAddr
	for _, a := range addresses {
		out = append(out, net.IPAddr{IP: net.ParseIP(a)})
	}
	return out, err
}

func (z zone) LookupMX(_ context.Context, name string) ([]*net.MX, error) {
	hosts, err := z.look("MX", name)
	var out []*net.MX
	for _, h := range hosts {
		out = append(out, &net.MX{Host: h, Pref: 10})
	}
	return out, err
}

func TestDNS(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "dkim.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	der, err = x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	public := base64.StdEncoding.EncodeToString(der)
	older := base64.StdEncoding.EncodeToString(x509.MarshalPKCS1PublicKey(&key.PublicKey))
	const domain, selector = "judge.example.org", "s1._domainkey.judge.example.org"
	for _, c := range []struct {
		name, kind, record string // several records are separated by bars
		check              string
		status             Status
		words              []string
	}{
		{domain, "MX", "mx.example.org.", "MX", Fail, []string{"mx.example.org, which has no address"}},
		{domain, "MX", "mx2.example.org.", "MX", OK, []string{"goes to mx2.example.org"}},
		{domain, "MX", ".", "MX", Fail, []string{"accepts no e-mail"}},
		{domain, "MX", "error", "MX", Warn, []string{"misbehaving", "The DNS should have a record: " + domain + ". MX 10 "}},
		{domain, "MX", "", "MX", Fail, []string{"no e-mail can reach", "MX 10"}},
		{domain, "A", "192.0.2.1", "MX", Warn, []string{"no MX record"}},

		{domain, "TXT", "", "SPF", Warn, []string{"no SPF record", "v=spf1"}},
		{domain, "TXT", "google-site-verification=1|v=spf1 mx -all", "SPF", OK, []string{"v=spf1 mx -all", "smtp.example.org"}},
		{domain, "TXT", "v=spf1 mx -all|v=spf1 a -all", "SPF", Fail, []string{"more than one"}},
		{domain, "TXT", "v=spf1 +all", "SPF", Warn, []string{"allows anyone"}},
		{domain, "TXT", "v=spf1 all", "SPF", Warn, []string{"allows anyone"}},
		{domain, "TXT", "v=spf1 mx", "SPF", Warn, []string{"does not forbid anyone"}},
		{domain, "TXT", "v=spf1 redirect=_spf.example.org", "SPF", OK, nil},
		{domain, "TXT", "error", "SPF", Warn, []string{"misbehaving", "The DNS should have a TXT record at " + domain, "v=spf1 mx -all"}},

		{selector, "TXT", "", "DKIM", Fail, []string{"no key at " + selector, "k=rsa; p=" + public}},
		{selector, "TXT", "v=DKIM1; k=rsa; p=" + public, "DKIM", OK, []string{selector}},
		{selector, "TXT", "v=DKIM1;k=rsa;p=" + public[:100] + " " + public[100:], "DKIM", OK, nil},
		{selector, "TXT", "p=" + older, "DKIM", OK, nil},
		{selector, "TXT", "v=DKIM1; p=", "DKIM", Fail, []string{"revoked"}},
		{selector, "TXT", "v=DKIM1; p=AAAA", "DKIM", Fail, []string{"does not belong to " + file}},
		{selector, "TXT", "error", "DKIM", Warn, []string{"misbehaving", "The DNS should have a TXT record at " + selector, "k=rsa; p=" + public}},

		{"_dmarc." + domain, "TXT", "", "DMARC", Warn, []string{"no DMARC record"}},
		{"_dmarc." + domain, "TXT", "v=DMARC1; p=none", "DMARC", OK, []string{"p=none"}},
		{"_dmarc.example.org", "TXT", "v=DMARC1;p=reject", "DMARC", OK, []string{"_dmarc.example.org has"}},
		{"_dmarc." + domain, "TXT", "v=DMARC1; sp=none", "DMARC", Fail, []string{"names no policy"}},
		{"_dmarc." + domain, "TXT", "v=DMARC1; p=none|v=DMARC1; p=reject", "DMARC", Fail, []string{"more than one"}},
		{"_dmarc." + domain, "TXT", "error", "DMARC", Warn, []string{"misbehaving", "The DNS should have a TXT record at _dmarc." + domain}},
	} {
		z := zone{"A mx2.example.org": {"192.0.2.1"}}
		if c.record != "" {
			z[c.kind+" "+c.name] = strings.Split(c.record, "|")
		}
		w := healthyWorld()
		w.Resolver = z
		results := Examine(t.Context(), w, conf(t, append(withMail, "mail.dkim_selector=s1", "mail.dkim_key_file="+file)...), "", nil)
		expect(t, results, c.check, c.status, c.words...)
	}
	expect(t, Examine(t.Context(), healthyWorld(), conf(t, withMail...), "", nil), "DKIM", Warn, "does not sign")
	expect(t, Examine(t.Context(), healthyWorld(), conf(t, append(withMail, "mail.dkim_selector=s1", "mail.dkim_key_file="+file+".none")...), "", nil), "DKIM", Fail, "openssl genpkey")
}

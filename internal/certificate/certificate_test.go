package certificate

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"log/slog"
	"math/big"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/caddyserver/certmagic"
)

const host = "judge.example.org"

// authority is a certificate authority that can be away.
type authority struct {
	key    *ecdsa.PrivateKey
	away   atomic.Bool
	valid  time.Duration
	serial atomic.Int64
}

func newAuthority(t *testing.T, valid time.Duration) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &authority{key: key, valid: valid}
}

// certify returns a certificate for a public key in PEM.
func (a *authority) certify(public crypto.PublicKey) ([]byte, error) {
	template := &x509.Certificate{
		SerialNumber: big.NewInt(a.serial.Add(1)), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host},
		NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().Add(a.valid),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, public, a.key)
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), err
}

// Issue implements certmagic.Issuer.
func (a *authority) Issue(_ context.Context, request *x509.CertificateRequest) (*certmagic.IssuedCertificate, error) {
	if a.away.Load() {
		return nil, errors.New("the certificate authority is away")
	}
	text, err := a.certify(request.PublicKey)
	return &certmagic.IssuedCertificate{Certificate: text}, err
}

// IssuerKey implements certmagic.Issuer.
func (*authority) IssuerKey() string { return "test" }

// TestOutage keeps a certificate while the certificate authority is away, even after it has
// expired, warns once a day, and renews it without a restart when the certificate authority is
// back.
func TestOutage(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		ca := newAuthority(t, 36*time.Hour)
		var said bytes.Buffer
		k := ByACME(ACME{
			Host: host, CA: "https://ca.example.org/", Folder: folder, TLS: 443, HTTP: 80, issuer: ca,
			Log: slog.New(slog.NewTextHandler(&said, nil)),
		})
		defer k.Close()
		if err := k.Start(); err != nil || !k.Ends().IsZero() {
			t.Fatal(err)
		}
		serial := func() int64 {
			t.Helper()
			c, err := k.TLS().GetCertificate(&tls.ClientHelloInfo{
				ServerName: host, SignatureSchemes: []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256},
				SupportedVersions: []uint16{tls.VersionTLS13},
			})
			if err != nil {
				t.Fatal(err)
			}
			return c.Leaf.SerialNumber.Int64()
		}
		pass := func(hours time.Duration) {
			for range hours / (6 * time.Hour) {
				time.Sleep(6 * time.Hour)
				if _, err := k.Round(t.Context()); err != nil {
					t.Error(err)
				}
			}
		}
		pass(18 * time.Hour)
		if serial() != 1 || time.Until(k.Ends()).Round(time.Hour) != 18*time.Hour {
			t.Errorf("certificate %d ends %v", serial(), k.Ends())
		}
		ca.away.Store(true)
		pass(36 * time.Hour)
		text := said.String()
		if serial() != 1 || !strings.Contains(text, "the certificate ends soon") || !strings.Contains(text, "days_left=0") ||
			strings.Count(text, "the certificate has ended") != 1 || !strings.Contains(text, "the certificate authority is away") {
			t.Errorf("certificate %d, and the log is\n%s", serial(), text)
		}
		ca.away.Store(false)
		pass(6 * time.Hour)
		if serial() == 1 || time.Until(k.Ends()) < 29*time.Hour || !strings.Contains(said.String(), "there is a new certificate") {
			t.Errorf("certificate %d ends %v", serial(), k.Ends())
		}
	})
}

// TestFromFiles reads a certificate again when it has changed, but not a broken one.
func TestFromFiles(t *testing.T) {
	ca := newAuthority(t, 90*24*time.Hour)
	folder := t.TempDir()
	cert, key := filepath.Join(folder, "tls.crt"), filepath.Join(folder, "tls.key")
	write := func(path string, text []byte, at time.Time) {
		t.Helper()
		if err := errors.Join(os.WriteFile(path, text, 0o600), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	private, err := x509.MarshalPKCS8PrivateKey(ca.key)
	if err != nil {
		t.Fatal(err)
	}
	first, err := ca.certify(&ca.key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := FromFiles(cert, key, slog.Default()); err == nil {
		t.Error("files that do not exist")
	}
	at := time.Unix(1_800_000_000, 0)
	write(cert, first, at)
	write(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), at)
	k, err := FromFiles(cert, key, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	serial := func() int64 {
		c, _ := k.Mail().GetCertificate(nil)
		return c.Leaf.SerialNumber.Int64()
	}
	second, err := ca.certify(&ca.key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		text   []byte
		serial int64
		bad    bool
	}{{first, 1, false}, {[]byte("nonsense"), 1, true}, {second, 2, false}} {
		write(cert, c.text, at.Add(time.Duration(i)*time.Second))
		if _, err := k.Round(t.Context()); (err != nil) != c.bad || serial() != c.serial || k.Ends().IsZero() {
			t.Errorf("%d: certificate %d ends %v, %v", i, serial(), k.Ends(), err)
		}
	}
}

// zone answers DNS queries for the addresses of names.
type zone map[string][]string

func (z zone) LookupIPAddr(_ context.Context, name string) ([]net.IPAddr, error) {
	var out []net.IPAddr
	for _, a := range z[name] {
		out = append(out, net.IPAddr{IP: net.ParseIP(a)})
	}
	return out, nil
}

func TestLeads(t *testing.T) {
	dns := zone{
		"one": {"192.0.2.1"}, "both": {"192.0.2.1", "2001:db8::1"}, "old": {"192.0.2.9"}, "sixth": {"192.0.2.1", "2001:db8::9"},
	}
	for _, c := range []struct{ host, own, found, do string }{
		{"one", "127.0.0.1 192.0.2.1", "", ""},
		{"both", "192.0.2.1 2001:db8::1", "", ""},
		{"none", "10.0.0.5", "The DNS has no address of none.", "the public address of this machine"},
		{"none", "192.0.2.1 2001:db8::1", "The DNS has no address of none.", "192.0.2.1 and 2001:db8::1"},
		{"old", "192.0.2.1", "old leads to 192.0.2.9, and this machine is 192.0.2.1.", "Change its A and AAAA records to 192.0.2.1"},
		{"sixth", "192.0.2.1", "leads to 2001:db8::9,", "192.0.2.1"},
		{"old", "10.0.0.5", "", ""},
		{"old", "10.0.0.5 2001:db8::1", "", ""},
	} {
		var own []netip.Addr
		for a := range strings.FieldsSeq(c.own) {
			own = append(own, netip.MustParseAddr(a))
		}
		found, do := Leads(t.Context(), dns, c.host, own)
		if !strings.Contains(found, c.found) || !strings.Contains(do, c.do) || (found == "") != (c.found == "") {
			t.Errorf("%s at %s: %q %q", c.host, c.own, found, do)
		}
	}
}

func TestRoots(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(path, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Roots(path); err == nil || !strings.Contains(err.Error(), "contains no certificate") {
		t.Error(err)
	}
}

package doctor

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"podesta/internal/config"
	"podesta/internal/store"
)

// ours is the secret used in the tests.
var ours = strings.Repeat("ab", config.SecretSize)

// withDatabase returns a world whose database has the given properties.
func withDatabase(i store.Inspection) Tools {
	w := healthyWorld()
	i.Name, i.Server, i.Layout, i.Known = "the database x", "SQLite", 13, 13
	w.Inspect = func(context.Context, string) (store.Inspection, error) { return i, nil }
	return w
}

// TestSameSecret compares the secret with the mark in the database.
func TestSameSecret(t *testing.T) {
	c := conf(t, "PODESTA_SECRET="+ours)
	secret, err := c.ReadSecret()
	if err != nil {
		t.Fatal(err)
	}
	for mark, status := range map[string]Status{"": OK, store.Mark(secret): OK, store.Mark([]byte("another")): Fail} {
		results := Examine(t.Context(), withDatabase(store.Inspection{Mark: mark}), c, "", nil)
		if status == Fail {
			expect(t, results, "secret", Fail, "a different secret", "secret_file")
		} else if Worst(results) == Fail {
			t.Errorf("%q: %+v", mark, results)
		}
	}
}

// TestJobs checks that waiting and failing jobs are reported.
func TestJobs(t *testing.T) {
	none := map[string]int{}
	look := func(late map[string]time.Duration, failed map[string]int) []Result {
		return Examine(t.Context(), withDatabase(store.Inspection{Late: late, Failed: failed}), conf(t), "", nil)
	}
	expect(t, look(nil, none), "jobs", OK, "No job is late")
	expect(t, look(map[string]time.Duration{"clock": time.Hour}, none), "jobs", Fail, "passed 1 hour ago", "Start the judge")
	expect(t, look(map[string]time.Duration{"clock": 7871*time.Hour + 39*time.Minute}, none), "jobs", Fail, "passed 327 days and 23 hours ago", "podesta serve -trust_clock")
	expect(t, look(map[string]time.Duration{"mail": time.Hour}, none), "jobs", Warn, "kind mail", "mail -failed")
	expect(t, look(nil, map[string]int{"mail": 7}), "jobs", Warn, "7 jobs of kind mail", "answers of the relay")
}

// TestBackupAge checks that missing and old copies are reported.
func TestBackupAge(t *testing.T) {
	c := conf(t)
	look := func() []Result { return Examine(t.Context(), withDatabase(store.Inspection{}), c, "", nil) }
	expect(t, look(), "backup", Warn, "never been copied", "podesta backup FILE", "touch "+c.LastBackup())
	if err := os.WriteFile(c.LastBackup(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for days, status := range map[int]Status{1: OK, 20: Warn} {
		at := noon.AddDate(0, 0, -days)
		if err := os.Chtimes(c.LastBackup(), at, at); err != nil {
			t.Fatal(err)
		}
		expect(t, look(), "backup", status, "last copied on "+at.Format("2006-01-02"))
	}
	c = conf(t, "database=postgres://podesta@/podesta")
	expect(t, look(), "backup", Warn, "pg_dump")
}

// certified writes a certificate for localhost and its key to files.
func certified(t *testing.T, until time.Time) (pair tls.Certificate, cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	x := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"}, NotBefore: until.AddDate(-1, 0, 0), NotAfter: until, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, x, x, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	text, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	for file, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: text}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pair, err = tls.LoadX509KeyPair(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	return pair, cert, key
}

// TestPublicCertificate visits a site whose certificate is good, soon expires,
// or has expired, with and without Strict-Transport-Security.
func TestPublicCertificate(t *testing.T) {
	look := func(left time.Duration, hsts string) []Result {
		pair, _, _ := certified(t, time.Now().Add(left))
		srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if hsts != "" {
				w.Header().Set("Strict-Transport-Security", hsts)
			}
			_, _ = w.Write([]byte("ok\n"))
		}))
		srv.TLS = &tls.Config{Certificates: []tls.Certificate{pair}}
		srv.Config.ErrorLog = log.New(io.Discard, "", 0) // hides TLS errors
		srv.StartTLS()
		defer srv.Close()
		roots := x509.NewCertPool()
		roots.AddCert(pair.Leaf)
		w := healthyWorld()
		w.Now = time.Now
		w.HTTP = &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: roots},
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, network, srv.Listener.Addr().String())
			},
		}
		return Examine(t.Context(), w, conf(t, "base_url=https://localhost"), "", nil)
	}
	good := look(90*24*time.Hour, "max-age=31536000; includeSubDomains")
	expect(t, good, "certificate", OK, "certificate of localhost is valid until")
	expect(t, good, "HSTS", OK, "365 days")
	expect(t, look(5*24*time.Hour, "max-age=31536000"), "certificate", Warn, "expires in 4 days", "certbot")
	expect(t, look(90*24*time.Hour, ""), "HSTS", Warn, "max-age=31536000")
	expect(t, look(90*24*time.Hour, "max-age=60"), "HSTS", Warn, "max-age=31536000")
	expect(t, look(-time.Hour, "max-age=31536000"), "certificate", Fail, "expired", "certbot")
}

// TestPrivateKey checks that a key that everyone can read is reported.
func TestPrivateKey(t *testing.T) {
	_, cert, key := certified(t, noon.AddDate(0, 6, 0))
	items := append([]string{"mail.tls_cert=" + cert, "mail.tls_key=" + key}, withMail...)
	expect(t, Examine(t.Context(), healthyWorld(), conf(t, items...), "", nil), "mail.tls_cert", OK, "is valid until")
	if err := os.Chmod(key, 0o644); err != nil {
		t.Fatal(err)
	}
	expect(t, Examine(t.Context(), healthyWorld(), conf(t, items...), "", nil), "mail.tls_cert", Warn, "0644", "chmod 640 "+key)
}

// TestRoomForCopy checks that a disk without space for a copy of the database is reported.
func TestRoomForCopy(t *testing.T) {
	c := conf(t)
	w := withDatabase(store.Inspection{Path: filepath.Join(c.Data, "podesta.db"), Layout: 4, Known: 4, Size: 60 << 30})
	expect(t, Examine(t.Context(), w, c, "", nil), "backup", Warn, "has 60 GB, but only 50 GB are free", "another disk")
	w = withDatabase(store.Inspection{Path: filepath.Join(c.Data, "podesta.db"), Layout: 4, Known: 4, Size: 30 << 30})
	for _, r := range Examine(t.Context(), w, c, "", nil) {
		if r.Check == "backup" && r.Do != "" && r.Found != "The database has never been copied, as far as podesta knows." {
			t.Errorf("%+v", r)
		}
	}
}

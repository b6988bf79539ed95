package doctor

import (
	"bufio"
	"cmp"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// identity returns a certificate for a name, and the pool that trusts it.
func identity(t *testing.T, name string, until time.Time) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: until.Add(-1000 * time.Hour), NotAfter: until, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}, pool
}

// mailServer is a fake mail server with only the features that the doctor examines.
type mailServer struct {
	greeting   string
	name       string   // its answer to EHLO; "hello" if empty
	extensions []string // extensions besides STARTTLS
	starttls   *tls.Config
	refuses    string // a verb that it refuses
}

// serve answers the commands of one client.
func (s *mailServer) serve(c net.Conn) {
	in := bufio.NewReader(c)
	fmt.Fprintf(c, "%s\r\n", s.greeting)
	secure := false
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimSpace(line)
		verb, _, _ := strings.Cut(line, " ")
		switch {
		case verb == s.refuses:
			fmt.Fprint(c, "550 5.7.1 not here\r\n")
		case verb == "EHLO":
			offers := append([]string{cmp.Or(s.name, "hello") + " greets you"}, s.extensions...)
			if s.starttls != nil && !secure {
				offers = append(offers, "STARTTLS")
			}
			for i, o := range offers {
				sep := "-"
				if i == len(offers)-1 {
					sep = " "
				}
				fmt.Fprintf(c, "250%s%s\r\n", sep, o)
			}
		case verb == "STARTTLS":
			fmt.Fprint(c, "220 go on\r\n")
			t := tls.Server(c, s.starttls)
			c, in, secure = t, bufio.NewReader(t), true
		case verb == "AUTH":
			fmt.Fprint(c, "235 welcome\r\n")
		case verb == "QUIT":
			fmt.Fprint(c, "221 bye\r\n")
			return
		default:
			fmt.Fprint(c, "250 ok\r\n")
		}
	}
}

func TestRelay(t *testing.T) {
	const host = "smtp.example.org"
	cert, pool := identity(t, host, time.Now().Add(time.Hour))
	own := &tls.Config{Certificates: []tls.Certificate{cert}}
	auth := []string{"AUTH PLAIN LOGIN"}
	password := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(password, []byte("s3cret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	user := []string{"mail.relay.user=judge", "mail.relay.password_file=" + password}
	for _, c := range []struct {
		name   string
		server mailServer
		tls    bool // whether TLS starts with the first byte
		items  []string
		status Status
		words  []string
	}{
		{"all is well", mailServer{starttls: own, extensions: auth}, false, user, OK, []string{"smtp.example.org:587 accepts e-mail, with STARTTLS, signed in as judge"}},
		{"TLS", mailServer{}, true, []string{"mail.relay.tls=tls", "mail.relay.port=465"}, OK, []string{"smtp.example.org:465 accepts e-mail, with TLS"}},
		{"no STARTTLS", mailServer{}, false, nil, Fail, []string{"no STARTTLS", "mail.relay.tls"}},
		{"opportunistic without", mailServer{}, false, []string{"mail.relay.tls=opportunistic"}, OK, []string{"accepts e-mail."}},
		{"opportunistic with", mailServer{starttls: own}, false, []string{"mail.relay.tls=opportunistic"}, OK, []string{"with STARTTLS"}},
		{"in the clear", mailServer{starttls: own}, false, []string{"mail.relay.tls=none"}, Warn, []string{"without encryption", "starttls or tls"}},
		{"another name", mailServer{starttls: own}, false, []string{"mail.relay.host=mail.example.org"}, Fail, []string{"TLS failed", "name in the server's certificate"}},
		{"TLS where there is none", mailServer{}, false, []string{"mail.relay.tls=tls"}, Fail, []string{"TLS failed", "usually 465"}},
		{"no signing on", mailServer{starttls: own}, false, user, Fail, []string{"does not support signing in"}},
		{"a wrong password", mailServer{starttls: own, extensions: auth, refuses: "AUTH"}, false, user, Fail, []string{"refuses the user judge", "not here", "password_file"}},
		{"a wrong sender", mailServer{starttls: own, refuses: "MAIL"}, false, nil, Fail, []string{"accepts no e-mail from judge@judge.example.org"}},
		{"a wrong name", mailServer{greeting: "220 x", refuses: "EHLO", starttls: own}, false, nil, Fail, []string{"STARTTLS"}},
		{"busy", mailServer{greeting: "421 later"}, false, nil, Fail, []string{"does not answer like a mail server", "later"}},
	} {
		if c.server.greeting == "" {
			c.server.greeting = "220 hello"
		}
		at := listen(t, func(conn net.Conn) {
			if c.tls {
				conn = tls.Server(conn, own)
			}
			c.server.serve(conn)
		})
		w := healthyWorld()
		w.TLS = &tls.Config{RootCAs: pool}
		w.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			if !strings.HasPrefix(address, "smtp.") && !strings.HasPrefix(address, "mail.") {
				return nil, errors.New("connection refused")
			}
			return new(net.Dialer).DialContext(ctx, "tcp", at)
		}
		items := append(append([]string{}, withMail...), c.items...)
		results := Examine(t.Context(), w, conf(t, items...), "", nil)
		expect(t, results, "relay", c.status, c.words...)
		for _, r := range results {
			if strings.Contains(r.Found+r.Do, "s3cret") {
				t.Errorf("%s: the result contains the password: %+v", c.name, r)
			}
		}
	}
	expect(t, Examine(t.Context(), healthyWorld(), conf(t, withMail...), "", nil), "relay", Fail, "cannot be reached", "mail.relay.port")
	expect(t, Examine(t.Context(), healthyWorld(), conf(t, append(withMail, "mail.relay.user=x", "mail.relay.password_file="+password+".none")...), "", nil), "relay", Fail, "no such file")
}

func TestCertificate(t *testing.T) {
	write := func(until time.Time) []string {
		cert, _ := identity(t, "judge.example.org", until)
		folder := t.TempDir()
		der, err := x509.MarshalPKCS8PrivateKey(cert.PrivateKey)
		if err != nil {
			t.Fatal(err)
		}
		err = errors.Join(
			os.WriteFile(folder+"/c", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert.Certificate[0]}), 0o600),
			os.WriteFile(folder+"/k", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600),
		)
		if err != nil {
			t.Fatal(err)
		}
		return append([]string{"mail.smtp=127.0.0.1:0", "mail.tls_cert=" + folder + "/c", "mail.tls_key=" + folder + "/k"}, withMail...)
	}
	const check = "mail.tls_cert"
	look := func(items []string) []Result { return Examine(t.Context(), healthyWorld(), conf(t, items...), "", nil) }
	expect(t, look(write(noon.AddDate(0, 2, 0))), check, OK, "2026-09-01")
	expect(t, look(write(noon.Add(100*time.Hour))), check, Warn, "expires in 4 days")
	expect(t, look(write(noon.Add(-time.Hour))), check, Fail, "expired on 2026-07-01")
	expect(t, look(append([]string{"mail.smtp=127.0.0.1:0"}, withMail...)), check, Warn, "not encrypted")
	expect(t, look(append([]string{"mail.tls_cert=/no/c", "mail.tls_key=/no/k"}, withMail...)), check, Fail, "no such file")
}

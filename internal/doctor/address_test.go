package doctor

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"podesta/internal/httpserver"
)

// at returns tools that can connect to this machine.
func at(w Tools) Tools {
	w.Dial = new(net.Dialer).DialContext
	w.Listen = new(net.ListenConfig).Listen
	return w
}

// listen opens a port on this machine and serves its connections.
func listen(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				serve(c)
			}()
		}
	}()
	return l.Addr().String()
}

func TestFronts(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := &http.Server{Handler: httpserver.NewHealth(nil, nil).Handler(http.NotFoundHandler())}
	go srv.Serve(l)
	defer srv.Close()
	other := listen(t, func(c net.Conn) { fmt.Fprintln(c, "220 hello") })
	socket := filepath.Join(t.TempDir(), "s")
	for _, c := range []struct {
		address string
		status  Status
		words   []string
	}{
		{"127.0.0.1:0", OK, []string{"is free"}},
		{l.Addr().String(), OK, []string{"The judge is listening"}},
		{other, Fail, []string{"Another program", "Choose another address for listen"}},
		{"192.0.2.1:1", Fail, []string{"the judge cannot listen there"}},
		{"unix:" + socket, OK, []string{"is free"}},
		{"unix:" + socket + "/below/s", Fail, []string{"does not exist", "RuntimeDirectory=podesta"}},
	} {
		w := at(healthyWorld())
		if c.address == "192.0.2.1:1" {
			w.Dial = healthyWorld().Dial // the tests do not connect to other machines
		}
		expect(t, Examine(t.Context(), w, conf(t, "listen="+c.address, "metrics.listen="), "", nil), "listen", c.status, c.words...)
	}
	below, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	inside := &http.Server{Handler: httpserver.Below("/machiavelli", httpserver.NewHealth(nil, nil).Handler(http.NotFoundHandler()))}
	go inside.Serve(below)
	defer inside.Close()
	expect(t, Examine(t.Context(), at(healthyWorld()), conf(t, "listen="+below.Addr().String(), "metrics.listen=", "base_url=https://judge.example.org/machiavelli"), "", nil),
		"listen", OK, "The judge is listening")
	w := healthyWorld()
	w.Listen = func(context.Context, string, string) (net.Listener, error) { return nil, syscall.EACCES }
	expect(t, Examine(t.Context(), w, conf(t, "listen=:80"), "", nil), "listen", Warn, "permission denied", "CAP_NET_BIND_SERVICE")
	expect(t, Examine(t.Context(), w, conf(t, "listen=:8080"), "", nil), "listen", Fail, "permission denied", "judge's user")
	left, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	left.(*net.UnixListener).SetUnlinkOnClose(false)
	left.Close()
	expect(t, Examine(t.Context(), at(healthyWorld()), conf(t, "listen=unix:"+socket, "metrics.listen="), "", nil), "listen", OK, "Nothing is listening")
}

// withMail holds the keys of a judge with e-mail.
var withMail = []string{"mail.domain=judge.example.org", "mail.relay.host=smtp.example.org", "base_url=https://judge.example.org"}

func TestMailIn(t *testing.T) {
	greets := func(text string) string { return listen(t, func(c net.Conn) { fmt.Fprint(c, text) }) }
	judge, other := greets("220 judge.example.org ESMTP Service Ready\r\n"), greets("220 mx.example.org ESMTP Postfix\r\n")
	look := func(items ...string) []Result {
		w := at(healthyWorld())
		dial := w.Dial
		w.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			if address == "smtp.example.org:587" {
				return healthyWorld().Dial(ctx, network, address)
			}
			return dial(ctx, network, address)
		}
		return Examine(t.Context(), w, conf(t, append(items, withMail...)...), "", nil)
	}
	expect(t, look(), "mail in", OK, "podesta mail")
	expect(t, look("mail.lmtp="+judge), "mail.lmtp", OK, "The judge is listening")
	expect(t, look("mail.smtp="+other, "mail.lmtp=127.0.0.1:0"), "mail.smtp", Fail, "Another program")
	expect(t, look("mail.smtp="+other, "mail.lmtp=127.0.0.1:0"), "mail.lmtp", OK, "is free")

	expect(t, look("mail.smtp="+judge), "mail connections", OK, "At most 100")
	busy := greets("421 judge.example.org Too many connections, come again later\r\n")
	expect(t, look("mail.lmtp="+busy), "mail.lmtp", OK, "The judge is listening")
	expect(t, look("mail.lmtp="+busy), "mail connections", Warn, "turns mail servers away", "limits.mail_connections")
	expect(t, look("mail.smtp="+judge, "limits.mail_connections=0"), "mail connections", Warn, "There is no limit")
	expect(t, look("mail.smtp="+judge, "limits.mail_connections_per_client=100"), "mail connections", Warn, "One client can use all")
	expect(t, look("mail.lmtp="+judge, "limits.mail_connections=0"), "mail connections", OK, "this machine")
}

func TestPublicAddress(t *testing.T) {
	look := func(answer site, items ...string) []Result {
		w := healthyWorld()
		w.HTTP = answer
		return Examine(t.Context(), w, conf(t, items...), "", nil)
	}
	expect(t, look("ok\n"), "base_url", OK, "127.0.0.1:8080")
	expect(t, look("ok\n", withMail[:2]...), "base_url", Warn, "lead nowhere")
	expect(t, look("ok\n", "base_url=https://judge.example.org/"), "base_url", OK, "The judge answers at https://judge.example.org")
	expect(t, look("ok\n", "base_url=http://judge.example.org"), "base_url", Warn, "not encrypted")
	expect(t, look("hello", "base_url=https://judge.example.org"), "base_url", Warn, "is not a judge", "127.0.0.1:8080")
	expect(t, look("", "base_url=https://judge.example.org"), "base_url", Warn, "connection refused")
	if r := look("ok\n", "base_url=http://localhost:8080"); Worst(r) != OK {
		t.Errorf("%+v", r)
	}
}

// TestHTTPS looks at a judge that encrypts its pages itself.
func TestHTTPS(t *testing.T) {
	settings := []string{"base_url=https://judge.example.org", "tls.acme=true"}
	w := healthyWorld()
	w.Resolver = zone{"A judge.example.org": {"192.0.2.1"}}
	results := Examine(t.Context(), w, conf(t, settings...), "", nil)
	expect(t, results, "tls.listen", OK, ":443 is free")
	expect(t, results, "tls.redirect", OK, ":80 is free")
	expect(t, results, "tls.acme", OK, "The DNS knows judge.example.org")
	w.Resolver = zone{"A judge.example.org": {"192.0.2.9"}}
	expect(t, Examine(t.Context(), w, conf(t, settings...), "", nil), "tls.acme", Warn, "leads to 192.0.2.9, and this machine is 192.0.2.1", "Change its A")
	w.Resolver = zone{}
	expect(t, Examine(t.Context(), w, conf(t, settings...), "", nil), "tls.acme", Warn, "no address of judge.example.org", "Publish an A record")

	// A judge without a certificate, a judge with one, and another program.
	health := httpserver.NewHealth(nil, nil).Handler(http.NotFoundHandler())
	bare := httptest.NewUnstartedServer(health)
	bare.TLS = &tls.Config{GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return nil, errors.New("none yet") }}
	bare.Config.ErrorLog = log.New(io.Discard, "", 0)
	bare.StartTLS()
	defer bare.Close()
	plain, whole, other := httptest.NewServer(health), httptest.NewTLSServer(health), httptest.NewTLSServer(http.NotFoundHandler())
	defer plain.Close()
	defer whole.Close()
	defer other.Close()
	w = at(healthyWorld())
	look := func(s *httptest.Server) []Result {
		return Examine(t.Context(), w, conf(t, append(settings, "listen="+plain.Listener.Addr().String(), "tls.listen="+s.Listener.Addr().String(), "tls.redirect=")...), "", nil)
	}
	expect(t, look(bare), "tls.listen", OK, "The judge is listening")
	expect(t, look(whole), "tls.listen", OK, "The judge is listening")
	expect(t, look(other), "tls.listen", Fail, "Another program")
	_, cert, key := certified(t, noon.Add(24*time.Hour))
	files := conf(t, "base_url=https://judge.example.org", "tls.certificate="+cert, "tls.key="+key, "mail.domain=judge.example.org", "mail.smtp=:25", "mail.relay.host=127.0.0.1")
	results = Examine(t.Context(), healthyWorld(), files, "", nil)
	expect(t, results, "tls.certificate", Warn, "expires in 1 days", "reads the new files")
	expect(t, results, "mail.tls_cert", OK, "with the certificate of the pages")
}

package mail_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/mail"
	"podesta/internal/mail/outbox"
	"podesta/internal/wiring"
)

// mailServer is a relay for tests, which accepts or refuses e-mail as its fields say.
type mailServer struct {
	t     *testing.T
	at    string
	srv   *smtp.Server
	roots *x509.CertPool // pool that contains the relay's certificate

	mu    sync.Mutex
	got   []string                 // complete e-mails, each after a line with its recipients
	auth  []string                 // the mechanisms used to authenticate
	tls   []bool                   // for each e-mail, whether it arrived over TLS
	conns int                      // number of connections so far
	rcpt  func(to string) error    // nil if all recipients are accepted
	data  func(c *smtp.Conn) error // nil if everything is accepted; called when the e-mail is complete
}

// mailServerSetup describes what a relay offers.
type mailServerSetup struct {
	starttls bool
	auth     []string
}

func newMailServer(t *testing.T, how mailServerSetup) *mailServer {
	t.Helper()
	m := &mailServer{t: t}
	l := local(t)
	m.at = l.Addr().String()
	m.serve(l, how)
	return m
}

func (m *mailServer) serve(l net.Listener, how mailServerSetup) {
	m.srv = smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.conns++
		return &mailTalk{m: m, c: c, auth: how.auth}, nil
	}))
	m.srv.Domain = "relay.example"
	m.srv.AllowInsecureAuth = true
	if how.starttls {
		cert, roots := certificate(m.t)
		m.roots = roots
		m.srv.TLSConfig = &tls.Config{Certificates: []tls.Certificate{cert}}
	}
	go m.srv.Serve(l)
	m.t.Cleanup(func() { m.srv.Close() })
}

// letters returns the accepted e-mail.
func (m *mailServer) letters() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.got)
}

// mailTalk is an SMTP session of the relay.
type mailTalk struct {
	m    *mailServer
	c    *smtp.Conn
	auth []string
	to   []string
	in   bool
}

func (s *mailTalk) AuthMechanisms() []string { return s.auth }

func (s *mailTalk) Auth(mech string) (sasl.Server, error) {
	check := func(user, password string) error {
		if user != "judge" || password != "the relay's password" {
			return errors.New("wrong password")
		}
		s.m.mu.Lock()
		defer s.m.mu.Unlock()
		s.m.auth, s.in = append(s.m.auth, mech), true
		return nil
	}
	if mech == sasl.Login {
		return &loginServer{check: check}, nil
	}
	return sasl.NewPlainServer(func(_, user, password string) error { return check(user, password) }), nil
}

// loginServer implements the mechanism LOGIN: it asks for the user name and then for the password.
type loginServer struct {
	check func(user, password string) error
	user  *string
}

func (l *loginServer) Next(response []byte) (challenge []byte, done bool, err error) {
	switch {
	case response == nil:
		return []byte("Username:"), false, nil
	case l.user == nil:
		user := string(response)
		l.user = &user
		return []byte("Password:"), false, nil
	}
	return nil, true, l.check(*l.user, string(response))
}

func (s *mailTalk) Mail(string, *smtp.MailOptions) error {
	if len(s.auth) > 0 && !s.in {
		return &smtp.SMTPError{Code: 530, EnhancedCode: smtp.EnhancedCode{5, 7, 0}, Message: "authentication required"}
	}
	return nil
}

func (s *mailTalk) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	if s.m.rcpt != nil {
		if err := s.m.rcpt(to); err != nil {
			return err
		}
	}
	s.to = append(s.to, to)
	return nil
}

func (s *mailTalk) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	if s.m.data != nil {
		if err := s.m.data(s.c); err != nil {
			return err
		}
	}
	_, secure := s.c.TLSConnectionState()
	s.m.tls = append(s.m.tls, secure)
	s.m.got = append(s.m.got, strings.Join(s.to, ",")+"\n"+string(text))
	return nil
}

func (s *mailTalk) Reset()      { s.to = nil }
func (*mailTalk) Logout() error { return nil }

// certificate returns a certificate for 127.0.0.1, and a pool that contains it.
func certificate(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	tmpl := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "relay of the tests"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, tmpl, tmpl, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, roots
}

// through makes the house send e-mail through a relay.
func (h *house) through(r outbox.Relay) {
	h.t.Helper()
	o, err := mail.New(mail.Deps{
		Judge: wiring.Mail(h.Judge), Store: h.store, Clock: h.clock, Verifier: fakeVerifier{},
		Config: mail.Config{Address: "judge@podesta.example", Name: "TEST", TrustedAuth: []string{"mx.podesta.example"}, Relay: r},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	h.o = o
}

// failures describes the e-mail that could not be sent.
func (h *house) failures() []string {
	h.t.Helper()
	jobs, err := h.o.Failed(ctx, 100)
	if err != nil {
		h.t.Fatal(err)
	}
	var out []string
	for _, j := range jobs {
		state := "tried again"
		if j.Due.IsZero() {
			state = "given up"
		}
		out = append(out, state+": "+j.Failed)
	}
	return out
}

// TestRelayLogin checks how the judge and a relay agree on TLS and authentication.
func TestRelayLogin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		offer mailServerSetup
		tls   string
		user  string
		pw    string
		trust bool   // whether the relay's certificate is trusted
		sent  bool   // whether the e-mail is sent
		safe  bool   // whether it is sent over TLS
		mech  string // the mechanism with which the judge authenticates
		error string // texts in the list of failures
	}{
		{name: "clear to a server that offers nothing", tls: "none", sent: true},
		{name: "STARTTLS required and offered", offer: mailServerSetup{starttls: true}, tls: "starttls", trust: true, sent: true, safe: true},
		{name: "STARTTLS required, not offered", tls: "starttls", error: "STARTTLS"},
		{name: "STARTTLS required, strange certificate", offer: mailServerSetup{starttls: true}, tls: "starttls", error: "certificate"},
		{name: "STARTTLS where it is offered", offer: mailServerSetup{starttls: true}, tls: "opportunistic", sent: true, safe: true},
		{name: "STARTTLS where it is not offered", tls: "opportunistic", sent: true},
		{name: "a password by PLAIN", offer: mailServerSetup{starttls: true, auth: []string{sasl.Plain, sasl.Login}}, tls: "starttls", trust: true, user: "judge", pw: "the relay's password", sent: true, safe: true, mech: sasl.Plain},
		{name: "a password by LOGIN", offer: mailServerSetup{starttls: true, auth: []string{sasl.Login}}, tls: "starttls", trust: true, user: "judge", pw: "the relay's password", sent: true, safe: true, mech: sasl.Login},
		{name: "a wrong password", offer: mailServerSetup{starttls: true, auth: []string{sasl.Plain}}, tls: "starttls", trust: true, user: "judge", pw: "guessed-wrong", error: "user name and password"},
		{name: "no password where one is needed", offer: mailServerSetup{starttls: true, auth: []string{sasl.Plain}}, tls: "starttls", trust: true, error: "authentication required"},
		{name: "no password in the clear", offer: mailServerSetup{auth: []string{sasl.Plain}}, tls: "opportunistic", user: "judge", pw: "the relay's password", error: "not sent in clear"},
		{name: "no password to a strange certificate", offer: mailServerSetup{starttls: true, auth: []string{sasl.Plain}}, tls: "opportunistic", user: "judge", pw: "the relay's password", error: "certificate"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			m := newMailServer(t, c.offer)
			r := outbox.Relay{Addr: m.at, TLS: c.tls, User: c.user, Password: c.pw}
			if c.trust {
				r.Roots = m.roots
			}
			h.through(r)
			h.bring(h.message("nadia@example.net", "judge@podesta.example", "x", "HELP"))
			h.post()
			got := m.letters()
			if (len(got) == 1) != c.sent {
				t.Fatalf("%d e-mails were sent; failures: %q", len(got), h.failures())
			}
			if c.sent {
				if m.tls[0] != c.safe || strings.Join(m.auth, " ") != c.mech {
					t.Errorf("by TLS: %v; signed on by %q", m.tls, m.auth)
				}
				return
			}
			all := h.failures()
			if len(all) != 1 || !strings.Contains(all[0], c.error) {
				t.Errorf("failures: %q", all)
			}
			never(t, strings.Join(all, "\n"), "guessed-wrong", "the relay's password")
			if strings.HasPrefix(all[0], "given up") != (c.error == "authentication required") {
				t.Errorf("failures: %q", all)
			}
		})
	}
}

// TestRelayRefuses checks that deferred e-mail is tried again after longer and longer
// intervals, that permanently refused e-mail is listed as failed, and that nothing is sent
// twice.
func TestRelayRefuses(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	m := newMailServer(t, mailServerSetup{})
	h.through(outbox.Relay{Addr: m.at, TLS: "none"})
	busy := &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "busy"}
	tries := 0
	m.rcpt = func(to string) error {
		switch {
		case strings.HasPrefix(to, "gone@"):
			return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user"}
		case strings.HasPrefix(to, "later@"):
			if tries++; tries < 4 {
				return busy
			}
		}
		return nil
	}
	for _, from := range []string{"gone@example.net", "later@example.net", "good@example.net"} {
		h.bring(h.message(from, "judge@podesta.example", "x", "HELP"))
	}
	h.post()
	if got := m.letters(); len(got) != 1 || !strings.HasPrefix(got[0], "good@") {
		t.Fatalf("%d letters", len(got))
	}
	if all := h.failures(); len(all) != 2 || !strings.Contains(strings.Join(all, "\n"), "given up: the mail server refuses the letter: SMTP error 550: no such user") {
		t.Errorf("failures: %q", all)
	}
	waited := time.Duration(0)
	for n := 0; len(m.letters()) < 2; n++ {
		if n > 100 {
			t.Fatal("the e-mail is not tried again")
		}
		h.clock.Advance(30 * time.Second)
		waited += 30 * time.Second
		h.post()
	}
	if tries != 4 || waited < 6*time.Minute || waited > 9*time.Minute {
		t.Errorf("%d tries in %v; the waits are 1, 2 and 4 minutes", tries, waited)
	}
	h.clock.Advance(24 * time.Hour)
	h.post()
	if n := len(m.letters()); n != 2 {
		t.Errorf("%d letters", n)
	}
	if all := h.failures(); len(all) != 1 || !strings.HasPrefix(all[0], "given up") {
		t.Errorf("failures: %q", all)
	}
}

// TestRelayAway tests a relay that is unreachable for a while, closes connections between e-mails,
// and closes a connection in the middle of an e-mail.
func TestRelayAway(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	l := local(t)
	at := l.Addr().String()
	l.Close()
	h.through(outbox.Relay{Addr: at, TLS: "none"})
	h.bring(h.message("nadia@example.net", "judge@podesta.example", "x", "HELP"))
	h.post()
	if all := h.failures(); len(all) != 1 || !strings.HasPrefix(all[0], "tried again") {
		t.Fatalf("failures: %q", all)
	}
	m := &mailServer{t: t, at: at}
	l, err := net.Listen("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	m.serve(l, mailServerSetup{})
	h.clock.Advance(time.Minute)
	h.post()
	if n := len(m.letters()); n != 1 {
		t.Fatalf("%d letters after the relay is back", n)
	}

	// The relay closes the idle connection, so the next e-mail opens another one.
	m.srv.Close()
	if l, err = net.Listen("tcp", at); err != nil {
		t.Fatal(err)
	}
	m.serve(l, mailServerSetup{})
	h.bring(h.message("nadia@example.net", "judge@podesta.example", "x", "HELP PRESS"))
	h.post()
	if n := len(m.letters()); n != 2 {
		t.Fatalf("%d letters after a connection was closed; failures: %q", n, h.failures())
	}

	// The relay closes the connection in the middle of an e-mail, before accepting it.
	cut := 0
	m.mu.Lock()
	m.data = func(c *smtp.Conn) error {
		if cut++; cut == 1 {
			c.Conn().Close()
			return errors.New("gone")
		}
		return nil
	}
	m.mu.Unlock()
	h.bring(h.message("nadia@example.net", "judge@podesta.example", "x", "HELP DRAWS"))
	h.post()
	if n := len(m.letters()); n != 2 || cut != 1 {
		t.Fatalf("%d letters, %d tries: it must not be tried again at once", n, cut)
	}
	h.clock.Advance(time.Minute)
	h.post()
	if n := len(m.letters()); n != 3 {
		t.Fatalf("%d letters; failures: %q", n, h.failures())
	}
	if all := h.failures(); len(all) != 0 {
		t.Errorf("failures: %q", all)
	}
}

// TestAnswersToTwoAddresses checks that each address receives a separate e-mail, so that the
// refusal of one does not affect the other.
func TestAnswersToTwoAddresses(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	a := h.account("Anna", "rinascimento1")
	secret, err := h.Users.AddAddress(ctx, a.ID, "anna@work.example")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Users.Verify(ctx, secret.Secret()); err != nil {
		t.Fatal(err)
	}
	g, err := h.Lobby.Host(ctx, a.ID, lobby.NewGame{Name: "urbino", Scenario: "A"}, hosting.Default())
	if err != nil {
		t.Fatal(err)
	}
	h.post()
	m := newMailServer(t, mailServerSetup{})
	h.through(outbox.Relay{Addr: m.at, TLS: "none"})
	m.rcpt = func(to string) error {
		if to == "anna@example.org" {
			return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 2, 2}, Message: "mailbox full"}
		}
		return nil
	}
	h.bring(h.message("anna@work.example", "judge@podesta.example", "x", "SIGNON M"+g.Name+" rinascimento1\nLIST"))
	h.post()
	if got := m.letters(); len(got) != 1 || !strings.HasPrefix(got[0], "anna@work.example\n") {
		t.Fatalf("%d letters", len(got))
	}
	m.mu.Lock()
	m.rcpt = nil
	m.mu.Unlock()
	h.clock.Advance(time.Minute)
	h.post()
	if got := m.letters(); len(got) != 2 || !strings.HasPrefix(got[1], "anna@example.org\n") {
		t.Fatalf("%d letters", len(got))
	}
}

// TestQueueSurvivesShutdown checks that an e-mail that is being sent when the judge shuts down
// is not lost.
func TestQueueSurvivesShutdown(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	c, cancel := context.WithCancel(ctx)
	h.box.refuse = func([]string) error { cancel(); return context.Canceled }
	h.bring(h.message("nadia@example.net", "judge@podesta.example", "x", "HELP"))
	if _, err := h.o.Work(c); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	h.box.refuse = nil
	h.post()
	if n := len(h.box.take("nadia@example.net")); n != 1 {
		t.Errorf("%d letters", n)
	}
}

// TestMastersAreNotifiedOfRefusals checks that a game's master is notified once if e-mail to a
// player is refused, and that there is no loop if e-mail to the master is refused.
func TestMastersAreNotifiedOfRefusals(t *testing.T) {
	t.Parallel()
	h, g, master, players := begun(t)
	h.post()
	h.box.take("")
	h.box.refuse = func(to []string) error {
		if to[0] == players[2].Email {
			return &outbox.Permanent{Err: errors.New("550 no such user")}
		}
		return nil
	}
	for range 3 {
		h.bring(h.message(players[0].Email, "judge@podesta.example", "x", "SIGNON Icosimo rinascimento1\nBROADCAST\nhello\nENDBROADCAST"))
		h.post()
	}
	told := 0
	for _, p := range h.box.take(master.Email) {
		if strings.Contains(p.subject, "e-mail refused") {
			told++
			must(t, p.text, "E-mail to Florence is not being delivered")
		}
	}
	if told != 1 {
		t.Errorf("notified %d times", told)
	}
	h.box.refuse = func(to []string) error { return &outbox.Permanent{Err: errors.New("550 no such user")} }
	h.processed(g, master)
	h.post()
	if all := h.failures(); len(all) < 9 || len(all) > 40 {
		t.Errorf("%d letters in the list of failures", len(all))
	}
}

// TestSeveralRelays checks that e-mail is divided among several relays, and that an unreachable
// relay delays nothing.
func TestSeveralRelays(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	one, two := newMailServer(t, mailServerSetup{}), newMailServer(t, mailServerSetup{})
	gone := local(t)
	dead := gone.Addr().String()
	gone.Close()
	h.through(outbox.Relay{Addr: dead, Others: []string{one.at, two.at}, TLS: "none", AtOnce: 2})
	var busy sync.WaitGroup // both connections are in use at the same time
	busy.Add(2)
	both := sync.OnceFunc(busy.Wait)
	for _, m := range []*mailServer{one, two} {
		first := sync.OnceFunc(func() { busy.Done(); both() })
		m.data = func(*smtp.Conn) error { first(); return nil }
	}
	for i := range 6 {
		h.bring(h.message(fmt.Sprintf("nadia%d@example.net", i), "judge@podesta.example", "x", "HELP"))
	}
	h.post()
	if a, b := len(one.letters()), len(two.letters()); a == 0 || b == 0 || a+b != 6 {
		t.Errorf("%d and %d e-mails; failures: %q", a, b, h.failures())
	}
	if one.conns+two.conns != 2 {
		t.Errorf("%d and %d connections", one.conns, two.conns)
	}
}

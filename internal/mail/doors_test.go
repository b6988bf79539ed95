package mail_test

import (
	"bufio"
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"podesta/internal/mail"
	"podesta/internal/mail/smtpd"
)

// elsewhere is a listener whose connections appear to come from another address.
type elsewhere struct {
	net.Listener
	from *net.TCPAddr
}

type far struct {
	net.Conn
	from *net.TCPAddr
}

func (f far) RemoteAddr() net.Addr { return f.from }

func (e elsewhere) Accept() (net.Conn, error) {
	c, err := e.Listener.Accept()
	return far{c, e.from}, err
}

// TestTooManyConnections opens as many connections as possible. Further connections, from one
// client or in total, must be asked to try again, and are accepted once others have closed.
func TestTooManyConnections(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	o := h.office(mail.Deps{Config: mail.Config{Listen: smtpd.Config{Most: 5, MostEach: 2}}})
	c, cancel := context.WithCancel(ctx)
	ended := make(chan error, 5)
	open := func(from string, lmtp bool) string {
		l := local(t)
		go func() { ended <- o.Serve(c, elsewhere{l, &net.TCPAddr{IP: net.ParseIP(from)}}, lmtp) }()
		return l.Addr().String()
	}
	one, other := open("192.0.2.1", false), open("2001:db8::1", false)
	neighbour, here, own := open("2001:db8::2", false), open("127.0.0.1", false), open("127.0.0.1", true)
	knock := func(at, want string) net.Conn {
		t.Helper()
		conn, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		_ = conn.SetDeadline(time.Now().Add(time.Minute))
		line, err := bufio.NewReader(conn).ReadString('\n')
		if err != nil || !strings.HasPrefix(line, want+" podesta.example ") {
			t.Fatalf("%q, %v instead of %s", line, err, want)
		}
		return conn
	}
	first := knock(one, "220")
	knock(one, "220")
	knock(one, "421")
	knock(other, "220")
	knock(neighbour, "220")
	knock(neighbour, "421") // all addresses of a network are one client
	knock(here, "220")
	knock(here, "421") // all connections are in use
	knock(own, "220")  // the mail server that delivers by LMTP is exempt
	var later *smtp.SMTPError
	if err := deliver(here, "nadia@example.net", strings.NewReader("")); !errors.As(err, &later) || later.Code != 421 {
		t.Errorf("a mail server receives %v", err)
	}
	first.Close()
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("tcp", here)
		if err != nil {
			t.Fatal(err)
		}
		line, _ := bufio.NewReader(conn).ReadString('\n')
		conn.Close()
		if strings.HasPrefix(line, "220 ") {
			break
		}
		if time.Since(begun) > time.Minute {
			t.Fatal("there is no room although a connection was closed")
		}
	}
	cancel()
	for range cap(ended) {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

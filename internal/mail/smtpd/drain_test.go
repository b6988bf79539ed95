package smtpd

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"podesta/internal/mail/letter"
)

// keeper is a Receiver that counts messages.
type keeper struct{ messages atomic.Int64 }

func (k *keeper) Receive(_ context.Context, r io.Reader, _ Envelope) (Outcome, error) {
	_, err := io.Copy(io.Discard, r)
	k.messages.Add(1)
	return "", err
}

// talk is a client's dialogue with the server.
type talk struct {
	t *testing.T
	c net.Conn
	r *bufio.Reader
}

// say sends lines, and expects a reply with the given code.
func (k *talk) say(code string, lines ...string) {
	k.t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(k.c, l+"\r\n"); err != nil {
			k.t.Fatal(err)
		}
	}
	for {
		line, err := k.r.ReadString('\n')
		if err != nil || !strings.HasPrefix(line, code) {
			k.t.Fatalf("%v: %q instead of %s (%v)", lines, line, code, err)
		}
		if line[3] == ' ' {
			return
		}
	}
}

// TestDrain shuts down a server with connections in every state: connections without a message in
// progress receive 421 immediately, and the others after their message has been accepted.
func TestDrain(t *testing.T) {
	for _, lmtp := range []bool{false, true} {
		l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		k := &keeper{}
		s := NewServer(Config{Domain: "podesta.example", MaxBytes: 1 << 20, Trusted: true}, func(letter.Recipient) bool { return true }, k, slog.New(slog.DiscardHandler))
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		ended := make(chan error, 1)
		go func() { ended <- s.Serve(ctx, l, lmtp) }()
		connect := func() *talk {
			t.Helper()
			c, err := new(net.Dialer).DialContext(t.Context(), "tcp", l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { c.Close() })
			if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
			k := &talk{t, c, bufio.NewReader(c)}
			k.say("220")
			return k
		}
		hello := "EHLO client.example"
		if lmtp {
			hello = "LHLO client.example"
		}
		begin := func(k *talk) {
			k.say("250", "MAIL FROM:<a@client.example>")
			k.say("250", "RCPT TO:<judge@podesta.example>")
		}
		silent, greeted, between, begun, inside := connect(), connect(), connect(), connect(), connect()
		for _, k := range []*talk{greeted, between, begun, inside} {
			k.say("250", hello)
		}
		begin(between)
		between.say("354", "DATA")
		between.say("250", "Subject: one", "", "Text", ".")
		begin(begun)
		begin(inside)
		inside.say("354", "DATA")
		if _, err := io.WriteString(inside.c, "Subject: two\r\n\r\nHalf\r\n"); err != nil {
			t.Fatal(err)
		}

		stop()
		for _, k := range []*talk{silent, greeted, between} {
			k.say("421")
		}
		select {
		case <-ended:
			t.Fatal("Serve has returned while messages were under way")
		case <-time.After(50 * time.Millisecond):
		}
		inside.say("250", "The other half", ".")
		inside.say("421")
		begun.say("354", "DATA")
		begun.say("250", "Subject: three", "", "Text", ".")
		begun.say("421")
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if n := k.messages.Load(); n != 3 {
			t.Errorf("%d messages, not 3", n)
		}
	}
}

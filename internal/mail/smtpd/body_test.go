package smtpd

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"podesta/internal/mail/letter"
)

// inMemory is a listener whose connections are pipes.
type inMemory struct {
	conns chan net.Conn
	done  chan struct{}
}

func (l *inMemory) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}
func (l *inMemory) Close() error   { close(l.done); return nil }
func (l *inMemory) Addr() net.Addr { return &net.UnixAddr{Name: "memory"} }

// reader is a Receiver that sends the messages on a channel.
type reader chan string

func (r reader) Receive(_ context.Context, in io.Reader, _ Envelope) (Outcome, error) {
	text, err := io.ReadAll(in)
	r <- string(text)
	return "", err
}

// certificate creates files with a certificate and its key, and returns their names.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"podesta.example"}}
	der, err := x509.CreateCertificate(rand.Reader, &c, &c, &k.PublicKey, k)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(t.TempDir(), "cert"), filepath.Join(t.TempDir(), "key")
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// TestEndAfterTwoCR delivers messages whose lines end with CR CR LF, over plain and encrypted
// connections. They must be read completely and answered, and the connection must then be closed. A
// dot between such lines must not end a message if more text follows, so that no second message can
// be hidden there.
func TestEndAfterTwoCR(t *testing.T) {
	cert, key := certificate(t)
	for name, c := range map[string]struct {
		send, want string
		stays      bool // whether the connection stays open
	}{
		"usual line ends":        {"Subject: x\r\n\r\nHELP\r\n.\r\n", "Subject: x\r\n\r\nHELP\r\n", true},
		"the last line":          {"Subject: x\r\n\r\nHELP\r\r\n.\r\n", "Subject: x\r\n\r\nHELP\r\r\n", false},
		"all lines":              {"Subject: x\r\r\n\r\r\nHELP\r\r\n.\r\n", "Subject: x\r\r\n\r\r\nHELP\r\r\n", false},
		"all lines, and the dot": {"Subject: x\r\r\n\r\r\nHELP\r\r\n.\r\r\n", "Subject: x\r\r\n\r\r\nHELP\r\r\n", false},
		"three":                  {"Subject: x\r\n\r\nHELP\r\r\r\n.\r\n", "Subject: x\r\n\r\nHELP\r\r\r\n", true},
		"four":                   {"Subject: x\r\n\r\nHELP\r\r\r\r\n.\r\n", "Subject: x\r\n\r\nHELP\r\r\r\r\n", false},
		"a dot between":          {"Subject: x\r\n\r\nA\r\r\n.\r\nB\r\n.\r\n", "Subject: x\r\n\r\nA\r\r\n.\r\nB\r\n", true},
		"a dotted line between":  {"Subject: x\r\n\r\nA\r\r\n.B\r\n.\r\n", "Subject: x\r\n\r\nA\r\r\n.B\r\n", true},
		"a hidden message": {
			"Subject: x\r\n\r\nA\r\r\n.\r\nMAIL FROM:<bank@client.example>\r\nRCPT TO:<judge@podesta.example>\r\nDATA\r\nSubject: y\r\n\r\nRESIGN\r\n.\r\n",
			"Subject: x\r\n\r\nA\r\r\n.\r\nMAIL FROM:<bank@client.example>\r\nRCPT TO:<judge@podesta.example>\r\nDATA\r\nSubject: y\r\n\r\nRESIGN\r\n", true,
		},
	} {
		for _, encrypted := range []bool{false, true} {
			l := &inMemory{conns: make(chan net.Conn), done: make(chan struct{})}
			got := make(reader, 2)
			s := NewServer(Config{Domain: "podesta.example", MaxBytes: 1 << 20, CertFile: cert, KeyFile: key}, func(letter.Recipient) bool { return true }, got, slog.New(slog.DiscardHandler))
			s.pause = time.Millisecond
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- s.Serve(ctx, l, false) }()
			mine, theirs := net.Pipe()
			l.conns <- theirs
			k := &talk{t, mine, bufio.NewReader(mine)}
			k.say("220")
			k.say("250", "EHLO client.example")
			if encrypted {
				k.say("220", "STARTTLS")
				safe := tls.Client(mine, &tls.Config{InsecureSkipVerify: true}) //nolint:gosec // the certificate is the test's own
				k = &talk{t, safe, bufio.NewReader(safe)}
				k.say("250", "EHLO client.example")
			}
			k.say("250", "MAIL FROM:<bob@client.example>")
			k.say("250", "RCPT TO:<judge@podesta.example>")
			k.say("354", "DATA")
			if _, err := io.WriteString(k.c, c.send); err != nil {
				t.Fatal(err)
			}
			k.say("250")
			if text := <-got; text != c.want {
				t.Errorf("%s (encrypted: %t): got %q", name, encrypted, text)
			}
			if c.stays {
				k.say("221", "QUIT")
			} else {
				k.say("421")
			}
			mine.Close()
			stop()
			if err := <-ended; err != nil && !strings.Contains(err.Error(), "closed") {
				t.Error(err)
			}
			if len(got) > 0 {
				t.Errorf("%s: a second message: %q", name, <-got)
			}
		}
	}
}

//go:build linux

package main

import (
	"bytes"
	"io"
	"log"
	"net"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/emersion/go-message/mail"
	"github.com/emersion/go-smtp"
)

// aboutPhase matches the Message-ID of an e-mail about a game, with the phase
// for which its answer contains orders.
var aboutPhase = regexp.MustCompile(`^<?([a-z0-9]+)\.p([0-9]+)\.[0-9a-f]+@`)

// isResult reports whether a subject belongs to an e-mail with results.
func isResult(subject string) bool { return strings.Contains(subject, " results") }

// pressToken matches the tokens of press.
var pressToken = regexp.MustCompile(`soak-press-[0-9]+-[0-9]+`)

// relay is the mail server to which the judge hands its e-mail. It records
// what it accepts.
type relay struct {
	journal *journal
	address string
	busy    atomic.Bool  // whether it refuses all e-mail for the moment
	drops   atomic.Bool  // whether it accepts e-mail, but closes the connection before confirming it
	slow    atomic.Int64 // time that it takes for an e-mail, in nanoseconds
	swallow func(Letter) bool

	mu     sync.Mutex
	server *smtp.Server // nil if no connections are accepted
}

// newRelay starts a relay. It discards the e-mails that swallow selects; nil selects none.
func newRelay(j *journal, swallow func(Letter) bool) (*relay, error) {
	r := &relay{journal: j, address: "127.0.0.1:0", swallow: swallow}
	return r, r.open()
}

// listenTime is the longest time until the relay's address is free again.
const listenTime = 20 * time.Second

// open lets the relay accept connections, always at the same address.
func (r *relay) open() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.server != nil {
		return nil
	}
	l, err := net.Listen("tcp", r.address)
	for begun := time.Now(); err != nil && time.Since(begun) < listenTime; {
		time.Sleep(100 * time.Millisecond)
		l, err = net.Listen("tcp", r.address)
	}
	if err != nil {
		return err
	}
	r.address = l.Addr().String()
	r.server = smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		if r.busy.Load() {
			return nil, &smtp.SMTPError{Code: 421, Message: "not now"}
		}
		return &relaySession{r: r, conn: c.Conn()}, nil
	}))
	r.server.Domain = "relay.example"
	r.server.ErrorLog = log.New(io.Discard, "", 0)       // broken connections are intended
	go func(s *smtp.Server) { _ = s.Serve(l) }(r.server) // runs until it is closed
	return nil
}

// close closes all connections. Until open is called, new ones are refused.
func (r *relay) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.server != nil {
		_ = r.server.Close()
		r.server = nil
	}
}

// relaySession is a connection of the judge.
type relaySession struct {
	r    *relay
	conn net.Conn
	to   []string
}

// Mail accepts any sender.
func (*relaySession) Mail(string, *smtp.MailOptions) error { return nil }

// Rcpt accepts any recipient.
func (s *relaySession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = append(s.to, to)
	return nil
}

// Reset forgets the recipients.
func (s *relaySession) Reset() { s.to = nil }

// Logout does nothing.
func (*relaySession) Logout() error { return nil }

// Data records an e-mail.
func (s *relaySession) Data(body io.Reader) error {
	raw, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	if s.r.busy.Load() {
		return &smtp.SMTPError{Code: 451, Message: "not now"}
	}
	time.Sleep(time.Duration(s.r.slow.Load()))
	for _, to := range s.to {
		l, err := readLetter(raw)
		if err != nil {
			return err
		}
		l.To, l.At = to, s.r.journal.now()
		if s.r.swallow == nil || !s.r.swallow(l) {
			s.r.journal.letter(l)
		}
	}
	if s.r.drops.Load() {
		return s.conn.Close() // the judge cannot know whether the e-mail was accepted
	}
	return nil
}

// readLetter reads the parts of an e-mail that are checked.
func readLetter(raw []byte) (Letter, error) {
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return Letter{}, err
	}
	defer r.Close()
	l := Letter{}
	if l.Subject, err = r.Header.Subject(); err != nil {
		return l, err
	}
	if l.ID, err = r.Header.MessageID(); err != nil {
		return l, err
	}
	seen := map[string]bool{}
	for {
		p, err := r.NextPart()
		if err == io.EOF {
			return l, nil
		}
		if err != nil {
			return l, err
		}
		head, inline := p.Header.(*mail.InlineHeader)
		if !inline {
			continue
		}
		if kind, _, _ := head.ContentType(); kind != "text/plain" {
			continue
		}
		text, err := io.ReadAll(p.Body)
		if err != nil {
			return l, err
		}
		for _, t := range pressToken.FindAllString(string(text), -1) {
			if !seen[t] {
				seen[t] = true
				l.Tokens = append(l.Tokens, t)
			}
		}
	}
}

//go:build linux

package main

import (
	"bytes"
	"io"
	"net"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/emersion/go-message/mail"
	"github.com/emersion/go-smtp"
)

// aboutPhase matches the Message-ID of an e-mail about a game, with the phase
// for which its answer contains orders.
var aboutPhase = regexp.MustCompile(`^<?([a-z0-9]+)\.p([0-9]+)\.[0-9a-f]+@`)

// isResult reports whether a subject is that of an e-mail with results.
func isResult(subject string) bool { return strings.Contains(subject, " results") }

// pressToken matches the tokens of press.
var pressToken = regexp.MustCompile(`soak-press-[0-9]+-[0-9]+`)

// relay is the mail server to which the judge hands its e-mail. It records
// what it accepts.
type relay struct {
	journal *journal
	server  *smtp.Server
	address string
	dead    atomic.Bool  // it accepts no connection
	slow    atomic.Int64 // how long it takes for an e-mail, in nanoseconds
	swallow func(Letter) bool
}

// newRelay starts a relay. It forgets the e-mails that swallow chooses; nil:
// none.
func newRelay(j *journal, swallow func(Letter) bool) (*relay, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &relay{journal: j, address: l.Addr().String(), swallow: swallow}
	r.server = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		if r.dead.Load() {
			return nil, &smtp.SMTPError{Code: 421, Message: "not now"}
		}
		return &relaySession{r: r}, nil
	}))
	r.server.Domain = "relay.example"
	go func() { _ = r.server.Serve(l) }() // until it is closed
	return r, nil
}

// relaySession is a connection of the judge.
type relaySession struct {
	r  *relay
	to []string
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
	if s.r.dead.Load() {
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
	return nil
}

// readLetter reads what is checked of an e-mail.
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

// close ends the relay.
func (r *relay) close() { _ = r.server.Close() }

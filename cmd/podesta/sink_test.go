package main

import (
	"bytes"
	"io"
	"maps"
	"mime"
	"net"
	"net/mail"
	"slices"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"
)

// sink is a mail server that stores what it receives.
type sink struct {
	port string

	mu      sync.Mutex
	letters []arrival
	hook    func(arrival) // called before an e-mail is acknowledged
}

// arrival is an e-mail that a sink has received.
type arrival struct {
	from, to, hello string // hello is the name that the client gave in its greeting
	id, subject     string
	head            mail.Header
	raw             string
}

// newSink starts a sink on a free port.
func newSink(t *testing.T) *sink {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &sink{}
	_, s.port, _ = net.SplitHostPort(l.Addr().String())
	srv := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return &sinking{s: s, c: c}, nil }))
	srv.Domain = "sink.example"
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = srv.Serve(l)
	}()
	t.Cleanup(func() {
		srv.Close()
		<-ended
	})
	return s
}

// keys returns the configuration of a judge that sends its e-mail to the sink.
func (s *sink) keys(hello string) []string {
	return []string{
		"mail.domain podesta.example", "mail.relay.host 127.0.0.1", "mail.relay.port " + s.port,
		"mail.relay.tls none", "mail.relay.hello " + hello,
	}
}

// sinking is a connection to a sink.
type sinking struct {
	s *sink
	c *smtp.Conn
	a arrival
}

func (g *sinking) Mail(from string, _ *smtp.MailOptions) error {
	g.a = arrival{from: from, hello: g.c.Hostname()}
	return nil
}

func (g *sinking) Rcpt(to string, _ *smtp.RcptOptions) error {
	g.a.to = to
	return nil
}

func (g *sinking) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	a := g.a
	a.raw, a.head, a.id = string(raw), m.Header, m.Header.Get("Message-Id")
	if a.subject, err = new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")); err != nil {
		return err
	}
	g.s.mu.Lock()
	g.s.letters = append(g.s.letters, a)
	hook := g.s.hook
	g.s.mu.Unlock()
	if hook != nil {
		hook(a)
	}
	return nil
}

func (g *sinking) Reset()        { g.a = arrival{} }
func (g *sinking) Logout() error { return nil }

// onArrival sets the function that is called before an e-mail is acknowledged.
func (s *sink) onArrival(f func(arrival)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hook = f
}

// all returns all e-mail received so far.
func (s *sink) all() []arrival {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.letters)
}

// find returns the e-mails to an address that satisfy a condition.
func (s *sink) find(to string, is func(arrival) bool) []arrival {
	return slices.DeleteFunc(s.all(), func(a arrival) bool { return a.to != to || !is(a) })
}

// twice returns the IDs of e-mails that were received more than once.
func (s *sink) twice() []string {
	n := map[string]int{}
	for _, a := range s.all() {
		n[a.id]++
	}
	maps.DeleteFunc(n, func(_ string, n int) bool { return n < 2 })
	return slices.Sorted(maps.Keys(n))
}

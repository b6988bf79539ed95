//go:build linux

package main

import (
	"io"
	"net"
	"sync/atomic"

	"github.com/emersion/go-smtp"
)

// sink is a mail server that accepts and discards every e-mail.
type sink struct {
	*smtp.Server
	at    net.Addr
	taken atomic.Int64
	bytes atomic.Int64
}

// newSink starts a mail server on this machine.
func newSink() (*sink, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &sink{at: l.Addr()}
	s.Server = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return sinkSession{s}, nil }))
	s.Domain = "relay.example"
	go func() { _ = s.Serve(l) }() // until it is closed
	return s, nil
}

// sinkSession is a connection.
type sinkSession struct{ s *sink }

// Mail accepts any sender.
func (sinkSession) Mail(string, *smtp.MailOptions) error { return nil }

// Rcpt accepts any address.
func (sinkSession) Rcpt(string, *smtp.RcptOptions) error { return nil }

// Reset does nothing.
func (sinkSession) Reset() {}

// Logout does nothing.
func (sinkSession) Logout() error { return nil }

// Data counts an e-mail.
func (x sinkSession) Data(r io.Reader) error {
	n, err := io.Copy(io.Discard, r)
	if err == nil {
		x.s.taken.Add(1)
		x.s.bytes.Add(n)
	}
	return err
}

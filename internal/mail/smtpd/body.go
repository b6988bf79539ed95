package smtpd

import (
	"errors"
	"io"
	"net"
	"time"
)

// wrongPause is how long to wait for a client that seems to have ended its message, before
// treating the message as complete.
const wrongPause = 2 * time.Second

// body reads a message. Some programs end lines with CR CR LF, including the last line before the
// dot that ends the message. The underlying reader treats that dot as text and waits for more. If
// nothing arrives for a while, body treats the message as complete. It reads nothing after that
// from the connection, so that no second message can be hidden in the first one.
type body struct {
	r     io.Reader
	conn  net.Conn
	pause time.Duration
	limit time.Duration // how long the client may otherwise be silent
	over  func()        // ends the connection after the answer

	seen  int    // how much of the wrong end has been read: nothing and so on
	held  []byte // bytes that may be the dot of the wrong end, and its line end
	ready []byte // bytes that have been read and can be returned
	ended bool
	one   [1]byte
}

// The values of body.seen: how much of CR CR LF . CR LF has been read.
const (
	nothing = iota
	oneCR
	twoCR
	lineEnd
	dot
	dotCR
	wrongEnd
)

// Read reads one byte at a time, because the underlying reader only returns when it has filled
// its buffer.
func (b *body) Read(p []byte) (int, error) {
	for n := range p {
		if len(b.ready) == 0 {
			if err := b.more(); err != nil {
				return n, err
			}
		}
		p[n], b.ready = b.ready[0], b.ready[1:]
	}
	return len(p), nil
}

// more reads at least one byte of the message.
func (b *body) more() error {
	for len(b.ready) == 0 {
		if b.ended {
			return io.EOF
		}
		doubt := b.seen == wrongEnd
		if doubt {
			if err := b.conn.SetReadDeadline(time.Now().Add(b.pause)); err != nil {
				return err
			}
		}
		n, err := b.r.Read(b.one[:])
		var late net.Error
		if doubt && n == 0 && errors.As(err, &late) && late.Timeout() {
			b.ended = true
			b.over()
			return io.EOF
		}
		if doubt {
			if e := b.conn.SetReadDeadline(time.Now().Add(b.limit)); e != nil && err == nil {
				err = e
			}
		}
		switch {
		case n > 0:
			b.next(b.one[0])
		case len(b.held) > 0:
			b.ready, b.held = b.held, nil
			return nil
		case err != nil:
			return err
		}
	}
	return nil
}

// next adds a byte.
func (b *body) next(c byte) {
	was := b.seen
	b.seen = nothing
	switch c {
	case '\r':
		switch was {
		case oneCR, twoCR:
			b.seen = twoCR
		case dot, dotCR:
			b.seen = dotCR
		default:
			b.seen = oneCR
		}
	case '\n':
		switch was {
		case twoCR:
			b.seen = lineEnd
		case dotCR:
			b.seen = wrongEnd
		}
	case '.':
		if was == lineEnd {
			b.seen = dot
		}
	}
	if b.seen >= dot {
		b.held = append(b.held, c)
		return
	}
	b.ready = append(append(b.ready[:0], b.held...), c)
	b.held = b.held[:0]
}

package smtpd

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"
)

// doors counts the connections for a protocol, and refuses connections beyond the limits.
type doors struct {
	all, each int // maximum number of connections in total, and from one client; 0 for no limit
	greeting  string
	log       *slog.Logger

	mu   sync.Mutex
	open int
	from map[string]int // number of connections, keyed by client; local connections are not counted
	told time.Time      // when a refusal was last logged
}

const (
	// tellEvery is the minimum time between log entries about refusals.
	tellEvery = time.Minute
	// firstWait is how long a client may stay silent at first, so that connections that only block
	// others are soon closed.
	firstWait = 15 * time.Second
)

func newDoors(l Config, log *slog.Logger) *doors {
	return &doors{
		all: l.Most, each: l.MostEach, log: log, from: map[string]int{},
		greeting: fmt.Sprintf("421 %s Too many connections, come again later\r\n", l.Domain),
	}
}

// watch returns a listener whose connections are counted.
func (d *doors) watch(l net.Listener) *watched {
	return &watched{Listener: l, d: d, visits: map[*visit]struct{}{}}
}

// watched is a listener with counted connections.
type watched struct {
	net.Listener
	d *doors

	mu     sync.Mutex
	ending bool
	visits map[*visit]struct{} // open connections
}

// end immediately closes the connections without a message in progress, and the others after their
// message. Their clients receive 421 and try again.
func (w *watched) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ending = true
	for v := range w.visits {
		v.end()
	}
}

// Accept returns the next connection within the limits. It refuses connections beyond the limits
// with a temporary error.
func (w *watched) Accept() (net.Conn, error) {
	for {
		c, err := w.Listener.Accept()
		if err != nil {
			return nil, err
		}
		client := clientOf(c.RemoteAddr())
		if w.d.enter(client) {
			return w.visit(c, client), nil
		}
		w.d.refuse(c, client)
	}
}

// visit wraps a connection of a client that has been counted.
func (w *watched) visit(c net.Conn, client string) *visit {
	v := &visit{Conn: c, begun: time.Now()}
	v.leave = sync.OnceFunc(func() {
		w.d.leave(client)
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.visits, v)
	})
	w.mu.Lock()
	defer w.mu.Unlock()
	w.visits[v] = struct{}{}
	v.ending = w.ending
	return v
}

// visit is a connection that is counted until it is closed.
type visit struct {
	net.Conn
	leave func()
	begun time.Time

	mu     sync.Mutex
	spoken bool // whether the client has sent anything
	busy   bool // whether a message has begun
	ending bool // whether to close it as soon as it is not busy
}

func (v *visit) Read(b []byte) (int, error) {
	n, err := v.Conn.Read(b)
	if n > 0 {
		v.mu.Lock()
		v.spoken = true
		v.mu.Unlock()
	}
	return n, err
}

func (v *visit) Close() error {
	v.leave()
	return v.Conn.Close()
}

// end closes the connection as soon as no message is in progress.
func (v *visit) end() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.ending = true
	if !v.busy {
		_ = v.Conn.SetReadDeadline(time.Now()) // an error means that it is already closed
	}
}

// message records whether a message is in progress.
func (v *visit) message(underWay bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.busy = underWay
}

// SetReadDeadline sets the read deadline. Reading ends immediately if the connection is to be
// closed, and after firstWait if the client has not sent anything yet.
func (v *visit) SetReadDeadline(at time.Time) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if first := v.begun.Add(firstWait); !v.spoken && (at.IsZero() || at.After(first)) {
		at = first
	}
	if v.ending && !v.busy {
		at = time.Now()
	}
	return v.Conn.SetReadDeadline(at)
}

// visitOf returns the counted connection wrapped by a connection, or nil.
func visitOf(c net.Conn) *visit {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	v, _ := c.(*visit)
	return v
}

// enter counts a connection and reports whether it is within the limits.
func (d *doors) enter(client string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.all > 0 && d.open >= d.all || client != "" && d.each > 0 && d.from[client] >= d.each {
		return false
	}
	d.open++
	if client != "" {
		d.from[client]++
	}
	return true
}

func (d *doors) leave(client string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open--
	if client == "" {
		return
	}
	if d.from[client]--; d.from[client] == 0 {
		delete(d.from, client)
	}
}

// refuse refuses a connection.
func (d *doors) refuse(c net.Conn, client string) {
	now := time.Now()
	d.mu.Lock()
	open, tell := d.open, now.Sub(d.told) >= tellEvery
	if tell {
		d.told = now
	}
	d.mu.Unlock()
	if tell {
		d.log.Warn("mail: too many connections", "open", open, "from", client)
	}
	// A mail server that does not read the answer tries again anyway.
	_ = c.SetWriteDeadline(now.Add(time.Second))
	_, _ = c.Write([]byte(d.greeting))
	_ = c.Close()
}

// clientOf returns the key by which a client is counted: an IPv4 address, or the IPv6 network of
// one customer. It returns "" for this machine, which is not counted, because its mail server
// delivers everyone's e-mail.
func clientOf(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || tcp.IP.IsLoopback() {
		return ""
	}
	if four := tcp.IP.To4(); four != nil {
		return four.String()
	}
	return tcp.IP.Mask(net.CIDRMask(64, 128)).String()
}

package smtpd

import (
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"
)

// doors counts the connections to all listening addresses, and refuses those
// beyond the limits.
type doors struct {
	all, each int // the maximum, and that of one client; 0: no limit
	greeting  string
	log       *slog.Logger

	mu   sync.Mutex
	open int
	from map[string]int // by client; local connections are not counted
	told time.Time      // when a refusal was last logged
}

// tellEvery is how often refusals are logged.
const tellEvery = time.Minute

func newDoors(l Config, log *slog.Logger) *doors {
	return &doors{
		all: l.Most, each: l.MostEach, log: log, from: map[string]int{},
		greeting: fmt.Sprintf("421 %s Too many connections, come again later\r\n", l.Domain),
	}
}

// watch returns a listener whose connections are counted.
func (d *doors) watch(l net.Listener) net.Listener { return &watched{l, d} }

// watched is a listener with counted connections.
type watched struct {
	net.Listener
	d *doors
}

// Accept returns the next connection for which there is room. It refuses others with a
// temporary error.
func (w *watched) Accept() (net.Conn, error) {
	for {
		c, err := w.Listener.Accept()
		if err != nil {
			return nil, err
		}
		client := clientOf(c.RemoteAddr())
		if w.d.enter(client) {
			return &visit{Conn: c, leave: sync.OnceFunc(func() { w.d.leave(client) })}, nil
		}
		w.d.refuse(c, client)
	}
}

// visit is a connection that counts until it is closed.
type visit struct {
	net.Conn
	leave func()
}

func (v *visit) Close() error {
	v.leave()
	return v.Conn.Close()
}

// enter counts a connection, if there is room for it.
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

// clientOf returns what counts as one client: an IPv4 address, or the IPv6
// network of one customer. This machine does not count: its mail server
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

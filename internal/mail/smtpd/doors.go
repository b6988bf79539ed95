package smtpd

import (
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"
)

// doors counts the connections of all addresses at which mail comes in, and
// turns those away that are too many.
type doors struct {
	all, each int // the most, and the most of one client; 0: without limit
	greeting  string
	log       *slog.Logger

	mu   sync.Mutex
	open int
	from map[string]int // by client; those on this machine are not counted
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

// watch is a listener whose connections are counted.
func (d *doors) watch(l net.Listener) net.Listener { return &watched{l, d} }

// watched is a listener at one of the doors.
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

// visit is a connection that is counted until it is closed.
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

// refuse turns a connection away.
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
	// A mail server that does not wait for the answer comes again all the same.
	_ = c.SetWriteDeadline(now.Add(time.Second))
	_, _ = c.Write([]byte(d.greeting))
	_ = c.Close()
}

// clientOf is what counts as one client: an address of version 4, or the network
// of version 6 that one customer has. This machine is none: its mail server brings
// the letters of all.
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

package outbox

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Relay is the mail server that sends e-mail.
type Relay struct {
	Addr     string   // host:port; if empty, nothing is sent and e-mail stays in the queue
	Others   []string // further servers, with the same settings
	AtOnce   int      // total number of e-mails sent at the same time; 0 means 8
	User     string   // empty for no authentication
	Password string
	TLS      string // "starttls" (required), "tls" (from the start), "none", "opportunistic" or "" (STARTTLS if offered)
	Hello    string // name in EHLO; if empty, the domain of the judge's address

	Roots *x509.CertPool // authorities for the relay's certificate; nil means the machine's
}

// relay sends e-mail to mail servers. It can send several e-mails at the same time, and it reuses
// connections.
type relay struct {
	c    Relay
	room chan struct{} // semaphore: holds one value for each e-mail in progress

	mu    sync.Mutex
	idle  []*line              // idle connections; those that have been idle longest come first
	lines map[string]int       // number of connections, keyed by server
	down  map[string]time.Time // when a server last could not be reached, keyed by server
}

// line is an open connection.
type line struct {
	*smtp.Client
	conn net.Conn // the underlying connection of the client
	addr string
	used time.Time // when it was last used
}

// NewRelay returns a Sender that uses a relay.
func NewRelay(c Relay) Sender {
	return &relay{c: c, room: make(chan struct{}, c.atOnce()), lines: map[string]int{}, down: map[string]time.Time{}}
}

// atOnce returns the number of e-mails sent at the same time.
func (c *Relay) atOnce() int { return cmp.Or(max(c.AtOnce, 0), defaultAtOnce) }

// The time limits of a connection.
const (
	dialTime = 30 * time.Second
	idleTime = 30 * time.Second // shorter than the time after which servers close idle connections
	// how long an unreachable server is avoided if there is another one
	downTime = time.Minute
)

// Send sends a message. Permanently refused addresses are an error only if the server accepts no
// address.
func (r *relay) Send(ctx context.Context, from string, to []string, raw []byte) error {
	if r.c.Addr == "" {
		return errors.New("there is no relay")
	}
	select {
	case r.room <- struct{}{}:
		defer func() { <-r.room }()
	case <-ctx.Done():
		return ctx.Err()
	}
	c, fresh, err := r.connect(ctx)
	if err != nil {
		return err
	}
	err = c.Mail(from, nil)
	if err != nil && !fresh && !answered(err) {
		// The server has closed the connection since the last e-mail. Only at this point is it safe
		// to try again immediately, because later the server may already have accepted the e-mail.
		r.close(c)
		if c, err = r.open(ctx); err != nil {
			return err
		}
		err = c.Mail(from, nil)
	}
	if err == nil {
		err = c.hand(to, raw)
	}
	if err != nil && (!answered(err) || c.Reset() != nil) {
		r.close(c)
	} else {
		r.keep(c)
	}
	var refused *smtp.SMTPError
	if errors.As(err, &refused) && !refused.Temporary() {
		return &Permanent{fmt.Errorf("the mail server refuses the letter: %w", err)}
	}
	return err
}

// answered reports whether an error is a reply of the server.
func answered(err error) bool {
	var e *smtp.SMTPError
	return errors.As(err, &e)
}

// hand sends a message to the recipients that the server accepts, after the server has accepted the
// sender. If the server accepts no recipient, the error is about the last one.
func (l *line) hand(to []string, raw []byte) error {
	taken := 0
	var refused error
	for _, t := range to {
		err := l.Rcpt(t, nil)
		switch {
		case err == nil:
			taken++
		case answered(err):
			refused = err
		default:
			return err
		}
	}
	if taken == 0 {
		return refused
	}
	// The message is written directly, because the client would inspect every byte and write small
	// pieces.
	if chunks, _ := l.Extension("CHUNKING"); chunks {
		return ask(l.conn, l.SubmissionTimeout, 250, fmt.Appendf(nil, "BDAT %d LAST\r\n", len(raw)), raw)
	}
	w, err := l.Data()
	if err != nil {
		return err
	}
	if err := l.conn.SetWriteDeadline(time.Now().Add(l.SubmissionTimeout)); err != nil {
		return err
	}
	if _, err := l.conn.Write(stuffed(raw)); err != nil {
		return err
	}
	return w.Close()
}

// stuffed returns a message with dot-stuffing, as it follows DATA. The last line end is left out,
// because closing the client's writer sends it together with the final dot.
func stuffed(raw []byte) []byte {
	raw = bytes.TrimSuffix(raw, []byte("\r\n"))
	if bytes.HasPrefix(raw, []byte(".")) {
		raw = append([]byte("."), raw...)
	}
	return bytes.ReplaceAll(raw, []byte("\n."), []byte("\n.."))
}

// ask writes a command to a server that has answered all earlier commands, and reads the reply,
// which must have the given code. Any other reply is returned as an smtp.SMTPError.
func ask(conn net.Conn, limit time.Duration, code int, command ...[]byte) error {
	if err := conn.SetDeadline(time.Now().Add(limit)); err != nil {
		return err
	}
	defer func() { _ = conn.SetDeadline(time.Time{}) }() // the next command reports a closed connection
	buffers := net.Buffers(command)
	if _, err := buffers.WriteTo(conn); err != nil {
		return err
	}
	in := bufio.NewReaderSize(conn, 512)
	_, _, err := textproto.NewReader(in).ReadResponse(code)
	var other *textproto.Error
	switch {
	case errors.As(err, &other):
		return refusal(other)
	case err == nil && in.Buffered() > 0:
		return errors.New("the mail server sends more than was requested")
	}
	return err
}

// refusal converts a server's reply to an smtp.SMTPError, with its enhanced status code if it has
// one.
func refusal(e *textproto.Error) error {
	out := &smtp.SMTPError{Code: e.Code, Message: e.Msg}
	var c smtp.EnhancedCode
	code, text, _ := strings.Cut(e.Msg, " ")
	if n, _ := fmt.Sscanf(code+"\n", "%d.%d.%d\n", &c[0], &c[1], &c[2]); n == len(c) {
		out.EnhancedCode, out.Message = c, strings.ReplaceAll(text, "\n"+code+" ", "\n")
	}
	return out
}

// keep stores an idle connection for the next e-mail.
func (r *relay) keep(c *line) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c.used = time.Now()
	r.idle = append(r.idle, c)
}

// sweep closes connections that were idle for too long. If take is true, it removes and returns the
// most recently used idle connection.
func (r *relay) sweep(take bool) *line {
	r.mu.Lock()
	var old []*line
	for len(r.idle) > 0 && time.Since(r.idle[0].used) >= idleTime {
		old, r.idle = append(old, r.idle[0]), r.idle[1:]
	}
	var c *line
	if n := len(r.idle); take && n > 0 {
		c, r.idle = r.idle[n-1], r.idle[:n-1]
	}
	r.mu.Unlock()
	for _, l := range old {
		r.close(l)
	}
	return c
}

// connect returns an idle connection, or a new one.
func (r *relay) connect(ctx context.Context) (c *line, fresh bool, err error) {
	if c := r.sweep(true); c != nil {
		return c, false, nil
	}
	c, err = r.open(ctx)
	return c, true, err
}

// choose returns the server to try next for a new connection, and counts the connection. Among the
// servers not yet tried it prefers reachable ones, and then those with the fewest connections. It
// returns "" if all were tried.
func (r *relay) choose(tried []string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var left []string
	for _, addr := range append([]string{r.c.Addr}, r.c.Others...) {
		if !slices.Contains(tried, addr) {
			left = append(left, addr)
		}
	}
	if len(left) == 0 {
		return ""
	}
	down := func(addr string) int {
		if at, ok := r.down[addr]; ok && time.Since(at) < downTime {
			return 1
		}
		return 0
	}
	best := slices.MinFunc(left, func(a, b string) int {
		return cmp.Or(cmp.Compare(down(a), down(b)), cmp.Compare(r.lines[a], r.lines[b]))
	})
	r.lines[best]++
	return best
}

// open opens a new connection to a reachable server. If no server can be reached, the error is
// about the last one.
func (r *relay) open(ctx context.Context) (*line, error) {
	var tried []string
	var failed error
	for addr := r.choose(nil); addr != ""; addr = r.choose(tried) {
		c, err := r.openTo(ctx, addr)
		if err == nil {
			r.mu.Lock()
			delete(r.down, addr)
			r.mu.Unlock()
			c.addr = addr
			return c, nil
		}
		tried, failed = append(tried, addr), err
		r.mu.Lock()
		r.lines[addr]--
		if ctx.Err() == nil {
			r.down[addr] = time.Now()
		}
		r.mu.Unlock()
		if ctx.Err() != nil {
			break
		}
	}
	return nil, failed
}

// close closes a connection.
func (r *relay) close(c *line) {
	_ = c.Close()
	r.mu.Lock()
	r.lines[c.addr]--
	r.mu.Unlock()
}

// openTo opens a new connection to a server.
func (r *relay) openTo(ctx context.Context, addr string) (*line, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("the relay %q needs a port: %w", addr, err)
	}
	secure := &tls.Config{ServerName: host, RootCAs: r.c.Roots, MinVersion: tls.VersionTLS12}
	conn, err := (&net.Dialer{Timeout: dialTime}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	c, err := r.greet(ctx, conn, secure)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	c.CommandTimeout, c.SubmissionTimeout = time.Minute, 3*time.Minute
	if r.c.User != "" {
		if err := c.Auth(r.login(c.Client)); err != nil {
			_ = c.Close()
			// A wrong password is a configuration error and not a fault of the e-mail.
			return nil, fmt.Errorf("the relay does not take the user name and password: %s", err) //nolint:errorlint // lest it pass for an answer to the letter
		}
	}
	return c, nil
}

// login returns the mechanism for user name and password: PLAIN, or LOGIN for
// servers that support nothing else.
func (r *relay) login(c *smtp.Client) sasl.Client {
	if !c.SupportsAuth(sasl.Plain) && c.SupportsAuth(sasl.Login) {
		return sasl.NewLoginClient(r.c.User, r.c.Password)
	}
	return sasl.NewPlainClient("", r.c.User, r.c.Password)
}

// greet reads the greeting of a connection and starts TLS as configured.
func (r *relay) greet(ctx context.Context, conn net.Conn, secure *tls.Config) (*line, error) {
	if r.c.TLS == "tls" {
		t := tls.Client(conn, secure)
		if err := t.HandshakeContext(ctx); err != nil {
			return nil, err
		}
		conn = t
	}
	c := &line{Client: smtp.NewClient(conn), conn: conn}
	if err := c.Hello(r.c.Hello); err != nil || r.c.TLS == "tls" || r.c.TLS == "none" {
		return c, err
	}
	if offered, _ := c.Extension("STARTTLS"); !offered {
		switch {
		case r.c.TLS == "starttls":
			return nil, errors.New("the relay does not offer STARTTLS; set tls to \"tls\" if it expects TLS from the start")
		case r.c.User != "":
			return nil, errors.New("the relay offers no TLS, and the password is not sent in clear; set tls to \"none\" if the way there is safe")
		}
		return c, nil
	}
	// If clear text is allowed, a certificate that no authority has signed is allowed too, as on a
	// mail server on the same machine. No password is sent in either case.
	secure.InsecureSkipVerify = r.c.TLS != "starttls" && r.c.User == ""
	if err := ask(conn, c.CommandTimeout, 220, []byte("STARTTLS\r\n")); err != nil {
		return nil, err
	}
	t := tls.Client(conn, secure)
	if err := t.HandshakeContext(ctx); err != nil {
		return nil, err
	}
	c = &line{Client: smtp.NewClient(&greeted{Conn: t}), conn: t}
	return c, c.Hello(r.c.Hello)
}

// greeted is a connection whose server sent its greeting before TLS began. It repeats a
// greeting for the client, which expects one.
type greeted struct {
	net.Conn
	done bool
}

// Read returns the greeting, and then reads from the connection.
func (g *greeted) Read(b []byte) (int, error) {
	if !g.done {
		g.done = true
		return copy(b, "220 TLS\r\n"), nil
	}
	return g.Conn.Read(b)
}

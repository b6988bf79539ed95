package smtpd

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/emersion/go-smtp"

	"podesta/internal/mail/letter"
)

// Config holds the settings for incoming mail.
type Config struct {
	SMTP, LMTP string // addresses such as ":25" or "unix:/run/podesta.sock"; empty for none
	Domain     string // domain in the greeting; if empty, the domain of the judge's address
	CertFile   string // certificate and key for STARTTLS; empty for none
	KeyFile    string
	TLS        *tls.Config // for STARTTLS, instead of CertFile; nil for none
	MaxBytes   int64       // maximum size of a message; 0 means 10 MB
	Most       int         // maximum number of connections, separately for SMTP and LMTP; 0 for no limit
	MostEach   int         // maximum number of connections from one client that is not local; 0 for no limit
	Trusted    bool        // whether a mail server in front has verified senders, so that they are not verified again
}

// maxLine is the maximum length of a line in a message. The standard allows 998 bytes, but not all
// programs comply.
const maxLine = 4000

// readTimeout is how long a client may be silent.
const readTimeout = time.Minute

// Server accepts messages by SMTP and LMTP.
type Server struct {
	c    Config
	ours func(letter.Recipient) bool
	to   Receiver
	log  *slog.Logger
	// smtp and lmtp limit connections separately, so that strangers cannot block the mail server
	// that delivers by LMTP.
	smtp, lmtp *doors
	pause      time.Duration // see body.pause
}

// NewServer returns a server that passes messages to a receiver. The function ours reports whether
// an address belongs to the judge; other recipients are refused.
func NewServer(c Config, ours func(letter.Recipient) bool, to Receiver, log *slog.Logger) *Server {
	return &Server{c: c, ours: ours, to: to, log: log, pause: wrongPause, smtp: newDoors(c, log), lmtp: newDoors(c, log)}
}

// Serve accepts messages from a listener, which it closes when ctx ends. Messages in progress
// are then finished before it returns, and other connections receive the answer 421.
func (s *Server) Serve(ctx context.Context, l net.Listener, lmtp bool) error {
	srv := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &incoming{s: s, ctx: context.WithoutCancel(ctx), conn: c}, nil
	}))
	srv.LMTP = lmtp
	srv.Domain = s.c.Domain
	srv.MaxRecipients = 20
	srv.MaxMessageBytes = s.c.MaxBytes
	srv.MaxLineLength = maxLine
	srv.ReadTimeout, srv.WriteTimeout = readTimeout, time.Minute
	srv.EnableSMTPUTF8 = true
	srv.ErrorLog = slog.NewLogLogger(s.log.Handler(), slog.LevelWarn)
	srv.TLSConfig = s.c.TLS
	if s.c.CertFile != "" {
		cert, err := tls.LoadX509KeyPair(s.c.CertFile, s.c.KeyFile)
		if err != nil {
			_ = l.Close()
			return err
		}
		srv.TLSConfig = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
	}
	doors := s.smtp
	if lmtp {
		doors = s.lmtp
	}
	watched := doors.watch(l)
	ended := make(chan struct{})
	var ending sync.WaitGroup
	ending.Go(func() {
		select {
		case <-ended:
			return
		case <-ctx.Done():
		}
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		watched.end()
		if srv.Shutdown(end) != nil {
			_ = srv.Close()
		}
	})
	err := srv.Serve(watched)
	// The caller may end the process, so messages in progress must be finished by then.
	close(ended)
	ending.Wait()
	if ctx.Err() != nil || errors.Is(err, smtp.ErrServerClosed) {
		return nil
	}
	return err
}

// incoming is the session of a server that delivers mail.
type incoming struct {
	s    *Server
	ctx  context.Context
	conn *smtp.Conn
	env  Envelope
}

// Mail records the sender of the envelope.
func (in *incoming) Mail(from string, _ *smtp.MailOptions) error {
	in.env = Envelope{From: from, Null: from == "", Helo: in.conn.Hostname()}
	if v := visitOf(in.conn.Conn()); v != nil {
		v.message(true)
	}
	if in.s.c.Trusted {
		return nil
	}
	in.env.Remote = net.IPv4(127, 0, 0, 1)
	if tcp, ok := in.conn.Conn().RemoteAddr().(*net.TCPAddr); ok {
		in.env.Remote = tcp.IP
	}
	return nil
}

// Rcpt accepts only the judge's own addresses.
func (in *incoming) Rcpt(to string, _ *smtp.RcptOptions) error {
	if !in.s.ours(letter.ReadRecipient(to)) {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "There is no such address here"}
	}
	in.env.To = append(in.env.To, to)
	return nil
}

// Data accepts a message. It succeeds once all effects of the message are stored.
func (in *incoming) Data(r io.Reader) error {
	conn := in.conn.Conn()
	r = &body{r: r, conn: conn, pause: in.s.pause, limit: readTimeout, over: func() {
		if v := visitOf(conn); v != nil {
			v.end()
		}
	}}
	_, err := in.s.to.Receive(in.ctx, r, in.env)
	var refused *smtp.SMTPError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused):
		return refused
	case errors.Is(err, smtp.ErrTooLongLine):
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: "A line of the message is too long: at most " + strconv.Itoa(maxLine) + " bytes are read; send plain text"}
	case errors.Is(err, ErrMessage):
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: "The message cannot be read"}
	}
	in.s.log.Warn("mail deferred", "error", err)
	return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "The judge cannot take the message now, try again later"}
}

// Reset discards the message that was begun.
func (in *incoming) Reset() {
	in.env = Envelope{}
	if v := visitOf(in.conn.Conn()); v != nil {
		v.message(false)
	}
}

// Logout ends the connection.
func (in *incoming) Logout() error { return nil }

package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/smtp"
	"strings"
	"time"

	"podesta/internal/config"
)

// relays connects to the mail servers that send the judge's e-mail.
func (x *examination) relays(ctx context.Context) {
	for _, host := range append([]string{x.c.Mail.Relay.Host}, x.c.Mail.Relay.Others...) {
		r := x.c.Mail.Relay
		r.Host = host
		x.relay(ctx, &r)
	}
}

// relay converses with a mail server up to the point at which an e-mail would be sent.
func (x *examination) relay(ctx context.Context, r *config.Relay) {
	const check = "relay"
	password, err := r.ReadPassword()
	if err != nil {
		x.fail(check, err.Error()+".", "Put the password into that file, and make sure that the judge's user can read it.")
		return
	}
	ctx, cancel := within(ctx)
	defer cancel()
	conn, err := x.Dial(ctx, "tcp", r.Addr())
	if err != nil {
		x.fail(check, r.Addr()+" cannot be reached: "+err.Error()+".", unreached(r.Host))
		return
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(patience))
	said := &overheard{Conn: conn}
	found, err := x.converse(ctx, r, said, password)
	if local(r.Host) {
		x.sender = said.name()
	}
	var e *relayError
	switch {
	case errors.As(err, &e):
		x.fail(check, r.Addr()+": "+e.found+".", e.do)
	case err != nil:
		x.fail(check, r.Addr()+" closed the connection: "+err.Error()+".", "Look in the mail server's log.")
	case r.TLS == "none" && !local(r.Host):
		x.warn(check, found+", without encryption.", "Set mail.relay.tls to starttls or tls: e-mails contain secrets.")
	default:
		x.ok(check, found+".")
	}
}

// relayError is a fault of a relay, and what to do about it.
type relayError struct{ found, do string }

func (e *relayError) Error() string { return e.found }

// converse greets the relay as the judge does, authenticates, and asks whether
// it accepts the judge's e-mail.
func (x *examination) converse(ctx context.Context, r *config.Relay, said *overheard, password string) (found string, err error) {
	secure := &tls.Config{ServerName: r.Host}
	if x.TLS != nil {
		secure = x.TLS.Clone()
		secure.ServerName = r.Host
	}
	if r.TLS == "tls" {
		t := tls.Client(said.Conn, secure)
		if err := t.HandshakeContext(ctx); err != nil {
			return "", badTLS(err, "The port for TLS is usually 465; for port 587, set mail.relay.tls to starttls.")
		}
		said.Conn = t
	}
	c, err := smtp.NewClient(said, r.Host)
	if err != nil {
		return "", &relayError{"it does not answer like a mail server: " + err.Error(), "Check mail.relay.port; for port 465, set mail.relay.tls to tls."}
	}
	defer c.Close()
	if err := c.Hello(x.c.Mail.Greeting()); err != nil {
		return "", &relayError{"it refuses the name " + x.c.Mail.Greeting() + ": " + err.Error(), "Set mail.relay.hello to a name of this machine that is in the DNS."}
	}
	how := "accepts e-mail"
	offered, _ := c.Extension("STARTTLS")
	switch {
	case r.TLS == "starttls" && !offered:
		return "", &relayError{"it offers no STARTTLS", "Set mail.relay.tls to tls and mail.relay.port to 465; or set mail.relay.tls to none if the server is on this machine."}
	case r.TLS == "starttls" || r.TLS == "opportunistic" && offered:
		if err := c.StartTLS(secure); err != nil {
			return "", badTLS(err, "Check its certificate.")
		}
		how += ", with STARTTLS"
	case r.TLS == "tls":
		how += ", with TLS"
	}
	if r.User != "" {
		if ok, _ := c.Extension("AUTH"); !ok {
			return "", &relayError{"it does not support signing in", "Remove mail.relay.user, or set mail.relay.port to the port for users, which is usually 587 or 465."}
		}
		if err := c.Auth(smtp.PlainAuth("", r.User, password, r.Host)); err != nil {
			return "", &relayError{"it refuses the user " + r.User + ": " + err.Error(), "Check mail.relay.user and mail.relay.password_file."}
		}
		how += ", signed in as " + r.User
	}
	if err := c.Mail(x.c.Mail.Address()); err != nil {
		return "", &relayError{"it accepts no e-mail from " + x.c.Mail.Address() + ": " + err.Error(), "Allow the address there, or set mail.mailbox and mail.domain to one that is allowed."}
	}
	if err := c.Reset(); err != nil {
		return "", err
	}
	return r.Addr() + " " + how, c.Quit()
}

// badTLS explains why the connection is not encrypted.
func badTLS(err error, do string) error {
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	if errors.As(err, &unknown) || errors.As(err, &host) || errors.As(err, &invalid) {
		do = "mail.relay.host must be the name in the server's certificate, which must come from a known authority and not have expired."
	}
	return &relayError{fmt.Sprintf("TLS failed: %v", err), do}
}

// unreached returns what to do about a relay that cannot be reached.
func unreached(host string) string {
	if local(host) {
		return "Start the mail server of this machine, and check that it listens at the port in mail.relay.port."
	}
	return "Check mail.relay.host and mail.relay.port. Many providers block port 25, and some block 587 and 465."
}

// overheard is a connection to a mail server that records the beginning of what
// the server sends.
type overheard struct {
	net.Conn
	begins []byte
}

// Read reads from the server.
func (o *overheard) Read(b []byte) (int, error) {
	n, err := o.Conn.Read(b)
	if room := 2048 - len(o.begins); room > 0 {
		o.begins = append(o.begins, b[:min(n, room)]...)
	}
	return n, err
}

// name returns the server's name from its answer to EHLO, because operators can change the
// greeting. It returns "" if there was no answer.
func (o *overheard) name() string {
	for line := range strings.Lines(string(o.begins)) {
		if rest, found := strings.CutPrefix(line, "250"); found && rest != "" {
			if words := strings.Fields(rest[1:]); len(words) > 0 {
				return words[0]
			}
		}
	}
	return ""
}

// local reports whether a host is this machine.
func local(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

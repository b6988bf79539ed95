package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"podesta/internal/certificate"
)

// certificate checks the certificate for incoming e-mail.
func (x *examination) certificate() {
	const check = "mail.tls_cert"
	m := &x.c.Mail
	if m.TLSCert == "" {
		switch {
		case m.SMTP != "" && x.c.TLS.On():
			x.ok(check, "Incoming e-mail is encrypted with the certificate of the pages.")
		case m.SMTP != "":
			x.warn(check, "There is no certificate, so incoming e-mail is not encrypted.", "Set mail.tls_cert and mail.tls_key.")
		}
		return
	}
	pair, err := tls.LoadX509KeyPair(m.TLSCert, m.TLSKey)
	if err != nil {
		x.fail(check, err.Error()+".", "Set mail.tls_cert and mail.tls_key to a certificate and its key, as PEM files that the judge's user can read.")
		return
	}
	x.expiry(check, "certificate for e-mail", pair.Leaf, "Renew it, and restart the judge.")
	if info, err := os.Stat(m.TLSKey); err == nil && info.Mode().Perm()&0o007 != 0 {
		x.warn(check, fmt.Sprintf("Everyone on this machine can read its key %s (%04o).", m.TLSKey, info.Mode().Perm()), "chmod 640 "+m.TLSKey+", with the judge's group.")
	}
}

// expiry checks how long a certificate is still valid.
func (x *examination) expiry(check, what string, leaf *x509.Certificate, renew string) {
	until := leaf.NotAfter
	switch left := until.Sub(x.Now()); {
	case left <= 0:
		x.fail(check, "The "+what+" expired on "+until.UTC().Format("2006-01-02")+".", renew)
	case left < certificate.Soon(leaf):
		x.warn(check, fmt.Sprintf("The %s expires in %d days.", what, int(left/(24*time.Hour))), renew)
	default:
		x.ok(check, "The "+what+" is valid until "+until.UTC().Format("2006-01-02")+".")
	}
}

// https makes checks for a judge that encrypts its pages itself. It checks the addresses for https,
// and either the certificate in files or, with ACME, whether the judge's name leads here.
func (x *examination) https(ctx context.Context) {
	t := &x.c.TLS
	if !t.On() {
		return
	}
	x.endpoint(ctx, "tls.listen", t.Listen, x.answersHTTPS)
	if t.Redirect != "" {
		x.endpoint(ctx, "tls.redirect", t.Redirect, answersHTTP(""))
	}
	if !t.ACME {
		if pair, err := tls.LoadX509KeyPair(t.Certificate, t.Key); err != nil {
			x.fail("tls.certificate", err.Error()+".",
				"Set tls.certificate and tls.key to a certificate and its key, as PEM files "+
					"that the judge's user can read.")
		} else {
			x.expiry("tls.certificate", "certificate of the pages", pair.Leaf, x.renewal())
		}
		return
	}
	if found, do := certificate.Leads(ctx, x.Resolver, x.c.Host(), x.Own()); found != "" {
		x.warn("tls.acme", found, do)
	} else {
		x.ok("tls.acme", "The DNS knows "+x.c.Host()+".")
	}
}

// answersHTTPS reports whether a connection leads to the judge's pages over https. If the handshake
// fails, as it does while the judge has no certificate, answersHTTPS reports whether the judge is
// running, because it does not run without its port.
func (x *examination) answersHTTPS(conn net.Conn) bool {
	c := tls.Client(conn, &tls.Config{ServerName: x.c.Host(), InsecureSkipVerify: true}) // publicAddress verifies it
	if c.Handshake() != nil {
		return x.running
	}
	return answersHTTP(x.c.Prefix())(c)
}

// server names what the operator should check if base_url does not lead to the judge.
func (x *examination) server() string {
	if x.c.TLS.On() {
		return "that ports 80 and 443 lead to this machine"
	}
	return "the web server in front of the judge"
}

// renewal says how to renew the certificate of the pages.
func (x *examination) renewal() string {
	switch {
	case x.c.TLS.ACME:
		return "The judge renews it as soon as it can; its log says what prevents that (journalctl -u podesta)."
	case x.c.TLS.On():
		return "Renew it; the judge reads the new files within a minute."
	}
	return "Renew it (certbot renew) and reload the web server. Caddy does both by itself."
}

// web returns the transport for requests to the judge's public address. It trusts a private
// certificate authority.
func (x *examination) web() http.RoundTripper {
	known, ok := x.HTTP.(*http.Transport)
	if !ok || x.c.TLS.CARoot == "" {
		return x.HTTP
	}
	pool, err := x509.SystemCertPool()
	text, missing := os.ReadFile(x.c.TLS.CARoot)
	if err != nil || missing != nil {
		return x.HTTP // the judge does not start without the file
	}
	pool.AppendCertsFromPEM(text)
	known = known.Clone()
	known.TLSClientConfig = &tls.Config{RootCAs: pool}
	return known
}

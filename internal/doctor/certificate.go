package doctor

import (
	"crypto/tls"
	"fmt"
	"time"
)

// soon is how long before a certificate expires the doctor warns.
const soon = 14 * 24 * time.Hour

// certificate checks the certificate for incoming e-mail.
func (x *examination) certificate() {
	const check = "mail.tls_cert"
	m := &x.c.Mail
	if m.TLSCert == "" {
		if m.SMTP != "" {
			x.warn(check, "There is none, so incoming letters are unencrypted.", "Set mail.tls_cert and mail.tls_key.")
		}
		return
	}
	pair, err := tls.LoadX509KeyPair(m.TLSCert, m.TLSKey)
	if err != nil {
		x.fail(check, err.Error()+".", "Name a certificate and its key, as PEM files that the judge's user can read.")
		return
	}
	until := pair.Leaf.NotAfter
	switch left := until.Sub(x.Now()); {
	case left <= 0:
		x.fail(check, "It expired on "+until.UTC().Format("2006-01-02")+".", "Get a new one, and restart the judge.")
	case left < soon:
		x.warn(check, fmt.Sprintf("It expires in %d days.", int(left/(24*time.Hour))), "Get a new one, and restart the judge.")
	default:
		x.ok(check, "It is valid until "+until.UTC().Format("2006-01-02")+".")
	}
}

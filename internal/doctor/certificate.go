package doctor

import (
	"crypto/tls"
	"fmt"
	"os"
	"time"
)

// soon is how long before a certificate expires the doctor begins to warn.
const soon = 14 * 24 * time.Hour

// certificate checks the certificate for incoming e-mail.
func (x *examination) certificate() {
	const check = "mail.tls_cert"
	m := &x.c.Mail
	if m.TLSCert == "" {
		if m.SMTP != "" {
			x.warn(check, "There is no certificate, so incoming e-mail is not encrypted.", "Set mail.tls_cert and mail.tls_key.")
		}
		return
	}
	pair, err := tls.LoadX509KeyPair(m.TLSCert, m.TLSKey)
	if err != nil {
		x.fail(check, err.Error()+".", "Set mail.tls_cert and mail.tls_key to a certificate and its key, as PEM files that the judge's user can read.")
		return
	}
	x.expiry(check, "certificate for e-mail", pair.Leaf.NotAfter, "Renew it, and restart the judge.")
	if info, err := os.Stat(m.TLSKey); err == nil && info.Mode().Perm()&0o007 != 0 {
		x.warn(check, fmt.Sprintf("Everyone on this machine can read its key %s (%04o).", m.TLSKey, info.Mode().Perm()), "chmod 640 "+m.TLSKey+", with the judge's group.")
	}
}

// expiry checks how long a certificate is still valid.
func (x *examination) expiry(check, what string, until time.Time, renew string) {
	switch left := until.Sub(x.Now()); {
	case left <= 0:
		x.fail(check, "The "+what+" expired on "+until.UTC().Format("2006-01-02")+".", renew)
	case left < soon:
		x.warn(check, fmt.Sprintf("The %s expires in %d days.", what, int(left/(24*time.Hour))), renew)
	default:
		x.ok(check, "The "+what+" is valid until "+until.UTC().Format("2006-01-02")+".")
	}
}

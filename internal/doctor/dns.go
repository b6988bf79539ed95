package doctor

import (
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"net"
	"strings"
)

// unknown reports whether the DNS answered that there is no record, as opposed
// to not answering.
func unknown(err error) bool {
	var e *net.DNSError
	return errors.As(err, &e) && e.IsNotFound
}

// askAgain is the advice if the DNS does not answer.
const askAgain = "Check that this machine can reach a DNS server, and run podesta doctor again."

// silent reports that the DNS does not answer, and which record there should
// be.
func (x *examination) silent(check string, err error, record string) {
	x.warn(check, err.Error()+".", askAgain+" The DNS should have "+record+".")
}

// texts returns the TXT records of a name that begin with the given word.
func (x *examination) texts(ctx context.Context, name, word string) ([]string, error) {
	ctx, cancel := within(ctx)
	defer cancel()
	all, err := x.Resolver.LookupTXT(ctx, name)
	if err != nil && !unknown(err) {
		return nil, err
	}
	var out []string
	for _, t := range all {
		if first, _, _ := strings.Cut(t, " "); strings.EqualFold(strings.TrimRight(first, ";"), word) || strings.HasPrefix(strings.ToLower(t), strings.ToLower(word)+";") {
			out = append(out, t)
		}
	}
	return out, nil
}

// mx checks whether e-mail for the judge's domain reaches a server.
func (x *examination) mx(ctx context.Context) {
	const check = "MX"
	domain := x.c.Mail.Domain
	ctx, cancel := within(ctx)
	defer cancel()
	records, err := x.Resolver.LookupMX(ctx, domain)
	record := "a record: " + domain + ". MX 10 NAME-OF-YOUR-MAIL-SERVER"
	if err != nil && !unknown(err) {
		x.silent(check, err, record)
		return
	}
	publish := "Publish " + record + "."
	if len(records) == 0 {
		if hosts, err := x.addresses(ctx, domain); err == nil && len(hosts) > 0 {
			x.warn(check, domain+" has no MX record; e-mail goes to the address of the name itself.", publish)
		} else {
			x.fail(check, domain+" has no MX record and no address: no e-mail can reach the judge.", publish)
		}
		return
	}
	var names []string
	for _, r := range records {
		name := strings.TrimSuffix(r.Host, ".")
		if name == "" {
			x.fail(check, domain+" declares in its MX record that it accepts no e-mail.", publish)
			return
		}
		if _, err := x.addresses(ctx, name); err != nil {
			x.fail(check, domain+" has the MX record "+name+", which has no address: "+err.Error()+".", "Publish an A or AAAA record for "+name+", or correct the MX record.")
			return
		}
		names = append(names, name)
	}
	x.ok(check, "E-mail for "+domain+" goes to "+strings.Join(names, ", ")+".")
}

// spf checks whether the domain declares which servers send its e-mail.
func (x *examination) spf(ctx context.Context) {
	const check = "SPF"
	domain := x.c.Mail.Domain
	records, err := x.texts(ctx, domain, "v=spf1")
	record := "a TXT record at " + domain + ` that allows your relay: "v=spf1 mx -all" if the relay is the server in the MX record, otherwise the include that its provider names`
	switch {
	case err != nil:
		x.silent(check, err, record)
	case len(records) == 0:
		x.warn(check, domain+" has no SPF record: many mail servers will treat e-mail from the judge as forged.", "Publish "+record+".")
	case len(records) > 1:
		x.fail(check, domain+" has more than one SPF record; mail servers then ignore them all.", "Merge them into one.")
	case strings.Contains(records[0], "+all") || strings.HasSuffix(records[0], " all"):
		x.warn(check, "The SPF record allows anyone to send as "+domain+": "+records[0], "End it with -all or ~all.")
	case !strings.Contains(records[0], "all") && !strings.Contains(records[0], "redirect="):
		x.warn(check, "The SPF record does not forbid anyone to send as "+domain+": "+records[0], "End it with -all or ~all.")
	default:
		x.allowed(ctx, records[0])
	}
}

// dkim checks whether the public key of the judge's signatures is published.
func (x *examination) dkim(ctx context.Context) {
	const check = "DKIM"
	m := &x.c.Mail
	if m.DKIMSelector == "" {
		x.warn(check, "The judge does not sign its e-mail.", "Configure the relay to sign it, or set mail.dkim_selector and mail.dkim_key_file.")
		return
	}
	key, err := m.ReadDKIM()
	if err != nil {
		x.fail(check, err.Error()+".", "Create a key: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "+m.DKIMKeyFile)
		return
	}
	value, err := DKIM(key.Public())
	if err != nil {
		x.fail(check, err.Error()+".", "Create a key: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "+m.DKIMKeyFile)
		return
	}
	name := m.DKIMSelector + "._domainkey." + m.Domain
	record := "a TXT record at " + name + `: "` + value + `"`
	all, err := x.lookup(ctx, name)
	if err != nil {
		x.silent(check, err, record)
		return
	}
	publish := "Publish " + record
	for _, t := range all {
		tags := tags(t)
		if p, ok := tags["p"]; ok {
			switch {
			case p == "":
				x.fail(check, "The key at "+name+" has been revoked.", publish)
			case !same(p, key.Public()):
				x.fail(check, "The key at "+name+" does not belong to "+m.DKIMKeyFile+": signatures are not valid.", publish)
			default:
				x.ok(check, "The key is published at "+name+".")
			}
			return
		}
	}
	x.fail(check, "There is no key at "+name+": signatures cannot be checked.", publish)
}

// lookup returns all TXT records of a name.
func (x *examination) lookup(ctx context.Context, name string) ([]string, error) {
	ctx, cancel := within(ctx)
	defer cancel()
	all, err := x.Resolver.LookupTXT(ctx, name)
	if unknown(err) {
		return nil, nil
	}
	return all, err
}

// DKIM returns the record in the DNS that publishes a key.
func DKIM(key crypto.PublicKey) (string, error) {
	switch k := key.(type) {
	case ed25519.PublicKey:
		return "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(k), nil
	case *rsa.PublicKey:
		der, err := x509.MarshalPKIXPublicKey(k)
		return "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(der), err
	}
	return "", errors.New("e-mails cannot be signed with this kind of key")
}

// same reports whether a record contains a public key. RSA keys are published
// in either of two forms.
func same(text string, key crypto.PublicKey) bool {
	der, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return false
	}
	switch k := key.(type) {
	case ed25519.PublicKey:
		return k.Equal(ed25519.PublicKey(der))
	case *rsa.PublicKey:
		if p, err := x509.ParsePKIXPublicKey(der); err == nil {
			return k.Equal(p)
		}
		p, err := x509.ParsePKCS1PublicKey(der)
		return err == nil && k.Equal(p)
	}
	return false
}

// tags parses a record of the form "a=b; c=d". Spaces in values are ignored.
func tags(record string) map[string]string {
	out := map[string]string{}
	for part := range strings.SplitSeq(record, ";") {
		if name, value, ok := strings.Cut(part, "="); ok {
			out[strings.TrimSpace(name)] = strings.Join(strings.Fields(value), "")
		}
	}
	return out
}

// dmarc checks whether the domain declares what to do with forged e-mail.
func (x *examination) dmarc(ctx context.Context) {
	const check = "DMARC"
	domain := x.c.Mail.Domain
	record := "a TXT record at _dmarc." + domain + `, for instance "v=DMARC1; p=quarantine"`
	for name := domain; strings.Contains(name, "."); _, name, _ = strings.Cut(name, ".") {
		records, err := x.texts(ctx, "_dmarc."+name, "v=DMARC1")
		switch {
		case err != nil:
			x.silent(check, err, record)
			return
		case len(records) > 1:
			x.fail(check, "_dmarc."+name+" has more than one record; mail servers then ignore them all.", "Merge them into one.")
			return
		case len(records) == 1:
			if tags(records[0])["p"] == "" {
				x.fail(check, "The record at _dmarc."+name+" names no policy: "+records[0], `Change it, for instance to "v=DMARC1; p=quarantine".`)
				return
			}
			x.ok(check, "_dmarc."+name+" has "+records[0]+".")
			return
		}
	}
	x.warn(check, domain+" has no DMARC record: large providers may refuse e-mail from the judge.", "Publish "+record+".")
}

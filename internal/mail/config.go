package mail

import (
	"crypto"
	"crypto/x509"
	"errors"
	"fmt"
	"net/mail"
	"strings"

	"podesta/internal/mail/letter"
)

// Config is how the mail room is set up.
type Config struct {
	Name    string   // of the judge in subjects and salutations; empty: PODESTA
	Address string   // to which players write; addresses with +something before the @ are the judge's too
	Aliases []string // further addresses of the judge
	BaseURL string   // of the judge's pages, for links; empty: none
	Keeper  string   // the address of whoever runs the judge, who is told of addresses that fail; empty: nobody

	// TrustedAuth are the names (authserv-id) of mail servers whose
	// Authentication-Results are believed. They must take such fields out of what
	// comes from elsewhere.
	TrustedAuth []string

	Listen Listen
	Relay  Relay
	DKIM   *DKIM // nil: letters are not signed

	NoMaps bool // letters with results come without the map

	// PerHour is how many letters of one sender are read in an hour; those beyond
	// are put off. 0: 120.
	PerHour int
}

// Listen is where mail comes in.
type Listen struct {
	SMTP, LMTP string // addresses such as ":25" or "unix:/run/podesta.sock"; empty: none
	Domain     string // in the greeting; empty: that of Address
	CertFile   string // certificate and key for STARTTLS; empty: none
	KeyFile    string
	MaxBytes   int64 // of a message; 0: 10 MB
	Most       int   // connections at a time, at all addresses together; 0: without limit
	MostEach   int   // of them from one client; those from this machine are not counted; 0: without limit
	Trusted    bool  // an own mail server in front has verified senders: no verification of one's own
}

// Relay is the mail server that takes letters out.
type Relay struct {
	Addr     string // host:port; empty: nothing is sent, letters wait
	User     string // empty: without AUTH
	Password string
	TLS      string // "starttls" (must), "tls" (from the beginning), "none", "opportunistic" or "" (STARTTLS where it is offered)
	Hello    string // name in the greeting; empty: the domain of Address

	Roots *x509.CertPool // who vouches for the relay's certificate; nil: whom the machine believes
}

// DKIM is the key with which letters are signed.
type DKIM struct {
	Domain, Selector string
	Key              crypto.Signer // RSA or Ed25519
}

// Validate says what is wrong with a configuration, and fills in what is
// usual.
func (c *Config) Validate() error {
	c.Name = strings.TrimSpace(c.Name)
	if c.Name == "" {
		c.Name = "PODESTA"
	}
	if strings.ContainsAny(c.Name, ":\r\n") {
		return errors.New("the judge's name must be one line without a colon")
	}
	for _, a := range append([]string{c.Address}, c.Aliases...) {
		parsed, err := mail.ParseAddress(a)
		if err != nil || parsed.Address != a || strings.Contains(a, "+") {
			return fmt.Errorf("%q is no address for the judge: it must look like judge@example.org, without a name and without +", a)
		}
	}
	if c.PerHour <= 0 {
		c.PerHour = 120
	}
	if c.Listen.MaxBytes <= 0 {
		c.Listen.MaxBytes = 10 << 20
	}
	if c.Listen.Domain == "" {
		c.Listen.Domain = c.domain()
	}
	if c.Relay.Hello == "" {
		c.Relay.Hello = c.domain()
	}
	switch c.Relay.TLS {
	case "", "opportunistic", "starttls", "tls", "none":
	default:
		return fmt.Errorf("the TLS of the relay can be starttls, tls, opportunistic or none, not %q", c.Relay.TLS)
	}
	c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	return nil
}

// domain is what stands behind the @ of the judge's address.
func (c *Config) domain() string { return letter.ReadRecipient(c.Address).Domain }

// tagged is the judge's address with a tag.
func (c *Config) tagged(tag string) string {
	user, domain, _ := strings.Cut(c.Address, "@")
	if tag == "" {
		return c.Address
	}
	return user + "+" + tag + "@" + domain
}

// ours tells whether an address is one of the judge's.
func (c *Config) ours(r letter.Recipient) bool {
	for _, a := range append([]string{c.Address}, c.Aliases...) {
		own := letter.ReadRecipient(a)
		if letter.Lower(own.User) == letter.Lower(r.User) && own.Domain == r.Domain {
			return true
		}
	}
	return false
}

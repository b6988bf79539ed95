package mail

import (
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"podesta/internal/mail/identity"
	"podesta/internal/mail/letter"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/smtpd"
)

// Config holds the settings of the mail office.
type Config struct {
	Name    string   // name of the judge in subjects and salutations; PODESTA if empty
	Address string   // the judge's address; addresses with a +tag before the @ also belong to the judge
	Aliases []string // further addresses of the judge
	BaseURL string   // URL of the judge's pages, for links; empty if there are none
	Keeper  string   // the operator's address, for reports about failing addresses; may be empty

	// TrustedAuth lists the names (authserv-id) of mail servers whose Authentication-Results are
	// trusted. They must remove Authentication-Results that other servers have written.
	TrustedAuth []string

	Listen smtpd.Config
	Relay  outbox.Relay
	DKIM   *outbox.DKIM // signs outgoing e-mail; nil if e-mail is not signed

	NoMaps bool // whether to leave out the map from e-mail with results

	// PerHour is the maximum number of e-mails per hour from one sender; further ones are deferred.
	// 0 means 120.
	PerHour int

	// KeepReceived and KeepSent are the minimum times for which received and sent e-mail is
	// remembered; 0 means outbox.UsualRetention. KeepFailed is how long e-mail that could not
	// be delivered is listed; 0 means forever.
	KeepReceived, KeepSent, KeepFailed time.Duration
}

// Ours reports whether an e-mail address is one of the judge's, with any tag.
func (c Config) Ours(email string) bool {
	id := identity.Identity{Address: c.Address, Aliases: c.Aliases}
	return id.Ours(letter.ReadRecipient(email))
}

// Validate sets the defaults, and returns an error if the configuration is invalid.
func (c *Config) Validate() error {
	c.fill()
	if strings.ContainsAny(c.Name, ":\r\n") {
		return errors.New("the judge's name must be one line without a colon")
	}
	for _, a := range append([]string{c.Address}, c.Aliases...) {
		parsed, err := mail.ParseAddress(a)
		if err != nil || parsed.Address != a || strings.Contains(a, "+") {
			return fmt.Errorf("%q is not an address for the judge: it must look like judge@example.org, without a name and without +", a)
		}
	}
	if c.Listen.MaxBytes <= 0 {
		c.Listen.MaxBytes = 10 << 20
	}
	if c.Listen.Domain == "" {
		c.Listen.Domain = letter.ReadRecipient(c.Address).Domain
	}
	if c.Relay.Hello == "" {
		c.Relay.Hello = letter.ReadRecipient(c.Address).Domain
	}
	switch c.Relay.TLS {
	case "", "opportunistic", "starttls", "tls", "none":
	default:
		return fmt.Errorf("the TLS of the relay can be starttls, tls, opportunistic or none, not %q", c.Relay.TLS)
	}
	return nil
}

// fill sets the defaults that a judge without e-mail needs, too.
func (c *Config) fill() {
	c.Name = strings.TrimSpace(c.Name)
	if c.Name == "" {
		c.Name = "PODESTA"
	}
	if c.PerHour <= 0 {
		c.PerHour = 120
	}
	c.BaseURL = strings.TrimRight(c.BaseURL, "/")
}

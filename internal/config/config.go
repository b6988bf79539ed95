// Package config holds what an operator tells the judge: one TOML file, the
// environment and the flags of a command, each of which overrides what stands
// before it. Every key is described once, in the table Keys; the example file,
// the page for operators and the flags are made from it.
package config

import (
	"net"
	"net/netip"
	"strings"
	"time"
)

// Config is how a judge is run. See Keys for what each field means and for its
// default.
type Config struct {
	Name     string
	Listen   string
	BaseURL  string
	Data     string
	Database string
	Zone     string
	Keeper   string
	Shutdown Duration

	PointsFile string

	Secret     string
	SecretFile string

	HTTP    HTTP
	Mail    Mail
	Log     Log
	Metrics Metrics
	Limits  Limits

	Sessions  Sessions
	Passwords Passwords

	origin map[string]string // where a key's value comes from; none: it is the default
}

// HTTP is how pages and API are reached.
type HTTP struct {
	Proxies []string
}

// Mail is how letters come in and go out.
type Mail struct {
	Domain  string
	Mailbox string
	Aliases []string

	LMTP      string
	SMTP      string
	TLSCert   string
	TLSKey    string
	MaxSize   Size
	Trust     []string
	BehindMTA bool
	Maps      bool

	DKIMSelector string
	DKIMKeyFile  string
	Relay        Relay
}

// Relay is the mail server that takes the judge's letters.
type Relay struct {
	Host         string
	Port         int
	TLS          string
	Hello        string
	User         string
	Password     string
	PasswordFile string
}

// Log is what is written about the judge's work.
type Log struct {
	Level  string
	Format string
}

// Metrics is where the judge's figures are read.
type Metrics struct {
	Listen string
}

// Limits are how much one client may ask of the judge. Zero: without limit.
type Limits struct {
	Requests int
	Changes  int
	Games    int
	Letters  int
	// Connections at mail.smtp and mail.lmtp, of all and of one client.
	MailConnections int
	MailEach        int

	Play int // tables against computer players kept at a time; none at zero
}

// Sessions are how long browsers and the clients of the API stay signed on.
type Sessions struct {
	Idle    Duration
	Longest Duration
}

// Passwords are what passwords nobody may choose.
type Passwords struct {
	List string
}

// Default is the configuration of somebody who has set nothing.
func Default() *Config {
	c := &Config{origin: map[string]string{}}
	for _, k := range Keys {
		if err := setText(k.at(c), k.Default); err != nil {
			panic("the default of " + k.Name + ": " + err.Error())
		}
	}
	return c
}

// Origin tells in words where the value of a key comes from; "default" where
// nobody has set it.
func (c *Config) Origin(key string) string {
	if o := c.origin[key]; o != "" {
		return o
	}
	return "default"
}

// IsSet tells whether somebody has given the key a value.
func (c *Config) IsSet(key string) bool { return c.origin[key] != "" }

// DatabaseURL names the database as store.Open takes it: the URL, or else the
// data folder.
func (c *Config) DatabaseURL() string {
	if c.Database != "" {
		return c.Database
	}
	return c.Data
}

// PublicURL is the address of the judge's front page without a slash at its end:
// base_url, or else an address that opens on this machine if the judge listens
// where listening says ("host:port").
func (c *Config) PublicURL(listening string) string {
	if c.BaseURL != "" {
		return strings.TrimSuffix(c.BaseURL, "/")
	}
	host, port, err := net.SplitHostPort(listening)
	if err != nil {
		return "http://" + listening
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// Address is the judge's own mail address; empty where it has no mail.
func (m *Mail) Address() string {
	if m.Domain == "" {
		return ""
	}
	return m.Mailbox + "@" + m.Domain
}

// Greeting is the name that the judge gives itself to other mail servers.
func (m *Mail) Greeting() string {
	if m.Relay.Hello != "" {
		return m.Relay.Hello
	}
	return m.Domain
}

// Prefixes are the networks of http.proxies.
func (h *HTTP) Prefixes() []netip.Prefix {
	var out []netip.Prefix
	for _, s := range h.Proxies {
		if p, err := prefix(s); err == nil {
			out = append(out, p)
		}
	}
	return out
}

// prefix reads a network ("10.0.0.0/8") or a single address.
func prefix(s string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(s); err == nil {
		return netip.PrefixFrom(a, a.BitLen()), nil
	}
	return netip.ParsePrefix(s)
}

// Endpoint splits a listening address into a network and an address for
// net.Listen: "host:port" or "unix:PATH".
func Endpoint(address string) (network, where string) {
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		return "unix", path
	}
	return "tcp", address
}

// Span is a Duration as the standard library has it.
func (d Duration) Span() time.Duration { return time.Duration(d) }

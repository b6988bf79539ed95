// Package config reads the judge's configuration: one TOML file, the
// environment and the flags of a command. Each source overrides those before
// it. Every key is described once, in the table Keys, from which the example
// file, the page for operators and the flags are generated.
package config

import (
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// Config is the configuration of a judge. Keys explains each field and its
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
	TermsFile  string
	Exhibition bool // whether computer players play a game for visitors of the front page

	Secret     string
	SecretFile string

	HTTP     HTTP
	TLS      TLS
	Mail     Mail
	Identity Identity
	Telegram Telegram
	Discord  Discord
	Log      Log
	Metrics  Metrics
	Trace    Trace
	Limits   Limits

	Sessions  Sessions
	Passwords Passwords
	Storage   Storage
	Retention Retention
	Archive   Archive

	origin map[string]string // the source of each key's value; missing for defaults
}

// HTTP holds the settings of the web server.
type HTTP struct {
	Proxies []string
	Drain   Duration
}

// TLS holds the settings of pages that the judge encrypts itself.
type TLS struct {
	ACME   bool // whether the judge gets a certificate by itself
	Email  string
	CA     string
	CARoot string

	Certificate string // files of a certificate and its key; empty if there are none
	Key         string

	Listen   string
	Redirect string // empty if http is not redirected
}

// On reports whether the judge encrypts its pages itself.
func (t *TLS) On() bool { return t.ACME || t.Certificate != "" }

// Contact returns the e-mail address for the certificate authority. By default it is the operator's
// address.
func (t *TLS) Contact(operator string) string {
	if t.Email != "" {
		return t.Email
	}
	return operator
}

// Mail holds the settings of incoming and outgoing e-mail.
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

// Relay is the mail server that sends the judge's e-mail.
type Relay struct {
	Host         string
	Others       []string // hosts of further servers, which have the same settings
	Port         int
	Connections  int
	TLS          string
	Hello        string
	User         string
	Password     string
	PasswordFile string
}

// Identity configures the identity providers with which people can sign in.
type Identity struct {
	File   string // file with the identity providers; empty if there are none
	Secret string // client secret for a provider without client_secret_file
}

// Telegram holds the settings of the bot on Telegram.
type Telegram struct {
	Token    string // empty if there is no bot
	API      string
	Commands bool // whether people can play in chats with the bot
}

// Discord holds the settings of the application on Discord.
type Discord struct {
	Application string // empty if there is no application
	PublicKey   string
	Token       string
	API         string
}

// Log holds the settings of the log.
type Log struct {
	Level  string
	Format string
}

// Metrics is the address at which metrics are served.
type Metrics struct {
	Listen string
}

// Trace says where traces are sent.
type Trace struct {
	Endpoint string // empty if nothing is recorded
	Percent  int
}

// Limits restricts the requests of one client. Zero means no limit.
type Limits struct {
	Requests int
	Changes  int
	Games    int
	Letters  int
	// Maximum numbers of connections to mail.smtp and mail.lmtp: of all clients, and of one.
	MailConnections int
	MailEach        int

	ProgramRequests int // requests per minute for an account that is marked as a program
	ProgramGames    int // games that such an account can play at the same time

	Play int // maximum number of games against computer players; 0 for none
}

// Sessions determines how long browsers and API clients stay signed in.
type Sessions struct {
	Idle    Duration
	Longest Duration
	// SecondFactor is "nobody", "operators" or "masters".
	SecondFactor string
}

// Passwords lists the passwords that may not be chosen.
type Passwords struct {
	List string
}

// Storage determines how games are stored.
type Storage struct {
	Settle      Duration
	Connections int
	PackRate    int // phases per second; 0 for none
}

// Archive says where to find games that an earlier version has archived.
type Archive struct {
	URL string // a folder; empty if there is none
}

// Retention determines how long records of e-mail are stored.
type Retention struct {
	Received Duration
	Sent     Duration
	Failed   Duration // 0 for forever
}

// Default returns the configuration without any settings.
func Default() *Config {
	c := &Config{origin: map[string]string{}}
	for _, k := range Keys {
		if err := setText(k.at(c), k.Default); err != nil {
			panic("the default of " + k.Name + ": " + err.Error())
		}
	}
	return c
}

// Origin describes the source of a key's value; "default" if it is not set.
func (c *Config) Origin(key string) string {
	if o := c.origin[key]; o != "" {
		return o
	}
	return "default"
}

// IsSet reports whether a key is set.
func (c *Config) IsSet(key string) bool { return c.origin[key] != "" }

// DatabaseURL returns the database for store.Open: the URL, or else the data
// folder.
func (c *Config) DatabaseURL() string {
	if c.Database != "" {
		return c.Database
	}
	return c.Data
}

// Prefix returns the path in base_url below which the judge is reached, such as "/machiavelli",
// or "".
func (c *Config) Prefix() string {
	u, err := url.Parse(c.BaseURL)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(u.Path, "/")
}

// Host returns the name of the judge on the web, from base_url, or "".
func (c *Config) Host() string {
	u, err := url.Parse(c.BaseURL)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

// PublicURL returns the address of the judge's front page without a slash at its end: base_url,
// or else an address that works on this machine, derived from the address where the judge
// listens ("host:port").
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

// Address returns the judge's own e-mail address, or "" if it has no e-mail.
func (m *Mail) Address() string {
	if m.Domain == "" {
		return ""
	}
	return m.Mailbox + "@" + m.Domain
}

// Greeting returns the name by which the judge introduces itself to other mail servers.
func (m *Mail) Greeting() string {
	if m.Relay.Hello != "" {
		return m.Relay.Hello
	}
	return m.Domain
}

// Prefixes returns the networks of http.proxies.
func (h *HTTP) Prefixes() []netip.Prefix {
	var out []netip.Prefix
	for _, s := range h.Proxies {
		if p, err := prefix(s); err == nil {
			out = append(out, p)
		}
	}
	return out
}

// prefix parses a network ("10.0.0.0/8") or a single address.
func prefix(s string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(s); err == nil {
		return netip.PrefixFrom(a, a.BitLen()), nil
	}
	return netip.ParsePrefix(s)
}

// Endpoint splits a listening address, "host:port" or "unix:PATH", into a
// network and an address for net.Listen.
func Endpoint(address string) (network, where string) {
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		return "unix", path
	}
	return "tcp", address
}

// Span converts d to a time.Duration.
func (d Duration) Span() time.Duration { return time.Duration(d) }

package config

import (
	"net"
	"net/mail"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/notify/discord"
	"podesta/internal/schedule"
)

// check reports invalid values.
func (c *Config) check(problems *Problems) {
	bad := func(key, format string, args ...any) {
		where := c.origin[key]
		problems.add(where, key, format, args...)
	}
	if strings.TrimSpace(c.Name) == "" || len(c.Name) > 40 || strings.ContainsFunc(c.Name, func(r rune) bool { return r < ' ' || r == 0x7f || r == ':' }) {
		bad("name", "use a name of 1 to 40 characters without a colon")
	}
	endpoint := func(key, value string, required bool) {
		if value == "" && !required {
			return
		}
		if why := badEndpoint(value); why != "" {
			bad(key, "%q: %s; use for instance 127.0.0.1:8080 or unix:/run/podesta/socket", value, why)
		}
	}
	endpoint("listen", c.Listen, true)
	endpoint("metrics.listen", c.Metrics.Listen, false)
	endpoint("mail.lmtp", c.Mail.LMTP, false)
	endpoint("mail.smtp", c.Mail.SMTP, false)
	if c.BaseURL != "" && !goodBase(c.BaseURL) {
		bad("base_url", "%q cannot be the address of the judge; use for instance https://judge.example.org, or https://example.org/machiavelli. "+
			"A path may have letters, digits and the signs - _ . ~ between single slashes, and no slash at its end", c.BaseURL)
	}
	if c.Data == "" {
		bad("data", "name a folder")
	}
	databases := []string{"postgres", "postgresql", "sqlite"}
	if scheme, _, ok := strings.Cut(c.Database, "://"); ok && !slices.Contains(databases, scheme) {
		bad("database", "%q is neither sqlite: nor postgres:; use sqlite:PATH or postgres://USER@HOST/DATABASE",
			scheme+"://")
	}
	if _, err := schedule.Zone(c.Zone); err != nil {
		bad("zone", "%v", err)
	}
	if c.Keeper != "" && !plainAddress(c.Keeper) {
		bad("keeper", "%q is not an e-mail address", c.Keeper)
	}
	if c.Shutdown.Span() < time.Second {
		bad("shutdown", "set it to at least one second (1s)")
	}
	if d := c.HTTP.Drain.Span(); d < 0 || d > 5*time.Minute {
		bad("http.drain", "set it to a time from 0s to 5m")
	}
	if c.Sessions.Idle.Span() < 2*time.Hour {
		bad("sessions.idle", "set it to at least two hours (2h): the judge records visits once an hour")
	}
	for _, r := range []struct {
		key  string
		kept Duration
	}{{"retention.received_mail", c.Retention.Received}, {"retention.sent_mail", c.Retention.Sent}} {
		if d := r.kept.Span(); d < 7*24*time.Hour || d > 180*24*time.Hour {
			bad(r.key, "set it to a time from 7d to 180d")
		}
	}
	// The store reports what to do if games are still in a bucket that is no longer configured.
	if u := c.Archive.URL; u != "" && !strings.HasPrefix(u, "s3://") {
		if scheme, _, other := strings.Cut(u, "://"); other {
			bad("archive.url", "%q is not a folder", scheme+"://")
		} else if !filepath.IsAbs(u) {
			bad("archive.url", "%q depends on where the judge is started; use the full path of the folder, for instance /var/lib/podesta/archive", u)
		}
	}
	if c.Sessions.Longest.Span() < c.Sessions.Idle.Span() {
		bad("sessions.longest", "it is shorter than sessions.idle; make it at least as long")
	}
	for _, p := range c.HTTP.Proxies {
		switch n, err := prefix(p); {
		case err != nil:
			bad("http.proxies", "%q is not an address or network; use for instance 10.0.0.0/8", p)
		case n.Bits() == 0:
			bad("http.proxies", "with %s, anyone could fake the address from which they come; list only your proxies, for instance 10.0.0.5", p)
		}
	}
	oneOf := func(key, value string, allowed ...string) {
		if !slices.Contains(allowed, value) {
			bad(key, "%q is not one of %s", value, strings.Join(allowed, ", "))
		}
	}
	oneOf("sessions.second_factor", c.Sessions.SecondFactor, "nobody", "operators", "masters")
	oneOf("log.level", c.Log.Level, "debug", "info", "warn", "error")
	oneOf("log.format", c.Log.Format, "text", "json")
	oneOf("mail.relay.tls", c.Mail.Relay.TLS, "starttls", "tls", "opportunistic", "none")
	for i := range Keys {
		if n, ok := Keys[i].at(c).(*int); ok && strings.HasPrefix(Keys[i].Name, "limits.") && *n < 0 {
			bad(Keys[i].Name, "a limit cannot be negative; set it to 0 or more")
		}
	}
	if c.Storage.Connections < 2 || c.Storage.Connections > 1000 {
		bad("storage.connections", "set it to a number from 2 to 1000")
	}
	if c.Storage.PackRate < 0 || c.Storage.PackRate > 10_000 {
		bad("storage.pack_rate", "set it to a number from 0 to 10000")
	}
	if c.Identity.File != "" && c.BaseURL == "" {
		bad("identity.file", "identity providers send people back to the judge's own address; set base_url too")
	}
	if u, err := url.Parse(c.Telegram.API); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		bad("telegram.api", "%q is not an address; remove the key, or use for instance http://127.0.0.1:8081", c.Telegram.API)
	}
	if u, err := url.Parse(c.Discord.API); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		bad("discord.api", "%q is no address; leave it out", c.Discord.API)
	}
	if d := c.Discord; d.Application != "" || d.PublicKey != "" || d.Token != "" {
		for _, part := range []struct{ key, value string }{{"discord.application", d.Application}, {"discord.public_key", d.PublicKey}} {
			if part.value == "" {
				bad(part.key, "discord.application, discord.public_key and discord.token belong together; set all three or none")
			}
		}
		if _, err := discord.New(d.API, d.Application, d.PublicKey, "x", time.Now); err != nil && d.Application != "" && d.PublicKey != "" {
			bad("discord.application", "%v", err)
		}
		if !strings.HasPrefix(c.BaseURL, "https://") {
			bad("discord.application", "Discord sends commands only to an address with https; set base_url too")
		}
	}
	if c.Trace.Endpoint != "" {
		u, err := url.Parse(c.Trace.Endpoint)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
			bad("trace.endpoint", "%q is not the address of a collector; use for instance http://127.0.0.1:4318", c.Trace.Endpoint)
		}
	}
	if c.Trace.Percent < 1 || c.Trace.Percent > 100 {
		bad("trace.percent", "set it to a number from 1 to 100; to record no traces, leave trace.endpoint empty")
	}
	if c.Limits.ProgramRequests == 0 {
		bad("limits.program_requests_per_minute", "programs always have a limit; set it to 1 or more")
	}
	if c.Limits.Letters == 0 {
		bad("limits.letters_per_hour", "e-mail always has a limit; set it to 1 or more")
	}
	c.checkTLS(bad)
	c.Mail.check(bad)
}

// check reports invalid mail settings.
func (m *Mail) check(bad func(key, format string, args ...any)) {
	if m.MaxSize < 64<<10 {
		bad("mail.max_size", "set it to at least 64KB")
	}
	if m.Relay.Port < 1 || m.Relay.Port > 65535 {
		bad("mail.relay.port", "%d is not a port; use a number from 1 to 65535", m.Relay.Port)
	}
	if m.Relay.Connections < 1 || m.Relay.Connections > 200 {
		bad("mail.relay.connections", "set it to a number from 1 to 200, not %d", m.Relay.Connections)
	}
	if (m.TLSCert == "") != (m.TLSKey == "") {
		bad("mail.tls_cert", "mail.tls_cert and mail.tls_key belong together; set both or neither")
	}
	if (m.DKIMSelector == "") != (m.DKIMKeyFile == "") {
		bad("mail.dkim_selector", "mail.dkim_selector and mail.dkim_key_file belong together; set both or neither")
	}
	if m.Relay.Password == "" && m.Relay.PasswordFile == "" && m.Relay.User != "" {
		bad("mail.relay.user", "there is no password for this user; set mail.relay.password_file")
	}
	if m.Relay.User != "" && (m.Relay.TLS == "none" || m.Relay.TLS == "opportunistic") && (!loopback(m.Relay.Host) || slices.ContainsFunc(m.Relay.Others, func(h string) bool { return !loopback(h) })) {
		bad("mail.relay.tls", "the password would be sent unencrypted; use starttls or tls")
	}
	if m.Domain == "" {
		for _, set := range [][2]string{{"mail.lmtp", m.LMTP}, {"mail.smtp", m.SMTP}, {"mail.relay.host", m.Relay.Host}} {
			if set[1] != "" {
				bad(set[0], "it has no effect without mail.domain; set that as well")
			}
		}
		return
	}
	if !hostname(m.Domain) {
		bad("mail.domain", "%q is not a domain; use for instance judge.example.org", m.Domain)
	}
	if !plainAddress(m.Mailbox+"@example.org") || strings.ContainsAny(m.Mailbox, `+"`) {
		bad("mail.mailbox", "%q cannot be the part of an address before the @; use for instance judge", m.Mailbox)
	}
	for _, a := range m.Aliases {
		if !plainAddress(a) || strings.Contains(a, "+") {
			bad("mail.aliases", "%q is not an e-mail address; use for instance judge@old.example.org", a)
		}
	}
	for _, h := range m.Relay.Others {
		if badServer(h) {
			bad("mail.relay.others", "%q is not the name of a server; use for instance smtp2.example.org, without a port", h)
		}
	}
	if m.Relay.Host != "" && badServer(m.Relay.Host) {
		bad("mail.relay.host", "%q is not the name of a server; use for instance smtp.example.org, and set the port with mail.relay.port", m.Relay.Host)
	}
	if m.Relay.Hello != "" && badServer(m.Relay.Hello) {
		bad("mail.relay.hello", "%q is not the name of a server; use the name of this machine, for instance judge.example.org", m.Relay.Hello)
	}
	for _, t := range m.Trust {
		if badServer(t) {
			bad("mail.trust", "%q is not the name of a server; use for instance mx.example.org, as at the beginning of Authentication-Results", t)
		}
	}
	if m.Relay.Host == "" {
		bad("mail.relay.host", "the judge needs a mail server to send e-mail; set this key, or remove mail.domain to run the judge without e-mail")
	}
}

// checkTLS reports invalid settings of https.
func (c *Config) checkTLS(bad func(key, format string, args ...any)) {
	t := &c.TLS
	if (t.Certificate == "") != (t.Key == "") {
		bad("tls.certificate", "tls.certificate and tls.key belong together; set both or neither")
	}
	if t.Email != "" && !plainAddress(t.Email) {
		bad("tls.email", "%q is not an e-mail address", t.Email)
	}
	if u, err := url.Parse(t.CA); err != nil || u.Scheme != "https" || u.Host == "" {
		bad("tls.ca", "%q is not the address of a directory; remove the key, or use for instance "+
			"https://ca.example.org/acme/acme/directory", t.CA)
	}
	if !t.On() {
		for _, key := range []string{"tls.email", "tls.ca", "tls.ca_root", "tls.listen", "tls.redirect"} {
			if c.IsSet(key) {
				bad(key, "it has no effect without tls.acme or tls.certificate; set one of them as well")
			}
		}
		return
	}
	c.checkName(bad)
	if badPort(t.Listen) {
		bad("tls.listen", "%q is not an address and a port; use for instance :443", t.Listen)
	}
	if t.Redirect != "" && badPort(t.Redirect) {
		bad("tls.redirect", "%q is not an address and a port; use for instance :80", t.Redirect)
	}
}

// checkName reports if there can be no certificate for the judge's name.
func (c *Config) checkName(bad func(key, format string, args ...any)) {
	key, host := "tls.certificate", c.Host()
	if c.TLS.ACME {
		key = "tls.acme"
	}
	switch {
	case c.TLS.ACME && c.TLS.Certificate != "":
		bad(key, "with tls.certificate there is a certificate already; set one of them only")
	case !strings.HasPrefix(strings.ToLower(c.BaseURL), "https://"):
		bad(key, "the judge needs its address on the web; set base_url to https:// and its name")
	case c.TLS.ACME && (!hostname(host) || net.ParseIP(host) != nil || host == "localhost"):
		bad(key, "nobody gives a certificate for %s; set base_url to https:// and the judge's name in the DNS", host)
	}
}

// badPort reports whether s is not an address and a port for listening.
func badPort(s string) bool { return badEndpoint(s) != "" || strings.HasPrefix(s, "unix:") }

// pathForm matches a path below which the judge can be reached.
var pathForm = regexp.MustCompile(`^(/[A-Za-z0-9._~-]+)+$`)

// goodBase reports whether the judge can have an address.
func goodBase(address string) bool {
	u, err := url.Parse(address)
	if err != nil || !slices.Contains([]string{"http", "https"}, u.Scheme) || u.Host == "" || u.User != nil || strings.ContainsAny(address, "?#") {
		return false
	}
	at := u.EscapedPath()
	return at == "" || at == "/" || pathForm.MatchString(at) && path.Clean(at) == at
}

// badServer reports whether s cannot be the name or address of a mail server.
func badServer(s string) bool {
	return !hostname(s) && net.ParseIP(s) == nil && (s == "" || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || strings.ContainsRune(":/@[]\"", r) || r > 126 }))
}

// badEndpoint returns what is wrong with a listening address, or "".
func badEndpoint(s string) string {
	network, where := Endpoint(s)
	if network == "unix" {
		if !strings.HasPrefix(where, "/") {
			return "the path of a socket must begin with /"
		}
		return ""
	}
	_, port, err := net.SplitHostPort(where)
	if err != nil {
		return "it is not an address and a port"
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return "the port is wrong"
	}
	return ""
}

// plainAddress reports whether s is an e-mail address without a display name.
func plainAddress(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Name == "" && a.Address == s && !strings.ContainsAny(s, " <>\r\n")
}

// hostname reports whether s can be a domain name.
func hostname(s string) bool {
	if len(s) > 253 || !strings.Contains(s, ".") && s != "localhost" {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' ||
			strings.Trim(strings.ToLower(label), "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			return false
		}
	}
	return true
}

// loopback reports whether a host is this machine itself.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

package config

import "strings"

// Key is one thing that can be set.
type Key struct {
	Name    string // in the file, with its section: "mail.relay.host"
	Default string // as text; lists have commas
	Example string // what an example shows where the default is nothing
	Doc     string // what it means, in sentences
	Hidden  bool   // a secret: only in the environment, never shown
	at      func(*Config) any
}

// Env is the environment variable of a key.
func (k *Key) Env() string {
	return "PODESTA_" + strings.ToUpper(strings.ReplaceAll(k.Name, ".", "_"))
}

// Section is the part of a key's name before the last dot, and name the rest.
func (k *Key) Section() (section, name string) {
	i := strings.LastIndexByte(k.Name, '.')
	if i < 0 {
		return "", k.Name
	}
	return k.Name[:i], k.Name[i+1:]
}

// Find is the key of that name; nil if there is none.
func Find(name string) *Key {
	for i := range Keys {
		if Keys[i].Name == name {
			return &Keys[i]
		}
	}
	return nil
}

// Keys are all that can be set, in the order of the example file.
var Keys = []Key{
	{
		Name: "name", Default: "PODESTA", at: func(c *Config) any { return &c.Name },
		Doc: "The judge's name, as it stands in the heads of its letters.",
	},
	{
		Name: "listen", Default: "127.0.0.1:8080", at: func(c *Config) any { return &c.Listen },
		Doc: "Address and port for pages and API, or unix:PATH for a socket.",
	},
	{
		Name: "base_url", Example: "https://judge.example.org", at: func(c *Config) any { return &c.BaseURL },
		Doc: "The address by which people reach the judge, for links in letters. Without it links lead to the listening address, which is good for trying it out only.",
	},
	{
		Name: "data", Default: "./data", at: func(c *Config) any { return &c.Data },
		Doc: "The folder of the SQLite database and of the secret. It is made if it is missing.",
	},
	{
		Name: "database", Example: "postgres://podesta@/podesta?host=/run/postgresql", at: func(c *Config) any { return &c.Database },
		Doc: "A database other than the one in the data folder: postgres://USER@HOST/DATABASE or sqlite:PATH. Several processes may share one on PostgreSQL. The password is better in a file of its own (passfile=PATH in the URL) than here.",
	},
	{
		Name: "zone", Default: "UTC", Example: "Europe/Rome", at: func(c *Config) any { return &c.Zone },
		Doc: "The time zone of new games and of people who have not set theirs.",
	},
	{
		Name: "keeper", Example: "keeper@example.org", at: func(c *Config) any { return &c.Keeper },
		Doc: "The mail address of whoever keeps this judge. Its account may act as master of every game; trouble is reported to it.",
	},
	{
		Name: "shutdown", Default: "20s", at: func(c *Config) any { return &c.Shutdown },
		Doc: "How long requests and jobs under way may take to finish when the judge is told to end.",
	},
	{
		Name: "secret", Hidden: true, at: func(c *Config) any { return &c.Secret },
		Doc: "What the links of games are derived from: at least 32 bytes in hexadecimal or base64. Only in the environment; it goes before secret_file.",
	},
	{
		Name: "secret_file", Example: "/etc/podesta/secret", at: func(c *Config) any { return &c.SecretFile },
		Doc: "The file of the secret. Without it, secret in the data folder, which is made at the first start. Processes that share a database must have the same.",
	},
	{
		Name: "points_file", Example: "/etc/podesta/points.txt", at: func(c *Config) any { return &c.PointsFile },
		Doc: "What places in finished games earn, for the table of ratings: a line for each number of players, as 5: 10 8 6 4 2. Without it the judge has what is left of the table of 1978, which tells it for five players alone; other games earn no points. After a change run podesta ratings.",
	},
	{
		Name: "http.proxies", Default: "127.0.0.0/8, ::1/128", at: func(c *Config) any { return &c.HTTP.Proxies },
		Doc: "Addresses and networks of reverse proxies, whose word on where a request comes from (X-Forwarded-For) is taken.",
	},
	{
		Name: "mail.domain", Example: "judge.example.org", at: func(c *Config) any { return &c.Mail.Domain },
		Doc: "The domain of the judge's mail address. Without it the judge neither takes nor sends letters.",
	},
	{
		Name: "mail.mailbox", Default: "judge", at: func(c *Config) any { return &c.Mail.Mailbox },
		Doc: "What stands before the @ in the judge's address. Answers to games go to MAILBOX+TOKEN@DOMAIN, so the mail server must deliver addresses with a plus.",
	},
	{
		Name: "mail.aliases", Example: "judge@old.example.org", at: func(c *Config) any { return &c.Mail.Aliases },
		Doc: "Further addresses under which letters reach the judge.",
	},
	{
		Name: "mail.lmtp", Example: "unix:/run/podesta/lmtp.sock", at: func(c *Config) any { return &c.Mail.LMTP },
		Doc: "Where a mail server on the same machine hands letters over by LMTP: address and port, or unix:PATH. Without mail.lmtp and mail.smtp letters come by `podesta mail` only.",
	},
	{
		Name: "mail.smtp", Example: ":25", at: func(c *Config) any { return &c.Mail.SMTP },
		Doc: "Where the judge takes letters from the world by SMTP, without a mail server of your own before it.",
	},
	{
		Name: "mail.tls_cert", Example: "/etc/podesta/mail.crt", at: func(c *Config) any { return &c.Mail.TLSCert },
		Doc: "The certificate for STARTTLS at mail.smtp, as a PEM file.",
	},
	{
		Name: "mail.tls_key", Example: "/etc/podesta/mail.key", at: func(c *Config) any { return &c.Mail.TLSKey },
		Doc: "The key of mail.tls_cert, as a PEM file.",
	},
	{
		Name: "mail.max_size", Default: "4MB", at: func(c *Config) any { return &c.Mail.MaxSize },
		Doc: "The largest letter that is taken.",
	},
	{
		Name: "mail.trust", Example: "mx.example.org", at: func(c *Config) any { return &c.Mail.Trust },
		Doc: "Names of mail servers whose Authentication-Results are believed, as they stand in that header: your own, which must take such headers out of what comes from elsewhere.",
	},
	{
		Name: "mail.behind_mta", Default: "false", at: func(c *Config) any { return &c.Mail.BehindMTA },
		Doc: "true: a mail server of your own stands before mail.lmtp or mail.smtp and has checked senders, so that the judge looks at what that has found (mail.trust). false: the judge checks DKIM and SPF itself.",
	},
	{
		Name: "mail.maps", Default: "true", at: func(c *Config) any { return &c.Mail.Maps },
		Doc: "Whether letters with results hold the map as a picture (some 150 KB each); false: only a link to it.",
	},
	{
		Name: "mail.dkim_selector", Example: "judge", at: func(c *Config) any { return &c.Mail.DKIMSelector },
		Doc: "The selector of the judge's DKIM key: the public key is at SELECTOR._domainkey.DOMAIN. Without it letters are not signed, and the relay should do it.",
	},
	{
		Name: "mail.dkim_key_file", Example: "/etc/podesta/dkim.pem", at: func(c *Config) any { return &c.Mail.DKIMKeyFile },
		Doc: "The private key that signs letters (RSA or Ed25519), as a PEM file.",
	},
	{
		Name: "mail.relay.host", Example: "smtp.example.org", at: func(c *Config) any { return &c.Mail.Relay.Host },
		Doc: "The mail server that takes the judge's letters.",
	},
	{
		Name: "mail.relay.port", Default: "587", at: func(c *Config) any { return &c.Mail.Relay.Port },
		Doc: "Its port: 587 or 25 with STARTTLS, 465 with TLS.",
	},
	{
		Name: "mail.relay.tls", Default: "starttls", at: func(c *Config) any { return &c.Mail.Relay.TLS },
		Doc: "starttls: STARTTLS is required; tls: TLS from the first byte; opportunistic: STARTTLS where it is offered; none: in the clear, for a server on the same machine.",
	},
	{
		Name: "mail.relay.hello", Example: "judge.example.org", at: func(c *Config) any { return &c.Mail.Relay.Hello },
		Doc: "The name that the judge gives itself to the relay; without it, mail.domain.",
	},
	{
		Name: "mail.relay.user", Example: "judge", at: func(c *Config) any { return &c.Mail.Relay.User },
		Doc: "The user name at the relay. Without it the judge does not sign on.",
	},
	{
		Name: "mail.relay.password", Hidden: true, at: func(c *Config) any { return &c.Mail.Relay.Password },
		Doc: "The password at the relay. Only in the environment; it goes before mail.relay.password_file.",
	},
	{
		Name: "mail.relay.password_file", Example: "/etc/podesta/relay-password", at: func(c *Config) any { return &c.Mail.Relay.PasswordFile },
		Doc: "The file of which the first line is the password at the relay.",
	},
	{
		Name: "log.level", Default: "info", at: func(c *Config) any { return &c.Log.Level },
		Doc: "The least that is logged: debug, info, warn or error.",
	},
	{
		Name: "log.format", Default: "text", at: func(c *Config) any { return &c.Log.Format },
		Doc: "text, or json for programs.",
	},
	{
		Name: "metrics.listen", Default: "127.0.0.1:9464", at: func(c *Config) any { return &c.Metrics.Listen },
		Doc: "Where /metrics, /healthz and /readyz are served for your monitoring; empty: metrics nowhere. Players need not reach it.",
	},
	{
		Name: "sessions.idle", Default: "14d", at: func(c *Config) any { return &c.Sessions.Idle },
		Doc: "How long a browser stays signed in without being used; at least two hours.",
	},
	{
		Name: "sessions.longest", Default: "30d", at: func(c *Config) any { return &c.Sessions.Longest },
		Doc: "How long a browser stays signed in at most, even if it is used.",
	},
	{
		Name: "passwords.list", Example: "/etc/podesta/passwords.txt", at: func(c *Config) any { return &c.Passwords.List },
		Doc: "A file of passwords that nobody may choose, in addition to the most common ones, which the judge knows. Each line is a password or its SHA-1 in hexadecimal, as lists of stolen passwords have it. The judge keeps the list in memory, about 50 bytes a line.",
	},
	{
		Name: "limits.requests_per_minute", Default: "1200", at: func(c *Config) any { return &c.Limits.Requests },
		Doc: "How many requests one client may send in a minute. As with the next two: 0 is without limit, clients are IPv4 addresses and IPv6 networks of 64 bits, and requests from this very machine that no proxy passed on are not counted.",
	},
	{
		Name: "limits.changes_per_minute", Default: "300", at: func(c *Config) any { return &c.Limits.Changes },
		Doc: "How many of them may send something: orders, press, forms. Orders that are being typed are checked as they stand after every pause, and count.",
	},
	{
		Name: "limits.games_per_hour", Default: "30", at: func(c *Config) any { return &c.Limits.Games },
		Doc: "How many games one client may set up in an hour.",
	},
	{
		Name: "limits.play_tables", Default: "2000", at: func(c *Config) any { return &c.Limits.Play },
		Doc: "How many tables at which a visitor plays against computer players are kept at a time; 0: none, and the front page does not offer them. Those that nobody comes back to go after 60 days.",
	},
	{
		Name: "limits.letters_per_hour", Default: "120", at: func(c *Config) any { return &c.Limits.Letters },
		Doc: "How many letters of one sender are read in an hour; those beyond are put off.",
	},
	{
		Name: "limits.mail_connections", Default: "100", at: func(c *Config) any { return &c.Limits.MailConnections },
		Doc: "How many mail servers may be connected to mail.smtp and mail.lmtp at a time; further ones are told to come again (421). 0: without limit.",
	},
	{
		Name: "limits.mail_connections_per_client", Default: "20", at: func(c *Config) any { return &c.Limits.MailEach },
		Doc: "How many of them may come from one client. Those from this very machine are not counted here. 0: without limit.",
	},
}

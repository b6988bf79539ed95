package config

import (
	"maps"
	"slices"
	"strings"
)

// Key is one setting of the configuration.
type Key struct {
	Name    string // name in the file, including its section, such as "mail.relay.host"
	Default string // as text; list items are separated by commas
	Example string // shown in the example file if there is no default
	Doc     string // its meaning, in full sentences
	Hidden  bool   // whether it is a secret, which is read only from the environment and never shown
	at      func(*Config) any
}

// Env returns the name of the environment variable for a key.
func (k *Key) Env() string { return variable(k.Name) }

// variable returns the name of the environment variable for a key's name.
func variable(name string) string {
	return "PODESTA_" + strings.ToUpper(strings.ReplaceAll(name, ".", "_"))
}

// Section returns the section of a key, which is its name up to the last dot, and the rest of the
// name.
func (k *Key) Section() (section, name string) {
	i := strings.LastIndexByte(k.Name, '.')
	if i < 0 {
		return "", k.Name
	}
	return k.Name[:i], k.Name[i+1:]
}

// Find returns the key of that name, or nil if there is none.
func Find(name string) *Key {
	for i := range Keys {
		if Keys[i].Name == name {
			return &Keys[i]
		}
	}
	return nil
}

// Keys lists all settings, in the order of the example file.
var Keys = []Key{
	{
		Name: "name", Default: "PODESTA", at: func(c *Config) any { return &c.Name },
		Doc: "The name of the judge, which is also the sender's name in its e-mails.",
	},
	{
		Name: "listen", Default: "127.0.0.1:8080", at: func(c *Config) any { return &c.Listen },
		Doc: "The address and port at which the judge serves pages and API, or unix:PATH for a socket.",
	},
	{
		Name: "base_url", Example: "https://judge.example.org", at: func(c *Config) any { return &c.BaseURL },
		Doc: "The address of the judge on the web, for links in e-mails. It may have a path, as in https://example.org/machiavelli, below which the judge then serves everything. Without it, links lead to the address in listen, which only works on this machine.",
	},
	{
		Name: "data", Default: "./data", at: func(c *Config) any { return &c.Data },
		Doc: "The folder with the SQLite database and the secret. The judge creates it if it does not exist.",
	},
	{
		Name: "database", Example: "postgres://podesta@/podesta?host=/run/postgresql", at: func(c *Config) any { return &c.Database },
		Doc: "A database other than the SQLite file in the data folder: postgres://USER@HOST/DATABASE or sqlite:PATH. Several processes can share a PostgreSQL database. Keep its password in a separate file (passfile=PATH in the URL) rather than here.",
	},
	{
		Name: "zone", Default: "UTC", Example: "Europe/Rome", at: func(c *Config) any { return &c.Zone },
		Doc: "The time zone of new games, and of people who have not set their own.",
	},
	{
		Name: "keeper", Example: "keeper@example.org", at: func(c *Config) any { return &c.Keeper },
		Doc: "The operator's e-mail address. The account with this address can act as master of every game, and the judge reports problems to it.",
	},
	{
		Name: "shutdown", Default: "20s", at: func(c *Config) any { return &c.Shutdown },
		Doc: "How long requests and jobs in progress may take to finish when the judge is stopped.",
	},
	{
		Name: "secret", Hidden: true, at: func(c *Config) any { return &c.Secret },
		Doc: "The secret from which links to games are derived: at least 32 bytes in hexadecimal or base64. It can be set in the environment only, and overrides secret_file.",
	},
	{
		Name: "secret_file", Example: "/etc/podesta/secret", at: func(c *Config) any { return &c.SecretFile },
		Doc: "The file with the secret. By default, this is the file secret in the data folder, which the judge creates when it first starts. All processes that share a database need the same secret.",
	},
	{
		Name: "points_file", Example: "/etc/podesta/points.txt", at: func(c *Config) any { return &c.PointsFile },
		Doc: "A file with the points for each place in a finished game, for the table of ratings: one line for each number of players, such as 5: 10 8 6 4 2. Without it, only games with five players earn points, as in the table of 1978. After a change, run podesta ratings.",
	},
	{
		Name: "terms_file", Example: "/etc/podesta/terms.txt", at: func(c *Config) any { return &c.TermsFile },
		Doc: "A text file with the terms of use: paragraphs are separated by empty lines, headings begin with #, and items of lists begin with -. The page /terms shows them. Every page links to it, and so does the form for new accounts. Without this file, there are no terms.",
	},
	{
		Name: "exhibition", Default: "true", at: func(c *Config) any { return &c.Exhibition },
		Doc: "true: if no public game is running, the front page shows one between computer players. It advances by a phase every few minutes while there are visitors, and is in no list, rating or data set. false: there is none.",
	},
	{
		Name: "http.proxies", Default: "127.0.0.0/8, ::1/128", at: func(c *Config) any { return &c.HTTP.Proxies },
		Doc: "The addresses and networks of reverse proxies that the judge trusts to report where a request comes from (X-Forwarded-For).",
	},
	{
		Name: "http.drain", Default: "0s", at: func(c *Config) any { return &c.HTTP.Drain },
		Doc: "How long the judge continues to serve requests after it receives the signal to stop, while /readyz already answers 503. With several processes, set it to twice the interval of the proxy's health checks, and nobody notices when a process is replaced. After that, requests and jobs in progress can finish (shutdown).",
	},
	{
		Name: "tls.acme", Default: "false", at: func(c *Config) any { return &c.TLS.ACME },
		Doc: "true: the judge serves its pages over https itself, at tls.listen, and gets a certificate " +
			"for the name in base_url from Let's Encrypt (tls.ca), to whose terms you agree with it. It " +
			"keeps the certificate in the data folder and renews it. false: a web server in front of the judge does so, or tls.certificate.",
	},
	{
		Name: "tls.email", Example: "keeper@example.org", at: func(c *Config) any { return &c.TLS.Email },
		Doc: "The e-mail address that the certificate authority gets for its notices. By default, it is the operator's.",
	},
	{
		Name: "tls.ca", Default: "https://acme-v02.api.letsencrypt.org/directory",
		at:  func(c *Config) any { return &c.TLS.CA },
		Doc: "The directory of the certificate authority (ACME), if it is not Let's Encrypt.",
	},
	{
		Name: "tls.ca_root", Example: "/etc/podesta/ca.pem", at: func(c *Config) any { return &c.TLS.CARoot },
		Doc: "The root certificates of a private certificate authority at tls.ca, as a PEM file.",
	},
	{
		Name: "tls.certificate", Example: "/etc/podesta/tls.crt", at: func(c *Config) any { return &c.TLS.Certificate },
		Doc: "A certificate with its chain, as a PEM file, with which the judge serves its pages over https " +
			"itself, at tls.listen. When the file changes, the judge reads it again. Without tls.acme or " +
			"this, it does not encrypt.",
	},
	{
		Name: "tls.key", Example: "/etc/podesta/tls.key", at: func(c *Config) any { return &c.TLS.Key },
		Doc: "The key of tls.certificate, as a PEM file.",
	},
	{
		Name: "tls.listen", Default: ":443", at: func(c *Config) any { return &c.TLS.Listen },
		Doc: "The address and port for https, if tls.acme or tls.certificate is set. The address in " +
			"listen is served as well.",
	},
	{
		Name: "tls.redirect", Default: ":80", at: func(c *Config) any { return &c.TLS.Redirect },
		Doc: "The address and port at which the judge sends browsers from http to https, and answers the certificate " +
			"authority (HTTP-01). Empty: none; the certificate authority then uses port 443 (TLS-ALPN-01).",
	},
	{
		Name: "mail.domain", Example: "judge.example.org", at: func(c *Config) any { return &c.Mail.Domain },
		Doc: "The domain of the judge's e-mail address. Without it, the judge neither accepts nor sends e-mail.",
	},
	{
		Name: "mail.mailbox", Default: "judge", at: func(c *Config) any { return &c.Mail.Mailbox },
		Doc: "The part of the judge's e-mail address before the @. Replies about games go to MAILBOX+TOKEN@DOMAIN, so the mail server must deliver addresses with a plus.",
	},
	{
		Name: "mail.aliases", Example: "judge@old.example.org", at: func(c *Config) any { return &c.Mail.Aliases },
		Doc: "More e-mail addresses of the judge.",
	},
	{
		Name: "mail.lmtp", Example: "unix:/run/podesta/lmtp.sock", at: func(c *Config) any { return &c.Mail.LMTP },
		Doc: "Where a mail server on the same machine delivers e-mail by LMTP: an address and port, or unix:PATH. Without mail.lmtp and mail.smtp, e-mail can only be delivered by running `podesta mail`.",
	},
	{
		Name: "mail.smtp", Example: ":25", at: func(c *Config) any { return &c.Mail.SMTP },
		Doc: "The address and port at which the judge accepts e-mail from other servers by SMTP, if it has no mail server in front of it.",
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
		Doc: "The largest e-mail that the judge accepts.",
	},
	{
		Name: "mail.trust", Example: "mx.example.org", at: func(c *Config) any { return &c.Mail.Trust },
		Doc: "The names of mail servers whose Authentication-Results the judge trusts, as they appear in that header. Name only your own server; it must remove such headers from e-mail that comes from elsewhere.",
	},
	{
		Name: "mail.behind_mta", Default: "false", at: func(c *Config) any { return &c.Mail.BehindMTA },
		Doc: "true: your own mail server, in front of mail.lmtp or mail.smtp, checks senders, and the judge uses its results (mail.trust). false: the judge checks DKIM and SPF itself.",
	},
	{
		Name: "mail.maps", Default: "true", at: func(c *Config) any { return &c.Mail.Maps },
		Doc: "true: e-mails with results contain the map as a picture (about 150 KB each). false: they contain only a link to it.",
	},
	{
		Name: "mail.dkim_selector", Example: "judge", at: func(c *Config) any { return &c.Mail.DKIMSelector },
		Doc: "The selector of the judge's DKIM key: the public key is at SELECTOR._domainkey.DOMAIN. Without it, the judge does not sign its e-mails, and the relay should.",
	},
	{
		Name: "mail.dkim_key_file", Example: "/etc/podesta/dkim.pem", at: func(c *Config) any { return &c.Mail.DKIMKeyFile },
		Doc: "The private key with which the judge signs its e-mails (RSA or Ed25519), as a PEM file.",
	},
	{
		Name: "mail.relay.host", Example: "smtp.example.org", at: func(c *Config) any { return &c.Mail.Relay.Host },
		Doc: "The mail server (relay) through which the judge sends e-mail.",
	},
	{
		Name: "mail.relay.others", Example: "smtp2.example.org", at: func(c *Config) any { return &c.Mail.Relay.Others },
		Doc: "More relays, with the same port, TLS, user and password. The judge divides its e-mail among all of them. A relay that cannot be reached gets none for a minute.",
	},
	{
		Name: "mail.relay.connections", Default: "8", at: func(c *Config) any { return &c.Mail.Relay.Connections },
		Doc: "How many e-mails are sent at the same time, each over a connection that is then reused. Increase it if e-mail has to wait because the relay is far away.",
	},
	{
		Name: "mail.relay.port", Default: "587", at: func(c *Config) any { return &c.Mail.Relay.Port },
		Doc: "The port of the relay: 587 or 25 for STARTTLS, 465 for TLS.",
	},
	{
		Name: "mail.relay.tls", Default: "starttls", at: func(c *Config) any { return &c.Mail.Relay.TLS },
		Doc: "How connections to the relay are encrypted. starttls: STARTTLS is required. tls: TLS from the first byte. opportunistic: STARTTLS if the relay offers it. none: no encryption, for a relay on the same machine.",
	},
	{
		Name: "mail.relay.hello", Example: "judge.example.org", at: func(c *Config) any { return &c.Mail.Relay.Hello },
		Doc: "The name with which the judge introduces itself to the relay. The default is mail.domain.",
	},
	{
		Name: "mail.relay.user", Example: "judge", at: func(c *Config) any { return &c.Mail.Relay.User },
		Doc: "The user name at the relay. Without it, the judge does not authenticate.",
	},
	{
		Name: "mail.relay.password", Hidden: true, at: func(c *Config) any { return &c.Mail.Relay.Password },
		Doc: "The password at the relay. It can be set in the environment only, and overrides mail.relay.password_file.",
	},
	{
		Name: "mail.relay.password_file", Example: "/etc/podesta/relay-password", at: func(c *Config) any { return &c.Mail.Relay.PasswordFile },
		Doc: "The file whose first line is the password at the relay.",
	},
	{
		Name: "identity.file", Example: "/etc/podesta/identity.toml", at: func(c *Config) any { return &c.Identity.File },
		Doc: "The identity providers (OpenID Connect) with whose accounts people can sign in, as a file in TOML: see Signing in with another account. base_url must be set. Without it there are none.",
	},
	{
		Name: "identity.secret", Hidden: true, at: func(c *Config) any { return &c.Identity.Secret },
		Doc: "The secret of the judge's client at a provider of identity.file that has no client_secret_file. It can be set in the environment only.",
	},
	{
		Name: "telegram.token", Hidden: true, at: func(c *Config) any { return &c.Telegram.Token },
		Doc: "The token of a Telegram bot, from @BotFather. It can be set in the environment only. With it, people can be notified about their games in a chat with the bot, and play there (telegram.commands). Without it, they cannot.",
	},
	{
		Name: "telegram.api", Default: "https://api.telegram.org", at: func(c *Config) any { return &c.Telegram.API },
		Doc: "The address of Telegram's Bot API. Change it only if you run your own Bot API server.",
	},
	{
		Name: "telegram.commands", Default: "true", at: func(c *Config) any { return &c.Telegram.Commands },
		Doc: "Whether people can send orders and commands in chats with the bot. The judge fetches the messages, so the bot must not be that of another program.",
	},
	{
		Name: "discord.application", Example: "123456789012345678", at: func(c *Config) any { return &c.Discord.Application },
		Doc: "The ID of an application of Discord (Application ID on its page), with whose slash commands people can play. base_url must be https, and BASE_URL/discord/interactions be the Interactions Endpoint URL there. Without it there is none; webhooks of Discord work anyway.",
	},
	{
		Name: "discord.public_key", Example: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", at: func(c *Config) any { return &c.Discord.PublicKey },
		Doc: "The public key of the application, with which Discord's requests are signed.",
	},
	{
		Name: "discord.token", Hidden: true, at: func(c *Config) any { return &c.Discord.Token },
		Doc: "The token of the application's bot. It can be set in the environment only.",
	},
	{
		Name: "discord.api", Default: "https://discord.com/api/v10", at: func(c *Config) any { return &c.Discord.API },
		Doc: "The address of Discord's API.",
	},
	{
		Name: "log.level", Default: "info", at: func(c *Config) any { return &c.Log.Level },
		Doc: "The lowest level that is logged: debug, info, warn or error.",
	},
	{
		Name: "log.format", Default: "text", at: func(c *Config) any { return &c.Log.Format },
		Doc: "The format of the log: text, or json for programs.",
	},
	{
		Name: "metrics.listen", Default: "127.0.0.1:9464", at: func(c *Config) any { return &c.Metrics.Listen },
		Doc: "The address and port at which the judge serves /metrics, /healthz and /readyz for your monitoring. Players do not need access to it. Empty: no metrics.",
	},
	{
		Name: "sessions.idle", Default: "14d", at: func(c *Config) any { return &c.Sessions.Idle },
		Doc: "How long people stay signed in if they do not visit the judge. At least two hours.",
	},
	{
		Name: "sessions.longest", Default: "30d", at: func(c *Config) any { return &c.Sessions.Longest },
		Doc: "How long people stay signed in at most, even if they visit the judge all the time.",
	},
	{
		Name: "sessions.second_factor", Default: "nobody", at: func(c *Config) any { return &c.Sessions.SecondFactor },
		Doc: "Who needs a second factor (an authenticator app): nobody, operators, or masters, which includes operators. Until they set one up, they cannot act as a master or operator. Everyone else can use one too.",
	},
	{
		Name: "passwords.list", Example: "/etc/podesta/passwords.txt", at: func(c *Config) any { return &c.Passwords.List },
		Doc: "A file of passwords that nobody may use, in addition to the most common ones, which are always refused. Each line is a password or its SHA-1 in hexadecimal, as in lists of stolen passwords. The judge keeps the list in memory, at about 50 bytes per line.",
	},
	{
		Name: "limits.requests_per_minute", Default: "1200", at: func(c *Config) any { return &c.Limits.Requests },
		Doc: "How many requests one client may send per minute. For this limit and the next two: a client is an IPv4 address or an IPv6 network of 64 bits, requests from this machine that did not come through a proxy do not count, and 0 means no limit.",
	},
	{
		Name: "limits.changes_per_minute", Default: "300", at: func(c *Config) any { return &c.Limits.Changes },
		Doc: "How many of these requests may send something, such as orders, messages or forms. A page checks orders after every pause in typing, and each check counts.",
	},
	{
		Name: "limits.games_per_hour", Default: "30", at: func(c *Config) any { return &c.Limits.Games },
		Doc: "How many games one client may create per hour.",
	},
	{
		Name: "limits.program_requests_per_minute", Default: "300", at: func(c *Config) any { return &c.Limits.ProgramRequests },
		Doc: "How many requests an account that is marked as a program may send to the API per minute. Programs always have a limit.",
	},
	{
		Name: "limits.program_games", Default: "30", at: func(c *Config) any { return &c.Limits.ProgramGames },
		Doc: "In how many games an account that is marked as a program can play at the same time. 0: no limit.",
	},
	{
		Name: "limits.play_tables", Default: "2000", at: func(c *Config) any { return &c.Limits.Play },
		Doc: "How many games of visitors against computer players are kept at the same time. They are deleted when nobody has visited them for 60 days. 0: visitors cannot play such games.",
	},
	{
		Name: "limits.letters_per_hour", Default: "120", at: func(c *Config) any { return &c.Limits.Letters },
		Doc: "How many e-mails from one sender the judge reads per hour. It reads the others later.",
	},
	{
		Name: "limits.mail_connections", Default: "100", at: func(c *Config) any { return &c.Limits.MailConnections },
		Doc: "How many mail servers may be connected to mail.smtp at the same time, and as many to mail.lmtp. Others have to try again later (421). A server that sends nothing for 15 seconds is disconnected. 0: no limit.",
	},
	{
		Name: "limits.mail_connections_per_client", Default: "20", at: func(c *Config) any { return &c.Limits.MailEach },
		Doc: "How many of these connections one client may have. Connections from this machine do not count. 0: no limit.",
	},
	{
		Name: "storage.connections", Default: "12", at: func(c *Config) any { return &c.Storage.Connections },
		Doc: "How many connections a process opens to the database at most. PostgreSQL must allow the connections of all processes, and one more for each process (max_connections).",
	},
	{
		Name: "storage.settle", Default: "1h", at: func(c *Config) any { return &c.Storage.Settle },
		Doc: "How long processes of the previous version can still use the same PostgreSQL database after an upgrade. After that, the judge stores data in forms that they cannot read.",
	},
	{
		Name: "storage.pack_rate", Default: "50", at: func(c *Config) any { return &c.Storage.PackRate },
		Doc: "How many phases from earlier versions the judge compresses per second, in the background. 0: none. Such phases can be read whether they are compressed or not, and new ones always are.",
	},
	{
		Name: "archive.url", Example: "/var/lib/podesta/archive", at: func(c *Config) any { return &c.Archive.URL },
		Doc: "Only for a judge that used the archive of an earlier version: the folder with its objects. The judge brings all games in it back into the database when it starts. You can then delete this key.",
	},
	{
		Name: "retention.received_mail", Default: "14d", at: func(c *Config) any { return &c.Retention.Received },
		Doc: "The shortest time for which the judge remembers which e-mails it has received (a hash of sender, Message-ID and text), so that an e-mail that is delivered twice takes effect only once: 7d to 180d. Records are deleted a week at a time.",
	},
	{
		Name: "retention.sent_mail", Default: "14d", at: func(c *Config) any { return &c.Retention.Sent },
		Doc: "The shortest time for which the judge remembers which e-mails it has sent (Message-ID, account, a hash of the address), so that it can recognize reports that one could not be delivered: 7d to 180d.",
	},
	{
		Name: "retention.failed_mail", Default: "90d", at: func(c *Config) any { return &c.Retention.Failed },
		Doc: "How long an e-mail that could not be sent stays in the list of failures (podesta mail -failed), counted from when it was written. 0s: forever.",
	},
	{
		Name: "trace.endpoint", Example: "http://127.0.0.1:4318", at: func(c *Config) any { return &c.Trace.Endpoint },
		Doc: "An OpenTelemetry collector that accepts OTLP over HTTP. The judge sends it traces of requests, e-mails, SQL statements, phases and webhooks, without any texts or values. Empty: no traces are recorded.",
	},
	{
		Name: "trace.percent", Default: "100", at: func(c *Config) any { return &c.Trace.Percent },
		Doc: "The percentage of requests, e-mails and deadlines that are traced, with everything that follows from them. On a busy judge, 1 is enough.",
	},
}

// withdrawn maps keys of earlier versions to the reasons why they no longer have an effect. They
// are ignored with a warning, so that an upgrade does not stop a judge.
var withdrawn = map[string]string{
	"archive.endpoint": noArchive, "archive.region": noArchive, "archive.key_id": noArchive, "archive.key": noArchive, "archive.key_file": noArchive,
	"archive.after": noArchive, "archive.rate": noArchive, "archive.keep": noArchive, "archive.cache": noArchive,
	"http.kept_pages": noPages, "storage.replica": noReplica, "storage.replica_lag": noReplica,
}

const (
	noArchive = "games are no longer archived, so it has no effect; delete it"
	noPages   = "pages are no longer kept, so it has no effect; delete it"
	noReplica = "all pages are read from the database, so it has no effect; delete it"
)

// Withdrawn lists the keys of earlier versions that are ignored, sorted by name.
func Withdrawn() []string { return slices.Sorted(maps.Keys(withdrawn)) }

package config

import "strings"

// Key is one setting of the configuration.
type Key struct {
	Name    string // in the file, including its section: "mail.relay.host"
	Default string // as text; items of lists are separated by commas
	Example string // shown in the example file if there is no default
	Doc     string // its meaning, in sentences
	Hidden  bool   // a secret: only in the environment, never shown
	at      func(*Config) any
}

// Env returns the environment variable of a key.
func (k *Key) Env() string {
	return "PODESTA_" + strings.ToUpper(strings.ReplaceAll(k.Name, ".", "_"))
}

// Section returns the part of a key's name before the last dot, and the rest.
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
		Doc: "The judge's name, which is the sender of its e-mails.",
	},
	{
		Name: "listen", Default: "127.0.0.1:8080", at: func(c *Config) any { return &c.Listen },
		Doc: "Address and port for pages and API, or unix:PATH for a socket.",
	},
	{
		Name: "base_url", Example: "https://judge.example.org", at: func(c *Config) any { return &c.BaseURL },
		Doc: "The address at which people reach the judge, for links in e-mails. Without it, links lead to the listening address, which is only good for trying out podesta.",
	},
	{
		Name: "data", Default: "./data", at: func(c *Config) any { return &c.Data },
		Doc: "The folder of the SQLite database and of the secret. The judge creates it if it is missing.",
	},
	{
		Name: "database", Example: "postgres://podesta@/podesta?host=/run/postgresql", at: func(c *Config) any { return &c.Database },
		Doc: "A database other than the one in the data folder: postgres://USER@HOST/DATABASE or sqlite:PATH. Several processes can share a PostgreSQL database. Keep its password in a separate file (passfile=PATH in the URL) rather than here.",
	},
	{
		Name: "zone", Default: "UTC", Example: "Europe/Rome", at: func(c *Config) any { return &c.Zone },
		Doc: "The time zone of new games, and of people who have not set their own.",
	},
	{
		Name: "keeper", Example: "keeper@example.org", at: func(c *Config) any { return &c.Keeper },
		Doc: "The operator's mail address. Its account can act as master of every game, and problems are reported to it.",
	},
	{
		Name: "shutdown", Default: "20s", at: func(c *Config) any { return &c.Shutdown },
		Doc: "How long running requests and jobs may take to finish when the judge is stopped.",
	},
	{
		Name: "secret", Hidden: true, at: func(c *Config) any { return &c.Secret },
		Doc: "The secret from which the links of games are derived: at least 32 bytes in hexadecimal or base64. Only in the environment; it overrides secret_file.",
	},
	{
		Name: "secret_file", Example: "/etc/podesta/secret", at: func(c *Config) any { return &c.SecretFile },
		Doc: "The file of the secret. By default it is the file secret in the data folder, which is created at the first start. Processes that share a database must have the same secret.",
	},
	{
		Name: "points_file", Example: "/etc/podesta/points.txt", at: func(c *Config) any { return &c.PointsFile },
		Doc: "The points for each place in a finished game, for the table of ratings: a line for each number of players, such as 5: 10 8 6 4 2. Without it the judge uses what is left of the table of 1978, which has points for five players only; other games earn no points. After a change, run podesta ratings.",
	},
	{
		Name: "terms_file", Example: "/etc/podesta/terms.txt", at: func(c *Config) any { return &c.TermsFile },
		Doc: "The terms of the judge, as text: paragraphs between empty lines, headings that begin with # and lists whose lines begin with -. The page /terms shows them, with links at the foot of every page and where people create an account. Without it there are no terms.",
	},
	{
		Name: "http.proxies", Default: "127.0.0.0/8, ::1/128", at: func(c *Config) any { return &c.HTTP.Proxies },
		Doc: "Addresses and networks of reverse proxies that are trusted to say where a request comes from (X-Forwarded-For).",
	},
	{
		Name: "http.kept_pages", Default: "64MB", at: func(c *Config) any { return &c.HTTP.KeptPages },
		Doc: "How much memory rendered pages of games may take. A page is kept until something in its game changes, for all visitors who may see the same; a player's page has about 150 KB. 0: pages are rendered for each visitor.",
	},
	{
		Name: "http.drain", Default: "0s", at: func(c *Config) any { return &c.HTTP.Drain },
		Doc: "How long a judge that is stopped goes on serving requests, while /readyz already answers 503. With several processes, give it twice the interval at which the proxy in front of them asks: nobody then notices that one is replaced. After that, running requests and jobs may finish (shutdown).",
	},
	{
		Name: "mail.domain", Example: "judge.example.org", at: func(c *Config) any { return &c.Mail.Domain },
		Doc: "The domain of the judge's mail address. Without it the judge neither accepts nor sends mail.",
	},
	{
		Name: "mail.mailbox", Default: "judge", at: func(c *Config) any { return &c.Mail.Mailbox },
		Doc: "The part of the judge's address before the @. Answers to games go to MAILBOX+TOKEN@DOMAIN, so the mail server must deliver addresses with a plus.",
	},
	{
		Name: "mail.aliases", Example: "judge@old.example.org", at: func(c *Config) any { return &c.Mail.Aliases },
		Doc: "Further addresses of the judge.",
	},
	{
		Name: "mail.lmtp", Example: "unix:/run/podesta/lmtp.sock", at: func(c *Config) any { return &c.Mail.LMTP },
		Doc: "Where a mail server on the same machine delivers mail by LMTP: address and port, or unix:PATH. Without mail.lmtp and mail.smtp, mail can only be delivered by `podesta mail`.",
	},
	{
		Name: "mail.smtp", Example: ":25", at: func(c *Config) any { return &c.Mail.SMTP },
		Doc: "Where the judge itself accepts mail from other servers by SMTP, if you have no mail server in front of it.",
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
		Doc: "Names of mail servers whose Authentication-Results are trusted, as they appear in that header. Use your own server only; it must remove such headers from mail that comes from elsewhere.",
	},
	{
		Name: "mail.behind_mta", Default: "false", at: func(c *Config) any { return &c.Mail.BehindMTA },
		Doc: "true: your own mail server in front of mail.lmtp or mail.smtp checks senders, and the judge uses its results (mail.trust). false: the judge checks DKIM and SPF itself.",
	},
	{
		Name: "mail.maps", Default: "true", at: func(c *Config) any { return &c.Mail.Maps },
		Doc: "Whether e-mails with results contain the map as a picture (about 150 KB each). false: only a link to it.",
	},
	{
		Name: "mail.dkim_selector", Example: "judge", at: func(c *Config) any { return &c.Mail.DKIMSelector },
		Doc: "The selector of the judge's DKIM key: the public key is at SELECTOR._domainkey.DOMAIN. Without it e-mails are not signed, and the relay should sign them.",
	},
	{
		Name: "mail.dkim_key_file", Example: "/etc/podesta/dkim.pem", at: func(c *Config) any { return &c.Mail.DKIMKeyFile },
		Doc: "The private key that signs e-mails (RSA or Ed25519), as a PEM file.",
	},
	{
		Name: "mail.relay.host", Example: "smtp.example.org", at: func(c *Config) any { return &c.Mail.Relay.Host },
		Doc: "The mail server through which the judge sends mail.",
	},
	{
		Name: "mail.relay.others", Example: "smtp2.example.org", at: func(c *Config) any { return &c.Mail.Relay.Others },
		Doc: "Further mail servers, with the same port, TLS, user and password. E-mail is divided among all of them; a server that cannot be reached gets none for a minute.",
	},
	{
		Name: "mail.relay.connections", Default: "8", at: func(c *Config) any { return &c.Mail.Relay.Connections },
		Doc: "How many e-mails are sent at the same time, each over a connection of its own that is used again. Raise it if e-mail waits while the relay is far away.",
	},
	{
		Name: "mail.relay.port", Default: "587", at: func(c *Config) any { return &c.Mail.Relay.Port },
		Doc: "Its port: 587 or 25 with STARTTLS, 465 with TLS.",
	},
	{
		Name: "mail.relay.tls", Default: "starttls", at: func(c *Config) any { return &c.Mail.Relay.TLS },
		Doc: "starttls: STARTTLS is required; tls: TLS from the first byte; opportunistic: STARTTLS if the server offers it; none: no encryption, for a server on the same machine.",
	},
	{
		Name: "mail.relay.hello", Example: "judge.example.org", at: func(c *Config) any { return &c.Mail.Relay.Hello },
		Doc: "The name with which the judge introduces itself to the relay; by default mail.domain.",
	},
	{
		Name: "mail.relay.user", Example: "judge", at: func(c *Config) any { return &c.Mail.Relay.User },
		Doc: "The user name at the relay. Without it the judge does not authenticate.",
	},
	{
		Name: "mail.relay.password", Hidden: true, at: func(c *Config) any { return &c.Mail.Relay.Password },
		Doc: "The password at the relay. Only in the environment; it overrides mail.relay.password_file.",
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
		Doc: "The secret of the judge's client at a provider of identity.file that has no client_secret_file. Only in the environment.",
	},
	{
		Name: "telegram.token", Hidden: true, at: func(c *Config) any { return &c.Telegram.Token },
		Doc: "The token of a bot of Telegram, as @BotFather gives it. Only in the environment. With it, people can have their games' events delivered to a chat with the bot, and play there (telegram.commands). Without it there is no such channel.",
	},
	{
		Name: "telegram.api", Default: "https://api.telegram.org", at: func(c *Config) any { return &c.Telegram.API },
		Doc: "The address of Telegram's Bot API, for those who run a server of their own.",
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
		Doc: "The token of the application's bot. Only in the environment.",
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
		Doc: "text, or json for programs.",
	},
	{
		Name: "metrics.listen", Default: "127.0.0.1:9464", at: func(c *Config) any { return &c.Metrics.Listen },
		Doc: "Where /metrics, /healthz and /readyz are served for your monitoring. Empty: no metrics. Players do not need access to it.",
	},
	{
		Name: "sessions.idle", Default: "14d", at: func(c *Config) any { return &c.Sessions.Idle },
		Doc: "How long a browser stays signed in without use; at least two hours.",
	},
	{
		Name: "sessions.longest", Default: "30d", at: func(c *Config) any { return &c.Sessions.Longest },
		Doc: "The longest time for which a browser stays signed in, even if it is used.",
	},
	{
		Name: "sessions.second_factor", Default: "nobody", at: func(c *Config) any { return &c.Sessions.SecondFactor },
		Doc: "Who must have a second factor, an authenticator app: nobody, operators, or masters (of games, and operators). Without it, an account has no rights of a master or operator. Anyone can turn one on.",
	},
	{
		Name: "passwords.list", Example: "/etc/podesta/passwords.txt", at: func(c *Config) any { return &c.Passwords.List },
		Doc: "A file of passwords that are refused, in addition to the most common ones, which the judge knows. Each line is a password or its SHA-1 in hexadecimal, as in lists of stolen passwords. The judge keeps the list in memory, about 50 bytes per line.",
	},
	{
		Name: "limits.requests_per_minute", Default: "1200", at: func(c *Config) any { return &c.Limits.Requests },
		Doc: "How many requests one client may send in a minute. For this limit and the next two, 0 means no limit, clients are IPv4 addresses and IPv6 networks of 64 bits, and requests from this machine that did not come through a proxy do not count.",
	},
	{
		Name: "limits.changes_per_minute", Default: "300", at: func(c *Config) any { return &c.Limits.Changes },
		Doc: "How many of these requests may send something: orders, press, forms. Orders are checked after every pause in typing, and each check counts.",
	},
	{
		Name: "limits.games_per_hour", Default: "30", at: func(c *Config) any { return &c.Limits.Games },
		Doc: "How many games one client may make in an hour.",
	},
	{
		Name: "limits.program_requests_per_minute", Default: "300", at: func(c *Config) any { return &c.Limits.ProgramRequests },
		Doc: "How many requests an account that is marked as a program may send to the API in a minute. Programs are never without limit.",
	},
	{
		Name: "limits.program_games", Default: "30", at: func(c *Config) any { return &c.Limits.ProgramGames },
		Doc: "In how many games such an account can play at once. 0: any number.",
	},
	{
		Name: "limits.play_tables", Default: "2000", at: func(c *Config) any { return &c.Limits.Play },
		Doc: "How many games of visitors against computer players are kept at a time. 0: none, and the front page does not offer them. Games that are not visited for 60 days are deleted.",
	},
	{
		Name: "limits.letters_per_hour", Default: "120", at: func(c *Config) any { return &c.Limits.Letters },
		Doc: "How many e-mails of one sender are read in an hour; further ones are read later.",
	},
	{
		Name: "limits.mail_connections", Default: "100", at: func(c *Config) any { return &c.Limits.MailConnections },
		Doc: "How many mail servers may be connected to mail.smtp at a time, and as many to mail.lmtp; further ones get a temporary refusal (421). A server that says nothing for 15 seconds is disconnected. 0: no limit.",
	},
	{
		Name: "limits.mail_connections_per_client", Default: "20", at: func(c *Config) any { return &c.Limits.MailEach },
		Doc: "How many of these connections may come from one client. Connections from this machine do not count. 0: no limit.",
	},
	{
		Name: "storage.connections", Default: "12", at: func(c *Config) any { return &c.Storage.Connections },
		Doc: "The most connections of a process to its database, and as many to storage.replica. PostgreSQL must allow those of all processes, and one more for each (max_connections).",
	},
	{
		Name: "storage.replica", Example: "postgres://podesta@standby.example.org/podesta", at: func(c *Config) any { return &c.Storage.Replica },
		Doc: "A standby server of the PostgreSQL database. It serves pages of games, players and ratings for visitors who are not signed in, and shows them what they have written themselves. If it is down or too far behind, the database serves them.",
	},
	{
		Name: "storage.replica_lag", Default: "10s", at: func(c *Config) any { return &c.Storage.ReplicaLag },
		Doc: "How far behind the database storage.replica may be to be used.",
	},
	{
		Name: "storage.settle", Default: "1h", at: func(c *Config) any { return &c.Storage.Settle },
		Doc: "How long after an upgrade processes of the previous version may still run on the same PostgreSQL database. After that, the judge stores data in forms that they cannot read.",
	},
	{
		Name: "storage.pack_rate", Default: "50", at: func(c *Config) any { return &c.Storage.PackRate },
		Doc: "How many phases that an earlier version stored are compressed in a second, in the background. 0: none. They can be read in any case, and new ones are always compressed.",
	},
	{
		Name: "archive.url", Example: "/var/lib/podesta/archive", at: func(c *Config) any { return &c.Archive.URL },
		Doc: "An archive for games that have ended: a folder, which must exist, or a bucket of object storage with the API of Amazon S3 as s3://BUCKET or s3://BUCKET/PREFIX. The phases, orders, letters and log of a game can be moved there. They stay readable everywhere.",
	},
	{
		Name: "archive.endpoint", Example: "https://s3.eu-central-1.amazonaws.com", at: func(c *Config) any { return &c.Archive.Endpoint },
		Doc: "The address of the object storage. The bucket is addressed by path (ENDPOINT/BUCKET).",
	},
	{
		Name: "archive.region", Default: "us-east-1", at: func(c *Config) any { return &c.Archive.Region },
		Doc: "The region of the object storage, for signatures. Most services other than Amazon's take the default.",
	},
	{
		Name: "archive.key_id", Example: "AKIAEXAMPLE", at: func(c *Config) any { return &c.Archive.KeyID },
		Doc: "The ID of the access key of the object storage. The key must allow to read, write, delete and list objects of the bucket.",
	},
	{
		Name: "archive.key", Hidden: true, at: func(c *Config) any { return &c.Archive.Key },
		Doc: "The secret of the access key. Only in the environment; it overrides archive.key_file.",
	},
	{
		Name: "archive.key_file", Example: "/etc/podesta/archive-key", at: func(c *Config) any { return &c.Archive.KeyFile },
		Doc: "The file whose first line is the secret of the access key.",
	},
	{
		Name: "archive.after", Default: "0s", Example: "365d", at: func(c *Config) any { return &c.Archive.After },
		Doc: "Games that have ended are moved to the archive when nothing has happened in them for this long. 0s: only podesta archive -move moves games.",
	},
	{
		Name: "archive.rate", Default: "30", at: func(c *Config) any { return &c.Archive.Rate },
		Doc: "How many games a process moves to the archive in a minute, at most. 0: none.",
	},
	{
		Name: "archive.keep", Default: "90d", at: func(c *Config) any { return &c.Archive.Keep },
		Doc: "How long an object is kept after its game was brought back or deleted; a day at least. A copy of the database can be restored as long as the objects to which it refers exist, so give it the age of your oldest copy.",
	},
	{
		Name: "archive.cache", Default: "32MB", at: func(c *Config) any { return &c.Archive.Cache },
		Doc: "The memory for archived games that were read last.",
	},
	{
		Name: "retention.received_mail", Default: "14d", at: func(c *Config) any { return &c.Retention.Received },
		Doc: "How long the judge remembers, at least, which e-mails it has answered (a sum of sender, Message-ID and text), so that one that is delivered twice takes effect once: 7d to 180d. Records are deleted by the week.",
	},
	{
		Name: "retention.sent_mail", Default: "14d", at: func(c *Config) any { return &c.Retention.Sent },
		Doc: "How long the judge remembers, at least, which e-mails it has sent (Message-ID, account, a sum of the address), so that it believes reports that one could not be delivered: 7d to 180d.",
	},
	{
		Name: "retention.failed_mail", Default: "90d", at: func(c *Config) any { return &c.Retention.Failed },
		Doc: "How long e-mail that could not be sent stays in the list of failures (podesta mail -failed), counted from when it was written. 0s: forever.",
	},
	{
		Name: "trace.endpoint", Example: "http://127.0.0.1:4318", at: func(c *Config) any { return &c.Trace.Endpoint },
		Doc: "A collector of OpenTelemetry that takes OTLP over HTTP. The judge sends it traces of requests, letters, SQL statements, phases, mail and webhooks, without any texts or values. Empty: none are recorded.",
	},
	{
		Name: "trace.percent", Default: "100", at: func(c *Config) any { return &c.Trace.Percent },
		Doc: "How many of a hundred requests, letters and deadlines are traced, with all that follows from them. On a busy judge, 1 is enough.",
	},
}

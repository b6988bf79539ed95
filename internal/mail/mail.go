package mail

import (
	"context"
	"io"
	"log/slog"
	"net"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/mail/identity"
	"podesta/internal/mail/inbox"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/smtpd"
	"podesta/internal/notify/channel"
	"podesta/internal/users"
	"podesta/internal/words"
)

// Rooms are the parts of the judge that e-mail uses.
type Rooms struct {
	In  inbox.Rooms
	Out outbox.Rooms
}

// Deps holds the dependencies of the office.
type Deps struct {
	Judge  Rooms
	Store  game.Store // holds the queue of e-mail
	Clock  gamestate.Clock
	Log    *slog.Logger
	Config Config
	Count  Metrics // nil if nothing is counted

	// Verifier checks the senders of e-mail that arrives at the judge's own listener. If it is
	// nil, DKIM and SPF are checked with the DNS.
	Verifier smtpd.Verifier
	// Sender sends e-mail. If it is nil, e-mail is sent through the relay in Config.
	Sender outbox.Sender
	// Languages lists the languages of e-mail; nil means all existing languages. The first one is
	// used for readers who have not chosen a language.
	Languages []*words.Catalogue
}

// Metrics counts e-mail.
type Metrics interface {
	outbox.Counter
	inbox.Counter
}

// Office is the complete e-mail service, incoming and outgoing.
type Office struct {
	in     *inbox.Inbox
	out    *outbox.Outbox
	server *smtpd.Server
	users  *users.Users
}

// New returns the office, or an error if the configuration is invalid.
func New(d Deps) (*Office, error) {
	if err := d.Config.Validate(); err != nil {
		return nil, err
	}
	return open(d), nil
}

// NewForChats returns the office of a judge without e-mail, which only handles messages from chats.
func NewForChats(d Deps) *Office {
	d.Config.fill()
	return open(d)
}

func open(d Deps) *Office {
	c := &d.Config
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Count == nil {
		d.Count = uncounted{}
	}
	if d.Verifier == nil {
		d.Verifier = smtpd.VerifyByDNS(net.DefaultResolver)
	}
	if d.Languages == nil {
		d.Languages = words.All()
	}
	id := &identity.Identity{Name: c.Name, Address: c.Address, Aliases: c.Aliases, BaseURL: c.BaseURL, Languages: d.Languages}
	out := outbox.New(outbox.Options{
		Judge: d.Judge.Out, Store: d.Store, Clock: d.Clock, Log: d.Log, Count: d.Count, Identity: id, Sender: d.Sender, Relay: c.Relay,
		DKIM: c.DKIM, Operator: c.Keeper, NoMaps: c.NoMaps, Keep: outbox.Retention{Sent: c.KeepSent, Failed: c.KeepFailed},
	})
	in := inbox.New(inbox.Options{
		Judge: d.Judge.In, Store: d.Store, Clock: d.Clock, Log: d.Log, Count: d.Count, Identity: id, Out: out,
		Senders: smtpd.NewChecker(d.Verifier, c.TrustedAuth, id.Ours, d.Clock.Now), PerHour: c.PerHour, NoMaps: c.NoMaps, Keep: c.KeepReceived,
	})
	return &Office{in: in, out: out, server: smtpd.NewServer(c.Listen, id.Ours, in, d.Log), users: d.Judge.Out.Users}
}

// Receive handles a message; see smtpd.Receiver.
func (o *Office) Receive(ctx context.Context, r io.Reader, env smtpd.Envelope) (smtpd.Outcome, error) {
	return o.in.Receive(ctx, r, env)
}

// Chat runs the commands in a chat message; see inbox.Inbox.
func (o *Office) Chat(ctx context.Context, m channel.Message, keep func(*game.Tx, channel.Reply) error) error {
	return o.in.Chat(ctx, m, keep)
}

// Draw draws a map for a chat; see outbox.Outbox.
func (o *Office) Draw(ctx context.Context, p channel.Picture) (name string, picture []byte, err error) {
	return o.out.Draw(ctx, outbox.Chart(p))
}

// Serve accepts messages from a listener, which it closes when ctx ends.
func (o *Office) Serve(ctx context.Context, l net.Listener, lmtp bool) error {
	return o.server.Serve(ctx, l, lmtp)
}

// Work sends the e-mail that is due and returns the number of jobs done; see
// outbox.Outbox.Work.
func (o *Office) Work(ctx context.Context) (int, error) { return o.out.Work(ctx) }

// Failed lists e-mail that could not be sent.
func (o *Office) Failed(ctx context.Context, limit int) ([]game.Job, error) {
	return o.out.Failed(ctx, limit)
}

// Bouncing lists the addresses at which e-mail does not arrive.
func (o *Office) Bouncing(ctx context.Context) ([]account.Bouncing, error) {
	return o.users.AllBouncing(ctx)
}

// Clean deletes the records of incoming and outgoing e-mail whose retention time has passed. It
// should be called a few times a day.
func (o *Office) Clean(ctx context.Context) error {
	if err := o.in.Clean(ctx); err != nil {
		return err
	}
	return o.out.Clean(ctx)
}

// Confirm sends the e-mail that verifies an address; see outbox.Outbox.Confirm.
func (o *Office) Confirm(ctx context.Context, to account.SecretMail, name, language string) error {
	return o.out.Confirm(ctx, to, name, language)
}

// SignOn sends a link that signs in once; see outbox.Outbox.SignOn.
func (o *Office) SignOn(ctx context.Context, to account.SecretMail) error {
	return o.out.SignOn(ctx, to)
}

// uncounted is a Metrics that counts nothing.
type uncounted struct{}

func (uncounted) MailReceived(string)     {}
func (uncounted) MailSent(string)         {}
func (uncounted) MailDelay(time.Duration) {}

package inbox

import (
	"log/slog"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/mail/identity"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/smtpd"
	"podesta/internal/ratelimit"
)

// Counter counts letters that come in.
type Counter interface{ MailReceived(outcome string) }

// Options are what an inbox works with.
type Options struct {
	Judge    *judge.Judge
	Store    game.Store // remembers which letters were answered
	Clock    judge.Clock
	Log      *slog.Logger
	Count    Counter
	Identity *identity.Identity
	Senders  *smtpd.Checker // reads messages and checks their senders
	Out      *outbox.Outbox // takes the answers
	PerHour  int            // how many letters of one sender are read in an hour
	NoMaps   bool           // answers come without maps
}

// Inbox reads letters, does what they say and answers them.
type Inbox struct {
	judge   *judge.Judge
	store   game.Store
	clock   judge.Clock
	log     *slog.Logger
	c       *identity.Identity
	count   Counter
	senders *smtpd.Checker
	out     *outbox.Outbox
	noMaps  bool
	limits  *ratelimit.Keyed // of e-mails, by sender
}

// New returns an inbox.
func New(d Options) *Inbox {
	return &Inbox{
		judge: d.Judge, store: d.Store, clock: d.Clock, log: d.Log, c: d.Identity, count: d.Count,
		senders: d.Senders, out: d.Out, noMaps: d.NoMaps, limits: ratelimit.Per(d.PerHour, time.Hour),
	}
}

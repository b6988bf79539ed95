package mail

import (
	"log/slog"

	"podesta/internal/judge"
)

// ReadCounter counts letters that come in.
type ReadCounter interface{ MailReceived(outcome string) }

// Settings are what an inbox works with.
type Settings struct {
	Judge    *judge.Judge
	Store    judge.Store // remembers which letters were answered
	Clock    judge.Clock
	Log      *slog.Logger
	Count    ReadCounter
	Identity *Identity
	Senders  *Checker // reads messages and checks their senders
	Out      *Outbox  // takes the answers
	PerHour  int      // how many letters of one sender are read in an hour
	NoMaps   bool     // answers come without maps
}

// Inbox reads letters, does what they say and answers them.
type Inbox struct {
	judge   *judge.Judge
	store   judge.Store
	clock   judge.Clock
	log     *slog.Logger
	c       *Identity
	count   ReadCounter
	senders *Checker
	out     *Outbox
	noMaps  bool
	limits  *limits
}

// NewInbox returns an inbox.
func NewInbox(d Settings) *Inbox {
	return &Inbox{
		judge: d.Judge, store: d.Store, clock: d.Clock, log: d.Log, c: d.Identity, count: d.Count,
		senders: d.Senders, out: d.Out, noMaps: d.NoMaps, limits: newLimits(d.PerHour),
	}
}

package inbox

import (
	"log/slog"
	"time"

	"podesta/internal/act"
	"podesta/internal/admin"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/lobby"
	"podesta/internal/mail/identity"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/smtpd"
	"podesta/internal/press"
	"podesta/internal/ratelimit"
	"podesta/internal/ratings"
	"podesta/internal/safety"
	"podesta/internal/users"
)

// Counter counts incoming e-mail.
type Counter interface{ MailReceived(outcome string) }

// Rooms are the parts of the judge that incoming e-mail uses, and its commands.
type Rooms struct {
	Admin    *admin.Admin
	Base     *gamestate.Base
	Clock    *clock.Clockwork
	Commands []act.Command
	Lobby    *lobby.Lobby
	Press    *press.Press
	Ratings  *ratings.Ratings
	Safety   *safety.Safety
	Users    *users.Users
}

// Options configures an inbox.
type Options struct {
	Judge    Rooms
	Store    game.Store // records which e-mail was answered
	Clock    gamestate.Clock
	Log      *slog.Logger
	Count    Counter
	Identity *identity.Identity
	Senders  *smtpd.Checker // parses messages and checks their senders
	Out      *outbox.Outbox // sends the answers
	PerHour  int            // maximum number of e-mails from one sender per hour
	NoMaps   bool           // whether to leave out maps from answers
	Keep     time.Duration  // minimum time for which answered e-mail is remembered; 0 means outbox.UsualRetention
}

// Inbox reads e-mail, runs its commands and answers it.
type Inbox struct {
	judge   Rooms
	store   game.Store
	clock   gamestate.Clock
	log     *slog.Logger
	c       *identity.Identity
	count   Counter
	senders *smtpd.Checker
	out     *outbox.Outbox
	noMaps  bool
	weeks   int              // number of past weeks for which answered e-mail is remembered
	limits  *ratelimit.Keyed // limits the number of e-mails, keyed by sender
	budgets *budgets         // limits useless answers

	commands map[string]act.Command // commands keyed by name

	strangers *ratelimit.Keyed // limits the bytes of answers to addresses that may be forged
}

// New returns an inbox.
func New(d Options) *Inbox {
	all := map[string]act.Command{}
	for _, c := range d.Judge.Commands {
		all[c.Name] = c
	}
	return &Inbox{
		commands: all, judge: d.Judge, store: d.Store, clock: d.Clock, log: d.Log, c: d.Identity, count: d.Count,
		senders: d.Senders, out: d.Out, noMaps: d.NoMaps, weeks: outbox.Weeks(d.Keep), limits: ratelimit.Per(d.PerHour, time.Hour), budgets: newBudgets(),
		strangers: ratelimit.Per(strangersHour, time.Hour),
	}
}

// address returns the URL of a page with the given path.
func (o *Inbox) address(path string) string { return o.c.BaseURL + path }

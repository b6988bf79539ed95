package outbox

import (
	"log/slog"
	"time"

	"podesta/internal/archive"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/lobby"
	"podesta/internal/mail/identity"
	"podesta/internal/mail/phrase"
	"podesta/internal/press"
	"podesta/internal/ratings"
	"podesta/internal/tournament"
	"podesta/internal/users"
)

// Counter counts outgoing e-mail.
type Counter interface {
	MailSent(outcome string)
	MailDelay(d time.Duration)
}

// Rooms are the parts of the judge that outgoing e-mail uses.
type Rooms struct {
	Archive     *archive.Archive
	Base        *gamestate.Base
	Clock       *clock.Clockwork
	Lobby       *lobby.Lobby
	Press       *press.Press
	Ratings     *ratings.Ratings
	Tournaments *tournament.Tournaments
	Users       *users.Users
}

// Options configures an outbox.
type Options struct {
	Judge    Rooms
	Store    game.Store // holds the queue of e-mail
	Clock    gamestate.Clock
	Log      *slog.Logger
	Count    Counter
	Identity *identity.Identity
	Sender   Sender // sends e-mail; nil means Relay
	Relay    Relay
	DKIM     *DKIM  // nil if e-mail is not signed
	Operator string // e-mail address for reports about failing addresses; empty if there is none
	NoMaps   bool   // whether to leave out the map from e-mail with results
	Keep     Retention
}

// Outbox composes and sends e-mail.
type Outbox struct {
	judge    Rooms
	store    game.Store
	clock    gamestate.Clock
	log      *slog.Logger
	c        *identity.Identity
	count    Counter
	sender   Sender
	dkim     *DKIM
	operator string
	noMaps   bool
	keep     Retention
	atOnce   int       // number of e-mails sent at the same time
	turn     string    // ID of the game about which e-mail was last claimed
	yielding time.Time // since when e-mail has waited for phases; zero if it does not wait
	commits  *commits
	drawings *drawings
	pictures *pictures
}

// reader returns the owner of an account as a reader of messages.
func (o *Outbox) reader(a *game.Account) phrase.Reader { return phrase.ReaderOf(a, o.c.Languages) }

// New returns an outbox. It registers the outbox with the judge, which then sends e-mail about
// tournaments and to the owners of accounts.
func New(d Options) *Outbox {
	o := &Outbox{
		judge: d.Judge, store: d.Store, clock: d.Clock, log: d.Log, c: d.Identity, count: d.Count, sender: d.Sender,
		dkim: d.DKIM, operator: d.Operator, noMaps: d.NoMaps, keep: d.Keep, atOnce: d.Relay.atOnce(),
	}
	if o.sender == nil {
		o.sender = NewRelay(d.Relay)
	}
	o.commits = &commits{store: d.Store}
	o.judge.Users.TellOwners(o.tellOwner)
	o.judge.Tournaments.TellEntrants(o.tellEntrant)
	o.drawings = newShelf[drawingKey, *drawing](keptDrawings)
	o.pictures = newShelf[pictureKey, []byte](keptPictures)
	return o
}

package outbox

import (
	"log/slog"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/mail/identity"
)

// Counter counts letters that go out.
type Counter interface {
	MailSent(outcome string)
	MailDelay(d time.Duration)
}

// Options are what an outbox works with.
type Options struct {
	Judge    *judge.Judge
	Store    game.Store // holds the queue of letters
	Clock    judge.Clock
	Log      *slog.Logger
	Count    Counter
	Identity *identity.Identity
	Sender   Sender // takes letters out
	DKIM     *DKIM  // nil: letters are not signed
	Operator string // the address that hears of addresses which fail; empty: none
	NoMaps   bool   // letters with results come without the map
}

// Outbox writes letters and sends them.
type Outbox struct {
	judge    *judge.Judge
	store    game.Store
	clock    judge.Clock
	log      *slog.Logger
	c        *identity.Identity
	count    Counter
	sender   Sender
	dkim     *DKIM
	operator string
	noMaps   bool
	drawings *drawings
	pictures *pictures
}

// New returns an outbox. From now on it also writes to the owners of
// accounts when something about them changes.
func New(d Options) *Outbox {
	o := &Outbox{
		judge: d.Judge, store: d.Store, clock: d.Clock, log: d.Log, c: d.Identity, count: d.Count, sender: d.Sender,
		dkim: d.DKIM, operator: d.Operator, noMaps: d.NoMaps,
	}
	o.judge.TellOwners(o.tellOwner)
	o.drawings = newShelf[drawingKey, *drawing](keptDrawings)
	o.pictures = newShelf[pictureKey, []byte](keptPictures)
	return o
}

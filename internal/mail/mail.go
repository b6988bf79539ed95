package mail

import (
	"log/slog"
	"net"
	"time"

	"podesta/internal/judge"
)

// Deps is what the mail room works with.
type Deps struct {
	Judge  *judge.Judge
	Store  judge.Store // holds the queue of letters
	Clock  Clock
	Log    *slog.Logger
	Config Config
	Count  Counter // nil: nothing is counted

	// Verifier checks senders of what comes in by the judge's own listener; nil:
	// DKIM and SPF by the DNS.
	Verifier Verifier
	// Sender takes letters out; nil: the relay of Config.
	Sender Sender
}

// Counter counts letters.
type Counter interface {
	MailReceived(outcome string)
	MailSent(outcome string)
	MailDelay(d time.Duration)
}

// Office is the mail room.
type Office struct {
	judge    *judge.Judge
	store    judge.Store
	clock    Clock
	log      *slog.Logger
	c        Config
	count    Counter
	verifier Verifier
	sender   Sender
	limits   *limits
	doors    *doors
	drawings *drawings
	pictures *pictures
}

// New makes a mail room. The error is about the configuration.
func New(d Deps) (*Office, error) {
	if err := d.Config.Validate(); err != nil {
		return nil, err
	}
	o := &Office{judge: d.Judge, store: d.Store, clock: d.Clock, log: d.Log, c: d.Config, count: d.Count, verifier: d.Verifier, sender: d.Sender}
	if o.log == nil {
		o.log = slog.New(slog.DiscardHandler)
	}
	if o.count == nil {
		o.count = uncounted{}
	}
	if o.verifier == nil {
		o.verifier = VerifyByDNS(net.DefaultResolver)
	}
	if o.sender == nil {
		o.sender = newRelay(d.Config.Relay)
	}
	o.judge.TellOwners(o.tellOwner)
	o.judge.ReserveAddresses(func(email string) bool { return o.c.ours(readRecipient(email)) })
	o.limits = newLimits(o.c.PerHour)
	o.doors = newDoors(o.c.Listen, o.log)
	o.drawings = newShelf[drawingKey, *drawing](keptDrawings)
	o.pictures = newShelf[pictureKey, []byte](keptPictures)
	return o, nil
}

// uncounted counts nothing.
type uncounted struct{}

func (uncounted) MailReceived(string)     {}
func (uncounted) MailSent(string)         {}
func (uncounted) MailDelay(time.Duration) {}

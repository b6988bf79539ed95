package post

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"podesta/internal/judge"
)

// Deps is what the mail room works with.
type Deps struct {
	Judge  Judge
	Store  judge.Store // holds the queue of letters
	Clock  Clock
	Log    *slog.Logger
	Config Config

	// Verifier checks senders of what comes in by the judge's own listener; nil:
	// DKIM and SPF by the DNS.
	Verifier Verifier
	// Sender takes letters out; nil: the relay of Config.
	Sender Sender
}

// Office is the mail room.
type Office struct {
	judge    Judge
	store    judge.Store
	clock    Clock
	log      *slog.Logger
	c        Config
	verifier Verifier
	sender   Sender
	limits   *limits
	drawn    *drawings
}

// New makes a mail room. The error is about the configuration.
func New(d Deps) (*Office, error) {
	if err := d.Config.Validate(); err != nil {
		return nil, err
	}
	o := &Office{judge: d.Judge, store: d.Store, clock: d.Clock, log: d.Log, c: d.Config, verifier: d.Verifier, sender: d.Sender}
	if o.log == nil {
		o.log = slog.New(slog.DiscardHandler)
	}
	if o.verifier == nil {
		o.verifier = dnsVerifier{}
	}
	if o.sender == nil {
		o.sender = &relay{c: d.Config.Relay, domain: o.c.domain()}
	}
	o.limits = newLimits(o.c.PerHour)
	o.drawn = newDrawings()
	return o, nil
}

// Run takes mail in and out until ctx ends; what is under way is finished. The
// error is that of a listener that cannot be opened or has failed.
func (o *Office) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	failed := make(chan error, 3)
	start := func(f func(context.Context) error) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := f(ctx); err != nil {
				failed <- err
				cancel()
			}
		}()
	}
	if o.c.Listen.SMTP != "" {
		start(func(ctx context.Context) error { return o.listen(ctx, o.c.Listen.SMTP, false) })
	}
	if o.c.Listen.LMTP != "" {
		start(func(ctx context.Context) error { return o.listen(ctx, o.c.Listen.LMTP, true) })
	}
	start(o.deliver)
	wg.Wait()
	close(failed)
	var all []error
	for err := range failed {
		all = append(all, err)
	}
	return errors.Join(all...)
}

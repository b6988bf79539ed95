package clock

import (
	"context"
	"errors"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// Limits of the work on clocks.
const (
	clockBatch = 64 // jobs claimed at a time
	// duration of a claim: if a process dies, its games wait no longer than this. Checking a game
	// twice is harmless
	clockLease  = 20 * time.Second
	sameGame    = 8 // maximum number of checks of one game per call
	rest        = 10 * time.Second
	firstRetry  = time.Minute
	latestRetry = time.Hour
)

// Work performs what is due on the clocks of games, in a transaction for each game or for a few
// games. It returns the number of jobs done. A game that fails does not stop the others: it is
// tried again later, and its masters are notified. Work must be called about every second, by one
// process or by many.
//
// If it has not been called for more than two minutes, the judge was out of
// service. Deadlines in that time are then extended before anything else. After
// a jump of the clock by months nothing is done until TrustClock is called.
func (k *Clockwork) Work(ctx context.Context) (int, error) {
	s := &shift{clock: k, ctx: ctx, seen: map[string]int{}}
	for {
		outages, err := k.beat(ctx)
		if err == nil && len(outages) > 0 {
			err = k.allowAll(ctx, outages)
		}
		if err == nil {
			err = k.tidy(ctx)
		}
		if err != nil {
			return s.end(err)
		}
		jobs, err := k.claim(ctx)
		if err != nil {
			return s.end(err)
		}
		s.hand(jobs, outages)
		if s.stopped() || len(jobs) == 0 && !s.wait() {
			return s.end(nil)
		}
	}
}

// Backoff returns the delay before a job is retried after a number of failures.
func Backoff(tries int) time.Duration {
	return min(firstRetry<<min(max(tries-1, 0), 10), latestRetry)
}

// NextDue returns when the next check of a game's clock is due, or the zero time if there is none.
func (k *Clockwork) NextDue(ctx context.Context) (time.Time, error) {
	var at time.Time
	err := k.base.Read(ctx, func(tx *game.Tx) error {
		var err error
		at, err = tx.Jobs.NextDue(clockJob)
		return err
	})
	return at, err
}

// claim claims jobs that are due.
func (k *Clockwork) claim(ctx context.Context) ([]game.Job, error) {
	at, err := k.NextDue(ctx)
	if err != nil || at.IsZero() || at.After(k.base.Now()) {
		return nil, err
	}
	var jobs []game.Job
	err = k.base.Write(ctx, func(tx *game.Tx) error {
		var err error
		jobs, err = tx.Jobs.Claim(clockJob, k.base.Now(), clockLease, clockBatch)
		return err
	})
	return jobs, err
}

// tick performs what is due in a game. ahead contains phases that were resolved in advance. The
// job need not still belong to the caller, because anything that another process has done is no
// longer due.
func (k *Clockwork) tick(tx *game.Tx, job game.Job, ahead *gamestate.Forecast, outages []outage) error {
	g, err := k.base.Load(tx, job.Game)
	if err != nil && !errors.Is(err, game.ErrNoGame) {
		return err
	}
	if err == nil && g.Status == game.Forming {
		return k.stillForming(tx, g)
	}
	if err == nil && g.Finished {
		if err := tellComments(tx, g); err != nil {
			return err
		}
	}
	if err != nil || !g.Running() {
		err := tx.Jobs.FinishJob(job.ID)
		if errors.Is(err, game.ErrNoRecord) {
			return nil
		}
		return err
	}
	g.Forecast = ahead
	c, err := k.Course(tx, g)
	if err != nil {
		return err
	}
	if err := c.allow(outages); err != nil {
		return err
	}
	return c.run()
}

// again requeues a job for later. If it has failed for the first time, the
// game's masters are notified.
func (k *Clockwork) again(ctx context.Context, job game.Job, at time.Time, failed error) error {
	return k.base.Write(ctx, func(tx *game.Tx) error {
		words := ""
		if failed != nil {
			words = failed.Error()
		}
		err := tx.Jobs.RetryJob(job.ID, at, words)
		if errors.Is(err, game.ErrNoRecord) {
			return nil
		}
		if err != nil || failed == nil || job.Tries > 1 {
			return err
		}
		g, err := k.base.Load(tx, job.Game)
		if err != nil {
			return err
		}
		why := message.New("The judge's log says why.")
		var e *game.Error
		if errors.As(failed, &e) {
			why = e.Message
		}
		return gamestate.Notice(tx, g, journal.MastersOnly, journal.Notice{
			Topic: journal.TopicTrouble, Said: message.New("{Phase} could not be resolved. The judge tries again from time to time. {Why}", message.Phase(g.Phase), why),
		})
	})
}

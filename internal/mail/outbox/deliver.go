package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"podesta/internal/game"
	"podesta/internal/mail/phrase"
)

// Sender takes letters out.
type Sender interface {
	// Send hands a message over to the addresses. The error is Permanent if the
	// same message will never be taken; after any other it is tried again.
	Send(ctx context.Context, from string, to []string, raw []byte) error
}

// Permanent is an error of a letter that no further try will help.
type Permanent struct{ Err error }

func (p *Permanent) Error() string { return p.Err.Error() }
func (p *Permanent) Unwrap() error { return p.Err }

// The bounds of delivery.
const (
	// LeaseTime is how long the letters of a process that dies wait for another;
	// one that lives holds on to its letters every holdEvery.
	LeaseTime = 20 * time.Second
	HoldEvery = LeaseTime / 3
	batch     = 40
	// atOnce is how many letters are under way at a time.
	atOnce = 8
	// maxTries is after how many failures a letter is given up; with the waits
	// between them that is about five days.
	maxTries = 30
)

// backoff is how long to wait after so many tries.
func backoff(tries int) time.Duration {
	d := time.Minute
	for range min(tries, 20) - 1 {
		d *= 2
		if d >= 4*time.Hour {
			return 4 * time.Hour
		}
	}
	return d
}

// Work does the jobs that are due now, once, and counts them. It is to be called
// every second or so; any number of processes may do so at a time.
func (o *Outbox) Work(ctx context.Context) (int, error) {
	if r, ok := o.sender.(*relay); ok {
		r.sweep(false)
	}
	total := 0
	var all []error
	for _, k := range []struct {
		kind string
		do   func(context.Context, *game.Job) error
		lane func(*game.Job) string
	}{{mailKind, o.spread, inTurn}, {letterKind, o.sendLetter, addressOf}, {postKind, o.sendPost, readerOf}} {
		if k.kind != mailKind && !o.sends() {
			continue
		}
		var jobs []game.Job
		err := o.store.Write(ctx, func(tx game.Tx) error {
			var err error
			jobs, err = tx.Claim(k.kind, o.Now(), LeaseTime, batch)
			return err
		})
		if err != nil {
			all = append(all, err)
			continue
		}
		n, err := o.batch(ctx, jobs, k.do, k.lane)
		total += n
		if err != nil {
			all = append(all, err)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return total, errors.Join(all...)
}

// batch does jobs, counts them, and holds on to those that are not done yet.
// Those of one lane are done one after the other, several lanes at a time. When
// ctx ends the rest are given back.
func (o *Outbox) batch(ctx context.Context, jobs []game.Job, do func(context.Context, *game.Job) error, lane func(*game.Job) string) (int, error) {
	if len(jobs) == 0 {
		return 0, nil
	}
	ended := make(chan struct{})
	var holding sync.WaitGroup
	holding.Go(func() { o.hold(jobs, ended) })
	defer holding.Wait()
	defer close(ended)

	var mu sync.Mutex
	var all []error
	n := 0
	work := func(job *game.Job) {
		stopped := ctx.Err()
		err := stopped
		if err == nil {
			err = try(ctx, job, do)
		}
		err = o.settle(ctx, job, err)
		mu.Lock()
		defer mu.Unlock()
		if stopped == nil {
			n++
		}
		if err != nil {
			all = append(all, err)
		}
	}
	var under sync.WaitGroup
	room := make(chan struct{}, atOnce)
	for _, queue := range lanes(jobs, lane) {
		room <- struct{}{}
		under.Go(func() {
			defer func() { <-room }()
			for _, job := range queue {
				work(job)
			}
		})
	}
	under.Wait()
	if ctx.Err() != nil {
		all = append(all, ctx.Err())
	}
	return n, errors.Join(all...)
}

// try does a job. A fault of the program fails this job alone.
func try(ctx context.Context, job *game.Job, do func(context.Context, *game.Job) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return do(ctx, job)
}

// lanes shares jobs out among lanes, in each of which they keep their order; the
// lanes are in the order of their first jobs.
func lanes(jobs []game.Job, lane func(*game.Job) string) [][]*game.Job {
	var out [][]*game.Job
	at := map[string]int{}
	for i := range jobs {
		key := lane(&jobs[i])
		k, ok := at[key]
		if !ok {
			k = len(out)
			at[key], out = k, append(out, nil)
		}
		out[k] = append(out[k], &jobs[i])
	}
	return out
}

// inTurn is the lane of jobs of which one is done at a time: what readers are
// told keeps the order of the log.
func inTurn(*game.Job) string { return "" }

// addressOf is the lane of a letter that is written already: letters to one
// address are sent in their order.
func addressOf(job *game.Job) string {
	var m struct {
		To []string `json:"to"`
	}
	if json.Unmarshal(job.Data, &m) != nil || len(m.To) == 0 {
		return ""
	}
	return m.To[0]
}

// readerOf is the lane of a letter about an entry: letters to one reader about
// one game are sent in their order.
func readerOf(job *game.Job) string {
	var ref postJob
	if json.Unmarshal(job.Data, &ref) != nil {
		return ""
	}
	return ref.Game + " " + ref.Account
}

// hold keeps jobs from others until done is closed. Those that are finished are
// not there any more.
func (o *Outbox) hold(jobs []game.Job, done <-chan struct{}) {
	Every(HoldEvery, done, func() {
		err := o.store.Write(context.Background(), func(tx game.Tx) error {
			for i := range jobs {
				if err := tx.HoldJob(jobs[i].ID, o.Now().Add(LeaseTime)); err != nil && !errors.Is(err, game.ErrNoRecord) {
					return err
				}
			}
			return nil
		})
		if err != nil {
			o.log.Warn("letters may be sent twice", "error", err)
		}
	})
}

// Every calls do again and again until done is closed.
func Every(d time.Duration, done <-chan struct{}, do func()) {
	tick := time.NewTicker(d)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			do()
		}
	}
}

// sends reports whether letters can go out at all; without a relay they wait.
func (o *Outbox) sends() bool {
	r, ok := o.sender.(*relay)
	return !ok || r.c.Addr != ""
}

// Now is the time as the store keeps it.
func (o *Outbox) Now() time.Time { return o.clock.Now().UTC().Truncate(time.Microsecond) }

// settle ends a job that was done, or puts it off. One that is given up rests in
// the queue, where the list of failures shows it.
func (o *Outbox) settle(ctx context.Context, job *game.Job, failed error) error {
	if failed != nil && ctx.Err() != nil {
		failed = ctx.Err()
	}
	ctx = context.WithoutCancel(ctx)
	err := o.store.Write(ctx, func(tx game.Tx) error {
		var permanent *Permanent
		switch {
		case failed == nil:
			return tx.FinishJob(job.ID)
		case errors.As(failed, &permanent), job.Tries >= maxTries:
			return tx.RetryJob(job.ID, time.Time{}, phrase.OneLine(failed.Error(), 500))
		case errors.Is(failed, context.Canceled):
			return tx.RetryJob(job.ID, o.Now(), "")
		}
		return tx.RetryJob(job.ID, o.Now().Add(backoff(job.Tries)), phrase.OneLine(failed.Error(), 500))
	})
	if failed == nil && err == nil && job.Kind != mailKind {
		o.count.MailDelay(o.Now().Sub(job.Due))
	}
	if errors.Is(err, game.ErrNoRecord) {
		err = nil // another process has it, or it is done already
	}
	if failed != nil && !errors.Is(failed, context.Canceled) {
		o.log.Warn("mail not sent", "job", job.ID, "kind", job.Kind, "game", job.Game, "tries", job.Tries, "error", failed)
	}
	return err
}

// Failed lists letters that could not be sent, those that are given up and those
// that are still tried.
func (o *Outbox) Failed(ctx context.Context, limit int) ([]game.Job, error) {
	var out []game.Job
	err := o.store.Read(ctx, func(tx game.Tx) error {
		out = nil
		for _, kind := range []string{mailKind, postKind, letterKind} {
			jobs, err := tx.Jobs(kind, true, limit)
			if err != nil {
				return err
			}
			out = append(out, jobs...)
		}
		return nil
	})
	return out, err
}

// sendLetter sends a letter that is written already.
func (o *Outbox) sendLetter(ctx context.Context, job *game.Job) error {
	m := new(Letter)
	if err := json.Unmarshal(job.Data, m); err != nil {
		return &Permanent{err}
	}
	if m.ID == "" {
		name := m.Name
		if name == "" { // queued by an older version
			name = short(string(job.Data))
		}
		if m.ID = fmt.Sprintf("letter.%s@%s", name, o.c.Domain()); m.Game != "" {
			m.ID = o.messageName(m.Game, m.Number, name)
		}
	}
	if err := o.drawCharts(ctx, m); err != nil {
		return err
	}
	err := o.send(ctx, m)
	var refused *Permanent
	if errors.As(err, &refused) && m.Account != "" && len(m.To) == 1 {
		if e := o.Undelivered(context.WithoutCancel(ctx), m.Account, m.To[0], phrase.OneLine(refused.Error(), 300)); e != nil {
			o.log.Error("mail", "error", e)
		}
	}
	return err
}

// send makes a letter and hands it over.
func (o *Outbox) send(ctx context.Context, m *Letter) error {
	raw, err := o.compose(ctx, m)
	if err != nil {
		return err
	}
	if err := o.remember(ctx, m); err != nil {
		return err
	}
	err = o.sender.Send(ctx, o.c.Address, m.To, raw)
	var permanent *Permanent
	switch {
	case err == nil:
		o.count.MailSent("sent")
	case errors.As(err, &permanent):
		o.count.MailSent("failed")
	case ctx.Err() == nil:
		o.count.MailSent("deferred")
	}
	return err
}

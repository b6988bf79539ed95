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
	"podesta/internal/trace"
)

// Sender sends e-mail.
type Sender interface {
	// Send sends a message to the addresses. It returns a Permanent error if the same message will
	// never be accepted. After any other error the message is sent again later.
	Send(ctx context.Context, from string, to []string, raw []byte) error
}

// Permanent is an error that no further attempt can resolve.
type Permanent struct{ Err error }

func (p *Permanent) Error() string { return p.Err.Error() }
func (p *Permanent) Unwrap() error { return p.Err }

// The limits of delivery.
const (
	// LeaseTime is the duration of a claim on e-mail, after which another process takes over the
	// e-mail of a process that has died. A running process renews its claims every HoldEvery.
	LeaseTime = 20 * time.Second
	HoldEvery = LeaseTime / 3
	// defaultAtOnce is the number of e-mails sent at the same time, unless Relay.AtOnce says
	// otherwise. rounds is the number of e-mails claimed at a time, as a multiple of that number.
	defaultAtOnce = 8
	rounds        = 5
	// inARow is the maximum number of e-mails about one game that are claimed before e-mails about
	// the next game.
	inARow = 24
	// maxTries is the number of failures after which delivery of an e-mail is given up. With the
	// pauses between attempts this takes about five days.
	maxTries = 30
)

// While phases have been due for longer than phasesLate, e-mail about games waits, because
// resolving all phases has priority. It waits no longer than phasesWait, so that a judge that
// cannot catch up still sends e-mail.
const (
	phasesLate = 2 * time.Second
	phasesWait = 3 * time.Minute
)

// yields reports whether e-mail about games must wait for phases that are due.
func (o *Outbox) yields(ctx context.Context) (bool, error) {
	due, err := o.judge.Clock.NextDue(ctx)
	if err != nil {
		return false, err
	}
	now := o.Now()
	if due.IsZero() || now.Sub(due) <= phasesLate {
		o.yielding = time.Time{}
		return false, nil
	}
	if o.yielding.IsZero() {
		o.yielding = now
	}
	return now.Sub(o.yielding) < phasesWait, nil
}

// backoff returns the pause after a number of attempts.
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

// Work does each job that is due now once, and returns the number of jobs. It should be called
// about every second, but never twice at the same time in one process. Any number of processes may
// call it.
func (o *Outbox) Work(ctx context.Context) (int, error) {
	if r, ok := o.sender.(*relay); ok {
		r.sweep(false)
	}
	waits, err := o.yields(ctx)
	if err != nil {
		return 0, err
	}
	total, turn := 0, o.turn
	var all []error
	for _, k := range []struct {
		kind string
		do   func(context.Context, *game.Job) error
		lane func(*game.Job) string
	}{{mailKind, o.spread, gameOf}, {heldKind, o.release, readerOf}, {letterKind, o.sendLetter, addressOf}, {postKind, nil, readerOf}} {
		if k.kind != mailKind && k.kind != heldKind && !o.sends() || waits && k.kind != letterKind {
			continue
		}
		var jobs []game.Job
		err := o.store.Write(ctx, func(tx *game.Tx) error {
			var err error
			if k.kind == postKind {
				jobs, o.turn, err = tx.Jobs.ClaimInTurn(k.kind, turn, o.Now(), LeaseTime, rounds*o.atOnce, inARow)
			} else {
				jobs, err = tx.Jobs.Claim(k.kind, o.Now(), LeaseTime, rounds*o.atOnce)
			}
			return err
		})
		if err != nil {
			all = append(all, err)
			continue
		}
		if k.kind == postKind {
			jobs = interleaved(jobs)
			all := o.newGathering(ctx, jobs)
			k.do = func(ctx context.Context, job *game.Job) error { return o.sendPost(ctx, job, all) }
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

// batch does jobs, returns their number, and renews the claims of the jobs that are not done yet.
// The jobs of one lane are done in order, and several lanes in parallel. When ctx ends, the
// remaining jobs are released.
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
	room := make(chan struct{}, o.atOnce)
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

// try does a job. A panic makes only this job fail.
func try(ctx context.Context, job *game.Job, do func(context.Context, *game.Job) error) (err error) {
	ctx, span := trace.Begin(ctx, trace.Consumer, spanNames[job.Kind], job.Trace)
	span.Str("podesta.game", job.Game)
	defer func() {
		span.Fail(err)
		span.End()
	}()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return do(ctx, job)
}

// spanNames holds the names of trace spans for jobs, keyed by kind of job.
var spanNames = map[string]string{mailKind: "find readers", heldKind: "collect what has waited", letterKind: "deliver e-mail", postKind: "deliver e-mail about a game"}

// lanes divides jobs into lanes without changing their order. The lanes are in the order of their
// first jobs.
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

// addressOf returns the lane of a composed e-mail: its address, so that e-mail to the same address
// is sent in order.
func addressOf(job *game.Job) string {
	var m struct {
		To []string `json:"to"`
	}
	if json.Unmarshal(job.Data, &m) != nil || len(m.To) == 0 {
		return ""
	}
	return m.To[0]
}

// readerOf returns the lane of an e-mail about entries: its game and reader, so that e-mail to the
// same reader about the same game is sent in order.
func readerOf(job *game.Job) string {
	var ref postJob
	if json.Unmarshal(job.Data, &ref) != nil {
		return ""
	}
	return ref.Game + " " + ref.Account
}

// hold renews the claims of jobs until the channel done is closed. It ignores finished jobs.
func (o *Outbox) hold(jobs []game.Job, done <-chan struct{}) {
	Every(HoldEvery, done, func() {
		err := o.store.Write(context.Background(), func(tx *game.Tx) error {
			for i := range jobs {
				if err := tx.Jobs.HoldJob(jobs[i].ID, o.Now().Add(LeaseTime)); err != nil && !errors.Is(err, game.ErrNoRecord) {
					return err
				}
			}
			return nil
		})
		if err != nil {
			o.log.Warn("mail may be sent twice", "error", err)
		}
	})
}

// Every calls the function do at intervals of d until the channel done is closed.
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

// sends reports whether e-mail can be sent at all. Without a relay, e-mail stays in the queue.
func (o *Outbox) sends() bool {
	r, ok := o.sender.(*relay)
	return !ok || r.c.Addr != ""
}

// Now returns the time in the precision of the store.
func (o *Outbox) Now() time.Time { return o.clock.Now().UTC().Truncate(time.Microsecond) }

// settle removes a finished job, releases an interrupted one, or postpones a failed one. A job that
// has failed for good stays in the queue, where the list of failures shows it.
func (o *Outbox) settle(ctx context.Context, job *game.Job, failed error) error {
	if failed != nil && ctx.Err() != nil {
		failed = ctx.Err()
	}
	if failed == nil && job.Kind == mailKind {
		return nil // spread has removed the job in the transaction that queued its e-mails
	}
	retry := func(tx *game.Tx) error {
		var permanent *Permanent
		switch {
		case errors.As(failed, &permanent), job.Tries >= maxTries:
			return tx.Jobs.RetryJob(job.ID, time.Time{}, phrase.OneLine(failed.Error(), 500))
		case errors.Is(failed, context.Canceled):
			return tx.Jobs.RetryJob(job.ID, o.Now(), "")
		}
		return tx.Jobs.RetryJob(job.ID, o.Now().Add(backoff(job.Tries)), phrase.OneLine(failed.Error(), 500))
	}
	var err error
	if failed == nil {
		err = o.commits.finish(job.ID)
	} else {
		err = o.commits.write(retry)
	}
	if failed == nil && err == nil && job.Kind != mailKind && job.Kind != heldKind {
		o.count.MailDelay(o.Now().Sub(job.Due))
	}
	if errors.Is(err, game.ErrNoRecord) {
		err = nil // another process has the job, or it is already done
	}
	if failed != nil && !errors.Is(failed, context.Canceled) {
		o.log.Warn("mail not sent", "job", job.ID, "kind", job.Kind, "game", job.Game, "tries", job.Tries, "error", failed)
	}
	return err
}

// Failed lists e-mail that could not be sent, whether or not it is still being tried.
func (o *Outbox) Failed(ctx context.Context, limit int) ([]game.Job, error) {
	var out []game.Job
	err := o.store.Read(ctx, func(tx *game.Tx) error {
		out = nil
		for _, kind := range queues {
			jobs, err := tx.Jobs.Jobs(kind, true, limit)
			if err != nil {
				return err
			}
			out = append(out, jobs...)
		}
		return nil
	})
	return out, err
}

// sendLetter sends an e-mail that was composed earlier.
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

// send composes and sends an e-mail.
func (o *Outbox) send(ctx context.Context, m *Letter) error {
	if err := m.render(); err != nil {
		return err
	}
	raw, err := o.compose(ctx, m)
	if err != nil {
		return err
	}
	if err := o.remember(m); err != nil {
		return err
	}
	err = o.handOver(ctx, m.To, raw)
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

// handOver sends an e-mail to the relay.
func (o *Outbox) handOver(ctx context.Context, to []string, raw []byte) error {
	ctx, span := trace.Start(ctx, trace.Client, "send to relay")
	defer span.End()
	span.Int("podesta.size", len(raw))
	err := o.sender.Send(ctx, o.c.Address, to, raw)
	span.Fail(err)
	return err
}

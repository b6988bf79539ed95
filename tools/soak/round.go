//go:build linux

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/store"
)

// round is a part of a run: new people and games, faults, and the check of the history.
type round struct {
	plan
	number int // the round's number, counted from 1
	folder string

	mu        sync.Mutex
	journal   *journal
	town      *town
	processes []*process
	clients   []*client
	relay     *relay
	receiver  *receiver
	guild     *guild
	database  string // name of its file or database
	cluster   *cluster
	proxies   []*proxy // a proxy for each process
	undoing   sync.WaitGroup
	failed    error
	disk      string        // folder where a small disk is mounted; empty for none
	slow      *slowDisk     // mounted above the small disk; nil for none
	mounting  sync.Mutex    // held while the small disk is read-only, and while its content is changed
	apart     time.Duration // difference between the judge's clocks and the machine's clock
	think     time.Duration // mean pause of a client
	kills     int
	rand      *rand.Rand

	// Inserted by tests between the judge and its clients.
	between func(http.RoundTripper) http.RoundTripper
	swallow func(Letter) bool
	enough  func() bool // if not nil, reports when a round without kills can end

	acts func() func(*round, context.Context) error // chooses the next fault; nil for choose
}

// say prints a line of progress.
func (r *round) say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}

// note prints when a part of the round has ended, if the run is verbose.
func (r *round) note(what string) {
	if r.verbose {
		r.say("%s: %s", r.journal.now().Round(10*time.Millisecond), what)
	}
}

// play plays the round and returns its history.
func (r *round) play(ctx context.Context) (h *History, err error) {
	r.journal = newJournal()
	if r.acts == nil {
		r.acts = r.choose
	}
	r.rand = rand.New(rand.NewPCG(r.seed, uint64(r.number)))
	if err := os.MkdirAll(r.folder, 0o700); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.removeDisks()) }()
	defer func() {
		for _, p := range r.processes {
			if p.up.Load() {
				err = errors.Join(err, p.kill())
			}
		}
		if r.relay != nil {
			r.relay.close()
		}
		if r.receiver != nil {
			r.receiver.close()
		}
		if r.guild != nil {
			r.guild.close()
		}
	}()
	if r.relay, err = newRelay(r.journal, r.swallow); err != nil {
		return nil, err
	}
	if r.receiver, err = newReceiver(r.journal); err != nil {
		return nil, err
	}
	if r.guild, err = newGuild(r.journal); err != nil {
		return nil, err
	}
	r.startClocks()
	if (r.faults["disk"] || r.faults["slow"]) && r.cluster == nil {
		if err := r.smallDisk(); err != nil {
			return nil, err
		}
		if r.faults["slow"] {
			if err := r.layer(); err != nil {
				return nil, err
			}
		}
	}
	if err := r.newDatabase(ctx); err != nil {
		return nil, err
	}
	if r.town, err = newTown(ctx, r.url(), r.now, r.links, r.hosted, r.receiver.url); err != nil {
		return nil, err
	}
	for n := range r.processCount {
		database := r.url()
		if r.cluster != nil {
			x, err := newProxy(func() string { return r.cluster.current() })
			if err != nil {
				return nil, err
			}
			defer x.close()
			r.proxies = append(r.proxies, x)
			database = "postgres://podesta@" + x.address() + "/" + r.database + "?sslmode=disable"
		}
		p, err := newProcess(n+1, r.program, r.folder, database, r.town.secret, r.relay.address, r.guild)
		if err != nil {
			return nil, err
		}
		if err := errors.Join(r.tell(p, 0), p.start()); err != nil {
			return nil, err
		}
		r.processes = append(r.processes, p)
	}
	for _, x := range r.town.tables {
		r.clients = append(r.clients, r.newClients(x)...)
	}
	r.clients = append(r.clients, r.cupClients()...)
	r.think = time.Duration(float64(len(r.clients)) / r.rate * float64(time.Second))
	r.note("set up")
	if err := r.disturb(ctx); err != nil {
		return nil, err
	}
	r.note("faults over")
	if err := r.finish(ctx); err != nil {
		return nil, err
	}
	return &r.journal.h, r.town.collect(ctx, r.url(), &r.journal.h)
}

// removeDisks unmounts the disks that smallDisk and layer have mounted.
func (r *round) removeDisks() (err error) {
	if r.slow != nil {
		err = r.slow.close()
	}
	if r.disk != "" {
		err = errors.Join(err, syscall.Unmount(r.disk, syscall.MNT_DETACH))
	}
	return err
}

// keepLogs copies the logs of the processes to files whose names begin with
// prefix, and returns their names.
func (r *round) keepLogs(prefix string) (names []string, err error) {
	for _, p := range r.processes {
		text, err := os.ReadFile(filepath.Join(p.folder, "log"))
		if err != nil {
			return names, err
		}
		name := fmt.Sprintf("%s-%d.log", prefix, p.n)
		if err := os.WriteFile(name, text, 0o600); err != nil {
			return names, err
		}
		names = append(names, name)
	}
	return names, nil
}

// finish lets the processes send what is queued, reads everything once more, and stops them. If
// their clocks caused further jobs meanwhile, they are started again.
func (r *round) finish(ctx context.Context) error {
	for {
		if err := r.drain(ctx); err != nil {
			return err
		}
		r.note("everything sent")
		for _, p := range r.processes { // a clock was wrong, or a database was down
			if err := p.ready(ctx); err != nil {
				return err
			}
		}
		for _, c := range r.clients {
			c.last(r.processes[c.rand.IntN(len(r.processes))])
		}
		for _, p := range r.processes {
			end := p.stop
			if r.hurry { // a clean stop may wait for the lease of an e-mail that a killed process was reading
				end = p.kill
			}
			if err := end(); err != nil {
				return err
			}
		}
		st, err := store.Open(r.url())
		if err != nil {
			return err
		}
		waiting, err := queued(ctx, st, r.now())
		if err := errors.Join(err, st.Close()); err != nil || len(waiting) == 0 {
			return err
		}
		for _, p := range r.processes {
			if err := p.start(); err != nil {
				return err
			}
		}
	}
}

// newDatabase chooses the file of a new SQLite database, or creates an empty PostgreSQL database.
func (r *round) newDatabase(ctx context.Context) error {
	if r.cluster == nil {
		folder := cmp.Or(r.disk, r.folder)
		if r.slow != nil {
			folder = r.slow.folder
		}
		r.database = filepath.Join(folder, "podesta.db")
		return nil
	}
	r.database = fmt.Sprintf("round%d", r.number)
	return r.cluster.primary.exec(ctx, "CREATE DATABASE "+r.database)
}

// url returns the URL of the database, for this program.
func (r *round) url() string {
	if r.cluster == nil {
		return "sqlite:" + r.database
	}
	return r.cluster.primary.url(r.database)
}

// disturb lets the clients play, and causes faults meanwhile.
func (r *round) disturb(ctx context.Context) error {
	playing, stop := context.WithCancel(ctx)
	defer stop()
	var all sync.WaitGroup
	for _, c := range r.clients {
		all.Go(func() { c.play(playing) })
	}
	err := r.breakThings(playing)
	stop()
	all.Wait()
	r.undoing.Wait()
	return errors.Join(err, r.failure())
}

// breakThings injects faults until the round has had enough.
func (r *round) breakThings(ctx context.Context) error {
	end := time.Now().Add(r.length)
	more := func() bool {
		switch {
		case r.enough != nil:
			return !r.enough()
		case r.killsEach > 0:
			return r.kills < r.killsEach
		}
		return time.Now().Before(end)
	}
	for more() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(r.moment()):
		}
		if err := r.failure(); err != nil {
			return err
		}
		if do := r.acts(); do != nil {
			if err := do(r, ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// moment returns a pause between faults.
func (r *round) moment() time.Duration {
	return time.Duration(r.rand.Int64N(int64(2*r.pause) + 1))
}

// drainTime is the maximum time until all e-mails and webhook calls have been sent.
const drainTime = 6 * time.Minute

// drain waits until nothing is queued.
func (r *round) drain(ctx context.Context) error {
	st, err := store.Open(r.url())
	if err != nil {
		return err
	}
	defer st.Close()
	begun := time.Now()
	for {
		waiting, err := queued(ctx, st, r.now())
		if err != nil {
			return err
		}
		if len(waiting) == 0 {
			return nil
		}
		if time.Since(begun) > drainTime {
			return fmt.Errorf("%d jobs are still queued after %s, the first of them: %s", len(waiting), drainTime, waiting[0])
		}
		if err := hasten(ctx, st, r.now(), r.hurry); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// sending are the kinds of jobs that send something, or read what people sent.
var sending = []string{"mail", "post", "letter", "hook", "chat", "chat answer", gamestate.TournamentJob}

// queued describes the waiting e-mails, webhook calls and commands, and the tournaments in
// which something is due.
func queued(ctx context.Context, st *store.Store, now time.Time) (out []string, err error) {
	err = st.Read(ctx, func(tx *game.Tx) error {
		out = nil
		for _, kind := range sending {
			jobs, err := tx.Jobs.Jobs(kind, false, 0)
			if err != nil {
				return err
			}
			for _, j := range jobs {
				later := j.Due.IsZero() || j.Due.After(now) // there is nothing to do, or the next round begins later
				if kind != gamestate.TournamentJob || !later {
					out = append(out, fmt.Sprintf("%s %s, due %s, claimed until %s, tried %d times: %s", kind, j.Key, j.Due, j.Claimed, j.Tries, j.Failed))
				}
			}
		}
		return nil
	})
	return out, err
}

// hasten makes everything that waits for another attempt due immediately.
func hasten(ctx context.Context, st *store.Store, now time.Time, hurry bool) error {
	return st.Write(ctx, func(tx *game.Tx) error {
		for _, kind := range sending {
			jobs, err := tx.Jobs.Jobs(kind, false, 0)
			if err != nil {
				return err
			}
			for _, j := range jobs {
				if j.Claimed.IsZero() && (kind == gamestate.TournamentJob || !j.Due.After(now.Add(time.Second))) {
					continue
				}
				if !j.Claimed.IsZero() && !hurry {
					continue
				}
				if err := tx.Jobs.RetryJob(j.ID, now, j.Failed); err != nil && !errors.Is(err, game.ErrNoRecord) {
					return err
				}
			}
		}
		return nil
	})
}

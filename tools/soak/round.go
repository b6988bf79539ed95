package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"podesta/internal/game"
	"podesta/internal/store"
)

// round is a part of a run: new people and games, faults, and the check of what
// happened.
type round struct {
	plan
	number int // from 1
	folder string

	mu        sync.Mutex
	journal   *journal
	town      *town
	processes []*process
	clients   []*client
	relay     *relay
	receiver  *receiver
	database  string        // its URL
	think     time.Duration // the mean pause of a client
	kills     int
	rand      *rand.Rand

	// What tests plant between the judge and its clients.
	between func(http.RoundTripper) http.RoundTripper
	swallow func(Letter) bool
	enough  func() bool // ends a round without kills, if it is not nil
}

// say prints a line of progress.
func (r *round) say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}

// play plays the round and returns its history.
func (r *round) play(ctx context.Context) (h *History, err error) {
	r.journal = newJournal()
	r.rand = rand.New(rand.NewPCG(r.seed, uint64(r.number)))
	if err := os.MkdirAll(r.folder, 0o700); err != nil {
		return nil, err
	}
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
	}()
	if r.relay, err = newRelay(r.journal, r.swallow); err != nil {
		return nil, err
	}
	if r.receiver, err = newReceiver(r.journal); err != nil {
		return nil, err
	}
	r.database = "sqlite:" + filepath.Join(r.folder, "podesta.db")
	if r.town, err = newTown(ctx, r.database, r.links, r.hosted, r.receiver.url); err != nil {
		return nil, err
	}
	for n := range r.processCount {
		p, err := newProcess(n+1, r.program, r.folder, r.database, r.town.secret, r.relay.address)
		if err != nil {
			return nil, err
		}
		if err := p.start(); err != nil {
			return nil, err
		}
		r.processes = append(r.processes, p)
	}
	for _, x := range r.town.tables {
		r.clients = append(r.clients, r.newClients(x)...)
	}
	r.think = time.Duration(float64(len(r.clients)) / r.rate * float64(time.Second))
	if err := r.disturb(ctx); err != nil {
		return nil, err
	}
	if err := r.drain(ctx); err != nil {
		return nil, err
	}
	for _, c := range r.clients {
		c.last(r.processes[c.rand.IntN(len(r.processes))])
	}
	for _, p := range r.processes {
		if err := p.stop(); err != nil {
			return nil, err
		}
	}
	r.journal.h.Games, err = r.town.collect(ctx, r.database)
	return &r.journal.h, err
}

// disturb lets the clients play, and meanwhile breaks things.
func (r *round) disturb(ctx context.Context) error {
	playing, stop := context.WithCancel(ctx)
	defer stop()
	var all sync.WaitGroup
	for _, c := range r.clients {
		all.Go(func() { c.play(playing) })
	}
	err := r.breakThings(ctx)
	stop()
	all.Wait()
	return err
}

// breakThings injects faults until the round has had its share.
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
		if !r.faults["kill"] {
			continue
		}
		if err := r.killOne(); err != nil {
			return err
		}
	}
	return nil
}

// moment returns a pause between faults.
func (r *round) moment() time.Duration {
	return time.Duration(r.rand.Int64N(int64(2*r.pause) + 1))
}

// killOne kills a process and starts it again.
func (r *round) killOne() error {
	p := r.processes[r.rand.IntN(len(r.processes))]
	r.journal.fault("kill", p.n)
	r.kills++
	if err := p.kill(); err != nil {
		return err
	}
	return p.start()
}

// drainTime is the longest time until all e-mails and webhooks have been sent.
const drainTime = 3 * time.Minute

// drain waits until nothing is queued.
func (r *round) drain(ctx context.Context) error {
	st, err := store.Open(r.database)
	if err != nil {
		return err
	}
	defer st.Close()
	begun := time.Now()
	for {
		waiting, err := queued(ctx, st)
		if err != nil {
			return err
		}
		if waiting == 0 {
			return nil
		}
		if time.Since(begun) > drainTime {
			return fmt.Errorf("%d e-mails and webhooks are still queued after %s", waiting, drainTime)
		}
		if err := hasten(ctx, st, r.hurry); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// sending are the kinds of jobs that send something.
var sending = []string{"mail", "post", "letter", "hook"}

// queued returns the number of e-mails and webhooks that wait to be sent.
func queued(ctx context.Context, st *store.Store) (n int, err error) {
	err = st.Read(ctx, func(tx game.Tx) error {
		n = 0
		for _, kind := range sending {
			jobs, err := tx.Jobs(kind, false, 0)
			if err != nil {
				return err
			}
			n += len(jobs)
		}
		return nil
	})
	return n, err
}

// hasten makes everything that waits for another attempt due at once.
func hasten(ctx context.Context, st *store.Store, hurry bool) error {
	return st.Write(ctx, func(tx game.Tx) error {
		now := time.Now()
		for _, kind := range sending {
			jobs, err := tx.Jobs(kind, false, 0)
			if err != nil {
				return err
			}
			for _, j := range jobs {
				if j.Claimed.IsZero() && !j.Due.After(now.Add(time.Second)) {
					continue
				}
				if !j.Claimed.IsZero() && !hurry {
					continue
				}
				if err := tx.RetryJob(j.ID, now, j.Failed); err != nil && !errors.Is(err, game.ErrNoRecord) {
					return err
				}
			}
		}
		return nil
	})
}

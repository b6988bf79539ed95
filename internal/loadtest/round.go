//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/seed"
	"podesta/internal/store"
)

// round is one measurement.
type round struct {
	plan
	folder string

	store   *store.Store
	judge   *judge.Judge // on the same store, to inspect the games
	games   []seed.Game  // that fall due
	others  []seed.Game  // games that receive e-mail with orders, and are therefore due later
	due     time.Time
	sink    *sink
	servers []*server
}

// wallClock returns the time of the machine.
type wallClock struct{}

// Now returns the time.
func (wallClock) Now() time.Time { return time.Now() }

// end ends all running processes.
func (r *round) end() {
	for _, s := range r.servers {
		_ = s.process.Process.Kill() // it may have ended
	}
	if r.sink != nil {
		_ = r.sink.Close()
	}
	if r.store != nil {
		_ = r.store.Close()
	}
}

// measure makes all measurements.
func (r *round) measure(ctx context.Context) (err error) {
	if r.sink, err = newSink(); err != nil {
		return err
	}
	secret, err := r.crowded(ctx)
	if err != nil {
		return err
	}
	for n := range r.processes {
		begun := time.Now()
		s, err := startServer(ctx, r.podesta, r.folder, r.database, n+1, secret, r.sink.at)
		if err != nil {
			return err
		}
		r.servers = append(r.servers, s)
		fmt.Printf("process %d was ready after %s\n", n+1, time.Since(begun).Round(10*time.Millisecond))
	}
	if time.Until(r.due) < 40*time.Second {
		return fmt.Errorf("games fall due before anything can be measured at rest: give a longer -wait than %s", r.wait)
	}
	if r.reading > 0 {
		return r.reads(ctx)
	}
	if err := r.rest(ctx); err != nil {
		return err
	}
	if err := r.burst(ctx); err != nil {
		return err
	}
	if err := r.check(ctx); err != nil {
		return err
	}
	for n, s := range r.servers {
		took, err := s.stop()
		if err != nil {
			return err
		}
		fmt.Printf("process %d ended in good order after %s\n", n+1, took.Round(10*time.Millisecond))
	}
	return nil
}

// rest measures the judge while nothing is due.
func (r *round) rest(ctx context.Context) error {
	pause := 15 * time.Second
	work, now, err := r.works(ctx, pause)
	if err != nil {
		return err
	}
	fmt.Printf("at rest: %.1f%% of a processor, %d MB\n", 100*work.Seconds()/pause.Seconds(), now)
	quiet, cancel := context.WithDeadline(ctx, r.due.Add(-5*time.Second))
	defer cancel()
	for _, t := range r.probe().run(quiet, 20, 10*time.Millisecond) {
		fmt.Println("  ", t)
	}
	after, err := r.used()
	if err != nil {
		return err
	}
	fmt.Printf("after them: %d MB, at most %d MB\n", after.now, after.peak)
	return ctx.Err()
}

func (r *round) probe() *probe {
	return &probe{server: r.servers[0], judge: r.judge, games: r.games, others: r.others}
}

// used returns what all processes have used together. Memory is that of the
// largest process.
func (r *round) used() (use, error) {
	var all use
	for _, s := range r.servers {
		u, err := s.used()
		if err != nil {
			return all, err
		}
		all.work += u.work
		all.now, all.peak = max(all.now, u.now), max(all.peak, u.peak)
	}
	return all, nil
}

// works returns the judge's processor time while idle for a duration, and its
// memory after that in megabytes.
func (r *round) works(ctx context.Context, pause time.Duration) (work time.Duration, now int, err error) {
	before, err := r.used()
	if err != nil {
		return 0, 0, err
	}
	select {
	case <-ctx.Done():
		return 0, 0, ctx.Err()
	case <-time.After(pause):
	}
	after, err := r.used()
	return after.work - before.work, after.now, err
}

// burst waits for the moment at which all games become due, and for the end of
// the work. Meanwhile people read pages and send orders.
func (r *round) burst(ctx context.Context) error {
	crowd, err := r.newCrowdReader(max(1, r.beside))
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Until(r.due)):
	}
	before, err := r.used()
	if err != nil {
		return err
	}
	first := r.sink.taken.Load()
	var seen []*times
	var wg sync.WaitGroup
	meanwhile, stop := context.WithCancel(ctx)
	defer func() {
		stop()
		wg.Wait()
		for _, t := range seen {
			fmt.Println("  ", t)
		}
	}()
	var acts, reads []*times
	wg.Go(func() { acts = r.probe().run(meanwhile, 1000, 100*time.Millisecond) })
	if r.beside > 0 {
		wg.Go(func() {
			each, all := crowd.run(meanwhile)
			reads = append(each, all)
		})
	}
	if err := r.until(ctx, "games", r.left); err != nil {
		return err
	}
	took := time.Since(r.due)
	after, err := r.used()
	if err != nil {
		return err
	}
	sent := r.sink.taken.Load() - first
	work := after.work - before.work
	fmt.Printf("all %d phases processed, their mail queued, after %s: %.0f a second; %s of work of all processors, %.1f ms for each, with %d letters sent meanwhile\n",
		len(r.games), took.Round(100*time.Millisecond), float64(len(r.games))/took.Seconds(), work.Round(100*time.Millisecond), work.Seconds()*1000/float64(len(r.games)), sent)
	fmt.Printf("memory: %d MB, at most %d MB\n", after.now, after.peak)
	if r.drain {
		if err := r.until(ctx, "jobs for e-mails", r.unsent); err != nil {
			return err
		}
		took := time.Since(r.due)
		if after, err = r.used(); err != nil {
			return err
		}
		n, work := r.sink.taken.Load()-first, after.work-before.work
		fmt.Printf("all %d e-mails handed over after %s: %.0f a second; %.1f ms of work each, with that of the phases; memory at most %d MB\n",
			n, took.Round(100*time.Millisecond), float64(n)/took.Seconds(), work.Seconds()*1000/float64(max(1, n)), after.peak)
	}
	stop()
	wg.Wait()
	seen = append(acts, reads...)
	if r.drain {
		return nil
	}
	return r.letters(ctx)
}

// until waits until nothing is left of something, and shows the progress.
func (r *round) until(ctx context.Context, what string, count func(context.Context) (int, error)) error {
	last := time.Now()
	for {
		left, err := count(ctx)
		if err != nil || left == 0 {
			return err
		}
		if time.Since(last) > 10*time.Second {
			last = time.Now()
			fmt.Printf("   after %s %d %s are left\n", time.Since(r.due).Round(time.Second), left, what)
		}
		if time.Since(r.due) > time.Hour {
			return fmt.Errorf("after an hour %d %s are left", left, what)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// letters measures how fast e-mail is sent when the judge does nothing else.
func (r *round) letters(ctx context.Context) error {
	before, err := r.used()
	if err != nil {
		return err
	}
	first, size := r.sink.taken.Load(), r.sink.bytes.Load()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(r.after):
	}
	after, err := r.used()
	if err != nil {
		return err
	}
	n := r.sink.taken.Load() - first
	if n == 0 {
		return errors.New("no letter went out")
	}
	fmt.Printf("letters then: %.0f a second, %.1f ms of work and %d KB each; memory at most %d MB\n",
		float64(n)/r.after.Seconds(), (after.work-before.work).Seconds()*1000/float64(n), (r.sink.bytes.Load()-size)/n>>10, after.peak)
	return nil
}

// left returns the number of games whose clocks are due and that have not been
// processed.
func (r *round) left(ctx context.Context) (int, error) {
	n := 0
	err := r.store.Read(ctx, func(tx *game.Tx) error {
		n = 0
		jobs, err := tx.Jobs.Jobs("clock", false, 0)
		for i := range jobs {
			if !jobs[i].Due.After(r.due) && !jobs[i].Due.IsZero() {
				n++
			}
		}
		return err
	})
	return n, err
}

// unsent returns the number of jobs for e-mail.
func (r *round) unsent(ctx context.Context) (int, error) {
	census, err := r.store.Census(ctx, time.Now())
	n := 0
	for _, j := range census.Jobs {
		switch j.Kind {
		case "mail", "post", "letter":
			n += j.All
		}
	}
	return n, err
}

// check checks that every game was processed once.
func (r *round) check(ctx context.Context) error {
	wrong := 0
	for _, g := range r.games {
		err := r.store.Read(ctx, func(tx *game.Tx) error {
			now, err := tx.Games.Game(g.ID)
			if err == nil && now.Revision != g.Revision+1 {
				wrong++
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %d games were not processed exactly once", wrong, len(r.games))
	}
	fmt.Printf("every game was processed exactly once\n")
	return nil
}

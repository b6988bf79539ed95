package httpserver

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"time"
)

// Worker is a task that runs repeatedly in the background.
type Worker struct {
	Name  string
	Every time.Duration   // pause between two rounds
	Wake  <-chan struct{} // ends the pause early; may be nil
	// Round does the work that is due and returns how much it was. If that is not 0, the next round
	// follows immediately.
	Round func(ctx context.Context) (did int, err error)
}

// RoundCounter counts rounds of workers.
type RoundCounter interface {
	Round(worker string, did int, at time.Time, err error)
}

// The longest pause of a failing worker, and the time without a successful
// round after which it counts as stuck.
const (
	longestPause = 30 * time.Second
	stuckAfter   = 5 * time.Minute
)

// Crew runs workers.
type Crew struct {
	log   *slog.Logger
	count RoundCounter

	soft, hard           context.Context // soft ends new rounds; hard cancels rounds in progress
	stopRounds, breakOff context.CancelFunc
	running              sync.WaitGroup
	mu                   sync.Mutex
	// time by which each worker must finish another successful round to count as healthy
	good map[string]time.Time
}

// NewCrew returns a crew without workers.
func NewCrew(log *slog.Logger, count RoundCounter) *Crew {
	c := &Crew{log: log, count: count, good: map[string]time.Time{}}
	c.soft, c.stopRounds = context.WithCancel(context.Background())
	c.hard, c.breakOff = context.WithCancel(context.Background())
	return c
}

// Go starts a worker.
func (c *Crew) Go(w Worker) {
	c.mu.Lock()
	c.good[w.Name] = time.Now().Add(w.Every + stuckAfter)
	c.mu.Unlock()
	c.running.Go(func() { c.run(w) })
}

func (c *Crew) run(w Worker) {
	pause := w.Every
	failed := false
	for c.soft.Err() == nil {
		did, err := c.round(w)
		if c.hard.Err() != nil {
			return
		}
		c.count.Round(w.Name, did, time.Now(), err)
		if err != nil {
			failed = true
			c.log.Error("worker", "worker", w.Name, "error", err)
			pause = min(2*max(pause, time.Second), longestPause)
		} else {
			if failed {
				c.log.Info("worker recovered", "worker", w.Name)
			}
			failed = false
			c.mu.Lock()
			c.good[w.Name] = time.Now().Add(w.Every + stuckAfter)
			c.mu.Unlock()
			if did > 0 {
				c.log.Debug("worker", "worker", w.Name, "did", did)
				continue
			}
			pause = w.Every
		}
		timer := time.NewTimer(pause)
		select {
		case <-c.soft.Done():
		case <-timer.C:
		case _, open := <-w.Wake:
			if !open {
				w.Wake = nil
			}
		}
		timer.Stop()
	}
}

// round runs one round. It turns a panic into an error.
func (c *Crew) round(w Worker) (did int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return w.Round(c.hard)
}

// Check returns an error if a worker has had no successful round for too long.
func (c *Crew) Check(context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var stuck []string
	for name, until := range c.good {
		if late := time.Since(until); late > 0 {
			stuck = append(stuck, fmt.Sprintf("%s has done nothing for %s", name, (stuckAfter+late).Round(time.Second)))
		}
	}
	if len(stuck) > 0 {
		return fmt.Errorf("%s", strings.Join(stuck, "; "))
	}
	return nil
}

// Stop starts no new rounds and waits for those in progress. When ctx ends it cancels them and
// returns an error.
func (c *Crew) Stop(ctx context.Context) error {
	c.stopRounds()
	done := make(chan struct{})
	go func() {
		c.running.Wait()
		close(done)
	}()
	defer c.breakOff()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		c.breakOff()
		<-done
		return fmt.Errorf("workers were cancelled: %w", ctx.Err())
	}
}

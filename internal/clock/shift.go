package clock

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/trace"
)

// grouper is a store that serializes writes. Together returns how many phases should be stored in
// one transaction, so that they wait for the disk only once. Other stores write in parallel; there
// every phase has its own transaction, so that it does not delay other games.
type grouper interface{ Together() int }

// together returns the number of games per transaction.
func (k *Clockwork) together() int {
	if g, ok := k.base.Store.(grouper); ok {
		return max(g.Together(), 1)
	}
	return 1
}

// shift is a call of Work with several workers, so that phases are resolved on
// all processors while others are being stored.
type shift struct {
	clock *Clockwork
	ctx   context.Context
	todo  chan chunk // nil until there is work
	crew  sync.WaitGroup

	underWay sync.WaitGroup // chunks that were handed out
	handed   bool           // whether any chunks were handed out since the last wait
	seen     map[string]int // how often each game was checked

	mu    sync.Mutex
	done  int
	wrong []error
	over  bool // whether the store is unavailable, or the context is cancelled
}

// chunk is the work of one worker at a time.
type chunk struct {
	jobs    []game.Job
	outages []outage
}

// hand gives jobs to the workers. It postpones a game that keeps becoming due.
func (s *shift) hand(jobs []game.Job, outages []outage) {
	size := s.clock.together()
	if s.todo == nil && len(jobs) > 0 {
		s.todo = make(chan chunk)
		for range s.hands(size) {
			s.crew.Go(s.labour)
		}
	}
	next := chunk{outages: outages}
	traced := trace.Begins(s.ctx)
	for _, job := range jobs {
		if s.seen[job.Game]++; s.seen[job.Game] > sameGame {
			if err := s.clock.again(s.ctx, job, s.clock.base.Now().Add(rest), nil); err != nil {
				s.fail(err)
			}
			continue
		}
		if traced && job.Trace != "" { // a job with its own trace is handled separately
			s.give(chunk{[]game.Job{job}, outages})
			continue
		}
		if next.jobs = append(next.jobs, job); len(next.jobs) == size {
			s.give(next)
			next.jobs = nil
		}
	}
	if len(next.jobs) > 0 {
		s.give(next)
	}
}

// hands returns the number of workers. With a store that serializes writes it
// is one more than the number of processors, so that one can wait for its turn.
// With others it is a few more, since they mostly wait for the store.
func (s *shift) hands(together int) int {
	if together > 1 {
		return runtime.GOMAXPROCS(0) + 1
	}
	return 2 * max(runtime.GOMAXPROCS(0), 2)
}

func (s *shift) give(c chunk) {
	s.handed = true
	s.underWay.Add(1)
	s.todo <- c
}

// wait waits for the chunks that were handed out. It reports whether there were
// any since the last call.
func (s *shift) wait() bool {
	s.underWay.Wait()
	any := s.handed
	s.handed = false
	return any
}

// end lets the workers finish and returns the result of the shift.
func (s *shift) end(err error) (int, error) {
	if s.todo != nil {
		close(s.todo)
		s.crew.Wait()
	}
	return s.done, errors.Join(append(s.wrong, err)...)
}

// labour is the loop of a worker, which runs until the shift ends.
func (s *shift) labour() {
	for c := range s.todo {
		if !s.stopped() {
			s.do(c)
		}
		s.underWay.Done()
	}
}

// do performs what is due in the games of a chunk. If one of them fails, each
// is tried separately.
func (s *shift) do(c chunk) {
	err := s.attempt(c)
	switch {
	case err == nil:
		s.mu.Lock()
		s.done += len(c.jobs)
		s.mu.Unlock()
	case s.broken(err):
	case len(c.jobs) > 1:
		for _, job := range c.jobs {
			if !s.stopped() {
				s.do(chunk{[]game.Job{job}, c.outages})
			}
		}
	default:
		job := c.jobs[0]
		s.fail(errors.Join(err, s.clock.again(s.ctx, job, s.clock.base.Now().Add(Backoff(job.Tries)), err)))
	}
}

// attempt resolves phases and stores them in one transaction. It returns a
// panic as an error, so that one game cannot stop the judge.
func (s *shift) attempt(c chunk) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	parent, one := "", len(c.jobs) == 1
	if one {
		parent = c.jobs[0].Trace
	}
	ctx, span := trace.Begin(s.ctx, trace.Consumer, "check clocks", parent)
	defer func() {
		span.Fail(err)
		span.End()
	}()
	span.Int("podesta.games", len(c.jobs))
	if one {
		span.Str("podesta.game", c.jobs[0].Game)
	}
	ahead := make([]*gamestate.Forecast, len(c.jobs))
	for i := range c.jobs {
		ahead[i] = s.clock.foresee(ctx, c.jobs[i].Game)
	}
	return s.clock.base.Write(ctx, func(tx *game.Tx) error {
		for i, job := range c.jobs {
			if err := s.clock.tick(tx, job, ahead[i], c.outages); err != nil {
				return err
			}
		}
		return nil
	})
}

// broken records an error if it ends the shift, and reports whether it does.
func (s *shift) broken(err error) bool {
	if game.ErrorCode(err) != game.Unavailable && s.ctx.Err() == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	s.wrong = append(s.wrong, err)
	return true
}

// fail records an error. The error of an unavailable store ends the shift.
func (s *shift) fail(err error) {
	if s.broken(err) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wrong = append(s.wrong, err)
}

func (s *shift) stopped() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.over || s.ctx.Err() != nil
}

package outbox

import (
	"context"
	"sync"

	"podesta/internal/game"
)

// commits writes to the store in as few transactions as possible: everything that arrives while
// a transaction runs is written together in the next one.
type commits struct {
	store game.Store

	mu      sync.Mutex
	waiting []*commit
	busy    bool
}

// commit is a write, and its outcome.
type commit struct {
	do     func(*game.Tx) error
	finish int64 // the job to finish instead of calling do; 0 for none
	done   chan error
}

// write calls the function do in a transaction, possibly together with other commits, and returns
// its error. It may call do more than once.
func (c *commits) write(do func(*game.Tx) error) error {
	return c.put(&commit{do: do, done: make(chan error, 1)})
}

// finish removes a finished job. It does nothing if the job no longer belongs to
// this process.
func (c *commits) finish(job int64) error {
	return c.put(&commit{finish: job, done: make(chan error, 1)})
}

// put waits until a commit is written, and returns the error.
func (c *commits) put(w *commit) error {
	c.mu.Lock()
	c.waiting = append(c.waiting, w)
	if !c.busy {
		c.busy = true
		go c.work()
	}
	c.mu.Unlock()
	return <-w.done
}

// work writes until no commit is waiting.
func (c *commits) work() {
	for {
		c.mu.Lock()
		some := c.waiting
		c.waiting = nil
		if len(some) == 0 {
			c.busy = false
			c.mu.Unlock()
			return
		}
		c.mu.Unlock()
		if len(some) == 1 || c.together(some) != nil {
			// One of several commits may have failed, so each is repeated alone and gets its own
			// error.
			for _, w := range some {
				w.done <- c.together([]*commit{w})
			}
			continue
		}
		for _, w := range some {
			w.done <- nil
		}
	}
}

// together writes several commits in one transaction.
func (c *commits) together(some []*commit) error {
	return c.store.Write(context.Background(), func(tx *game.Tx) error {
		var finished []int64
		for _, w := range some {
			if w.finish != 0 {
				finished = append(finished, w.finish)
			} else if err := w.do(tx); err != nil {
				return err
			}
		}
		return tx.Jobs.FinishJobs(finished)
	})
}

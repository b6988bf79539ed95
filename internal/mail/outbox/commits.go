package outbox

import (
	"context"
	"sync"

	"podesta/internal/game"
)

// commits writes to the store in as few transactions as possible: what is to be
// written while a transaction runs is written together in the next one.
type commits struct {
	store game.Store

	mu      sync.Mutex
	waiting []*commit
	busy    bool
}

// commit is something to be written, and the outcome.
type commit struct {
	do   func(game.Tx) error
	done chan error
}

// write runs do in a transaction, perhaps with others, and returns its error. do
// may run again from the start.
func (c *commits) write(do func(game.Tx) error) error {
	w := &commit{do, make(chan error, 1)}
	c.mu.Lock()
	c.waiting = append(c.waiting, w)
	if !c.busy {
		c.busy = true
		go c.work()
	}
	c.mu.Unlock()
	return <-w.done
}

// work writes until nothing is waiting.
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
			// Of several, one may have failed: each gets its own error.
			for _, w := range some {
				w.done <- c.store.Write(context.Background(), w.do)
			}
			continue
		}
		for _, w := range some {
			w.done <- nil
		}
	}
}

// together writes all in one transaction.
func (c *commits) together(some []*commit) error {
	return c.store.Write(context.Background(), func(tx game.Tx) error {
		for _, w := range some {
			if err := w.do(tx); err != nil {
				return err
			}
		}
		return nil
	})
}

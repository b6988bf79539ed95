package judgetest

import (
	"context"
	"errors"
	"sync/atomic"

	"podesta/internal/game"
	"podesta/internal/store"
)

// Rehearsal is a store that can undo its writes. While it undoes them, every successful write is
// rolled back but reports success, so that a test can try the commands of many callers on the same
// state.
type Rehearsal struct {
	*store.Store
	forgets atomic.Bool
	wrote   atomic.Int64
	look    atomic.Pointer[func(*game.Tx)]
}

// Rehearse makes the judge of a house use a Rehearsal of its store.
func (h *House) Rehearse() *Rehearsal {
	r := &Rehearsal{Store: h.Store}
	h.Over(r)
	return r
}

// Forget sets whether the store undoes its writes from now on.
func (r *Rehearsal) Forget(on bool) { r.forgets.Store(on) }

// Look makes the store call f at the end of each write, before the write is undone. A nil f ends
// this.
func (r *Rehearsal) Look(f func(*game.Tx)) { r.look.Store(&f) }

// Wrote returns the number of successful writes so far.
func (r *Rehearsal) Wrote() int64 { return r.wrote.Load() }

var errForgotten = errors.New("undone by the rehearsal")

// Write runs f in a transaction.
func (r *Rehearsal) Write(ctx context.Context, f func(*game.Tx) error) error {
	forgets := r.forgets.Load()
	err := r.Store.Write(ctx, func(tx *game.Tx) error {
		if err := f(tx); err != nil {
			return err
		}
		if look := r.look.Load(); look != nil && *look != nil {
			(*look)(tx)
		}
		if !forgets {
			return nil
		}
		return errForgotten
	})
	if errors.Is(err, errForgotten) {
		err = nil
	}
	if err == nil {
		r.wrote.Add(1)
	}
	return err
}

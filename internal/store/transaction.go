package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"podesta/internal/game"
)

// How often a transaction is run again: after a clash with others, and while
// the database is not there.
const (
	clashTries = 12
	awayTries  = 6
)

// errUnderWay says that a transaction has no outcome yet.
var errUnderWay = errors.New("the transaction is still under way")

// lostError marks an error with which the connection was lost.
type lostError struct{ error }

func (e *lostError) Unwrap() error { return e.error }

// unsureError is an error of a commit of which nobody knows whether it came
// through.
type unsureError struct {
	error
	transaction string
}

// Read runs f in a transaction that sees one state of the database and cannot
// write. Where a connection is lost f runs again: it must set what it gives
// back, not add to it.
func (s *Store) Read(ctx context.Context, f func(game.Tx) error) error {
	return s.run(ctx, s.read, false, f)
}

// Write runs f in a transaction and keeps what it did if it gives no error. On
// SQLite writes stand in line; on PostgreSQL those of different games run side
// by side, and those of one game wait for each other from the moment at which
// they read the game or lock it. If others were in the way or the connection
// was lost, f runs again, a bounded number of times: apart from its transaction
// it must do nothing that cannot be done twice. A statement that fails spoils
// the whole transaction, whatever f gives back.
func (s *Store) Write(ctx context.Context, f func(game.Tx) error) error {
	return s.run(ctx, s.write, true, f)
}

func (s *Store) run(ctx context.Context, db *sql.DB, writing bool, f func(game.Tx) error) error {
	var clashes, losses int
	var wait backoff
	for {
		err, broken := s.once(ctx, db, writing, f)
		if broken != nil && s.d.damaged(broken) {
			s.damage.CompareAndSwap(nil, &damaged{broken, time.Now()})
		}
		if err == nil || broken == nil || ctx.Err() != nil {
			return err
		}
		var unsure *unsureError
		if errors.As(broken, &unsure) {
			kept, problem := s.settle(ctx, db, unsure)
			if kept || problem != nil {
				return problem
			}
		}
		switch s.d.fault(broken) {
		case clash:
			if clashes++; clashes >= clashTries {
				return s.d.plain(broken)
			}
			wait.sleep(ctx, 2*time.Millisecond, 200*time.Millisecond)
		case away:
			if losses++; losses >= awayTries {
				return s.d.plain(broken)
			}
			wait.sleep(ctx, 50*time.Millisecond, 500*time.Millisecond)
		case blocked, full:
			return s.d.plain(broken)
		default:
			return err
		}
	}
}

// once runs f in one transaction. Beside the error for the caller it gives the
// first one that came from the database, if any.
func (s *Store) once(ctx context.Context, db *sql.DB, writing bool, f func(game.Tx) error) (err, broken error) {
	if writing && s.turn != nil {
		// In the order in which they come: nobody waits for more than those who
		// were there before.
		select {
		case s.turn <- struct{}{}:
			defer func() { <-s.turn }()
		case <-ctx.Done():
			return ctx.Err(), ctx.Err()
		}
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return err, s.mark(nil, err)
	}
	defer conn.Close()
	options := s.d.look
	if writing {
		options = s.d.begin
	}
	// Once begun, a transaction ends by a commit or a rollback, not by a
	// connection that is torn down because the caller has lost patience.
	calm := context.WithoutCancel(ctx)
	t, err := conn.BeginTx(calm, options)
	if err != nil {
		return err, s.mark(conn, err)
	}
	x := &tx{ctx: ctx, run: ctx, t: t, d: s.d, writing: writing}
	if !s.d.numbered {
		// SQLite's driver has somebody watch over every statement that could be
		// broken off. None takes long; it is enough to look before each.
		x.run = calm
	}
	defer t.Rollback() // of no effect after the commit; needed if f panics
	if writing {
		err = s.current(x)
	}
	if err == nil {
		err = f(x)
	}
	if err == nil {
		err = x.broken
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		broken = s.mark(conn, x.broken)
		_ = t.Rollback() // what it could say is said by broken
		return err, broken
	}
	if err := s.commit(calm, conn, t, writing); err != nil {
		return err, err
	}
	s.hub.tell(x.topics...)
	return nil, nil
}

// commit keeps a transaction.
func (s *Store) commit(ctx context.Context, conn *sql.Conn, t *sql.Tx, writing bool) error {
	id := ""
	if writing && s.d.transaction != nil {
		var err error
		if id, err = s.d.transaction(ctx, t); err != nil {
			return s.mark(conn, err)
		}
	}
	err := t.Commit()
	if err == nil {
		return nil
	}
	marked := s.mark(conn, err)
	if id != "" && s.d.closed(conn) {
		return &unsureError{marked, id}
	}
	return marked
}

func (e *unsureError) Unwrap() error { return e.error }

// mark notes on an error that its connection is gone, if it is; an error of
// getting one has none.
func (s *Store) mark(conn *sql.Conn, err error) error {
	if err == nil || conn == nil || s.d.closed == nil || !s.d.closed(conn) {
		return err
	}
	return &lostError{err}
}

// settle finds out whether a transaction was kept.
func (s *Store) settle(ctx context.Context, db *sql.DB, u *unsureError) (kept bool, err error) {
	var wait backoff
	for range 2 * awayTries {
		kept, err = s.d.outcome(ctx, db, u.transaction)
		if err == nil {
			return kept, nil
		}
		wait.sleep(ctx, 50*time.Millisecond, 500*time.Millisecond)
	}
	return false, fmt.Errorf("%w (%w)", game.ErrUncertain, errors.Join(u.error, err))
}

// backoff waits ever longer, up to a limit, by spans with chance in them, so
// that those who were in each other's way are not so again.
type backoff struct{ times int }

func (b *backoff) sleep(ctx context.Context, first, most time.Duration) {
	span := min(most, first<<min(b.times, 16))
	b.times++
	t := time.NewTimer(span/2 + rand.N(span))
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

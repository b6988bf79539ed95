package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"podesta/internal/game"
	"podesta/internal/trace"
)

// The limits for how often a transaction is tried: clashTries counts attempts that end in a
// conflict with others, and awayTries attempts while the database cannot be reached.
const (
	clashTries = 12
	awayTries  = 6
)

// errUnderWay means that a transaction has no outcome yet.
var errUnderWay = errors.New("the transaction is still in progress")

// lostError marks an error that ended the connection.
type lostError struct{ error }

func (e *lostError) Unwrap() error { return e.error }

// unsureError is an error of a commit whose outcome is unknown.
type unsureError struct {
	error
	transaction string
}

// Read runs f in a transaction that sees one state of the database and cannot write. If the
// connection is lost, f runs again, so it must set its results, not add to them.
func (s *Store) Read(ctx context.Context, f func(*game.Tx) error) error {
	return s.run(ctx, s.read, false, f)
}

// Write runs f in a transaction, and commits it if f returns no error. On SQLite, writes queue. On
// PostgreSQL, writes of different games run in parallel, and writes of the same game wait for each
// other as soon as they read the game or lock it. After a conflict with others or a lost
// connection, f runs again, a limited number of times: outside its transaction it must do nothing
// that cannot be repeated. A failed statement aborts the whole transaction, whatever f returns.
func (s *Store) Write(ctx context.Context, f func(*game.Tx) error) error {
	return s.run(ctx, s.write, true, f)
}

func (s *Store) run(ctx context.Context, db *sql.DB, writing bool, f func(*game.Tx) error) (failed error) {
	name := "transaction that reads"
	if writing {
		name = "transaction that writes"
	}
	ctx, span := trace.Start(ctx, trace.Internal, name)
	tries := 0
	defer func() {
		span.Int("podesta.tries", tries)
		var refused *game.Error
		if span.On() && !errors.As(failed, &refused) { // a refusal is not a failure
			span.Fail(failed)
		}
		span.End()
	}()
	var clashes, losses int
	var wait backoff
	for {
		tries++
		err, broken := s.once(ctx, db, writing, f)
		if broken != nil && s.d.damaged(broken) {
			s.damage.CompareAndSwap(nil, &damaged{broken, time.Now()})
			return fmt.Errorf("%w (%w)", game.ErrDamaged, broken)
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

// once runs f in one transaction. In addition to the caller's error it returns
// the first error that the database reported, if any.
func (s *Store) once(ctx context.Context, db *sql.DB, writing bool, f func(*game.Tx) error) (err, broken error) {
	if writing && s.turn != nil {
		// Writers run in the order in which they arrive.
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
	// Once begun, a transaction must end with a commit or a rollback, even if the caller's context
	// ends, which would otherwise close the connection.
	calm := context.WithoutCancel(ctx)
	t, err := conn.BeginTx(calm, options)
	if err != nil {
		return err, s.mark(conn, err)
	}
	x := &tx{ctx: ctx, run: ctx, t: t, d: s.d, writing: writing, traced: trace.On(ctx)}
	if !s.d.numbered {
		// For a cancellable context, SQLite's driver starts a goroutine for each statement. Because
		// no statement takes long, it is enough to check the context before each.
		x.run = calm
	}
	defer t.Rollback() // no effect after the commit; needed if f panics
	if writing {
		err = s.current(x)
		x.packs = s.settled.Load() >= packedVersion
	}
	if err == nil {
		err = f(x.groups())
	}
	if err == nil {
		err = x.broken
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		broken = s.mark(conn, x.broken)
		_ = t.Rollback() // broken already holds the error
		return err, broken
	}
	if err := s.commit(calm, conn, t, writing); err != nil {
		return err, err
	}
	s.hub.tell(x.topics...)
	return nil, nil
}

// commit commits a transaction.
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

// mark wraps an error as a lostError if its connection is closed. conn is nil if opening the
// connection failed.
func (s *Store) mark(conn *sql.Conn, err error) error {
	if err == nil || conn == nil || s.d.closed == nil || !s.d.closed(conn) {
		return err
	}
	return &lostError{err}
}

// settle finds out whether a transaction with an unknown outcome was committed. It returns
// game.ErrUncertain if the database does not answer in time.
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

// backoff waits before a transaction is tried again. The waits become longer each time, up to a
// limit. They are partly random, so that conflicting transactions do not conflict again.
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

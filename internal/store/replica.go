package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"podesta/internal/game"
	"podesta/internal/trace"
)

// Options are settings of an open database. The zero value is the default.
type Options struct {
	// Connections is the most connections to the database, without the one that
	// writes a file and the one that listens to PostgreSQL.
	Connections int
	// Replica is the URL of a standby of the PostgreSQL database. It serves reads
	// that may lag (game.MayLag).
	Replica string
	// Lag is how far behind the standby may be to serve them.
	Lag time.Duration
	// Archive is the folder with the games that an earlier version has archived,
	// from which opening the database brings them back.
	Archive string
}

// The defaults of Options.
const (
	defaultConnections = 12
	defaultLag         = 10 * time.Second
)

// How often the standby is asked how far it is, how long it may take to answer,
// and how long the places of the database are remembered.
const (
	replicaEvery    = 500 * time.Millisecond
	replicaPatience = 2 * time.Second
	replicaMemory   = 10 * time.Minute
)

// replica is a standby of the database.
type replica struct {
	db   *sql.DB
	name string
	lag  time.Duration // the longest that is allowed

	state atomic.Pointer[replicaState]
	mu    sync.Mutex
	past  []placeAt // of the database, the oldest first
}

// replicaState is the state of a standby when it was last asked.
type replicaState struct {
	at      uint64 // the place up to which it has replayed the database's log
	behind  time.Duration
	problem error // why it is not used; nil: it is
}

// placeAt is the place of a log at a moment.
type placeAt struct {
	place uint64
	at    time.Time
}

// Errors of a standby.
var (
	errNoStandby = errors.New("it is not a standby: reads would not show what is written")
	errUnasked   = errors.New("it has not answered yet")
)

// ReplicaState describes the standby of a store.
type ReplicaState struct {
	Name    string        // for people; empty: there is none
	Behind  time.Duration // how old what it shows is
	Problem error         // why it is not used; nil: it is
}

// Replica returns the state of the standby.
func (s *Store) Replica() ReplicaState {
	if s.replica == nil {
		return ReplicaState{}
	}
	now := s.replica.state.Load()
	return ReplicaState{s.replica.name, now.behind, now.problem}
}

// openReplica opens the standby at a URL. It need not answer.
func (s *Store) openReplica(o Options) error {
	if o.Replica == "" {
		return nil
	}
	t, err := parse(o.Replica)
	if err != nil || !t.postgres || !s.d.numbered {
		return errors.New("the replica: a replica is a standby server of a PostgreSQL database: give postgres://USER@HOST/DATABASE for both")
	}
	r, err := openPostgres(t.url, o.Connections)
	if err != nil {
		return err
	}
	lag := o.Lag
	if lag <= 0 {
		lag = defaultLag
	}
	s.replica = &replica{db: r.read, name: "the replica " + strings.TrimPrefix(r.name, "the PostgreSQL database "), lag: lag}
	s.replica.state.Store(&replicaState{problem: errUnasked})
	s.running.Go(func() {
		tick := time.NewTicker(replicaEvery)
		defer tick.Stop()
		for {
			s.followReplica(s.life)
			select {
			case <-s.life.Done():
				return
			case <-tick.C:
			}
		}
	})
	return nil
}

// followReplica finds out how far the standby is behind the database.
func (s *Store) followReplica(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, replicaPatience)
	defer cancel()
	r, now := s.replica, time.Now()
	if text, err := s.Position(ctx); err == nil {
		if place, ok := parsePlace(text); ok {
			r.note(place, now)
		}
	}
	var standby bool
	var at sql.NullString
	err := r.db.QueryRowContext(ctx, "SELECT pg_is_in_recovery(), pg_last_wal_replay_lsn()::text").Scan(&standby, &at)
	place, ok := parsePlace(at.String)
	x := &replicaState{at: place, problem: err}
	switch {
	case err != nil:
	case !standby || !ok:
		x.problem = errNoStandby
	default:
		if x.behind, ok = r.behind(place, now); !ok || x.behind > r.lag {
			x.problem = fmt.Errorf("it is more than %s behind", r.lag)
		}
	}
	r.state.Store(x)
}

// note remembers the place of the database.
func (r *replica) note(place uint64, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.past); n > 0 && r.past[n-1].place == place {
		r.past[n-1].at = at // nothing was written since
		return
	}
	r.past = append(r.past, placeAt{place, at})
	for len(r.past) > 1 && at.Sub(r.past[0].at) > replicaMemory {
		r.past = r.past[1:]
	}
}

// behind returns how long ago the database was where the standby is. ok is false
// if it has never been there since the program began.
func (r *replica) behind(place uint64, now time.Time) (d time.Duration, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := len(r.past) - 1; i >= 0; i-- {
		if r.past[i].place <= place {
			return now.Sub(r.past[i].at), true
		}
	}
	return 0, false
}

// serves reports whether the standby may serve a read.
func (r *replica) serves(ctx context.Context) bool {
	if r == nil {
		return false
	}
	since, ok := game.Lags(ctx)
	if !ok {
		return false
	}
	now := r.state.Load()
	if now.problem != nil {
		return false
	}
	if since == "" {
		return true
	}
	place, ok := parsePlace(since)
	return ok && place <= now.at
}

// fail records that the standby has failed, until it answers again.
func (r *replica) fail(err error) {
	old := r.state.Load()
	r.state.CompareAndSwap(old, &replicaState{at: old.at, behind: old.behind, problem: err})
}

// readReplica runs f on the standby. done is false if the standby could not serve
// the read, so that the database must.
func (s *Store) readReplica(ctx context.Context, f func(game.Tx) error) (done bool, err error) {
	ctx, span := trace.Start(ctx, trace.Internal, "transaction of the replica")
	defer span.End()
	err, broken := s.once(ctx, s.replica.db, false, f)
	if broken == nil || ctx.Err() != nil {
		return true, err
	}
	if s.d.fault(broken) == away {
		s.replica.fail(broken)
	}
	return false, nil
}

// Position returns the place of the database's log: all that has been committed
// is before it. It is empty if there is no standby that could be behind it.
func (s *Store) Position(ctx context.Context) (string, error) {
	if s.replica == nil {
		return "", nil
	}
	var text string
	err := s.write.QueryRowContext(ctx, "SELECT pg_current_wal_insert_lsn()::text").Scan(&text)
	return text, err
}

// parsePlace parses a place of a log, such as "16/B374D848".
func parsePlace(text string) (uint64, bool) {
	high, low, ok := strings.Cut(text, "/")
	a, err := strconv.ParseUint(high, 16, 32)
	b, problem := strconv.ParseUint(low, 16, 32)
	return a<<32 | b, ok && err == nil && problem == nil
}

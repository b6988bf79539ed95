// Package store keeps the judge's games in an SQL database: SQLite, which needs
// nothing but a file, or PostgreSQL, which several processes and machines may
// share. It knows SQL and no rule.
//
// All statements are written once, in the SQL that both databases understand,
// with ? for a value; the few places where they differ are in the dialect. A
// column holds one of five types, as the migrations name them: INTEGER (numbers,
// booleans as 0 and 1, moments and spans of time in microseconds), TEXT (words
// and JSON, ordered by code point), BLOB, and either of them or NULL. See
// query.go for how Go values become columns and back, and migrate.go for how
// tables are made.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"podesta/internal/game"
)

// Store is a store in one database. It may be used by many goroutines, and by
// many processes at the same time.
type Store struct {
	d           *dialect
	name        string // for people, without a password
	write, read *sql.DB
	hub         *hub
	stop        context.CancelFunc // ends what runs in the background
	life        context.Context
	running     sync.WaitGroup
	listening   sync.Once
	listen      func(ctx context.Context) // hears other processes, until ctx ends
	backup      func(ctx context.Context, path string) error
	known       int                     // the version of the layout that this program makes
	looked      atomic.Int64            // when a write last found that version, in nanoseconds
	damage      atomic.Pointer[damaged] // nil: the database is not known to be damaged
	turn        chan struct{}           // holds something while a write has the turn; nil where writes go on side by side
}

var _ game.Store = (*Store)(nil)

// Open opens the database that a URL names and brings its layout up to date:
//
//	postgres://user:password@host/database?search_path=schema
//	sqlite:PATH          a file, or a folder in which it is called podesta.db
//	PATH                 a folder; it and the file are made if they are missing
//
// A PostgreSQL database must exist; the tables are made in the first schema of
// its search path.
func Open(url string) (*Store, error) { return open(url, math.MaxInt) }

// open opens a database of which the layout is brought up to a version.
func open(url string, version int) (*Store, error) {
	t, err := parse(url)
	if err != nil {
		return nil, err
	}
	var s *Store
	if t.postgres {
		s, err = openPostgres(t.url)
	} else {
		s, err = openSQLite(t.path)
	}
	if err != nil {
		return nil, err
	}
	s.life, s.stop = context.WithCancel(context.Background())
	s.hub = newHub()
	files, err := migrationFiles()
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.known = len(files)
	if err := s.upToDate(version); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", s.name, s.d.plain(err)), s.Close())
	}
	return s, nil
}

// openTime is for how long a database is tried that others keep busy.
const openTime = 10 * time.Second

// upToDate brings the layout up to a version. SQLite does not wait where
// several processes at once open a file that has not been in use: it says that
// the file is busy.
func (s *Store) upToDate(version int) error {
	began := time.Now()
	var wait backoff
	for {
		err := s.migrate(s.life, version)
		if err == nil || s.d.fault(err) != blocked || time.Since(began) > openTime {
			return err
		}
		wait.sleep(s.life, 2*time.Millisecond, 200*time.Millisecond)
	}
}

// Together is how many small pieces of work should share a transaction: several
// where writes stand in line and each waits for the disk, one where they go on
// side by side.
func (s *Store) Together() int {
	if s.turn != nil {
		return together
	}
	return 1
}

// String names the database for people, without its password.
func (s *Store) String() string { return s.name }

// Check returns an error unless the database answers, or if some of what was read
// of it lately was damaged.
func (s *Store) Check(ctx context.Context) error {
	if err := s.stillDamaged(ctx); err != nil {
		return err
	}
	return s.Read(ctx, func(t game.Tx) error {
		_, err := one(t.(*tx), func(row row) (n int, err error) { return n, row(&n) }, "SELECT 1")
		return err
	})
}

// CheckWrite gives an error unless the database keeps what is written to it. It
// writes a moment, always in the same place.
func (s *Store) CheckWrite(ctx context.Context) error {
	return s.Write(ctx, func(t game.Tx) error {
		return t.(*tx).Put("", "judge", "written", []byte(time.Now().UTC().Format(time.RFC3339)))
	})
}

// Close ends all that the store does in the background, closes the channels of
// its listeners and the database.
func (s *Store) Close() error {
	s.stop()
	s.running.Wait()
	s.hub.close()
	err := s.write.Close()
	if s.read != s.write {
		err = errors.Join(s.read.Close(), err)
	}
	return err
}

// Listen gives the topics that any process notifies of, from now on, until ctx
// or the store ends; the channel is closed then. A topic of which much is said
// comes once. The empty topic comes first, and whenever topics may have been
// missed: who gets it looks at everything.
func (s *Store) Listen(ctx context.Context) <-chan string {
	out := s.hub.listen(ctx)
	s.listening.Do(func() { s.running.Go(func() { s.listen(s.life) }) })
	return out
}

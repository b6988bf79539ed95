// Package store stores the judge's games in an SQL database: SQLite, which needs only a file, or
// PostgreSQL, which several processes and machines can share. It knows SQL but no rules.
//
// Statements are written once, in the SQL that both databases understand, with ? for a value. The
// type dialect holds the few differences. The migrations use three types of columns: INTEGER
// (numbers, booleans as 0 and 1, times and durations in microseconds), TEXT (words and JSON, sorted
// by code point) and BLOB. Some columns also allow NULL. See query.go for the conversion of Go
// values and migrate.go for the creation of tables.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"podesta/internal/game"
)

// Store is a store in one database. Many goroutines and many processes can use
// the database at the same time.
type Store struct {
	d           *dialect
	name        string // name for people, without a password
	write, read *sql.DB
	hub         *hub
	stop        context.CancelFunc // ends the background work
	life        context.Context
	running     sync.WaitGroup
	listening   sync.Once
	listen      func(ctx context.Context) // passes on the topics of other processes until ctx ends
	backup      func(ctx context.Context, path string) error
	known       int                     // the version of the layout that this program creates
	settled     atomic.Int64            // the version at which the database is settled
	looked      atomic.Int64            // when a write last checked it, in Unix nanoseconds
	damage      atomic.Pointer[damaged] // nil if no damage has been found
	path        string                  // path of the file; empty for PostgreSQL
	file        os.FileInfo             // information about the file when it was opened
	returned    int                     // number of games that Open has restored from an archive
	turn        chan struct{}           // holds a value during a write; nil if writes run in parallel
}

var _ game.Store = (*Store)(nil)

// Options are settings of an open database. The zero value is the default.
type Options struct {
	// Connections is the maximum number of connections to the database, not counting SQLite's write
	// connection and the connection that listens to PostgreSQL. 0 means 12.
	Connections int
	// Archive is the folder with the games that an earlier version has archived. Opening the
	// database restores them.
	Archive string
}

// defaultConnections is the default of Options.Connections.
const defaultConnections = 12

// Open opens the database of a URL and migrates it to the current layout:
//
//	postgres://user:password@host/database?search_path=schema
//	sqlite:PATH          a file, or a folder with a file podesta.db
//	PATH                 a folder; it and the file are created if they are missing
//
// A PostgreSQL database must exist; the tables are created in the first schema
// of its search path.
func Open(url string) (*Store, error) { return OpenWith(url, Options{}) }

// OpenWith opens a database as Open does, with options.
func OpenWith(url string, o Options) (*Store, error) { return open(url, math.MaxInt, o) }

// open implements OpenWith. It migrates the database to a version.
func open(url string, version int, o Options) (*Store, error) {
	t, err := parse(url)
	if err != nil {
		return nil, err
	}
	var s *Store
	if t.postgres {
		s, err = openPostgres(t.url, o.Connections)
	} else {
		s, err = openSQLite(t.path, o.Connections)
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
	if err := s.upToDate(version, o.Archive); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", s.name, s.d.plain(err)), s.Close())
	}
	return s, nil
}

// openTime is how long Open retries while other processes keep the database busy, and migrateTime
// how long it retries while others keep tables locked.
const (
	openTime    = 10 * time.Second
	migrateTime = time.Minute
)

// upToDate migrates the database to a version, after it has restored games from the archive of
// earlier versions. SQLite does not wait if several processes open an unused file at the same time,
// but reports that the file is busy, so upToDate tries again.
func (s *Store) upToDate(version int, archive string) error {
	began := time.Now()
	var wait backoff
	for {
		err := s.migrate(s.life, version)
		var away *archivedError
		if errors.As(err, &away) {
			if err = s.unarchive(s.life, archive, away); err == nil {
				continue
			}
		}
		if err == nil {
			return s.finishIndexes(s.life)
		}
		switch s.d.fault(err) {
		case blocked:
			if time.Since(began) > openTime {
				return err
			}
			wait.sleep(s.life, 2*time.Millisecond, 200*time.Millisecond)
		case clash:
			if time.Since(began) > migrateTime {
				return fmt.Errorf("its tables are locked by another program; start again when that has ended (pg_dump, or a transaction in psql?): %w", err)
			}
			// Give the others some time without a migration that they must wait for.
			wait.sleep(s.life, 500*time.Millisecond, 2*time.Second)
		default:
			return err
		}
	}
}

// Together returns the number of small pieces of work that should share a transaction: several if
// writes queue and each waits for the disk, or one if writes run in parallel.
func (s *Store) Together() int {
	if s.turn != nil {
		return together
	}
	return 1
}

// Returned returns the number of games that Open has restored from the archive of an earlier
// version.
func (s *Store) Returned() int { return s.returned }

// String returns a readable name of the database, without its password.
func (s *Store) String() string { return s.name }

// Check returns an error if the database does not answer, or if damage was found recently.
func (s *Store) Check(ctx context.Context) error {
	if err := errors.Join(s.stillDamaged(ctx), s.inPlace()); err != nil {
		return err
	}
	return s.Read(ctx, func(t *game.Tx) error {
		_, err := one(t.Games.(*tx), func(row row) (n int, err error) { return n, row(&n) }, "SELECT 1")
		return err
	})
}

// CheckWrite returns an error if the database cannot be written to. It writes the time to an item
// that is reserved for this.
func (s *Store) CheckWrite(ctx context.Context) error {
	return s.Write(ctx, func(t *game.Tx) error {
		return t.Games.(*tx).Put("", "judge", "written", []byte(time.Now().UTC().Format(time.RFC3339)))
	})
}

// Close ends the store's background work and closes its listeners' channels and
// the database.
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

// Listen returns the topics that any process announces from now on, until ctx or the store ends;
// then it closes the channel. A topic that is announced repeatedly may arrive only once. The empty
// topic arrives first, and whenever topics may have been missed; its receiver must check
// everything.
func (s *Store) Listen(ctx context.Context) <-chan string {
	out := s.hub.listen(ctx)
	s.listening.Do(func() { s.running.Go(func() { s.listen(s.life) }) })
	return out
}

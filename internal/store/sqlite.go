package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// newest is how many of the newest notices are kept for processes that poll slowly.
const newest = 1024

// pollEvery is the interval at which a process polls for notices of other processes. Notices of the
// same process arrive at once.
const pollEvery = 250 * time.Millisecond

// together is the number of small pieces of work that share a transaction. A larger number would
// save little and make others wait.
const together = 8

// readCache is the cache size of a read connection in SQLite's notation: 8 MB. This is enough for
// the lists of a large judge to rarely read a page of the file twice.
const readCache = "-8000"

// openSQLite opens a database file, and creates it and its folder if they are missing. There is a
// single write connection, so that writes queue; processes wait for each other through locks on the
// file. connections is the maximum number of read connections; 0 means the default.
func openSQLite(path string, connections int) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("the data folder: %w", err)
	}
	if err := makePrivate(path); err != nil {
		return nil, err
	}
	write, err := openFile(path, "_txlock=immediate")
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	read, err := openFile(path, "_txlock=deferred&_pragma=query_only(1)&_pragma=cache_size("+readCache+")")
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	// Opening a connection and preparing its statements takes longer than most pages, so
	// connections opened under load stay open for the next peak.
	connections = cmp.Or(connections, defaultConnections)
	read.SetMaxOpenConns(connections)
	read.SetMaxIdleConns(connections)
	read.SetConnMaxIdleTime(time.Minute)
	file, err := os.Stat(path)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the database: %w", err), write.Close(), read.Close())
	}
	s := &Store{name: "the database " + path, path: path, file: file, write: write, read: read, turn: make(chan struct{}, 1)}
	origin := rand.Int64()
	s.d = &dialect{
		like:    "LIKE",
		fault:   sqliteFault,
		damaged: sqliteDamaged,
		notify:  func(x *tx, topic string) error { return leaveNotice(x, origin, topic) },
	}
	s.listen = func(ctx context.Context) { s.pollNotices(ctx, origin) }
	s.backup = func(ctx context.Context, to string) error { return copyFile(ctx, path, to) }
	return s, nil
}

// makePrivate creates a missing database file so that only its owner can read it, because anyone
// who reads it can predict all dice. SQLite creates its companion files with the same permissions.
// It does not open an existing file, because closing the file would release SQLite's locks.
func makePrivate(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil
	case err != nil:
		return fmt.Errorf("the database: %w", err)
	}
	return f.Close()
}

// openFile opens an SQLite file. Every commit is flushed to the disk before it returns.
func openFile(path, options string) (*sql.DB, error) {
	u := url.URL{Scheme: "file", Path: path}
	u.RawQuery = "_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)&" + options
	c, err := newPreparing(u.String())
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(c), nil
}

func sqliteFault(err error) fault {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return plain
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return blocked
	case sqlite3.SQLITE_FULL:
		return full
	default:
		return plain
	}
}

// sqliteDamaged reports whether a file is damaged or is not a database.
func sqliteDamaged(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR:
		return true
	}
	return false
}

// leaveNotice stores a topic for other processes and records it for the listeners of this one. From
// time to time it deletes old topics.
func leaveNotice(x *tx, origin int64, topic string) error {
	id, err := one(x, func(row row) (id int64, err error) { return id, row(&id) },
		"INSERT INTO notice (origin, topic) VALUES (?, ?) RETURNING id", origin, topic)
	if err != nil {
		return err
	}
	x.topics = append(x.topics, topic)
	if id%(newest/4) == 0 {
		_, err = x.exec("DELETE FROM notice WHERE id <= ?", id-newest)
	}
	return err
}

// pollNotices passes the topics of other processes on to the listeners.
func (s *Store) pollNotices(ctx context.Context, origin int64) {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	last := int64(-1) // number of the last notice that was read; -1 before the first poll
	for {
		next, topics, err := s.notices(ctx, last, origin)
		switch {
		case err != nil:
			// The next poll tries again: no notice is lost while last stays unchanged.
		case last < 0:
			s.hub.begin()
			last = next
		default:
			last = next
			s.hub.tell(topics...)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// notices returns the topics that other processes have announced after a notice, and the number of
// the last notice. If notices in between were deleted, it returns the empty topic.
func (s *Store) notices(ctx context.Context, after, origin int64) (last int64, topics []string, err error) {
	rows, err := s.read.QueryContext(ctx, "SELECT id, origin, topic FROM notice WHERE id > ? ORDER BY id", after)
	if err != nil {
		return 0, nil, err
	}
	defer rows.Close()
	last = max(after, 0)
	for rows.Next() {
		var id, from int64
		var topic string
		if err := rows.Scan(&id, &from, &topic); err != nil {
			return 0, nil, err
		}
		if id > last+1 {
			topics = append(topics, "")
		}
		if from != origin {
			topics = append(topics, topic)
		}
		last = id
	}
	return last, topics, rows.Err()
}

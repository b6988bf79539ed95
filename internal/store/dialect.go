package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"podesta/internal/game"
)

// fault is the kind of a database error.
type fault int

const (
	plain   fault = iota // trying again would not help
	clash                // conflict with another transaction: try again
	away                 // the database cannot be reached: try again after a while
	blocked              // the database was busy for the whole waiting time
	full                 // the disk is full
)

// dialect holds all differences between the two databases that matter to the rest of the package.
type dialect struct {
	numbered   bool   // whether placeholders are $1, $2 instead of ?
	lock       string // appended to a SELECT to lock its rows against other writers
	like       string // operator that compares with a pattern, ignoring the case of English letters
	skipLocked string // like lock, but skips rows that others have locked
	notify     func(x *tx, topic string) error
	fault      func(error) fault
	damaged    func(error) bool     // reports whether the database is damaged
	closed     func(*sql.Conn) bool // reports whether the connection is lost

	begin, look *sql.TxOptions // options of write and read transactions
	// transaction returns an ID by which the outcome of a transaction can be
	// looked up if the answer to its commit is lost. It is empty if there is
	// nothing to look up.
	transaction func(ctx context.Context, t *sql.Tx) (string, error)
	// outcome reports whether a transaction was committed. It waits for a transaction that is still
	// in progress.
	outcome func(ctx context.Context, db *sql.DB, transaction string) (kept bool, err error)

	rebound sync.Map // caches statements: maps text with ? to text with $1
}

// bind returns a statement with the placeholders of the database. Every
// question mark in a statement must be a placeholder.
func (d *dialect) bind(query string) string {
	if !d.numbered {
		return query
	}
	if text, ok := d.rebound.Load(query); ok {
		return text.(string)
	}
	var b strings.Builder
	n := 0
	for part := range strings.SplitSeq(query, "?") {
		if n > 0 {
			b.WriteString("$" + strconv.Itoa(n))
		}
		b.WriteString(part)
		n++
	}
	d.rebound.Store(query, b.String())
	return b.String()
}

// by returns the clause that makes SQLite read a table with the given index, because SQLite would
// otherwise prefer an index that only looks more selective. PostgreSQL needs no clause: it knows
// how few rows a partial index has.
func (d *dialect) by(index string) string {
	if d.numbered {
		return ""
	}
	return " INDEXED BY " + index
}

// plain wraps a database error with a message for people, if its kind of fault has one.
func (d *dialect) plain(err error) error {
	if err == nil {
		return nil
	}
	switch d.fault(err) {
	case clash, away, blocked:
		return fmt.Errorf("%w (%w)", game.ErrUnavailable, err)
	case full:
		return fmt.Errorf("%w (%w)", game.ErrFull, err)
	}
	if d.damaged(err) {
		return fmt.Errorf("%w (%w)", game.ErrDamaged, err)
	}
	return err
}

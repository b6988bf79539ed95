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

// fault is what kind of failure an error of a database is.
type fault int

const (
	plain   fault = iota // nothing that running it again would mend
	clash                // other transactions were in the way: run it again
	away                 // the database is not there: run it again after a while
	blocked              // the database was busy for as long as one waits
	full                 // no room
)

// dialect is all in which the two databases differ for the rest of the package.
type dialect struct {
	numbered   bool   // placeholders are $1, $2, not ?
	lock       string // behind a SELECT: keeps other writers off its rows
	skipLocked string // the same, passing over rows that are kept off already
	notify     func(x *tx, topic string) error
	fault      func(error) fault
	damaged    func(error) bool     // the database is damaged
	closed     func(*sql.Conn) bool // the connection is gone

	begin, look *sql.TxOptions // of writes and reads
	// transaction gives what the outcome of a transaction can be asked by, should
	// the answer to its commit be lost; empty if nothing is to be asked.
	transaction func(ctx context.Context, t *sql.Tx) (string, error)
	// outcome tells whether a transaction was kept; it waits for one that is under
	// way.
	outcome func(ctx context.Context, db *sql.DB, transaction string) (kept bool, err error)

	rebound sync.Map // from text with ? to text with $1
}

// bind writes a statement with the placeholders of the database. No statement
// has a question mark that is not one.
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

// plain puts the words for a person before an error whose kind has some.
func (d *dialect) plain(err error) error {
	if err == nil {
		return nil
	}
	switch d.fault(err) {
	case clash, away, blocked:
		return fmt.Errorf("%w (%w)", game.ErrUnavailable, err)
	case full:
		return fmt.Errorf("%w (%w)", game.ErrFull, err)
	default:
		return err
	}
}

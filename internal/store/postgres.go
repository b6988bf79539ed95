package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// session lists settings for every connection, unless the URL sets them: how long a transaction
// waits for others, and when a process that hangs or has disappeared loses its locks.
var session = [][2]string{
	{"lock_timeout", "10s"},
	{"idle_in_transaction_session_timeout", "60s"},
	{"tcp_keepalives_idle", "15"},
	{"tcp_keepalives_interval", "5"},
	{"tcp_keepalives_count", "3"},
}

// openPostgres opens a PostgreSQL database. connections is the maximum number of connections, in
// addition to the connection that listens; 0 means the default.
func openPostgres(url string, connections int) (*Store, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("the database: %w", err)
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 5 * time.Second
	}
	var set strings.Builder
	for _, s := range session {
		if _, ok := config.RuntimeParams[s[0]]; !ok {
			fmt.Fprintf(&set, "SET %s = '%s';", s[0], s[1])
		}
	}
	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, set.String())
		return err
	}))
	connections = cmp.Or(connections, defaultConnections)
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	db.SetConnMaxIdleTime(5 * time.Minute)
	s := &Store{name: "the PostgreSQL database " + address(config), write: db, read: db}
	s.d = &dialect{
		numbered:    true,
		like:        "ILIKE",
		lock:        " FOR NO KEY UPDATE",
		skipLocked:  " FOR UPDATE SKIP LOCKED",
		notify:      notifyPostgres,
		fault:       postgresFault,
		damaged:     postgresDamaged,
		closed:      postgresClosed,
		begin:       &sql.TxOptions{Isolation: sql.LevelReadCommitted},
		look:        &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true},
		transaction: transactionID,
		outcome:     transactionOutcome,
	}
	s.listen = func(ctx context.Context) { s.hear(ctx, config) }
	s.backup = func(context.Context, string) error {
		return fmt.Errorf("%s is backed up by PostgreSQL's own means: pg_dump --format=custom --file=FILE %s", s.name, pgDump(config))
	}
	return s, nil
}

// address describes the location of a database without a password.
func address(c *pgx.ConnConfig) string {
	if strings.HasPrefix(c.Host, "/") {
		return c.Database + " at " + c.Host
	}
	return c.Database + " at " + net.JoinHostPort(c.Host, strconv.Itoa(int(c.Port)))
}

// pgDump returns the arguments with which pg_dump connects to a database, without the password.
func pgDump(c *pgx.ConnConfig) string {
	out := fmt.Sprintf("--host=%s --port=%d --username=%s", c.Host, c.Port, c.User)
	if path := c.RuntimeParams["search_path"]; path != "" {
		out += " --schema=" + path
	}
	return out + " " + c.Database
}

// postgresFault classifies errors by the codes in appendix A of the PostgreSQL
// manual.
func postgresFault(err error) fault {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		switch e.Code {
		case "40001", "40P01", "55P03": // serialization, deadlock, lock timeout
			return clash
		case "0A000", "26000": // a statement prepared before the layout changed must be prepared again
			if e.Code == "26000" || strings.Contains(e.Message, "cached plan") {
				return clash
			}
		// shutting down, starting up, disconnected, or no free connection
		case "57P01", "57P02", "57P03", "57P05", "25P03", "53300":
			return away
		case "25006": // the server was still a standby
			return away
		case "53100":
			return full
		}
		if strings.HasPrefix(e.Code, "08") {
			return away
		}
		return plain
	}
	var c *pgconn.ConnectError
	var lost *lostError
	if errors.As(err, &c) || errors.As(err, &lost) {
		return away
	}
	return plain
}

// postgresDamaged reports whether tables or their files are damaged.
func postgresDamaged(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == "XX001" || e.Code == "XX002" || e.Code == "58030")
}

// postgresClosed reports whether a connection is closed.
func postgresClosed(c *sql.Conn) bool {
	gone := true
	err := c.Raw(func(driver any) error {
		gone = driver.(*stdlib.Conn).Conn().IsClosed()
		return nil
	})
	return gone || err != nil
}

// transactionID returns PostgreSQL's ID of a transaction, or "" if the transaction has not written.
func transactionID(ctx context.Context, t *sql.Tx) (string, error) {
	var id sql.NullString
	err := t.QueryRowContext(ctx, "SELECT pg_current_xact_id_if_assigned()::text").Scan(&id)
	return id.String, err
}

// transactionOutcome reports whether the transaction with an ID was committed.
func transactionOutcome(ctx context.Context, db *sql.DB, id string) (kept bool, err error) {
	var status sql.NullString
	if err := db.QueryRowContext(ctx, "SELECT pg_xact_status($1::text::xid8)", id).Scan(&status); err != nil {
		return false, err
	}
	switch status.String {
	case "committed":
		return true, nil
	case "aborted":
		return false, nil
	default:
		return false, errUnderWay
	}
}

func notifyPostgres(x *tx, topic string) error {
	_, err := x.exec("SELECT pg_notify("+channel+", ?)", topic)
	return err
}

// channel is an SQL expression for the name of the channel on which processes with the same tables
// notify each other.
const channel = "'podesta_' || current_schema()"

// hear passes notifications of all processes to the listeners. It reconnects
// whenever the connection is lost.
func (s *Store) hear(ctx context.Context, config *pgx.ConnConfig) {
	var wait backoff
	for ctx.Err() == nil {
		if s.hearOnce(ctx, config) {
			wait = backoff{}
		}
		wait.sleep(ctx, 50*time.Millisecond, 5*time.Second)
	}
}

// hearOnce listens until the connection is lost. connected reports whether it
// was established at all.
func (s *Store) hearOnce(ctx context.Context, config *pgx.ConnConfig) (connected bool) {
	c, err := pgx.ConnectConfig(ctx, config.Copy())
	if err != nil {
		return false
	}
	defer func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = c.Close(end) // the connection is discarded in any case
	}()
	var name string
	if err := c.QueryRow(ctx, "SELECT "+channel).Scan(&name); err != nil {
		return false
	}
	if _, err := c.Exec(ctx, "LISTEN "+pgx.Identifier{name}.Sanitize()); err != nil {
		return false
	}
	s.hub.begin()
	defer s.hub.pause()
	for {
		n, err := c.WaitForNotification(ctx)
		if err != nil {
			return true
		}
		s.hub.tell(n.Payload)
	}
}

package store

import (
	"context"
	"database/sql/driver"
	"errors"

	"modernc.org/sqlite"
)

// maxPrepared is the maximum number of prepared statements of a connection. The store's fixed
// statements are fewer; the limit is for statements that are composed at run time.
const maxPrepared = 256

// sqliteConn lists the methods of the driver's connections.
type sqliteConn interface {
	driver.Conn
	driver.ConnPrepareContext
	driver.ConnBeginTx
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// sqliteStmt lists the methods of the driver's statements.
type sqliteStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// preparing opens connections that prepare each statement only once, because SQLite needs more time
// to parse a statement than to run it.
type preparing struct{ driver.Connector }

// newPreparing returns the connector for a data source name: a database file and its options.
func newPreparing(dsn string) (driver.Connector, error) {
	c, err := sqlite.NewConnector(dsn)
	return preparing{c}, err
}

// Connect opens a connection.
func (p preparing) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := p.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn, ok := c.(sqliteConn)
	if !ok {
		return nil, errors.Join(errors.New("the SQLite driver is not the one that this program was made for"), c.Close())
	}
	return &preparedConn{sqliteConn: conn, kept: map[string]*preparedStmt{}}, nil
}

// preparedConn is a connection with its prepared statements. Like every
// connection it is used by one goroutine at a time.
type preparedConn struct {
	sqliteConn
	kept map[string]*preparedStmt
}

// preparedStmt is a statement that stays prepared. It cannot run a second time while its rows
// are being read.
type preparedStmt struct {
	sqliteStmt
	reading bool
}

// stmt returns the prepared statement for a text, or nil if the statement is in use or cannot be
// kept.
func (c *preparedConn) stmt(ctx context.Context, query string) (*preparedStmt, error) {
	if s := c.kept[query]; s != nil {
		if s.reading {
			return nil, nil
		}
		return s, nil
	}
	if len(c.kept) >= maxPrepared {
		return nil, nil
	}
	made, err := c.sqliteConn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	s, ok := made.(sqliteStmt)
	if !ok {
		return nil, made.Close()
	}
	c.kept[query] = &preparedStmt{sqliteStmt: s}
	return c.kept[query], nil
}

// ExecContext runs a statement that returns no rows.
func (c *preparedConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if len(args) == 0 { // scripts such as migrations run only once
		return c.sqliteConn.ExecContext(ctx, query, args)
	}
	s, err := c.stmt(ctx, query)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.sqliteConn.ExecContext(ctx, query, args)
	}
	return s.ExecContext(ctx, args)
}

// QueryContext runs a statement that returns rows.
func (c *preparedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.stmt(ctx, query)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.sqliteConn.QueryContext(ctx, query, args)
	}
	rows, err := s.QueryContext(ctx, args)
	if err != nil {
		return nil, err
	}
	s.reading = true
	return &preparedRows{rows, s}, nil
}

// Close closes the connection and its statements.
func (c *preparedConn) Close() error {
	var all []error
	for _, s := range c.kept {
		all = append(all, s.Close())
	}
	clear(c.kept)
	return errors.Join(append(all, c.sqliteConn.Close())...)
}

// preparedRows is the result of a statement that stays prepared.
type preparedRows struct {
	driver.Rows
	of *preparedStmt
}

// Close closes the rows, so that the statement can run again.
func (r *preparedRows) Close() error {
	r.of.reading = false
	return r.Rows.Close()
}

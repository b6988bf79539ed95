package store

import (
	"context"
	"database/sql/driver"
	"errors"

	"modernc.org/sqlite"
)

// maxPrepared is how many statements a connection keeps prepared. The store has
// fewer; the bound is for statements that are put together at run time.
const maxPrepared = 256

// sqliteConn is what the driver's connections can do.
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

// sqliteStmt is what its statements can do.
type sqliteStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// preparing opens connections that prepare each statement once. To parse it
// takes SQLite longer than to carry it out.
type preparing struct{ driver.Connector }

// newPreparing is the connector of a database file with its options.
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

// preparedConn is a connection with its prepared statements. As every
// connection it is used by one goroutine at a time.
type preparedConn struct {
	sqliteConn
	kept map[string]*preparedStmt
}

// preparedStmt is a statement that is kept. While its rows are being read it
// cannot be run a second time.
type preparedStmt struct {
	sqliteStmt
	reading bool
}

// stmt is the prepared statement of a text; nil if there is none that can be
// used now.
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

// ExecContext runs a statement that gives no rows.
func (c *preparedConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if len(args) == 0 { // scripts of migrations and the like, which run once
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

// QueryContext runs a statement that gives rows.
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

// preparedRows are the rows of a statement that is kept.
type preparedRows struct {
	driver.Rows
	of *preparedStmt
}

// Close ends the reading, so that the statement can be run again.
func (r *preparedRows) Close() error {
	r.of.reading = false
	return r.Rows.Close()
}

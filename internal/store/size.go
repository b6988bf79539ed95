package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
)

// Sizes describes the disk usage of a database.
type Sizes struct {
	Total, Free int64 // in bytes; Free can be reused
	Phases      int   // number of phases of all games
	Plain       int   // number of resolved phases that earlier versions have stored and that are not packed yet
	Games       int
	Tables      []TableSize
}

// TableSize is the size of a table with its indexes.
type TableSize struct {
	Name    string
	Rows    int
	Bytes   int64
	Columns []ColumnSize // the largest first
}

// ColumnSize is the total size of the stored values of a column, without the overhead of the
// database.
type ColumnSize struct {
	Name  string
	Bytes int64
}

// Sizes measures the database. It reads all tables completely.
func (s *Store) Sizes(ctx context.Context) (Sizes, error) {
	var out Sizes
	t, err := s.read.BeginTx(ctx, s.d.look)
	if err != nil {
		return out, s.d.plain(err)
	}
	defer t.Rollback() // the transaction has only read
	if s.d.numbered {
		err = out.postgres(ctx, t)
	} else {
		err = out.sqlite(ctx, t)
	}
	if err == nil {
		err = out.columns(ctx, t, s.d.numbered)
	}
	if err == nil {
		err = t.QueryRowContext(ctx, "SELECT count(*), count(CASE WHEN packed IS NULL AND after IS NOT NULL THEN 1 END) FROM phase").Scan(&out.Phases, &out.Plain)
	}
	if err == nil {
		err = t.QueryRowContext(ctx, "SELECT count(*) FROM game").Scan(&out.Games)
	}
	slices.SortFunc(out.Tables, func(a, b TableSize) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), strings.Compare(a.Name, b.Name))
	})
	return out, s.d.plain(err)
}

// Vacuum returns the free space of an SQLite file to the disk. It needs space for a second copy,
// and blocks other writers. For PostgreSQL it returns an error that names the statement to use.
func (s *Store) Vacuum(ctx context.Context) error {
	if s.d.numbered {
		return errors.New("PostgreSQL returns space by itself where it can; VACUUM FULL phase, in psql, returns all of it, and locks the table meanwhile")
	}
	_, err := s.write.ExecContext(ctx, "VACUUM")
	return s.d.plain(err)
}

func (z *Sizes) sqlite(ctx context.Context, t *sql.Tx) error {
	var page, pages, free int64
	for _, p := range []struct {
		name string
		into *int64
	}{{"page_size", &page}, {"page_count", &pages}, {"freelist_count", &free}} {
		if err := t.QueryRowContext(ctx, "PRAGMA "+p.name).Scan(p.into); err != nil {
			return err
		}
	}
	z.Total, z.Free = page*pages, page*free
	return z.tables(ctx, t, `SELECT m.tbl_name, sum(d.pgsize) FROM dbstat d JOIN sqlite_schema m ON m.name = d.name
		WHERE m.tbl_name NOT LIKE 'sqlite_%' GROUP BY m.tbl_name`)
}

func (z *Sizes) postgres(ctx context.Context, t *sql.Tx) error {
	err := z.tables(ctx, t, `SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`)
	for _, table := range z.Tables {
		z.Total += table.Bytes
	}
	return err
}

// tables reads the names and sizes of tables.
func (z *Sizes) tables(ctx context.Context, t *sql.Tx, query string) error {
	rows, err := t.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var x TableSize
		if err := rows.Scan(&x.Name, &x.Bytes); err != nil {
			return err
		}
		z.Tables = append(z.Tables, x)
	}
	return rows.Err()
}

// columns measures the columns of the tables.
func (z *Sizes) columns(ctx context.Context, t *sql.Tx, postgres bool) error {
	names, size := "SELECT name FROM pragma_table_info(?)", "coalesce(sum(length(CAST(%s AS BLOB))), 0)"
	if postgres {
		names, size = "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1", "coalesce(sum(pg_column_size(%s)), 0)"
	}
	for i := range z.Tables {
		table := &z.Tables[i]
		rows, err := t.QueryContext(ctx, names, table.Name)
		if err != nil {
			return err
		}
		sums := "SELECT count(*)"
		for rows.Next() {
			var c ColumnSize
			if err := rows.Scan(&c.Name); err != nil {
				return err
			}
			table.Columns = append(table.Columns, c)
			sums += ", " + strings.ReplaceAll(size, "%s", `"`+c.Name+`"`)
		}
		if err := rows.Err(); err != nil {
			return err
		}
		into := []any{&table.Rows}
		for c := range table.Columns {
			into = append(into, &table.Columns[c].Bytes)
		}
		if err := t.QueryRowContext(ctx, sums+` FROM "`+table.Name+`"`).Scan(into...); err != nil {
			return err
		}
		slices.SortStableFunc(table.Columns, func(a, b ColumnSize) int { return cmp.Compare(b.Bytes, a.Bytes) })
	}
	return nil
}

package store

import (
	"slices"
	"testing"
)

// TestTablesOfGames checks that a deleted game leaves nothing behind: each table that
// refers to games is among those that DropGame clears.
func TestTablesOfGames(t *testing.T) {
	t.Parallel()
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	rows, err := s.read.QueryContext(t.Context(), `SELECT DISTINCT m.name FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f ON f."table" = 'game' WHERE m.type = 'table'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		var table string
		if err := rows.Scan(&table); err != nil {
			t.Fatal(err)
		}
		if n++; !slices.Contains(tablesOfGames, table) {
			t.Errorf("a game with rows in the table %s cannot be deleted: add it to tablesOfGames", table)
		}
	}
	if err := rows.Err(); err != nil || n < 10 {
		t.Errorf("%d tables, %v", n, err)
	}
}

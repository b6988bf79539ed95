package store_test

import (
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/store"
	"podesta/internal/store/pgtest"
)

// leanLayout is the last version of the layout with the n-gram index of names and with columns of
// the archive.
const leanLayout = 29

// TestLeanMigration opens a database that the previous version has written, and checks that its
// games are found by their names, and that all data that only that version used are gone.
func TestLeanMigration(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		url := newURL(t)
		rowsIn(t, url, leanLayout, "version29.sql")
		s := open(t, url)
		find := func() {
			t.Helper()
			if err := s.Read(ctx, func(tx *game.Tx) error {
				list, err := tx.Games.ListGames(game.GameQuery{Name: "CROWD 00014", Count: true})
				if strings.Join(list.IDs, " ") != "vdqljdue" || list.Total != 1 {
					t.Errorf("found %v of %d", list.IDs, list.Total)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		find()
		if settled, err := s.Settle(ctx, 0); err != nil || !settled {
			t.Fatal(settled, err)
		}
		find()
		if n := s.Compatible(t); n != store.NewestForm {
			t.Errorf("programs must know %d", n)
		}
		for _, query := range []string{"SELECT count(*) FROM gram", "SELECT count(titled) FROM game", "SELECT count(archived) FROM game"} {
			if s.Readable(query) {
				t.Errorf("%s can still be read", query)
			}
		}
		if i, err := store.Inspect(ctx, url); err != nil || i.Archived != 0 {
			t.Error(i.Archived, err)
		}
		open(t, url)
	})
}

// TestLeanFails makes the removal fail, and checks that the database stays unchanged, and that
// the previous version can use it.
func TestLeanFails(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		url := newURL(t)
		rowsIn(t, url, leanLayout, "version29.sql")
		store.RawAt(t, url, leanLayout, "CREATE VIEW mine AS SELECT titled FROM game")
		s, err := store.Open(url)
		if err == nil { // on PostgreSQL, earlier processes still run
			var settled bool
			if settled, err = s.Settle(ctx, 0); settled {
				t.Error("settled")
			}
			s.Close()
		}
		if err == nil {
			t.Fatal("it did not fail")
		}
		used := leanLayout
		if strings.HasPrefix(url, "postgres") {
			used++
		}
		store.RawAt(t, url, used, "UPDATE game SET titled = name, archived = NULL; DELETE FROM gram; DROP VIEW mine")
		s = open(t, url)
		if settled, err := s.Settle(ctx, 0); err != nil || !settled {
			t.Error(settled, err)
		}
	})
}

// TestLeanWaits checks that nothing is removed while games are archived, because an earlier
// process may have archived them after the migration. This concerns only PostgreSQL, because no
// other process can use an SQLite file.
func TestLeanWaits(t *testing.T) {
	t.Parallel()
	url := pgtest.Shared(t).URL(t)
	archivedGames(t, url)
	s, err := store.OpenWith(url, store.Options{Archive: "testdata/archived"})
	if err != nil {
		t.Fatal(err)
	}
	s.Raw(t, "UPDATE game SET archived = '{}' WHERE name = 'Lorenzo'")
	if settled, err := s.Settle(ctx, 0); settled || err == nil || !strings.Contains(err.Error(), "1 game is in the archive") {
		t.Error(settled, err)
	}
	s.Close()
	archivedAre(t, url, 1)
}

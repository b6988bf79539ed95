package store_test

import (
	"context"
	"database/sql"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/store"
	"podesta/internal/store/pgtest"
)

// patience is how long tests wait for something that must happen, even on a very busy machine.
const patience = 5 * time.Minute

// TestSettleRaises checks that programs that cannot read the newest data format are excluded by
// settling, not by the migration.
func TestSettleRaises(t *testing.T) {
	t.Parallel()
	url := pgtest.Shared(t).URL(t)
	store.OpenAt(t, url, store.PackedVersion-1)
	s := open(t, url)
	if n := s.Compatible(t); n != 0 {
		t.Errorf("after the migration, programs must know %d", n)
	}
	if settled, err := s.Settle(ctx, time.Hour); err != nil || settled {
		t.Errorf("settled at once: %t, %v", settled, err)
	}
	if settled, err := s.Settle(ctx, 0); err != nil || !settled {
		t.Errorf("settled: %t, %v", settled, err)
	}
	if n := s.Compatible(t); n != store.NewestForm {
		t.Errorf("after settling, programs must know %d, not %d", n, store.NewestForm)
	}
	if n := open(t, pgtest.Shared(t).URL(t)).Compatible(t); n != store.NewestForm {
		t.Errorf("in a new database, programs must know %d", n)
	}
}

// TestIndexesBesideWriters creates the index of a migration while a transaction writes to its
// table. A plain CREATE INDEX would wait for it, and all later writers would wait for CREATE
// INDEX.
func TestIndexesBesideWriters(t *testing.T) {
	t.Parallel()
	url := pgtest.Shared(t).URL(t)
	open(t, url)
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	// Queue a statement in the same way as a migration, whose other statements do not wait for the
	// index.
	const queue = "INSERT INTO item (game, kind, name, data) VALUES ('', 'layout', 'indexes', CAST('[\"CREATE INDEX job_turn ON job (kind, game, due) WHERE claimed IS NULL;\"]' AS BYTEA))"
	for _, statement := range []string{"DROP INDEX job_turn", queue} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	const write = "INSERT INTO job (kind, name, game, due, tries, data, failed) VALUES ('test', '', '', 0, 0, '', '')"
	slow, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := slow.Exec(write); err != nil {
		t.Fatal(err)
	}
	var opened [2]*store.Store
	var begun sync.WaitGroup
	for i := range opened { // one creates the indexes, the other one waits
		begun.Go(func() {
			var err error
			if opened[i], err = store.Open(url); err != nil {
				t.Error(err)
			}
		})
	}
	index := func() (exists, valid bool) {
		t.Helper()
		var v sql.NullBool
		if err := db.QueryRow("SELECT (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('job_turn'))").Scan(&v); err != nil {
			t.Fatal(err)
		}
		return v.Valid, v.Bool
	}
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if exists, _ := index(); exists {
			break
		}
		if time.Since(begun) > patience {
			t.Fatal("the index is not begun")
		}
	}
	for range 20 {
		c, cancel := context.WithTimeout(ctx, patience)
		if _, err := db.ExecContext(c, write); err != nil {
			t.Errorf("a writer has to wait: %v", err)
		}
		cancel()
	}
	if _, valid := index(); valid {
		t.Error("the index is complete beside a transaction that began before")
	}
	if err := slow.Commit(); err != nil {
		t.Fatal(err)
	}
	begun.Wait()
	if _, valid := index(); !valid {
		t.Error("the index is not complete")
	}
	for _, s := range opened {
		if s != nil {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	}

	// A process that dies leaves an invalid index behind, and the queued statement.
	if _, err := db.Exec("UPDATE pg_index SET indisvalid = FALSE WHERE indexrelid = to_regclass('job_turn')"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(queue); err != nil {
		t.Fatal(err)
	}
	s := open(t, url)
	if _, valid := index(); !valid {
		t.Error("the index of a process that died is not made again")
	}
	if err := s.Read(ctx, func(tx *game.Tx) error {
		_, err := tx.Items.Get("", "layout", "indexes")
		return err
	}); err == nil {
		t.Error("the statements are still queued")
	}
}

// TestMigrationGivesWay migrates while a long transaction reads a table that must change, and
// checks that others wait only for a moment, and that the migration is repeated until the
// reader has ended.
func TestMigrationGivesWay(t *testing.T) {
	t.Parallel()
	url := pgtest.Shared(t).URL(t)
	store.OpenAt(t, url, store.PackedVersion-1)
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	long, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := long.Exec("SELECT count(*) FROM phase"); err != nil {
		t.Fatal(err)
	}
	opened := make(chan *store.Store)
	go func() {
		s, err := store.Open(url)
		if err != nil {
			t.Error(err)
		}
		opened <- s
	}()
	waiting := func() (n int) {
		t.Helper()
		if err := db.QueryRow("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = to_regclass('phase')").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for attempts, was := 0, 0; attempts < 2; time.Sleep(5 * time.Millisecond) {
		n := waiting()
		if n > 0 && was == 0 { // a reader that arrives now waits behind the migration
			attempts++
			c, cancel := context.WithTimeout(ctx, patience)
			if _, err := db.ExecContext(c, "SELECT count(*) FROM phase"); err != nil {
				t.Errorf("a reader has to wait: %v", err)
			}
			cancel()
			n = waiting()
		}
		was = n
	}
	if err := long.Rollback(); err != nil {
		t.Fatal(err)
	}
	s := <-opened
	if s == nil {
		t.FailNow()
	}
	defer s.Close()
	if l, err := s.Layout(ctx); err != nil || l.Have != l.Known || !strings.Contains(s.String(), "PostgreSQL") {
		t.Errorf("%+v, %v", l, err)
	}
}

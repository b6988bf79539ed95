package store_test

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/store"
	"podesta/internal/store/storetest"
)

// TestSQLiteFull makes the disk appear full in the middle of a transaction.
func TestSQLiteFull(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	add(t, s, "first")
	s.Raw(t, "PRAGMA max_page_count = 90")
	big := strings.Repeat("x", 1<<20)
	err := storetest.Write(s, func(tx *game.Tx) error {
		if err := tx.Games.NameSeat("first", 1, "Nobody"); err != nil {
			return err
		}
		return tx.Phases.SaveOrders("first", 1, 1, 1, big)
	})
	unavailable(t, err, game.ErrFull)
	if _, player := claimed(t, s, due); player != "Ada" {
		t.Errorf("half of it was saved: %s", player)
	}
	s.Raw(t, "PRAGMA max_page_count = 100000")
	if err := storetest.Write(s, func(tx *game.Tx) error { return tx.Phases.SaveOrders("first", 1, 1, 1, big) }); err != nil {
		t.Errorf("when there is room again: %v", err)
	}
}

// TestSQLiteBusy keeps a database locked for longer than writers wait.
func TestSQLiteBusy(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	holder, s := open(t, folder), open(t, folder)
	add(t, s, "first")
	s.Raw(t, "PRAGMA busy_timeout = 1")
	err := holder.Write(ctx, func(*game.Tx) error {
		unavailable(t, storetest.Write(s, func(tx *game.Tx) error { return tx.Games.NameSeat("first", 1, "Bo") }), game.ErrUnavailable)
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if err := storetest.Write(s, func(tx *game.Tx) error { return tx.Games.NameSeat("first", 1, "Bo") }); err != nil {
		t.Errorf("when it is no longer busy: %v", err)
	}
}

// TestSQLiteMoved removes and replaces the file of an open database, and checks that writes are
// refused, because they would be lost.
func TestSQLiteMoved(t *testing.T) {
	t.Parallel()
	for what, change := range map[string]func(path string) error{
		"removed": os.Remove,
		"replaced": func(path string) error {
			return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, nil, 0o600))
		},
	} {
		folder := t.TempDir()
		s := open(t, folder)
		add(t, s, "first")
		if err := s.Check(ctx); err != nil {
			t.Errorf("%s, before: %v", what, err)
		}
		if err := change(filepath.Join(folder, "podesta.db")); err != nil {
			t.Fatal(err)
		}
		unavailable(t, s.Check(ctx), game.ErrMoved)
		s.LookAgain()
		unavailable(t, storetest.Write(s, func(tx *game.Tx) error { return tx.Games.NameSeat("first", 1, "Bo") }), game.ErrMoved)
	}
}

// TestSQLitePrivate checks that only the judge's user can read a database that
// the judge has created, even in a folder that is open to all.
func TestSQLitePrivate(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	add(t, open(t, folder), "first")
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) < 2 {
		t.Fatalf("%q, %v", files, err)
	}
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", f, info.Mode(), err)
		}
	}
}

func TestBackup(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := open(t, folder)
	add(t, s, "first")
	to := filepath.Join(t.TempDir(), "copy ' of the.db")
	err := storetest.Write(s, func(tx *game.Tx) error { // the backup must not include this transaction
		if err := tx.Games.NameSeat("first", 1, "Nobody"); err != nil {
			return err
		}
		return store.Backup(ctx, folder, to)
	})
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(ctx, to); err == nil || !strings.Contains(err.Error(), "already exists") {
		t.Errorf("over another copy: %v", err)
	}
	if after, err := os.ReadFile(to); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the copy was touched: %v", err)
	}
	if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read it: %v, %v", info.Mode(), err)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(to), ".*")); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if _, player := claimed(t, open(t, "sqlite:"+to), due); player != "Ada" {
		t.Errorf("in the copy, at the first seat: %s", player)
	}
	empty := filepath.Join(t.TempDir(), "nothing")
	if err := store.Backup(ctx, empty, to+"2"); err == nil || !strings.Contains(err.Error(), "no database") {
		t.Errorf("of nothing: %v", err)
	}
	if _, err := os.Stat(empty); err == nil {
		t.Error("a backup made a database")
	}
	if err := s.Backup(ctx, filepath.Join(empty, "x")); err == nil {
		t.Error("into a folder that is not there")
	}
}

// TestOlderVersions opens databases that earlier versions of podesta wrote,
// stored as SQL text.
func TestOlderVersions(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"1", "2", "3"} {
		t.Run(version, func(t *testing.T) {
			folder := t.TempDir()
			text, err := os.ReadFile("testdata/version" + version + ".sql")
			if err != nil {
				t.Fatal(err)
			}
			db, err := sql.Open("sqlite", filepath.Join(folder, "podesta.db"))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec(string(text)); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			s := open(t, folder)
			err = storetest.Read(s, func(tx *game.Tx) error {
				g, err := tx.Games.Game("first")
				if err != nil {
					return err
				}
				want, _, _ := storetest.Sample("first")
				if g.Name != want.Name || g.Number != 2 || g.Revision != 2 || !g.Created.Equal(want.Created) || g.Status != game.Active || !strings.Contains(string(g.Hosting), `"links":true`) {
					t.Errorf("the game: %+v", g)
				}
				seats, err := tx.Games.Seats("first")
				if err != nil {
					return err
				}
				if len(seats) != 2 || seats[0].Player != "Ada" || len(seats[0].Powers) != 2 || seats[0].State != nil {
					t.Errorf("its seats: %+v", seats)
				}
				_, done, next := storetest.Advanced("first")
				first, err := tx.Phases.Phase("first", 1)
				if err != nil {
					return err
				}
				throws := 1
				if version == "1" { // that version had no dice
					throws = 0
				}
				if string(first.After) != string(done.After) || !first.Done.Equal(done.Done) || len(first.Throws) != throws {
					t.Errorf("its first phase: %+v", first)
				}
				second, err := tx.Phases.Phase("first", 2)
				if string(second.Position) != string(next.Position) || second.After != nil {
					t.Errorf("its second phase: %+v", second)
				}
				if err != nil {
					return err
				}
				orders, err := tx.Phases.Orders("first", 1)
				if orders[2] != "A Roma H\n# ü" {
					t.Errorf("its orders: %v", orders)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
			g, done, next := storetest.Advanced("first")
			g.Revision, done.Number, next.Number, g.Number = 2, 2, 3, 3
			if err := storetest.Write(s, func(tx *game.Tx) error { return tx.Phases.Advance(g, done, &next) }); err != nil {
				t.Errorf("playing on: %v", err)
			}
		})
	}
}

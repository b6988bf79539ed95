package store_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/store"
)

// TestClaim starts processes with the same secret and with a different one.
func TestClaim(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		url := newURL(t)
		s := open(t, url)
		one, other := []byte(strings.Repeat("a", 32)), []byte(strings.Repeat("b", 32))
		for _, c := range []struct {
			secret []byte
			anew   bool
			err    error
		}{{one, false, nil}, {one, false, nil}, {other, false, store.ErrSecret}, {other, true, nil}, {one, false, store.ErrSecret}, {other, false, nil}} {
			if err := s.Claim(ctx, c.secret, c.anew); !errors.Is(err, c.err) {
				t.Errorf("%.1s, anew %t: %v", c.secret, c.anew, err)
			}
		}
		i, err := store.Inspect(ctx, url)
		if err != nil || i.Mark != store.Mark(other) || i.Mark == store.Mark(one) || len(i.Late)+len(i.Failed) > 0 {
			t.Errorf("%+v %v", i, err)
		}
		// A job that is due, one that fails, and one that is due later.
		err = s.Write(ctx, func(tx *game.Tx) error {
			for _, j := range []game.Job{
				{Kind: "clock", Due: time.Now().Add(-time.Hour)}, {Kind: "mail", Due: time.Now().Add(time.Hour)}, {Kind: "letter", Due: time.Now().Add(-time.Second)},
			} {
				if err := tx.Jobs.Enqueue(j); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Raw(t, "UPDATE job SET tries = 3, failed = 'refused' WHERE kind = 'mail'")
		i, err = store.Inspect(ctx, url)
		if err != nil || len(i.Late) != 1 || i.Late["clock"] < 59*time.Minute || len(i.Failed) != 1 || i.Failed["mail"] != 1 {
			t.Errorf("%+v %v", i, err)
		}
	})
}

// TestForeignDatabase checks that databases of other programs are recognized and not changed.
func TestForeignDatabase(t *testing.T) {
	t.Parallel()
	for _, layout := range []string{"0", "5", "75"} {
		path := filepath.Join(t.TempDir(), "podesta.db")
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("CREATE TABLE bookmark (id INTEGER); PRAGMA user_version = " + layout); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := store.Inspect(ctx, "sqlite:"+path); !errors.Is(err, store.ErrForeign) {
			t.Errorf("layout %s is inspected: %v", layout, err)
		}
		if s, err := store.Open("sqlite:" + path); !errors.Is(err, store.ErrForeign) {
			t.Errorf("layout %s is opened: %v %v", layout, s, err)
		}
		if after, err := os.ReadFile(path); err != nil || len(after) != len(before) {
			t.Errorf("layout %s: the file has changed: %d bytes, then %d (%v)", layout, len(before), len(after), err)
		}
	}
}

// TestDamagedPage overwrites a page in the middle of a database, and checks that the damage is
// found.
func TestDamagedPage(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "podesta.db")
	s, err := store.Open("sqlite:" + path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	for page := int64(2); page < info.Size()/4096; page += 3 {
		if _, err := f.WriteAt([]byte(strings.Repeat("damage", 600)), page*4096); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if i, err := store.Inspect(ctx, "sqlite:"+path); err == nil || errors.Is(err, store.ErrForeign) {
		t.Errorf("a damaged database is sound: %+v %v", i, err)
	}
}

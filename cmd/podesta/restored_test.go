package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"podesta/internal/config"
	"podesta/internal/judge"
	"podesta/internal/store"
)

// TestRestoredIsNoticed checks that the judge notices if its database was replaced by an earlier
// copy and reports nothing else, and that it again erases the accounts that were erased before.
func TestRestoredIsNoticed(t *testing.T) {
	t.Parallel()
	c := config.Default()
	c.Data = t.TempDir()
	path := filepath.Join(c.Data, "podesta.db")
	ctx := t.Context()
	open := func(f func(j *judge.Judge)) {
		t.Helper()
		st, err := store.Open("sqlite:" + path)
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		j, err := configuredJudge(c, st, wallClock{}, theSecret, nil)
		if err != nil {
			t.Fatal(err)
		}
		f(j)
	}
	noticed := func(want bool) {
		t.Helper()
		open(func(j *judge.Judge) {
			if got, err := isRestored(ctx, c, j); err != nil || got != want {
				t.Errorf("noticed: %v, %v", got, err)
			}
		})
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	id := ""
	open(func(j *judge.Judge) {
		_, err := j.Clock.Work(ctx)
		must(err)
		must(mark(ctx, c, j))
		a, m, err := j.Users.Register(ctx, "Ada", "ada@example.org", "")
		must(err)
		_, err = j.Users.Verify(ctx, m.Secret())
		must(err)
		id = a.ID
	})
	noticed(false)
	copied := filepath.Join(t.TempDir(), "copy.db")
	must(store.Backup(ctx, "sqlite:"+path, copied))
	open(func(j *judge.Judge) {
		for range 3 {
			must(mark(ctx, c, j))
		}
		must(j.Users.Erase(ctx, id))
	})
	noticed(false)
	for _, suffix := range []string{"", "-wal", "-shm"} {
		_ = os.Remove(path + suffix)
	}
	data, err := os.ReadFile(copied)
	must(err)
	must(os.WriteFile(path, data, 0o600))
	noticed(true)
	open(func(j *judge.Judge) {
		if gone, err := j.Users.Erased(ctx, id); err != nil || gone {
			t.Errorf("the copy has no account: %v", err)
		}
		must(afterRestore(ctx, c, j, true, false, slog.New(slog.DiscardHandler)))
		if gone, err := j.Users.Erased(ctx, id); err != nil || !gone {
			t.Errorf("not erased again: %v", err)
		}
	})
	noticed(false)
}

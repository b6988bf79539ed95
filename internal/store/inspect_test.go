package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/store"
	"podesta/internal/store/storetest"
)

func TestInspect(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		url := newURL(t)
		postgres := strings.HasPrefix(url, "postgres:")
		i, err := store.Inspect(ctx, url)
		if postgres && err != nil || !postgres && !errors.Is(err, store.ErrNoDatabase) || i.Layout != 0 || i.Known != store.Versions(t) {
			t.Errorf("an empty database: %+v, %v", i, err)
		}
		if !postgres {
			if _, err := os.Stat(i.Path); err == nil {
				t.Error("looking has made a file")
			}
			// The folder does not exist either; OpenAt creates both.
		}
		store.OpenAt(t, url, 2)
		if i, err = store.Inspect(ctx, url); err != nil || i.Layout != 2 {
			t.Errorf("an older database: %+v, %v", i, err)
		}
		if i, err = store.Inspect(ctx, url); err != nil || i.Layout != 2 {
			t.Errorf("looking changes it: %+v, %v", i, err)
		}
		s := open(t, url)
		i, err = store.Inspect(ctx, url)
		if err != nil || i.Layout != i.Known || i.Size == 0 || i.Server == "" || i.Name != s.String() {
			t.Errorf("%+v, %v", i, err)
		}
		if postgres != (i.Path == "") || postgres == i.Clock.IsZero() || postgres && time.Since(i.Clock).Abs() > time.Minute {
			t.Errorf("%+v", i)
		}
		if l, err := s.Layout(ctx); err != nil || l.Have != l.Known || l.Known != store.Versions(t) || l.From > l.Known {
			t.Errorf("layout %+v, %v", l, err)
		}
	})
}

func TestInspectRefuses(t *testing.T) {
	t.Parallel()
	if _, err := store.Inspect(ctx, "mysql://x/y"); err == nil {
		t.Error("another kind of database is looked at")
	}
	i, err := store.Inspect(ctx, "postgres://podesta:do-not-tell@127.0.0.1:1/podesta?connect_timeout=1")
	if !errors.Is(err, game.ErrUnavailable) || strings.Contains(i.Name+err.Error(), "do-not-tell") || !strings.Contains(i.Name, "127.0.0.1:1") {
		t.Errorf("%+v, %v", i, err)
	}
	file := filepath.Join(t.TempDir(), "podesta.db")
	if err := os.WriteFile(file, []byte(strings.Repeat("this is no database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Inspect(ctx, "sqlite:"+file); err == nil {
		t.Error("a file that is no database is sound")
	}
}

func TestCensus(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		s := open(t, newURL(t))
		now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
		empty, err := s.Census(ctx, now)
		if err != nil || len(empty.Games) != 0 || empty.Accounts != 0 || len(empty.Jobs) != 0 {
			t.Errorf("%+v, %v", empty, err)
		}
		for i, set := range []struct {
			status   game.Status
			finished bool
		}{{game.Active, false}, {game.Over, true}, {game.Forming, false}, {game.Active, false}, {game.Over, true}} {
			g, seats, first := storetest.Sample(string(rune('a' + i)))
			g.Status, g.Finished = set.status, set.finished
			if err := storetest.Write(s, func(tx *game.Tx) error { return tx.Games.AddGame(g, seats, first) }); err != nil {
				t.Fatal(err)
			}
		}
		err = storetest.Write(s, func(tx *game.Tx) error {
			for _, j := range []game.Job{
				{Kind: "mail", Due: now.Add(-time.Hour), Data: []byte("{}")},
				{Kind: "mail", Due: now.Add(-2 * time.Hour), Failed: "refused", Data: []byte("{}")},
				{Kind: "mail", Due: now.Add(time.Hour), Data: []byte("{}")},
				{Kind: "clock", Key: "a", Data: []byte("{}")}, // is not due at any time
				{Kind: "hook", Due: now.Add(-3 * time.Hour), Data: []byte("{}")},
			} {
				if err := tx.Jobs.Enqueue(j); err != nil {
					return err
				}
			}
			_, err := tx.Jobs.Claim("hook", now, time.Minute, 1)
			return errors.Join(err, tx.Accounts.SaveAccount(game.Account{ID: "x", Name: "Cosimo", Email: "cosimo@example.org"}))
		})
		if err != nil {
			t.Fatal(err)
		}
		c, err := s.Census(ctx, now)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Games) != 3 || c.Games[game.Active] != 2 || c.Games[game.Over] != 2 || c.Games[game.Forming] != 1 || c.Accounts != 1 {
			t.Errorf("%+v", c)
		}
		want := []store.JobCount{{Kind: "clock", All: 1}, {Kind: "hook", All: 1}, {Kind: "mail", All: 3, Due: 2, Failed: 1, Late: 2 * time.Hour}}
		if len(c.Jobs) != 3 || c.Jobs[0] != want[0] || c.Jobs[1] != want[1] || c.Jobs[2] != want[2] {
			t.Errorf("%+v", c.Jobs)
		}
		// The worker that had claimed a job has lost it.
		if c, err = s.Census(ctx, now.Add(time.Minute)); err != nil || c.Jobs[1].Due != 1 {
			t.Errorf("%+v, %v", c.Jobs, err)
		}
	})
}

package seed_test

import (
	"context"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/seed"
	"podesta/internal/store"
)

// at is a clock that is stopped.
type at time.Time

func (a at) Now() time.Time { return time.Time(a) }

// TestCrowd checks that all games of a crowd, both the played ones and their
// copies, are due at their moment, not earlier, and are processed once.
func TestCrowd(t *testing.T) {
	ctx := context.Background()
	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	due := time.Date(2026, 5, 4, 20, 0, 0, 0, time.UTC)
	secret := []byte("secret")
	c, err := seed.Make(ctx, s, secret, seed.Plan{Games: 7, Templates: 3, Due: due})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Games) != 7 || c.Phases["orders"]+c.Phases["retreats"]+c.Phases["adjustments"] != 7 {
		t.Errorf("%d games, %v", len(c.Games), c.Phases)
	}
	for _, round := range []struct {
		at   time.Time
		done int
	}{{due.Add(-time.Second), 0}, {due, 7}, {due.Add(time.Second), 0}} {
		if n, err := judge.New(s, at(round.at), secret).Work(ctx); err != nil || n != round.done {
			t.Errorf("at %s %d games were processed, want %d: %v", round.at, n, round.done, err)
		}
	}
	j := judge.New(s, at(due), secret)
	for _, g := range c.Games {
		now, err := j.Game(ctx, g.ID)
		if err != nil {
			t.Fatal(err)
		}
		if now.Revision != g.Revision+1 || now.Status != game.Active {
			t.Errorf("%s is %s at revision %d, was at %d", g.ID, now.Status, now.Revision, g.Revision)
		}
		for i, p := range g.Players {
			role, err := j.RoleOf(ctx, g.ID, p.Account)
			if err != nil || role.Seat != i+1 {
				t.Errorf("%s, %s: %+v, %v", g.ID, p.Account, role, err)
			}
		}
		if found, err := j.FindGame(ctx, g.Name); err != nil || found.ID != g.ID {
			t.Errorf("%s: %v, %v", g.Name, found, err)
		}
	}
	if _, err := j.SignIn(ctx, c.Games[6].Players[7].Email, seed.Password); err != nil {
		t.Error(err)
	}
}

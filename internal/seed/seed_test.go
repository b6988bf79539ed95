package seed_test

import (
	"context"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/lobby"
	"podesta/internal/seed"
	"podesta/internal/store"
)

// at is a clock that is stopped.
type at time.Time

func (a at) Now() time.Time { return time.Time(a) }

// TestCrowd checks that all games of a crowd, both the played ones and their copies, are due at
// the planned time and no earlier, and that their phases are resolved once.
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
		if n, err := judge.New(s, at(round.at), secret).Clock.Work(ctx); err != nil || n != round.done {
			t.Errorf("at %s %d games were processed, want %d: %v", round.at, n, round.done, err)
		}
	}
	j := judge.New(s, at(due), secret)
	for _, g := range c.Games {
		now, err := j.Base.Game(ctx, g.ID)
		if err != nil {
			t.Fatal(err)
		}
		if now.Revision != g.Revision+1 || now.Status != game.Active {
			t.Errorf("%s is %s at revision %d, was at %d", g.ID, now.Status, now.Revision, g.Revision)
		}
		for i, p := range g.Players {
			role, err := j.Base.RoleOf(ctx, g.ID, p.Account)
			if err != nil || role.Seat != i+1 {
				t.Errorf("%s, %s: %+v, %v", g.ID, p.Account, role, err)
			}
		}
		if found, err := j.Base.FindGame(ctx, g.Name); err != nil || found.ID != g.ID {
			t.Errorf("%s: %v, %v", g.Name, found, err)
		}
	}
	if _, err := j.Users.SignIn(ctx, c.Games[6].Players[7].Email, seed.Password); err != nil {
		t.Error(err)
	}
}

// TestLists checks that the judge can list the games of Lists and open those that
// are being played.
func TestLists(t *testing.T) {
	ctx := context.Background()
	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	plan := seed.ListsPlan{Games: 60, Now: time.Date(2026, 5, 4, 20, 0, 0, 0, time.UTC)}
	if err := seed.Lists(ctx, s, []byte("secret"), plan); err != nil {
		t.Fatal(err)
	}
	j := judge.New(s, at(plan.Now), []byte("secret"))
	for status, want := range map[game.Status]int{game.Forming: 7, game.Active: 19, game.Over: 36} {
		p, err := j.Lobby.List(ctx, lobby.Filter{Status: status, Limit: 100})
		if err != nil || p.Total != want || len(p.Games) != want {
			t.Errorf("%s: %d of %d games, %v, want %d", status, len(p.Games), p.Total, err, want)
		}
		for _, g := range p.Games {
			if status != game.Active {
				continue
			}
			if _, err := j.Base.Current(ctx, g.ID); err != nil {
				t.Error(err)
			}
		}
	}
	if r, err := j.Users.Reliables(ctx); err != nil || len(r) != 30 {
		t.Errorf("%d reliable people, %v", len(r), err)
	}
	if _, total, err := j.Ratings.Rankings(ctx, game.RankingQuery{}); err != nil || total == 0 {
		t.Errorf("%d people in the ratings, %v", total, err)
	}
	if p, err := j.Users.PlayerNamed(ctx, plan.Name(0), ""); err != nil || len(p.Results) < 5 || len(p.Playing) == 0 {
		t.Errorf("%+v, %v", p, err)
	}
}

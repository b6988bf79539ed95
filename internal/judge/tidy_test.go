package judge_test

import (
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
)

// TestForgotten checks that an account that has proved no address within a
// month is deleted, and that its name becomes free.
func TestForgotten(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	judgetest.Code(t, s.SetZone("Nowhere/Land"), game.Invalid)
	if err := s.SetZone("Europe/Rome"); err != nil {
		t.Fatal(err)
	}
	a, _, err := s.Register(ctx, "Nadia", "nadia@example.net", "")
	if err != nil || a.Zone != "Europe/Rome" {
		t.Fatal(a, err)
	}
	if b, _, err := s.Register(ctx, "Olga", "olga@example.net", "Europe/Paris"); err != nil || b.Zone != "Europe/Paris" {
		t.Error(b, err)
	}
	s.Set(s.Clock.Now().Add(29 * 24 * time.Hour))
	s.WorkDue()
	if _, err := s.Account(ctx, a.ID); err != nil {
		t.Error(err)
	}
	s.Set(s.Clock.Now().Add(2 * 24 * time.Hour))
	s.WorkDue()
	_, err = s.Account(ctx, a.ID)
	judgetest.Code(t, err, game.NotFound)
}

package judge_test

import (
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
)

// TestUnconfirmedAccountsAreDeleted checks that an account without a confirmed address is deleted after a month,
// and that its name becomes free.
func TestUnconfirmedAccountsAreDeleted(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	if _, err := judge.Open(s.Store, s.Clock, []byte(judgetest.Secret), judge.Options{People: account.Settings{Zone: "Nowhere/Land"}}); err == nil {
		t.Error("a judge in no time zone")
	}
	s.With(func(o *judge.Options) { o.People.Zone = "Europe/Rome" })
	a, _, err := s.Users.Register(ctx, "Nadia", "nadia@example.net", "")
	if err != nil || a.Zone != "Europe/Rome" {
		t.Fatal(a, err)
	}
	if b, _, err := s.Users.Register(ctx, "Olga", "olga@example.net", "Europe/Paris"); err != nil || b.Zone != "Europe/Paris" {
		t.Error(b, err)
	}
	s.Set(s.Clock.Now().Add(29 * 24 * time.Hour))
	s.WorkDue()
	if _, err := s.Users.Account(ctx, a.ID); err != nil {
		t.Error(err)
	}
	s.Set(s.Clock.Now().Add(2 * 24 * time.Hour))
	s.WorkDue()
	_, err = s.Users.Account(ctx, a.ID)
	judgetest.Code(t, err, game.NotFound)
}

package judge_test

import (
	"errors"
	"testing"
	"time"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/store"
)

// away advances the clock while the judge is not running.
func away(s *judgetest.Story, to string) {
	s.T.Helper()
	s.Clock.Set(judgetest.Rome(s.T, to))
}

// TestOutage checks that a deadline within an outage is extended before anyone counts as late.
func TestOutage(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	s.WorkDue()
	s.Send("Milan Venice Florence")
	s.Until("Mon 5 Jan 13:00")
	away(s, "Tue 6 Jan 1:00")
	s.Reopen() // a restart
	s.WorkDue()
	s.WorkDue()
	s.Until("Wed 7 Jan 8:00")
	s.Expect(`
		Mon 5 Jan 12:00 reminder Naples: Naples
		Tue 6 Jan 01:00 outage, due Tue 6 Jan 13:00, grace Fri 9 Jan 13:00: all
		Tue 6 Jan 13:00 late Naples: all`)
}

// TestOutageWithoutDeadline checks that an outage moves no deadline if none was within it.
func TestOutageWithoutDeadline(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	s.WorkDue()
	away(s, "Sat 3 Jan 12:00")
	s.Reopen()
	s.WorkDue()
	s.Expect(``)
	away(s, "Sat 3 Jan 12:01") // a restart is not an outage
	s.WorkDue()
	s.Expect(``)
}

// TestOutageTwice checks that a second outage extends an already extended deadline only by its own
// duration.
func TestOutageTwice(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	s.WorkDue()
	s.Send("Milan Venice Florence")
	s.Until("Mon 5 Jan 19:00")
	away(s, "Mon 5 Jan 21:00")
	s.WorkDue()
	away(s, "Mon 5 Jan 21:30")
	s.WorkDue()
	s.Until("Tue 6 Jan 0:00")
	s.Expect(`
		Mon 5 Jan 12:00 reminder Naples: Naples
		Mon 5 Jan 21:00 outage, due Mon 5 Jan 23:00, grace Thu 8 Jan 23:00: all
		Mon 5 Jan 23:00 late Naples: all`)
}

// TestClockLeaps checks that after a jump of the clock by months nothing happens until an operator
// trusts the clock.
func TestClockLeaps(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	s.WorkDue()
	away(s, "Wed 1 Apr 10:00")
	if _, err := s.Judge.Clock.Work(ctx); !errors.Is(err, clock.ErrClock) {
		t.Fatal(err)
	}
	s.Expect(``)
	away(s, "Thu 1 Jan 10:01") // the clock was wrong until now
	s.WorkDue()
	away(s, "Wed 1 Apr 10:00") // the clock is right again
	if err := s.Judge.Clock.TrustClock(ctx); err != nil {
		t.Fatal(err)
	}
	s.Send("Milan")
	s.WorkDue()
	s.Expect(`Wed 1 Apr 10:00 late Venice+Naples+Florence: all
		Wed 1 Apr 10:00 disorder Venice+Naples+Florence: all
		Wed 1 Apr 10:00 replacement Venice+Naples+Florence: all`)
	away(s, "Wed 1 Apr 9:00") // the clock is set back: this is reported once, and nothing happens earlier or twice
	if _, err := s.Judge.Clock.Work(ctx); err == nil {
		t.Error("no error says that the clock was set back")
	}
	s.WorkDue()
	s.Expect(``)
}

// TestClocksApart checks that processes whose clocks differ by minutes do not mistake each other's
// pulse for an outage.
func TestClocksApart(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	db, err := store.Open(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	slow := judgetest.NewClock(time.Time{})
	other := judge.New(db, slow, []byte("secret"))
	for n := range 30 {
		s.Clock.Set(judgetest.Rome(t, "Mon 5 Jan 19:45").Add(time.Duration(n) * time.Minute / 2))
		slow.Set(s.Clock.Now().Add(-4 * time.Minute))
		if n == 0 {
			s.Set(s.Clock.Now())
		}
		for _, j := range []*judge.Judge{s.Judge, other} {
			if _, err := j.Clock.Work(ctx); err != nil {
				t.Fatal(err)
			}
		}
	}
	plan, err := s.Judge.Clock.Plan(ctx, s.TheGame.ID)
	if err != nil || judgetest.InRome(plan.Deadline) != "Mon 5 Jan 20:00" {
		t.Errorf("deadline %s, %v", judgetest.InRome(plan.Deadline), err)
	}
}

// TestUnprocessablePhase checks that a phase that cannot be resolved is tried again, and that the
// masters are notified once.
func TestUnprocessablePhase(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginWith(t, lobby.NewGame{Scenario: "B", Variant: "B-2-2", Preset: "njudge-classic"}, nil)
	for s.TheGame.Phase.String() != "fall 1454 orders" {
		if _, err := s.Judge.Clock.Process(ctx, s.TheGame.ID, master, s.TheGame.Revision); err != nil {
			t.Fatal(err)
		}
		s.TheGame, _ = s.Base.Game(ctx, s.TheGame.ID)
	}
	s.ExpectSome("result")
	if err := s.Admin.SetRoll(ctx, s.TheGame.ID, master, s.TheGame.Revision, "income milan 1", 6); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	err = db.Write(ctx, func(tx *game.Tx) error { // an imported game may contain such a position
		return tx.Phases.SetRolls(s.TheGame.ID, s.TheGame.Revision, s.TheGame.Number, map[string]int{"income milan 1": 7})
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Send("Milan Venice")
	s.Set(judgetest.Rome(t, "Fri 2 Jan 22:30"))
	for range 4 {
		if _, err := s.Judge.Clock.Work(ctx); err == nil {
			t.Error("there is no notice of the failure")
		}
		due, err := s.Judge.Clock.NextDue(ctx)
		if err != nil {
			t.Fatal(err)
		}
		s.Set(due)
	}
	s.Expect(`
		Thu 1 Jan 10:00 act: roll
		Fri 2 Jan 22:30 trouble: masters`)
	if err := s.Admin.SetRoll(ctx, s.TheGame.ID, master, s.TheGame.Revision, "income milan 1", 0); err != nil {
		t.Fatal(err)
	}
	s.WorkDue()
	s.Expect(`
		Fri 2 Jan 22:45 act: roll
		Fri 2 Jan 22:45 fall 1454 orders is done; next winter 1454 adjustments, due Mon 5 Jan 20:00, grace Thu 8 Jan 20:00`)
}

package judge_test

import (
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/schedule"
)

func TestInTime(t *testing.T) {
	t.Parallel()
	s := begin(t, nil)
	plan, err := s.Plan(ctx, s.game.ID)
	if err != nil || inRome(plan.Deadline) != "Mon 5 Jan 20:00" || inRome(plan.Grace) != "Thu 8 Jan 20:00" {
		t.Errorf("%v, %v", plan, err)
	}
	if now, err := s.Game(ctx, s.game.ID); err != nil || !now.Deadline.Equal(plan.Deadline) {
		t.Errorf("the game's deadline %v, %v", now.Deadline, err)
	}
	s.until("Thu 1 Jan 18:00")
	s.orders("Milan Venice Florence")
	s.until("Thu 1 Jan 19:00")
	s.orders("Naples") // all are complete, but nothing is processed in the first 12 hours
	s.until("Thu 1 Jan 21:59")
	s.expect(``)
	s.until("Fri 2 Jan 10:00")
	s.expect(`Thu 1 Jan 22:00 spring 1385 orders is done; next summer 1385 orders, due Mon 5 Jan 20:00, grace Thu 8 Jan 20:00`)
	s.orders("Milan Venice Florence")
	s.until("Fri 2 Jan 12:00")
	s.orders("Naples")
	s.until("Fri 2 Jan 12:20")
	s.orders("Milan") // DELAY begins again
	s.until("Fri 2 Jan 12:49")
	s.expect(``)
	s.until("Fri 2 Jan 12:50")
	s.expect(`Fri 2 Jan 12:50 summer 1385 orders is done; next fall 1385 orders, due Mon 5 Jan 20:00, grace Thu 8 Jan 20:00`)
	s.stands("")
}

func TestWaitAndErrors(t *testing.T) {
	t.Parallel()
	s := begin(t, nil)
	s.orders("Milan Venice Florence Naples")
	if err := s.SetWait(ctx, s.game.ID, s.player("Milan"), s.seat("Milan"), true); err != nil {
		t.Fatal(err)
	}
	s.stands("Milan: wait")
	s.until("Mon 5 Jan 19:59")
	s.expect(``)
	s.until("Mon 5 Jan 20:00") // waiting lasts until the deadline
	s.expect(`Mon 5 Jan 20:00 spring 1385 orders is done; next summer 1385 orders, due Thu 8 Jan 20:00, grace Mon 12 Jan 00:00`)
	s.stands("")

	s.orders("Venice Florence Naples")
	s.orders("Milan", "A Nowhere hold")
	s.stands("Milan: error")
	s.until("Tue 6 Jan 12:00")
	s.orders("Milan") // an empty e-mail, or one without the error, corrects it
	if err := s.SetWait(ctx, s.game.ID, s.player("Naples"), s.seat("Naples"), true); err != nil {
		t.Fatal(err)
	}
	s.until("Tue 6 Jan 14:00")
	s.expect(``)
	if err := s.SetWait(ctx, s.game.ID, s.player("Naples"), s.seat("Naples"), false); err != nil {
		t.Fatal(err)
	}
	s.work()
	s.expect(`Tue 6 Jan 14:00 summer 1385 orders is done; next fall 1385 orders, due Fri 9 Jan 20:00, grace Mon 12 Jan 20:00`)

	observer := game.Role{Observer: true, Account: ""}
	s.orders("Milan Venice Florence Naples")
	if err := s.SetWait(ctx, s.game.ID, observer, 0, true); err != nil {
		t.Fatal(err)
	}
	s.until("Fri 9 Jan 19:59")
	s.expect(``)
	judgetest.Code(t, s.SetWait(ctx, s.game.ID, s.player("Milan"), s.seat("Naples"), true), game.Forbidden)
	judgetest.Code(t, s.SetWait(ctx, s.game.ID, game.Role{}, 0, true), game.NotFound)
}

// TestNoNMR plays the usual game, which waits for a replacement.
func TestNoNMR(t *testing.T) {
	t.Parallel()
	s := begin(t, func(h *hosting.Hosting) { h.LateCount = true })
	s.orders("Milan Venice")
	s.orders("Florence", "A Nowhere hold")
	s.until("Tue 13 Jan 10:00")
	s.expect(`
		Mon 5 Jan 12:00 reminder Naples: Naples
		Mon 5 Jan 12:00 reminder Florence: Florence
		Mon 5 Jan 20:00 late Naples+Florence: all
		Tue 6 Jan 20:00 late Naples+Florence: Naples+Florence
		Wed 7 Jan 20:00 late Naples+Florence: Naples+Florence
		Thu 8 Jan 20:00 disorder Naples: all
		Thu 8 Jan 20:00 replacement Naples: all
		Sat 10 Jan 20:00 replacement Naples: all
		Mon 12 Jan 20:00 replacement Naples: all`)
	s.stands("Naples: late, disorder, late before: 1; Florence: late, error, late before: 1")
	if err := s.TakeSeatOver(ctx, s.game.ID, s.seat("Naples")); err != nil {
		t.Fatal(err)
	}
	// The new player has the full time of the phase, and all can reconsider.
	// Without press, only those who owe orders can.
	s.stands("Milan: wait; Venice: wait; Naples: wait; Florence: wait, late, error, late before: 1")
	s.orders("Florence Naples")
	s.until("Fri 16 Jan 19:59")
	s.expect(``)
	s.until("Fri 16 Jan 20:00")
	s.expect(`Fri 16 Jan 20:00 spring 1385 orders is done; next summer 1385 orders, due Mon 19 Jan 20:00, grace Thu 22 Jan 20:00`)
}

// TestExtension checks that a phase with missing orders is extended once, in
// every phase again, and that the seats that owe orders have a new deadline.
func TestExtension(t *testing.T) {
	t.Parallel()
	s := begin(t, func(h *hosting.Hosting) { h.Extension = 12 })
	s.orders("Milan Venice Florence")
	s.until("Mon 5 Jan 21:00")
	s.expect(`
		Mon 5 Jan 12:00 reminder Naples: Naples
		Mon 5 Jan 20:00 deadline, due Tue 6 Jan 08:00, grace Fri 9 Jan 08:00: all`)
	s.stands("")
	s.until("Tue 6 Jan 8:00")
	s.expect(`
		Tue 6 Jan 00:00 reminder Naples: Naples
		Tue 6 Jan 08:00 late Naples: all`)
	s.stands("Naples: late, late before: 1")
	s.orders("Naples")
	s.expect(``)
	s.until("Tue 6 Jan 9:00")
	s.expect(`Tue 6 Jan 08:00 spring 1385 orders is done; next summer 1385 orders, due Fri 9 Jan 20:00, grace Mon 12 Jan 20:00`)
	s.orders("Milan")
	s.until("Fri 9 Jan 20:00")
	s.expect(`
		Fri 9 Jan 12:00 reminder Venice: Venice
		Fri 9 Jan 12:00 reminder Naples: Naples
		Fri 9 Jan 12:00 reminder Florence: Florence
		Fri 9 Jan 20:00 deadline, due Sat 10 Jan 08:00, grace Tue 13 Jan 08:00: all`)
}

// TestNMR plays a game that continues without the seats that do not order.
func TestNMR(t *testing.T) {
	t.Parallel()
	s := beginAccounts(t, func(h *hosting.Hosting) { h.NMR = true })
	s.orders("Milan Venice")
	s.orders("Florence", "A Nowhere hold")
	s.until("Wed 7 Jan 20:00")
	s.expect(`
		Mon 5 Jan 12:00 reminder Naples: Naples
		Mon 5 Jan 12:00 reminder Florence: Florence
		Mon 5 Jan 20:00 late Naples+Florence: all
		Tue 6 Jan 20:00 late Naples+Florence: Naples+Florence
		Wed 7 Jan 20:00 abandoned Naples: all`)
	s.until("Thu 8 Jan 20:00")
	s.expect(`
		Thu 8 Jan 20:00 disorder Naples: all
		Thu 8 Jan 20:00 spring 1385 orders is done; next summer 1385 orders, due Mon 12 Jan 20:00, grace Thu 15 Jan 20:00`)
	s.stands("Naples: abandoned, disorder, late before: 1; Florence: late before: 1")
	// Nobody waits for a seat in civil disorder.
	s.orders("Milan Venice Florence")
	s.until("Fri 9 Jan 8:00")
	s.expect(`Fri 9 Jan 08:00 summer 1385 orders is done; next fall 1385 orders, due Mon 12 Jan 20:00, grace Thu 15 Jan 20:00`)
	// Orders of a master on the player's behalf do not bring the player back;
	// the player's own orders do.
	now, _ := s.Game(ctx, s.game.ID)
	if _, err := s.Submit(ctx, now.ID, game.Role{Seat: s.seat("Naples"), Player: true}, s.seat("Naples"), now.Revision, ""); err != nil {
		t.Fatal(err)
	}
	s.expect(``)
	s.orders("Naples")
	s.expect(`Fri 9 Jan 08:00 return Naples: all`)
	s.stands("Naples: late before: 1; Florence: late before: 1")
	s.orders("Milan Venice Florence")
	s.until("Fri 9 Jan 20:00")
	s.expect(`Fri 9 Jan 20:00 fall 1385 orders is done; next winter 1385 adjustments, due Mon 12 Jan 20:00, grace Thu 15 Jan 20:00`)
}

// TestDeserted checks that a game that all players have left does not continue
// by itself.
func TestDeserted(t *testing.T) {
	t.Parallel()
	s := begin(t, func(h *hosting.Hosting) { h.NMR = true })
	s.until("Sun 11 Jan 21:00")
	s.expect(`
		Mon 5 Jan 12:00 reminder Milan: Milan
		Mon 5 Jan 12:00 reminder Venice: Venice
		Mon 5 Jan 12:00 reminder Naples: Naples
		Mon 5 Jan 12:00 reminder Florence: Florence
		Mon 5 Jan 20:00 late Milan+Venice+Naples+Florence: all
		Tue 6 Jan 20:00 late Milan+Venice+Naples+Florence: Milan+Venice+Naples+Florence
		Wed 7 Jan 20:00 abandoned Milan+Venice+Naples+Florence: all
		Thu 8 Jan 20:00 disorder Milan+Venice+Naples+Florence: all
		Thu 8 Jan 20:00 paused: all
		Sun 11 Jan 20:00 still-paused: all`)
	if err := s.TakeSeatOver(ctx, s.game.ID, s.seat("Milan")); err != nil {
		t.Fatal(err)
	}
	if err := s.Resume(ctx, s.game.ID, master); err != nil {
		t.Fatal(err)
	}
	s.orders("Milan")
	if err := s.SetWait(ctx, s.game.ID, s.player("Milan"), s.seat("Milan"), false); err != nil {
		t.Fatal(err)
	}
	s.until("Mon 12 Jan 10:00")
	s.expect(`
		Sun 11 Jan 21:00 resumed, due Wed 14 Jan 20:00, grace Mon 19 Jan 00:00: all
		Sun 11 Jan 21:30 spring 1385 orders is done; next summer 1385 orders, due Wed 14 Jan 20:00, grace Mon 19 Jan 00:00`)
}

func TestQuiet(t *testing.T) {
	t.Parallel()
	s := begin(t, func(h *hosting.Hosting) { h.NMR, h.Quiet = true, true })
	s.orders("Milan Venice Florence")
	s.until("Thu 8 Jan 20:00")
	s.expect(`
		Mon 5 Jan 12:00 reminder Naples: Naples
		Mon 5 Jan 20:00 late Naples: Naples
		Tue 6 Jan 20:00 late Naples: Naples
		Wed 7 Jan 20:00 abandoned Naples: Naples
		Thu 8 Jan 20:00 disorder Naples: Naples
		Thu 8 Jan 20:00 spring 1385 orders is done; next summer 1385 orders, due Mon 12 Jan 20:00, grace Thu 15 Jan 20:00`)
	states, err := s.States(ctx, s.game.ID, s.player("Milan"))
	if err != nil || states[s.seat("Naples")-1].Late {
		t.Errorf("%+v, %v", states, err)
	}
}

// TestLateOrders sends orders in the grace period: the phase is processed DELAY
// after the last.
func TestLateOrders(t *testing.T) {
	t.Parallel()
	s := begin(t, nil)
	s.orders("Milan Venice Florence")
	s.until("Tue 6 Jan 9:00")
	s.expect(`
		Mon 5 Jan 12:00 reminder Naples: Naples
		Mon 5 Jan 20:00 late Naples: all`)
	s.orders("Naples")
	s.until("Tue 6 Jan 9:10")
	s.orders("Milan") // orders that were in time do not postpone it
	s.until("Tue 6 Jan 9:29")
	s.expect(``)
	s.until("Tue 6 Jan 9:30")
	s.expect(`Tue 6 Jan 09:30 spring 1385 orders is done; next summer 1385 orders, due Fri 9 Jan 20:00, grace Mon 12 Jan 20:00`)
}

func TestManualProcess(t *testing.T) {
	t.Parallel()
	s := begin(t, func(h *hosting.Hosting) { h.ManualProcess = true })
	s.orders("Milan Venice Florence Naples")
	s.until("Sat 3 Jan 23:00")
	s.expect(`
		Thu 1 Jan 22:00 manual: masters
		Fri 2 Jan 22:00 manual: masters
		Sat 3 Jan 22:00 manual: masters`)
	_, err := s.Process(ctx, s.game.ID, s.player("Milan"), s.game.Revision)
	judgetest.Code(t, err, game.Forbidden)
	if _, err := s.Process(ctx, s.game.ID, master, s.game.Revision); err != nil {
		t.Fatal(err)
	}
	_, err = s.Process(ctx, s.game.ID, master, s.game.Revision)
	judgetest.Code(t, err, game.Stale)
	s.expect(`Sat 3 Jan 23:00 spring 1385 orders is done; next summer 1385 orders, due Wed 7 Jan 20:00, grace Mon 12 Jan 00:00`)
}

// TestResumeAfterTermination checks that a terminated game can be resumed.
func TestResumeAfterTermination(t *testing.T) {
	t.Parallel()
	s := begin(t, nil)
	s.orders("Milan Venice Florence")
	if err := s.Terminate(ctx, s.game.ID, master); err != nil {
		t.Fatal(err)
	}
	s.until("Wed 7 Jan 12:00")
	judgetest.Code(t, s.SetAbsence(ctx, s.game.ID, s.player("Milan"), s.seat("Milan"), schedule.Absence{}), game.Conflict)
	if err := s.Resume(ctx, s.game.ID, master); err != nil {
		t.Fatal(err)
	}
	s.until("Mon 12 Jan 20:00")
	s.expect(`
		Thu 1 Jan 10:00 terminated: all
		Wed 7 Jan 12:00 resumed, due Mon 12 Jan 20:00, grace Thu 15 Jan 20:00: all
		Mon 12 Jan 12:00 reminder Naples: Naples
		Mon 12 Jan 20:00 late Naples: all`)
}

func TestPauseAndResume(t *testing.T) {
	t.Parallel()
	s := begin(t, func(h *hosting.Hosting) { h.PlayersResume = true })
	s.orders("Milan Venice Florence")
	judgetest.Code(t, s.Pause(ctx, s.game.ID, s.player("Milan")), game.Forbidden)
	judgetest.Code(t, s.Resume(ctx, s.game.ID, master), game.Conflict)
	if err := s.Pause(ctx, s.game.ID, master); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, s.Pause(ctx, s.game.ID, master), game.Conflict)
	_, err := s.Process(ctx, s.game.ID, master, s.game.Revision)
	judgetest.Code(t, err, game.Conflict)
	s.until("Wed 7 Jan 12:00")
	s.orders("Naples") // orders are accepted
	s.until("Fri 9 Jan 12:00")
	s.expect(`
		Thu 1 Jan 10:00 paused: all
		Sun 4 Jan 10:00 still-paused: all
		Wed 7 Jan 10:00 still-paused: all`)
	if err := s.SetWait(ctx, s.game.ID, s.player("Naples"), s.seat("Naples"), true); err != nil {
		t.Fatal(err)
	}
	if err := s.Resume(ctx, s.game.ID, s.player("Venice")); err != nil {
		t.Fatal(err)
	}
	s.until("Mon 12 Jan 20:00")
	s.expect(`
		Fri 9 Jan 12:00 resumed, due Mon 12 Jan 20:00, grace Thu 15 Jan 20:00: all
		Mon 12 Jan 20:00 spring 1385 orders is done; next summer 1385 orders, due Thu 15 Jan 20:00, grace Mon 19 Jan 00:00`)
}

func TestSetTimes(t *testing.T) {
	t.Parallel()
	s := begin(t, nil)
	none := time.Time{}
	judgetest.Code(t, s.SetTimes(ctx, s.game.ID, s.player("Milan"), rome(t, "Tue 6 Jan 12:00"), none, none), game.Forbidden)
	judgetest.Code(t, s.SetTimes(ctx, s.game.ID, master, rome(t, "Thu 1 Jan 9:00"), none, none), game.Invalid)
	judgetest.Code(t, s.SetTimes(ctx, s.game.ID, master, none, rome(t, "Fri 2 Jan 9:00"), none), game.Invalid)
	s.until("Mon 5 Jan 13:00")
	if err := s.SetTimes(ctx, s.game.ID, master, rome(t, "Wed 7 Jan 12:00"), none, none); err != nil {
		t.Fatal(err)
	}
	if err := s.SetDeadline(ctx, s.game.ID, master, rome(t, "Wed 7 Jan 14:00")); err != nil {
		t.Fatal(err)
	}
	s.orders("Milan Venice Florence")
	s.until("Wed 7 Jan 20:00")
	s.expect(`
		Mon 5 Jan 12:00 reminder Milan: Milan
		Mon 5 Jan 12:00 reminder Venice: Venice
		Mon 5 Jan 12:00 reminder Naples: Naples
		Mon 5 Jan 12:00 reminder Florence: Florence
		Mon 5 Jan 13:00 deadline, due Wed 7 Jan 12:00, grace Mon 12 Jan 00:00: all
		Mon 5 Jan 13:00 deadline, due Wed 7 Jan 14:00, grace Mon 12 Jan 00:00: all
		Wed 7 Jan 06:00 reminder Naples: Naples
		Wed 7 Jan 14:00 late Naples: all`)
	if err := s.SetTimes(ctx, s.game.ID, master, none, rome(t, "Thu 8 Jan 0:00"), none); err != nil {
		t.Fatal(err)
	}
	s.until("Thu 8 Jan 0:00")
	s.expect(`
		Wed 7 Jan 20:00 grace, due Wed 7 Jan 14:00, grace Thu 8 Jan 00:00: all
		Thu 8 Jan 00:00 disorder Naples: all
		Thu 8 Jan 00:00 replacement Naples: all`)
}

// TestNormalDeadline checks that an extended deadline delays the following
// phases until the master resets them.
func TestNormalDeadline(t *testing.T) {
	t.Parallel()
	s := begin(t, nil)
	none := time.Time{}
	if err := s.SetTimes(ctx, s.game.ID, master, rome(t, "Tue 20 Jan 20:00"), none, none); err != nil {
		t.Fatal(err)
	}
	s.orders("Milan Venice Florence Naples")
	s.until("Fri 2 Jan 8:00")
	judgetest.Code(t, s.SetNormal(ctx, s.game.ID, s.player("Milan")), game.Forbidden)
	if err := s.SetNormal(ctx, s.game.ID, master); err != nil {
		t.Fatal(err)
	}
	s.expect(`
		Thu 1 Jan 10:00 deadline, due Tue 20 Jan 20:00, grace Fri 23 Jan 20:00: all
		Thu 1 Jan 22:00 spring 1385 orders is done; next summer 1385 orders, due Tue 20 Jan 20:00, grace Fri 23 Jan 20:00
		Fri 2 Jan 08:00 deadline, due Mon 5 Jan 20:00, grace Thu 8 Jan 20:00: all`)
}

func TestAbsences(t *testing.T) {
	t.Parallel()
	s := begin(t, nil)
	away := func(from, to string) schedule.Absence {
		return schedule.Absence{Start: rome(t, from), End: rome(t, to)}
	}
	milan, naples := s.seat("Milan"), s.seat("Naples")
	if err := s.SetAbsence(ctx, s.game.ID, s.player("Milan"), milan, away("Sun 4 Jan 0:00", "Wed 7 Jan 0:00")); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, s.SetAbsence(ctx, s.game.ID, s.player("Milan"), naples, away("Sun 4 Jan 0:00", "Wed 7 Jan 0:00")), game.Forbidden)
	judgetest.Code(t, s.SetAbsence(ctx, s.game.ID, s.player("Milan"), milan, away("Tue 6 Jan 0:00", "Thu 8 Jan 0:00")), game.Invalid) // overlaps the other
	long := away("Sun 1 Feb 0:00", "Fri 20 Feb 0:00")
	judgetest.Code(t, s.SetAbsence(ctx, s.game.ID, s.player("Naples"), naples, long), game.Invalid) // the master is asked
	if err := s.SetAbsence(ctx, s.game.ID, master, naples, long); err != nil {
		t.Fatal(err)
	}
	if err := s.SetAbsence(ctx, s.game.ID, master, schedule.Master, away("Sat 10 Jan 0:00", "Sun 11 Jan 0:00")); err != nil {
		t.Fatal(err)
	}
	s.orders("Milan Venice Florence Naples")
	s.until("Thu 1 Jan 22:00")
	// The current deadline stays. The next one would be Monday the 5th.
	s.expect(`
		Thu 1 Jan 10:00 absence Milan: masters
		Thu 1 Jan 10:00 absence-over Naples: masters
		Thu 1 Jan 10:00 absence Naples: masters
		Thu 1 Jan 10:00 absence: masters
		Thu 1 Jan 22:00 spring 1385 orders is done; next summer 1385 orders, due Wed 7 Jan 20:00, grace Mon 12 Jan 00:00, moved by an absence`)
	list, err := s.Absences(ctx, s.game.ID, s.player("Naples"), naples)
	if err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
	_, err = s.Absences(ctx, s.game.ID, s.player("Milan"), naples)
	judgetest.Code(t, err, game.Forbidden)
	judgetest.Code(t, s.DropAbsence(ctx, s.game.ID, s.player("Naples"), naples, rome(t, "Sat 31 Jan 0:00").Add(-time.Hour)), game.NotFound)
	if err := s.DropAbsence(ctx, s.game.ID, s.player("Naples"), naples, rome(t, "Mon 2 Feb 0:00")); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Absences(ctx, s.game.ID, s.player("Naples"), naples); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

// TestSummerTime plays through the change to summer time in the night to
// Sunday, March 29th.
func TestSummerTime(t *testing.T) {
	t.Parallel()
	s := begin(t, nil)
	s.set(rome(t, "Thu 26 Mar 23:00"))
	if _, err := s.Process(ctx, s.game.ID, master, s.game.Revision); err != nil {
		t.Fatal(err)
	}
	s.expect(`Thu 26 Mar 23:00 spring 1385 orders is done; next summer 1385 orders, due Mon 30 Mar 20:00, grace Thu 2 Apr 20:00`)
	s.until("Mon 30 Mar 20:00")
	s.expect(`
		Mon 30 Mar 12:00 reminder Milan: Milan
		Mon 30 Mar 12:00 reminder Venice: Venice
		Mon 30 Mar 12:00 reminder Naples: Naples
		Mon 30 Mar 12:00 reminder Florence: Florence
		Mon 30 Mar 20:00 late Milan+Venice+Naples+Florence: all`)
}

package clock_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/ordertext"
	"podesta/internal/schedule"
)

var (
	ctx    = context.Background()
	master = game.Role{Master: true}
)

func TestInTime(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	plan, err := s.Judge.Clock.Plan(ctx, s.TheGame.ID)
	if err != nil || judgetest.InRome(plan.Deadline) != "Mon 5 Jan 20:00" || judgetest.InRome(plan.Grace) != "Thu 8 Jan 20:00" {
		t.Errorf("%v, %v", plan, err)
	}
	if now, err := s.Base.Game(ctx, s.TheGame.ID); err != nil || !now.Deadline.Equal(plan.Deadline) {
		t.Errorf("the game's deadline %v, %v", now.Deadline, err)
	}
	s.Until("Thu 1 Jan 18:00")
	s.Send("Milan Venice Florence")
	s.Until("Thu 1 Jan 19:00")
	s.Send("Naples") // all orders are complete, but no phase is resolved in the first 12 hours
	s.Until("Thu 1 Jan 21:59")
	s.Expect(``)
	s.Until("Fri 2 Jan 10:00")
	s.Expect(`Thu 1 Jan 22:00 spring 1385 orders is done; next summer 1385 orders, due Mon 5 Jan 20:00, grace Thu 8 Jan 20:00`)
	s.Send("Milan Venice Florence")
	s.Until("Fri 2 Jan 12:00")
	s.Send("Naples")
	s.Until("Fri 2 Jan 12:20")
	s.Send("Milan") // DELAY begins again
	s.Until("Fri 2 Jan 12:49")
	s.Expect(``)
	s.Until("Fri 2 Jan 12:50")
	s.Expect(`Fri 2 Jan 12:50 summer 1385 orders is done; next fall 1385 orders, due Mon 5 Jan 20:00, grace Thu 8 Jan 20:00`)
	s.Stands("")
}

func TestWaitAndErrors(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	s.Send("Milan Venice Florence Naples")
	if err := s.Judge.Clock.SetWait(ctx, s.TheGame.ID, s.Player("Milan"), s.Seat("Milan"), true); err != nil {
		t.Fatal(err)
	}
	s.Stands("Milan: wait")
	s.Until("Mon 5 Jan 19:59")
	s.Expect(``)
	s.Until("Mon 5 Jan 20:00") // waiting lasts until the deadline
	s.Expect(`Mon 5 Jan 20:00 spring 1385 orders is done; next summer 1385 orders, due Thu 8 Jan 20:00, grace Mon 12 Jan 00:00`)
	s.Stands("")

	s.Send("Venice Florence Naples")
	s.Send("Milan", "A Nowhere hold")
	s.Stands("Milan: error")
	s.Until("Tue 6 Jan 12:00")
	s.Send("Milan") // an empty e-mail, or one without the error, corrects the orders
	if err := s.Judge.Clock.SetWait(ctx, s.TheGame.ID, s.Player("Naples"), s.Seat("Naples"), true); err != nil {
		t.Fatal(err)
	}
	s.Until("Tue 6 Jan 14:00")
	s.Expect(``)
	if err := s.Judge.Clock.SetWait(ctx, s.TheGame.ID, s.Player("Naples"), s.Seat("Naples"), false); err != nil {
		t.Fatal(err)
	}
	s.WorkDue()
	s.Expect(`Tue 6 Jan 14:00 summer 1385 orders is done; next fall 1385 orders, due Fri 9 Jan 20:00, grace Mon 12 Jan 20:00`)

	observer := game.Role{Observer: true, Account: ""}
	s.Send("Milan Venice Florence Naples")
	if err := s.Judge.Clock.SetWait(ctx, s.TheGame.ID, observer, 0, true); err != nil {
		t.Fatal(err)
	}
	s.Until("Fri 9 Jan 19:59")
	s.Expect(``)
	judgetest.Code(t, s.Judge.Clock.SetWait(ctx, s.TheGame.ID, s.Player("Milan"), s.Seat("Naples"), true), game.Forbidden)
	judgetest.Code(t, s.Judge.Clock.SetWait(ctx, s.TheGame.ID, game.Role{}, 0, true), game.NotFound)
}

// TestReadyIsRefused checks that a player is not called ready unless the game treats them as
// ready: the refusal names every line that prevents it and changes nothing, and READY works
// once the lines are gone.
func TestReadyIsRefused(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	s.Send("Venice Florence Naples")
	milan, seat, revision := s.Player("Milan"), s.Seat("Milan"), s.TheGame.Revision
	ready := func() error { return s.Judge.Clock.Ready(ctx, s.TheGame.ID, milan, seat, revision, true) }
	save := func(text string) {
		t.Helper()
		_, err := s.Judge.Clock.SaveOrders(ctx, s.TheGame.ID, milan, clock.NewOrders{Revision: revision, Sections: []ordertext.Section{{Seat: seat, Text: text}}})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Judge.Clock.SetWait(ctx, s.TheGame.ID, milan, seat, true); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, ready(), game.NotReady)
	whole := strings.TrimSpace(s.Holding(seat))
	for _, c := range []struct {
		text string
		in   []string
	}{
		{whole + "\nA Nowhere hold", []string{"1 line of your orders", `"A Nowhere hold"`}},
		{"A Nowhere hold\n" + whole + "\nPay 5 ducats to Atlantis", []string{"2 lines of your orders", "Line 1", `"A Nowhere hold"`, `"Pay 5 ducats to Atlantis"`}},
		{"", []string{"orders are missing"}},
	} {
		save(c.text)
		err := ready()
		judgetest.Code(t, err, game.NotReady)
		for _, part := range c.in {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("after %q: %q is not in: %v", c.text, part, err)
			}
		}
		if states, err := s.Judge.Clock.States(ctx, s.TheGame.ID, milan); err != nil || !states[seat-1].Wait {
			t.Errorf("after %q the refusal has changed the seat: %+v, %v", c.text, states[seat-1], err)
		}
	}
	save(whole)
	if err := ready(); err != nil {
		t.Fatal(err)
	}
	s.Until("Thu 1 Jan 22:00")
	s.Expect(`Thu 1 Jan 22:00 spring 1385 orders is done; next summer 1385 orders, due Mon 5 Jan 20:00, grace Thu 8 Jan 20:00`)
}

// TestNoNMR plays a game with the default that waits for a replacement.
func TestNoNMR(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, func(h *hosting.Hosting) { h.LateCount = true })
	s.Send("Milan Venice")
	s.Send("Florence", "A Nowhere hold")
	s.Until("Tue 13 Jan 10:00")
	s.Expect(`
		Mon 5 Jan 12:00 reminder Naples: Naples
		Mon 5 Jan 12:00 reminder Florence: Florence
		Mon 5 Jan 20:00 late Naples+Florence: all
		Tue 6 Jan 20:00 late Naples+Florence: Naples+Florence
		Wed 7 Jan 20:00 late Naples+Florence: Naples+Florence
		Thu 8 Jan 20:00 disorder Naples: all
		Thu 8 Jan 20:00 replacement Naples: all
		Sat 10 Jan 20:00 replacement Naples: all
		Mon 12 Jan 20:00 replacement Naples: all`)
	s.Stands("Naples: late, disorder, late before: 1; Florence: late, error, late before: 1")
	if err := s.TakeSeatOver(ctx, s.TheGame.ID, s.Seat("Naples")); err != nil {
		t.Fatal(err)
	}
	// The new player has the full time of the phase, and all can reconsider.
	// Without press, only those who owe orders can.
	s.Stands("Milan: wait; Venice: wait; Naples: wait; Florence: wait, late, error, late before: 1")
	s.Send("Florence Naples")
	s.Until("Fri 16 Jan 19:59")
	s.Expect(``)
	s.Until("Fri 16 Jan 20:00")
	s.Expect(`Fri 16 Jan 20:00 spring 1385 orders is done; next summer 1385 orders, due Mon 19 Jan 20:00, grace Thu 22 Jan 20:00`)
}

// TestExtension checks that a phase with missing orders is extended once, that this happens again
// in every phase, and that the seats that owe orders have a new deadline.
func TestExtension(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, func(h *hosting.Hosting) { h.Extension = 12 })
	s.Send("Milan Venice Florence")
	s.Until("Mon 5 Jan 21:00")
	s.Expect(`
		Mon 5 Jan 12:00 reminder Naples: Naples
		Mon 5 Jan 20:00 deadline, due Tue 6 Jan 08:00, grace Fri 9 Jan 08:00: all`)
	s.Stands("")
	s.Until("Tue 6 Jan 8:00")
	s.Expect(`
		Tue 6 Jan 00:00 reminder Naples: Naples
		Tue 6 Jan 08:00 late Naples: all`)
	s.Stands("Naples: late, late before: 1")
	s.Send("Naples")
	s.Expect(``)
	s.Until("Tue 6 Jan 9:00")
	s.Expect(`Tue 6 Jan 08:00 spring 1385 orders is done; next summer 1385 orders, due Fri 9 Jan 20:00, grace Mon 12 Jan 20:00`)
	s.Send("Milan")
	s.Until("Fri 9 Jan 20:00")
	s.Expect(`
		Fri 9 Jan 12:00 reminder Venice: Venice
		Fri 9 Jan 12:00 reminder Naples: Naples
		Fri 9 Jan 12:00 reminder Florence: Florence
		Fri 9 Jan 20:00 deadline, due Sat 10 Jan 08:00, grace Tue 13 Jan 08:00: all`)
}

// TestNMR plays a game that continues without the seats that do not order.
func TestNMR(t *testing.T) {
	t.Parallel()
	s := judgetest.BeginAccounts(t, func(h *hosting.Hosting) { h.NMR = true })
	s.Send("Milan Venice")
	s.Send("Florence", "A Nowhere hold")
	s.Until("Wed 7 Jan 20:00")
	s.Expect(`
		Mon 5 Jan 12:00 reminder Naples: Naples
		Mon 5 Jan 12:00 reminder Florence: Florence
		Mon 5 Jan 20:00 late Naples+Florence: all
		Tue 6 Jan 20:00 late Naples+Florence: Naples+Florence
		Wed 7 Jan 20:00 abandoned Naples: all`)
	s.Until("Thu 8 Jan 20:00")
	s.Expect(`
		Thu 8 Jan 20:00 disorder Naples: all
		Thu 8 Jan 20:00 spring 1385 orders is done; next summer 1385 orders, due Mon 12 Jan 20:00, grace Thu 15 Jan 20:00`)
	s.Stands("Naples: abandoned, disorder, late before: 1; Florence: late before: 1")
	// Nobody waits for a seat in civil disorder.
	s.Send("Milan Venice Florence")
	s.Until("Fri 9 Jan 8:00")
	s.Expect(`Fri 9 Jan 08:00 summer 1385 orders is done; next fall 1385 orders, due Mon 12 Jan 20:00, grace Thu 15 Jan 20:00`)
	// Orders of a master on the player's behalf do not bring the player back;
	// the player's own orders do.
	now, _ := s.Base.Game(ctx, s.TheGame.ID)
	if _, err := s.Submit(ctx, now.ID, game.Role{Seat: s.Seat("Naples"), Player: true}, s.Seat("Naples"), now.Revision, ""); err != nil {
		t.Fatal(err)
	}
	s.Expect(``)
	s.Send("Naples")
	s.Expect(`Fri 9 Jan 08:00 return Naples: all`)
	s.Stands("Naples: late before: 1; Florence: late before: 1")
	s.Send("Milan Venice Florence")
	s.Until("Fri 9 Jan 20:00")
	s.Expect(`Fri 9 Jan 20:00 fall 1385 orders is done; next winter 1385 adjustments, due Mon 12 Jan 20:00, grace Thu 15 Jan 20:00`)
}

// TestDesertedGame checks that a game that all players have left does not continue
// by itself.
func TestDesertedGame(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, func(h *hosting.Hosting) { h.NMR = true })
	s.Until("Sun 11 Jan 21:00")
	s.Expect(`
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
	if err := s.TakeSeatOver(ctx, s.TheGame.ID, s.Seat("Milan")); err != nil {
		t.Fatal(err)
	}
	if err := s.Judge.Clock.Resume(ctx, s.TheGame.ID, master); err != nil {
		t.Fatal(err)
	}
	s.Send("Milan")
	if err := s.Judge.Clock.SetWait(ctx, s.TheGame.ID, s.Player("Milan"), s.Seat("Milan"), false); err != nil {
		t.Fatal(err)
	}
	s.Until("Mon 12 Jan 10:00")
	s.Expect(`
		Sun 11 Jan 21:00 resumed, due Wed 14 Jan 20:00, grace Mon 19 Jan 00:00: all
		Sun 11 Jan 21:30 spring 1385 orders is done; next summer 1385 orders, due Wed 14 Jan 20:00, grace Mon 19 Jan 00:00`)
}

func TestQuiet(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, func(h *hosting.Hosting) { h.NMR, h.Quiet = true, true })
	s.Send("Milan Venice Florence")
	s.Until("Thu 8 Jan 20:00")
	s.Expect(`
		Mon 5 Jan 12:00 reminder Naples: Naples
		Mon 5 Jan 20:00 late Naples: Naples
		Tue 6 Jan 20:00 late Naples: Naples
		Wed 7 Jan 20:00 abandoned Naples: Naples
		Thu 8 Jan 20:00 disorder Naples: Naples
		Thu 8 Jan 20:00 spring 1385 orders is done; next summer 1385 orders, due Mon 12 Jan 20:00, grace Thu 15 Jan 20:00`)
	states, err := s.Judge.Clock.States(ctx, s.TheGame.ID, s.Player("Milan"))
	if err != nil || states[s.Seat("Naples")-1].Late {
		t.Errorf("%+v, %v", states, err)
	}
}

// TestLateOrders sends orders in the grace period. The phase must be resolved DELAY after the
// last of them.
func TestLateOrders(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	s.Send("Milan Venice Florence")
	s.Until("Tue 6 Jan 9:00")
	s.Expect(`
		Mon 5 Jan 12:00 reminder Naples: Naples
		Mon 5 Jan 20:00 late Naples: all`)
	s.Send("Naples")
	s.Until("Tue 6 Jan 9:10")
	s.Send("Milan") // corrections of orders that were sent in time do not postpone the resolution
	s.Until("Tue 6 Jan 9:29")
	s.Expect(``)
	s.Until("Tue 6 Jan 9:30")
	s.Expect(`Tue 6 Jan 09:30 spring 1385 orders is done; next summer 1385 orders, due Fri 9 Jan 20:00, grace Mon 12 Jan 20:00`)
}

func TestManualProcess(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, func(h *hosting.Hosting) { h.ManualProcess = true })
	s.Send("Milan Venice Florence Naples")
	s.Until("Sat 3 Jan 23:00")
	s.Expect(`
		Thu 1 Jan 22:00 manual: masters
		Fri 2 Jan 22:00 manual: masters
		Sat 3 Jan 22:00 manual: masters`)
	_, err := s.Judge.Clock.Process(ctx, s.TheGame.ID, s.Player("Milan"), s.TheGame.Revision)
	judgetest.Code(t, err, game.Forbidden)
	if _, err := s.Judge.Clock.Process(ctx, s.TheGame.ID, master, s.TheGame.Revision); err != nil {
		t.Fatal(err)
	}
	_, err = s.Judge.Clock.Process(ctx, s.TheGame.ID, master, s.TheGame.Revision)
	judgetest.Code(t, err, game.Stale)
	s.Expect(`Sat 3 Jan 23:00 spring 1385 orders is done; next summer 1385 orders, due Wed 7 Jan 20:00, grace Mon 12 Jan 00:00`)
}

// TestResumeAfterTermination checks that a terminated game can be resumed.
func TestResumeAfterTermination(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	s.Send("Milan Venice Florence")
	if err := s.Lobby.Terminate(ctx, s.TheGame.ID, master); err != nil {
		t.Fatal(err)
	}
	s.Until("Wed 7 Jan 12:00")
	judgetest.Code(t, s.Judge.Clock.SetAbsence(ctx, s.TheGame.ID, s.Player("Milan"), s.Seat("Milan"), schedule.Absence{}), game.Conflict)
	if err := s.Judge.Clock.Resume(ctx, s.TheGame.ID, master); err != nil {
		t.Fatal(err)
	}
	s.Until("Mon 12 Jan 20:00")
	s.Expect(`
		Thu 1 Jan 10:00 terminated: all
		Wed 7 Jan 12:00 resumed, due Mon 12 Jan 20:00, grace Thu 15 Jan 20:00: all
		Mon 12 Jan 12:00 reminder Naples: Naples
		Mon 12 Jan 20:00 late Naples: all`)
}

func TestPauseAndResume(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, func(h *hosting.Hosting) { h.PlayersResume = true })
	s.Send("Milan Venice Florence")
	judgetest.Code(t, s.Judge.Clock.Pause(ctx, s.TheGame.ID, s.Player("Milan")), game.Forbidden)
	judgetest.Code(t, s.Judge.Clock.Resume(ctx, s.TheGame.ID, master), game.Conflict)
	if err := s.Judge.Clock.Pause(ctx, s.TheGame.ID, master); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, s.Judge.Clock.Pause(ctx, s.TheGame.ID, master), game.Conflict)
	_, err := s.Judge.Clock.Process(ctx, s.TheGame.ID, master, s.TheGame.Revision)
	judgetest.Code(t, err, game.Conflict)
	s.Until("Wed 7 Jan 12:00")
	s.Send("Naples") // orders are accepted
	s.Until("Fri 9 Jan 12:00")
	s.Expect(`
		Thu 1 Jan 10:00 paused: all
		Sun 4 Jan 10:00 still-paused: all
		Wed 7 Jan 10:00 still-paused: all`)
	if err := s.Judge.Clock.SetWait(ctx, s.TheGame.ID, s.Player("Naples"), s.Seat("Naples"), true); err != nil {
		t.Fatal(err)
	}
	if err := s.Judge.Clock.Resume(ctx, s.TheGame.ID, s.Player("Venice")); err != nil {
		t.Fatal(err)
	}
	s.Until("Mon 12 Jan 20:00")
	s.Expect(`
		Fri 9 Jan 12:00 resumed, due Mon 12 Jan 20:00, grace Thu 15 Jan 20:00: all
		Mon 12 Jan 20:00 spring 1385 orders is done; next summer 1385 orders, due Thu 15 Jan 20:00, grace Mon 19 Jan 00:00`)
}

// TestResumedWithoutDeadline checks that the notice of a resumed game speaks of a new
// deadline only if the phase has one.
func TestResumedWithoutDeadline(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		onReady bool
		want    string
	}{{false, "The game has been resumed, and the phase has a new deadline."}, {true, "The game has been resumed."}} {
		s := judgetest.Begin(t, func(h *hosting.Hosting) {
			h.OnReady = c.onReady
			if c.onReady {
				for i := range h.Timing {
					h.Timing[i].Next, h.Timing[i].Grace = 0, 0
				}
			}
		})
		s.Must(s.Judge.Clock.Pause(ctx, s.TheGame.ID, master))
		s.Must(s.Judge.Clock.Resume(ctx, s.TheGame.ID, master))
		var last journal.Notice
		s.Must(s.Base.Read(ctx, func(tx *game.Tx) error {
			list, err := tx.Log.Entries(s.TheGame.ID, 0, 1000)
			if err == nil {
				err = json.Unmarshal(list[len(list)-1].Data, &last)
			}
			return err
		}))
		if got := last.Said.String(); got != c.want {
			t.Errorf("when all are ready %t: %q, want %q", c.onReady, got, c.want)
		}
	}
}

func TestSetTimes(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	none := time.Time{}
	judgetest.Code(t, s.Judge.Clock.SetTimes(ctx, s.TheGame.ID, s.Player("Milan"), judgetest.Rome(t, "Tue 6 Jan 12:00"), none, none), game.Forbidden)
	judgetest.Code(t, s.Judge.Clock.SetTimes(ctx, s.TheGame.ID, master, judgetest.Rome(t, "Thu 1 Jan 9:00"), none, none), game.Invalid)
	judgetest.Code(t, s.Judge.Clock.SetTimes(ctx, s.TheGame.ID, master, none, judgetest.Rome(t, "Fri 2 Jan 9:00"), none), game.Invalid)
	s.Until("Mon 5 Jan 13:00")
	if err := s.Judge.Clock.SetTimes(ctx, s.TheGame.ID, master, judgetest.Rome(t, "Wed 7 Jan 12:00"), none, none); err != nil {
		t.Fatal(err)
	}
	if err := s.Judge.Clock.SetDeadline(ctx, s.TheGame.ID, master, judgetest.Rome(t, "Wed 7 Jan 14:00")); err != nil {
		t.Fatal(err)
	}
	s.Send("Milan Venice Florence")
	s.Until("Wed 7 Jan 20:00")
	s.Expect(`
		Mon 5 Jan 12:00 reminder Milan: Milan
		Mon 5 Jan 12:00 reminder Venice: Venice
		Mon 5 Jan 12:00 reminder Naples: Naples
		Mon 5 Jan 12:00 reminder Florence: Florence
		Mon 5 Jan 13:00 deadline, due Wed 7 Jan 12:00, grace Mon 12 Jan 00:00: all
		Mon 5 Jan 13:00 deadline, due Wed 7 Jan 14:00, grace Mon 12 Jan 00:00: all
		Wed 7 Jan 06:00 reminder Naples: Naples
		Wed 7 Jan 14:00 late Naples: all`)
	if err := s.Judge.Clock.SetTimes(ctx, s.TheGame.ID, master, none, judgetest.Rome(t, "Thu 8 Jan 0:00"), none); err != nil {
		t.Fatal(err)
	}
	s.Until("Thu 8 Jan 0:00")
	s.Expect(`
		Wed 7 Jan 20:00 grace, due Wed 7 Jan 14:00, grace Thu 8 Jan 00:00: all
		Thu 8 Jan 00:00 disorder Naples: all
		Thu 8 Jan 00:00 replacement Naples: all`)
}

// TestNormalDeadline checks that an extended deadline delays the following
// phases until the master resets them.
func TestNormalDeadline(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	none := time.Time{}
	if err := s.Judge.Clock.SetTimes(ctx, s.TheGame.ID, master, judgetest.Rome(t, "Tue 20 Jan 20:00"), none, none); err != nil {
		t.Fatal(err)
	}
	s.Send("Milan Venice Florence Naples")
	s.Until("Fri 2 Jan 8:00")
	judgetest.Code(t, s.Judge.Clock.SetNormal(ctx, s.TheGame.ID, s.Player("Milan")), game.Forbidden)
	if err := s.Judge.Clock.SetNormal(ctx, s.TheGame.ID, master); err != nil {
		t.Fatal(err)
	}
	s.Expect(`
		Thu 1 Jan 10:00 deadline, due Tue 20 Jan 20:00, grace Fri 23 Jan 20:00: all
		Thu 1 Jan 22:00 spring 1385 orders is done; next summer 1385 orders, due Tue 20 Jan 20:00, grace Fri 23 Jan 20:00
		Fri 2 Jan 08:00 deadline, due Mon 5 Jan 20:00, grace Thu 8 Jan 20:00: all`)
}

func TestAbsences(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	away := func(from, to string) schedule.Absence {
		return schedule.Absence{Start: judgetest.Rome(t, from), End: judgetest.Rome(t, to)}
	}
	milan, naples := s.Seat("Milan"), s.Seat("Naples")
	if err := s.Judge.Clock.SetAbsence(ctx, s.TheGame.ID, s.Player("Milan"), milan, away("Sun 4 Jan 0:00", "Wed 7 Jan 0:00")); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, s.Judge.Clock.SetAbsence(ctx, s.TheGame.ID, s.Player("Milan"), naples, away("Sun 4 Jan 0:00", "Wed 7 Jan 0:00")), game.Forbidden)
	judgetest.Code(t, s.Judge.Clock.SetAbsence(ctx, s.TheGame.ID, s.Player("Milan"), milan, away("Tue 6 Jan 0:00", "Thu 8 Jan 0:00")), game.Invalid) // overlaps the other
	long := away("Sun 1 Feb 0:00", "Fri 20 Feb 0:00")
	judgetest.Code(t, s.Judge.Clock.SetAbsence(ctx, s.TheGame.ID, s.Player("Naples"), naples, long), game.Invalid) // the master is asked
	if err := s.Judge.Clock.SetAbsence(ctx, s.TheGame.ID, master, naples, long); err != nil {
		t.Fatal(err)
	}
	if err := s.Judge.Clock.SetAbsence(ctx, s.TheGame.ID, master, schedule.Master, away("Sat 10 Jan 0:00", "Sun 11 Jan 0:00")); err != nil {
		t.Fatal(err)
	}
	s.Send("Milan Venice Florence Naples")
	s.Until("Thu 1 Jan 22:00")
	// The current deadline stays. The next one would be Monday the 5th.
	s.Expect(`
		Thu 1 Jan 10:00 absence Milan: masters
		Thu 1 Jan 10:00 absence-over Naples: masters
		Thu 1 Jan 10:00 absence Naples: masters
		Thu 1 Jan 10:00 absence: masters
		Thu 1 Jan 22:00 spring 1385 orders is done; next summer 1385 orders, due Wed 7 Jan 20:00, grace Mon 12 Jan 00:00, moved by an absence`)
	list, err := s.Judge.Clock.Absences(ctx, s.TheGame.ID, s.Player("Naples"), naples)
	if err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
	_, err = s.Judge.Clock.Absences(ctx, s.TheGame.ID, s.Player("Milan"), naples)
	judgetest.Code(t, err, game.Forbidden)
	judgetest.Code(t, s.Judge.Clock.DropAbsence(ctx, s.TheGame.ID, s.Player("Naples"), naples, judgetest.Rome(t, "Sat 31 Jan 0:00").Add(-time.Hour)), game.NotFound)
	if err := s.Judge.Clock.DropAbsence(ctx, s.TheGame.ID, s.Player("Naples"), naples, judgetest.Rome(t, "Mon 2 Feb 0:00")); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Judge.Clock.Absences(ctx, s.TheGame.ID, s.Player("Naples"), naples); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

// TestSummerTime plays through the change to summer time in the night to
// Sunday, March 29th.
func TestSummerTime(t *testing.T) {
	t.Parallel()
	s := judgetest.Begin(t, nil)
	s.Set(judgetest.Rome(t, "Thu 26 Mar 23:00"))
	if _, err := s.Judge.Clock.Process(ctx, s.TheGame.ID, master, s.TheGame.Revision); err != nil {
		t.Fatal(err)
	}
	s.Expect(`Thu 26 Mar 23:00 spring 1385 orders is done; next summer 1385 orders, due Mon 30 Mar 20:00, grace Thu 2 Apr 20:00`)
	s.Until("Mon 30 Mar 20:00")
	s.Expect(`
		Mon 30 Mar 12:00 reminder Milan: Milan
		Mon 30 Mar 12:00 reminder Venice: Venice
		Mon 30 Mar 12:00 reminder Naples: Naples
		Mon 30 Mar 12:00 reminder Florence: Florence
		Mon 30 Mar 20:00 late Milan+Venice+Naples+Florence: all`)
}

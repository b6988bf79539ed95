package schedule

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// tableTop plays a phase in a test: it receives events, calls Next after each of them and
// whenever Next has requested it, and records the actions.
type tableTop struct {
	t     *testing.T
	state State
	next  time.Time
	lines []string
	over  bool
}

// letters returns the letters of the seats in a list.
func letters(seats []int) string {
	var b strings.Builder
	for _, s := range seats {
		b.WriteByte(" FVMPNGO"[s])
	}
	return b.String()
}

func (x *tableTop) ask() {
	x.t.Helper()
	step := Next(x.state)
	for _, a := range step.Actions {
		line := fmt.Sprintf("%s: %s", x.state.Now.Format("Mon _2 15:04"), a.Kind)
		if len(a.Seats) > 0 {
			line += " " + letters(a.Seats)
		}
		if a.All {
			line += " to all"
		}
		if a.Kind == Abandon || a.Kind == Disorder {
			line += " blame " + letters(a.Blamed)
		}
		x.lines = append(x.lines, line)
		x.over = x.over || a.Kind == Process
	}
	again := Next(step.After)
	if n := len(again.Actions); n > 1 || n == 1 && again.Actions[0].Kind != Process {
		x.t.Fatalf("%s: asked again it says %v", show(x.state.Now), again.Actions)
	}
	if !again.At.Equal(step.At) {
		x.t.Fatalf("%s: next look at %s, asked again %s", show(x.state.Now), show(step.At), show(again.At))
	}
	if !step.At.IsZero() && !step.At.After(x.state.Now) && !x.over {
		x.t.Fatalf("%s: wants to be asked at %s", show(x.state.Now), show(step.At))
	}
	x.state, x.next = step.After, step.At
}

// until advances the time, and calls Next when it is due.
func (x *tableTop) until(end time.Time) {
	for !x.over && !x.next.IsZero() && !x.next.After(end) {
		x.state.Now = latest(x.state.Now, x.next)
		x.ask()
	}
	x.state.Now = end
}

// seat returns a seat by its letter.
func (x *tableTop) seat(letter byte) *Seat {
	id := strings.IndexByte(" FVMPNGO", letter)
	i := slices.IndexFunc(x.state.Seats, func(s Seat) bool { return s.ID == id })
	if i < 0 {
		x.t.Fatalf("no seat %c", letter)
	}
	return &x.state.Seats[i]
}

// happen applies an event, written as "F done", "V error" or "M wait".
func (x *tableTop) happen(what string) {
	words := strings.Fields(what)
	switch words[0] {
	case "process":
		x.state.Said = true
	case "pause":
		x.state.Paused = x.state.Now
	case "deadline":
		p, err := SetDeadline(x.opening(), at(x.t, strings.Join(words[1:], " ")))
		if err != nil {
			x.t.Fatal(err)
		}
		x.state.Plan = p
		x.state = x.state.Rearm()
	default:
		s := x.seat(words[0][0])
		done := words[1] == "done"
		switch words[1] {
		case "done", "error", "half":
			x.state.LastOrders = x.state.Ordered(s.ID, done)
			s.Complete, s.Covered = done, words[1] != "half"
			s.Abandoned, s.Disorder = false, false
		case "signs":
			s.Abandoned, s.Disorder = false, false
		case "wait":
			s.Wait = true
		case "nowait":
			s.Wait = false
		case "resigns":
			s.Abandoned = true
		default:
			x.t.Fatalf("what is %q?", what)
		}
	}
	x.ask()
}

func (x *tableTop) opening() Opening {
	return Opening{Now: x.state.Now, Timing: x.state.Timing, Old: x.state.Plan, Settings: x.state.Settings}
}

// TestNext plays phases of three powers, F, V and M, with a master G and an observer O. They
// begin on Mon Nov 23 2026 at 23:31; the deadline is on Thursday at 23:30, and the grace period
// ends a week later at 22:30.
func TestNext(t *testing.T) {
	const nmr = "NMR"
	for _, c := range []struct {
		about, settings, script, want string
	}{
		{
			"all are ready on the second day", "", `
Tue Nov 24 2026 20:00: F done
Tue Nov 24 2026 21:00: V done
Wed Nov 25 2026 21:15: M done
Wed Nov 25 2026 21:30: F done
Fri Dec 25 2026 00:00:`, `
Wed 25 22:00: process`,
		},
		{
			"nothing is processed before the start", "", `
Tue Nov 24 2026 00:00: F done
Tue Nov 24 2026 00:01: V done
Tue Nov 24 2026 00:02: M done
Fri Dec 25 2026 00:00:`, `
Tue 24 11:31: process`,
		},
		{
			"an error found in the meantime puts it back to the deadline", "", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: V done
Wed Nov 25 2026 20:00: M done
Wed Nov 25 2026 20:29: V error
Thu Nov 26 2026 09:00: V done
Fri Dec 25 2026 00:00:`, `
Thu 26 09:30: process`,
		},
		{
			"a wait holds the phase up to the deadline and no further", "", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: V done
Wed Nov 25 2026 20:00: V wait
Wed Nov 25 2026 20:00: M done
Fri Dec 25 2026 00:00:`, `
Thu 26 23:30: process`,
		},
		{
			"a wait taken back", "", `
Wed Nov 25 2026 20:00: V wait
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: V done
Wed Nov 25 2026 20:00: M done
Wed Nov 25 2026 20:10: V nowait
Fri Dec 25 2026 00:00:`, `
Wed 25 20:30: process`,
		},
		{
			"an observer can hold the phase", "", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: V done
Wed Nov 25 2026 20:00: M done
Wed Nov 25 2026 20:00: O wait
Fri Dec 25 2026 00:00:`, `
Thu 26 23:30: process`,
		},
		{
			"but not if waiting is strict", "STRICTWAIT", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: V done
Wed Nov 25 2026 20:00: M done
Wed Nov 25 2026 20:00: O wait
Fri Dec 25 2026 00:00:`, `
Wed 25 20:30: process`,
		},
		{
			"a master can nevertheless", "STRICTWAIT", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: V done
Wed Nov 25 2026 20:00: M done
Wed Nov 25 2026 20:00: G wait
Fri Dec 25 2026 00:00:`, `
Thu 26 23:30: process`,
		},
		{
			"the last orders come minutes before the deadline", "", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: V done
Thu Nov 26 2026 23:20: M done
Fri Dec 25 2026 00:00:`, `
Thu 26 15:30: remind M
Thu 26 23:30: process`,
		},
		{
			"a late power, and the delay after the deadline", "", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: V half
Sat Nov 28 2026 10:00: V done
Sat Nov 28 2026 11:00: M error
Sat Nov 28 2026 12:00: M done
Sat Nov 28 2026 12:20: F done
Fri Dec 25 2026 00:00:`, `
Thu 26 15:30: remind VM
Thu 26 23:30: mark late VM
Thu 26 23:30: notify late VM to all
Fri 27 23:30: notify late VM
Sat 28 12:30: process`,
		},
		{
			"an error after the deadline holds the phase, but is no lateness", "", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: V done
Fri Nov 27 2026 20:00: M done
Fri Nov 27 2026 20:05: V half
Sat Nov 28 2026 20:05: V done
Fri Dec 25 2026 00:00:`, `
Thu 26 15:30: remind M
Thu 26 23:30: mark late M
Thu 26 23:30: notify late M to all
Fri 27 23:30: notify late V
Sat 28 20:35: process`,
		},
		{
			"without NMR the game waits after grace; M's units are all ordered", "", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: M error
Mon Dec 7 2026 12:00: V signs
Tue Dec 8 2026 12:00: V done
Fri Dec 25 2026 00:00:`, `
Thu 26 15:30: remind VM
Thu 26 23:30: mark late VM
Thu 26 23:30: notify late VM to all
Fri 27 23:30: notify late VM
Sat 28 23:30: notify late VM
Sun 29 23:30: notify late VM
Mon 30 23:30: notify late VM
Tue  1 23:30: notify late VM
Wed  2 23:30: notify late VM
Thu  3 22:30: civil disorder V blame V
Thu  3 22:30: wait for replacement V
Sat  5 22:30: wait for replacement V
Mon  7 12:00: notify late V
Mon  7 23:30: notify late V
Tue  8 12:30: process`,
		},
		{
			"NMR: a day before grace ends V is given up, then in disorder", nmr, `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: M error
Fri Dec 25 2026 00:00:`, `
Thu 26 15:30: remind VM
Thu 26 23:30: mark late VM
Thu 26 23:30: notify late VM to all
Fri 27 23:30: notify late VM
Sat 28 23:30: notify late VM
Sun 29 23:30: notify late VM
Mon 30 23:30: notify late VM
Tue  1 23:30: notify late VM
Wed  2 22:30: abandon V blame V
Thu  3 22:30: civil disorder V blame ` + `
Thu  3 22:30: process`,
		},
		{
			"NMR: M's complete orders are forgiven their error a day before grace ends", nmr, `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: V done
Wed Dec 2 2026 20:00: M error
Fri Dec 25 2026 00:00:`, `
Thu 26 15:30: remind M
Thu 26 23:30: mark late M
Thu 26 23:30: notify late M to all
Fri 27 23:30: notify late M
Sat 28 23:30: notify late M
Sun 29 23:30: notify late M
Mon 30 23:30: notify late M
Tue  1 23:30: notify late M
Wed  2 22:30: process`,
		},
		{
			"NMR: who comes back after being given up is not given up again", nmr, `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: M done
Thu Dec 3 2026 08:00: V half
Fri Dec 25 2026 00:00:`, `
Thu 26 15:30: remind V
Thu 26 23:30: mark late V
Thu 26 23:30: notify late V to all
Fri 27 23:30: notify late V
Sat 28 23:30: notify late V
Sun 29 23:30: notify late V
Mon 30 23:30: notify late V
Tue  1 23:30: notify late V
Wed  2 22:30: abandon V blame V
Thu  3 08:00: notify late V
Thu  3 22:30: civil disorder V blame ` + `
Thu  3 22:30: process`,
		},
		{
			"NMR: orders minutes before grace ends need no delay", nmr, `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: M done
Thu Dec 3 2026 22:20: V done
Fri Dec 25 2026 00:00:`, `
Thu 26 15:30: remind V
Thu 26 23:30: mark late V
Thu 26 23:30: notify late V to all
Fri 27 23:30: notify late V
Sat 28 23:30: notify late V
Sun 29 23:30: notify late V
Mon 30 23:30: notify late V
Tue  1 23:30: notify late V
Wed  2 22:30: abandon V blame V
Thu  3 22:30: process`,
		},
		{
			"NMR with half a day of grace: nobody is given up before the deadline", "NMR GRACE 12", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: M error
Fri Dec 25 2026 00:00:`, `
Thu 26 15:30: remind VM
Thu 26 23:30: mark late V
Thu 26 23:30: notify late V to all
Thu 26 23:30: abandon V blame V
Fri 27 11:30: civil disorder V blame ` + `
Fri 27 11:30: process`,
		},
		{
			"NMR without grace: the deadline is the end", "NMR GRACE 0", `
Wed Nov 25 2026 20:00: F done
Fri Dec 25 2026 00:00:`, `
Thu 26 15:30: remind VM
Thu 26 23:30: mark late VM
Thu 26 23:30: notify late VM to all
Thu 26 23:30: abandon VM blame VM
Thu 26 23:30: civil disorder VM blame ` + `
Thu 26 23:30: process`,
		},
		{
			"a resigned power is not reminded, and blamed for nothing", nmr, `
Tue Nov 24 2026 20:00: V resigns
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: M done
Fri Dec 25 2026 00:00:`, `
Thu 26 23:30: notify late V to all
Thu  3 22:30: civil disorder V blame ` + `
Thu  3 22:30: process`,
		},
		{
			"nobody waits for the wait of a resigned power", "", `
Tue Nov 24 2026 20:00: V wait
Tue Nov 24 2026 20:00: V done
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: M done
Wed Nov 25 2026 21:00: V resigns
Fri Dec 25 2026 00:00:`, `
Wed 25 21:00: process`,
		},
		{
			"a resigned power in a game that waits", "", `
Tue Nov 24 2026 20:00: V resigns
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: M done
Sun Dec 6 2026 00:00:`, `
Thu 26 23:30: notify late V to all
Thu  3 22:30: civil disorder V blame ` + `
Thu  3 22:30: wait for replacement V
Sat  5 22:30: wait for replacement V`,
		},
		{
			"the master's word, before the start and with a wait", "", `
Tue Nov 24 2026 00:00: V wait
Tue Nov 24 2026 00:05: process
Fri Dec 25 2026 00:00:`, `
Tue 24 00:05: process`,
		},
		{
			"processing by hand: the master is asked every day", "MANUAL", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: V done
Wed Nov 25 2026 20:00: M done
Fri Nov 27 2026 21:00: process`, `
Wed 25 20:30: ask master
Thu 26 20:30: ask master
Fri 27 20:30: ask master
Fri 27 21:00: process`,
		},
		{
			"processing by hand, with a late power", "MANUAL NMR GRACE 36", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: M done
Mon Nov 30 2026 00:00:`, `
Thu 26 15:30: remind V
Thu 26 23:30: mark late V
Thu 26 23:30: notify late V to all
Fri 27 11:30: abandon V blame V
Sat 28 11:30: civil disorder V blame ` + `
Sat 28 11:30: ask master
Sun 29 11:30: ask master`,
		},
		{
			"a pause, of which all are told every three days", "", `
Wed Nov 25 2026 20:00: pause
Fri Dec 4 2026 00:00:`, `
Sat 28 20:00: paused
Tue  1 20:00: paused`,
		},
		{
			"a deadline extended before it comes: reminders again", "", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: M done
Thu Nov 26 2026 20:00: deadline Fri Nov 27 2026 20:00
Sat Nov 28 2026 00:00:`, `
Thu 26 15:30: remind V
Fri 27 12:00: remind V
Fri 27 20:00: mark late V
Fri 27 20:00: notify late V to all`,
		},
		{
			"a deadline extended after it has passed: nobody is late twice", "", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: M done
Fri Nov 27 2026 20:00: deadline Sun Nov 29 2026 20:00
Mon Nov 30 2026 00:00:`, `
Thu 26 15:30: remind V
Thu 26 23:30: mark late V
Thu 26 23:30: notify late V to all
Sun 29 12:00: remind V
Sun 29 20:00: notify late V to all`,
		},
		{
			"missing orders extend the phase once", "EXTENSION 24", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: M done
Sat Nov 28 2026 00:00:`, `
Thu 26 15:30: remind V
Thu 26 23:30: put off V
Fri 27 15:30: remind V
Fri 27 23:30: mark late V
Fri 27 23:30: notify late V to all`,
		},
		{
			"the orders that were missing end the extension", "EXTENSION 24", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: M done
Fri Nov 27 2026 12:00: V done
Sat Nov 28 2026 00:00:`, `
Thu 26 15:30: remind V
Thu 26 23:30: put off V
Fri 27 12:30: process`,
		},
		{
			"nothing is extended for an empty seat", "EXTENSION 24", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: M done
Wed Nov 25 2026 20:00: V resigns
Fri Nov 27 2026 00:00:`, `
Thu 26 23:30: notify late V to all`,
		},
		{
			"a deadline that the master sets does not allow a second extension", "EXTENSION 24", `
Wed Nov 25 2026 20:00: F done
Wed Nov 25 2026 20:00: M done
Fri Nov 27 2026 12:00: deadline Sat Nov 28 2026 20:00
Sun Nov 29 2026 00:00:`, `
Thu 26 15:30: remind V
Thu 26 23:30: put off V
Sat 28 12:00: remind V
Sat 28 20:00: mark late V
Sat 28 20:00: notify late V to all`,
		},
	} {
		s := State{
			Now: at(t, "Mon Nov 23 2026 23:31"), Timing: DefaultTiming(Moves), Settings: Settings{Press: true},
			Seats: []Seat{{ID: 1, Owes: true}, {ID: 2, Owes: true}, {ID: 3, Owes: true}, {ID: 6, Master: true}, {ID: 7}},
		}
		words := strings.Fields(c.settings)
		for i, w := range words {
			switch w {
			case "NMR":
				s.Settings.NMR = true
			case "STRICTWAIT":
				s.Settings.StrictWait = true
			case "MANUAL":
				s.Settings.Manual = true
			case "EXTENSION":
				n, err := strconv.Atoi(words[i+1])
				if err != nil {
					t.Fatal(err)
				}
				s.Settings.Extension = time.Duration(n) * time.Hour
			case "GRACE":
				s.Timing = timing(t, strings.Join(words[i:i+2], " "))
				s.Settings.StrictGrace = true
			}
		}
		s.Plan, _ = NewPhase(Opening{Now: s.Now, Timing: s.Timing, Settings: s.Settings})
		x := &tableTop{t: t, state: s}
		x.ask()
		for line := range strings.Lines(strings.TrimSpace(c.script)) {
			when, what, _ := strings.Cut(line, ": ")
			x.until(at(t, strings.TrimSuffix(strings.TrimSpace(when), ":")))
			if what = strings.TrimSpace(what); what != "" && !x.over {
				x.happen(what)
			}
		}
		if got, want := strings.Join(x.lines, "\n"), strings.TrimPrefix(c.want, "\n"); got != want {
			t.Errorf("%s:\n%s\nwant:\n%s", c.about, got, want)
		}
	}
}

// TestQuickPhase covers a phase of a live game, in which reminders take at most half of the time.
func TestQuickPhase(t *testing.T) {
	quick := Timing{Clock: NoClock, Next: 20 * time.Minute, Grace: 20 * time.Minute, Delay: time.Minute, Days: EveryDay}
	s := State{Now: at(t, "Mon Nov 23 2026 20:00"), Timing: quick, Settings: Settings{NMR: true}, Seats: []Seat{{ID: 1, Owes: true}, {ID: 2, Owes: true}}}
	s.Plan, _ = NewPhase(Opening{Now: s.Now, Timing: s.Timing})
	x := &tableTop{t: t, state: s}
	x.ask()
	x.until(at(t, "Mon Nov 23 2026 20:05"))
	x.happen("F done")
	x.until(at(t, "Mon Nov 23 2026 23:00"))
	want := "Mon 23 20:10: remind V|Mon 23 20:20: mark late V|Mon 23 20:20: notify late V to all|Mon 23 20:20: abandon V blame V|" +
		"Mon 23 20:40: civil disorder V blame |Mon 23 20:40: process"
	if got := strings.Join(x.lines, "|"); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestNoDeadline covers a game that continues only when all are ready.
func TestNoDeadline(t *testing.T) {
	s := State{Now: at(t, "Mon Nov 23 2026 20:00"), Timing: Untimed(), Seats: []Seat{{ID: 1, Owes: true}, {ID: 2, Owes: true}}}
	s.Plan, _ = NewPhase(Opening{Now: s.Now, Timing: s.Timing})
	x := &tableTop{t: t, state: s}
	x.ask()
	x.happen("F done")
	x.happen("V error")
	x.happen("V wait")
	x.until(at(t, "Fri Dec 25 2026 20:00"))
	x.happen("V done")
	if !x.next.IsZero() || x.lines != nil {
		t.Fatalf("held: next look %s, %v", show(x.next), x.lines)
	}
	x.happen("V nowait")
	if got := strings.Join(x.lines, "|"); got != "Fri 25 20:00: process" {
		t.Error(got)
	}
	if o := Outcomes(x.state); len(o) > 0 {
		t.Errorf("outcomes %v without a deadline", o)
	}
}

// TestDisorderLater checks that an NMR game does not wait for a power in civil disorder, and that
// any other game does.
func TestDisorderLater(t *testing.T) {
	for nmr, want := range map[bool]string{true: "Mon 23 20:30: process", false: ""} {
		s := State{
			Now: at(t, "Mon Nov 23 2026 20:00"), Timing: timing(t, "MIN 0"), Settings: Settings{NMR: nmr},
			Seats: []Seat{{ID: 1, Owes: true}, {ID: 2, Owes: true, Disorder: true}},
		}
		s.Plan, _ = NewPhase(Opening{Now: s.Now, Timing: s.Timing})
		x := &tableTop{t: t, state: s}
		x.happen("F done")
		x.until(at(t, "Tue Nov 24 2026 20:00"))
		if got := strings.Join(x.lines, "|"); got != want {
			t.Errorf("NMR %v: %s, want %s", nmr, got, want)
		}
	}
}

func TestOutcomes(t *testing.T) {
	now := at(t, "Fri Nov 27 2026 20:00")
	s := State{
		Now: now, Plan: Plan{Deadline: now.Add(-time.Hour), Grace: now.Add(time.Hour)},
		Seats: []Seat{
			{ID: 1, Owes: true, Complete: true},
			{ID: 2, Owes: true, Complete: true, Late: true},
			{ID: 3, Owes: true, Disorder: true, Late: true},
			{ID: 4},
			{ID: 5, Owes: true},
		},
	}
	if got := fmt.Sprint(Outcomes(s)); got != fmt.Sprint(map[int]Outcome{1: OnTime, 2: Late}) {
		t.Error(got)
	}
}

func TestFirstDelay(t *testing.T) {
	now := at(t, "Wed Nov 25 2026 20:00")
	s := State{
		Now: now, Timing: DefaultTiming(Moves), First: true, LastOrders: now, Seats: []Seat{{ID: 1, Owes: true, Complete: true}},
		Plan: Plan{Began: now.Add(-day), Start: now.Add(-day), Deadline: now.Add(day), Grace: now.Add(2 * day)},
	}
	for press, want := range map[bool]time.Duration{true: time.Hour, false: 30 * time.Minute} {
		s.Settings.Press = press
		if got := s.Ready().Sub(now); got != want {
			t.Errorf("press %v: delay %s", press, got)
		}
	}
}

package schedule

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// random generates the random games of the property tests, which are the same in every run.
type random struct{ *rand.Rand }

func newRandom(seed uint64) random { return random{rand.New(rand.NewPCG(seed, 1503))} }

func (r random) bool() bool { return r.IntN(2) == 0 }

func (r random) span(most time.Duration) time.Duration {
	if r.IntN(4) == 0 {
		return 0
	}
	return time.Duration(r.Int64N(int64(most/time.Second)+1)) * time.Second
}

// timing returns a valid timing of any kind.
func (r random) timing() Timing {
	for {
		t := Timing{Clock: NoClock, Min: r.span(2 * day), Next: time.Minute + r.span(8*day), Grace: r.span(9 * day), Delay: r.span(3 * time.Hour)}
		if r.bool() {
			t.Clock = r.IntN(24 * 60)
		}
		days := []byte(EveryDay)
		for i := range days {
			switch r.IntN(4) {
			case 0:
				days[i] = '-'
			case 1:
				days[i] |= 0x20
			}
		}
		t.Days = string(days)
		if t.Validate() == nil {
			return t
		}
	}
}

var places = []string{"UTC", "Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Asia/Beirut", "America/St_Johns", "Africa/Casablanca", "Pacific/Kiritimati"}

// around returns an instant, usually near a change of clocks.
func (r random) around(t *testing.T) time.Time {
	changes := []string{
		"Sun Mar 28 2027 01:00", "Sun Oct 31 2027 01:00", "Sun Mar 14 2027 07:00", "Sun Nov 7 2027 06:00",
		"Sat Apr 3 2027 15:00", "Sat Oct 2 2027 15:30", "Sat Mar 27 2027 22:00",
	}
	return at(t, changes[r.IntN(len(changes))]).Add(r.span(20*day) - 10*day)
}

func (r random) opening(t *testing.T) Opening {
	o := Opening{
		Now: r.around(t), Timing: r.timing(), Zone: place(t, places[r.IntN(len(places))]),
		Settings: Settings{NMR: r.bool(), StrictGrace: r.bool(), StrictWait: r.bool(), Quiet: r.IntN(4) == 0, Press: r.bool(), Manual: r.IntN(6) == 0, Extension: r.span(2 * day)},
		First:    r.IntN(5) == 0, Owing: []int{1, 2},
	}
	for range r.IntN(6) {
		start := o.Now.Add(r.span(20*day) - 3*day)
		o.Absences = append(o.Absences, Absence{Seat: r.IntN(4), Start: start, End: start.Add(time.Hour + r.span(20*day))})
	}
	if r.bool() {
		d := o.Now.Add(r.span(20*day) - 5*day)
		o.Old = Plan{Deadline: d, Grace: d.Add(r.span(10 * day))}
	}
	return o
}

// TestNewPhaseAlways checks properties of every plan.
func TestNewPhaseAlways(t *testing.T) {
	r := newRandom(1)
	for i := range 20000 {
		o := r.opening(t)
		p, _ := NewPhase(o)
		loc, tm := o.Zone, o.Timing
		bad := func(what string) {
			t.Fatalf("game %d: %s\n%s in %s, now %s, old %s\nabsences %v\ndeadline %s, grace %s", i, what, tm, loc, stampIn(o.Now, loc),
				stampIn(o.Old.Deadline, loc), o.Absences, stampIn(p.Deadline, loc), stampIn(p.Grace, loc))
		}
		switch {
		case !tm.Live() && p.Deadline.Before(o.Old.Deadline):
			bad("the deadline has become earlier")
		case !tm.Live() && p.Grace.Before(o.Old.Grace):
			bad("grace has become earlier")
		case p.Deadline.Before(tm.span(o.Now, tm.Next, loc)):
			bad("there is less than NEXT")
		case p.Grace.Before(p.Deadline) || p.Start.After(p.Deadline):
			bad("start, deadline and grace are not in order")
		case tm.Clock < 0 && p.Deadline.Before(o.Now.Add(tm.Next)):
			bad("less time than NEXT passes")
		}
		local := p.Deadline.In(loc)
		switch c := tm.Days[local.Weekday()]; {
		case c == '-':
			bad("the deadline is on a forbidden day")
		case c >= 'a' && local.Hour() < 12:
			bad("the deadline is on a forbidden morning")
		}
		if tm.Clock >= 0 && local.Hour()*60+local.Minute() != tm.Clock {
			// Only a time of day that does not exist on that day may be missed.
			y, m, d := local.Date()
			wanted := time.Date(y, m, d, tm.Clock/60, tm.Clock%60, 0, 0, time.UTC)
			if face(shown(loc, wanted)[0], loc).Equal(wanted) {
				bad("the deadline is not at CLOCK")
			}
		}
		for _, a := range o.counting() {
			if a.Holds(p.Deadline) {
				bad("the deadline is in an absence")
			}
		}
		if !o.Settings.StrictGrace && tm.Days[p.Grace.In(loc).Weekday()] == '-' {
			bad("grace ends on a forbidden day")
		}
		// A suitable instant must not be moved again.
		if on := o.settle(p.Deadline, loc, &Reasons{}); !on.Equal(p.Deadline) {
			bad("the deadline would move on to " + stampIn(on, loc))
		}
		// No suitable instant was skipped.
		if o.Old.Deadline.IsZero() && len(o.Absences) == 0 && p.Deadline.Sub(o.Now) > 2*tm.Next+16*day {
			bad("the deadline is too late")
		}
	}
}

// TestTerminatesWithAnyTiming checks that NewPhase also terminates for timings that were never
// validated.
func TestTerminatesWithAnyTiming(t *testing.T) {
	r := newRandom(2)
	for range 3000 {
		o := r.opening(t)
		o.Timing.Clock = r.IntN(3000) - 1000
		o.Timing.Days = []string{"", "-------", "smtwtfs", "x", "-------S---", "s------"}[r.IntN(6)]
		o.Timing.Next -= 10 * day
		o.Timing.Min -= 10 * day
		p, _ := NewPhase(o)
		if p.Deadline.Before(o.Old.Deadline) && o.Timing.Next > 0 {
			t.Fatalf("%+v: %+v", o, p)
		}
	}
}

// TestDaysOfAYear checks that a daily game, at any time of day, has one deadline a day, on every
// day of two years and in every zone. NEXT leaves two hours, one of them for the day on which
// clocks skip the time.
func TestDaysOfAYear(t *testing.T) {
	for _, name := range places {
		loc := place(t, name)
		for clock := 0; clock < 24*60; clock += 37 {
			o := Opening{Timing: Timing{Clock: clock, Next: 22 * time.Hour, Days: EveryDay}, Zone: loc, Now: time.Date(2027, 1, 1, 0, clock+1, 0, 0, loc)}
			last := face(o.Now, loc)
			for range 730 {
				p, _ := NewPhase(o)
				f := face(p.Deadline, loc)
				if f.YearDay() == last.YearDay() || f.Sub(last) > 26*time.Hour {
					t.Fatalf("%s, CLOCK %d: %s is followed by %s", name, clock, last, f)
				}
				last = f
				o.Now = p.Deadline.Add(time.Minute)
			}
		}
	}
}

// TestCourseAlways plays random phases with random messages. It checks that nothing is resolved
// early, that nobody is marked late or abandoned more than once, and that every call ends.
func TestCourseAlways(t *testing.T) {
	r := newRandom(3)
	processed := 0
	for i := range 4000 {
		o := r.opening(t)
		s := State{Now: o.Now, Timing: o.Timing, First: o.First, Settings: o.Settings}
		s.Plan, _ = NewPhase(o)
		for id := range 4 {
			s.Seats = append(s.Seats, Seat{ID: id + 1, Owes: id < 3, Master: id == 3})
		}
		late, blamed, reminded := map[int]int{}, map[int]int{}, map[int]int{}
		extended := 0
		for calls := 0; ; calls++ {
			if calls > 2000 {
				t.Fatalf("game %d does not end", i)
			}
			step := Next(s)
			process := slices.ContainsFunc(step.Actions, func(a Action) bool { return a.Kind == Process })
			for _, a := range step.Actions {
				for _, seat := range a.Seats {
					switch a.Kind {
					case MarkLate:
						late[seat]++
					case Remind:
						reminded[seat]++
					}
				}
				if a.Kind == PutOff {
					extended++
				}
				for _, seat := range a.Blamed {
					blamed[seat]++
				}
			}
			if again := Next(step.After); slices.ContainsFunc(again.Actions, func(a Action) bool { return a.Kind != Process }) {
				t.Fatalf("game %d: asked again %v", i, again.Actions)
			}
			s = step.After
			next := step.At
			if process {
				processed++
				early := s.Now.Before(s.Plan.Deadline)
				switch {
				case s.Said:
				case s.Now.Before(s.Plan.Start):
					t.Fatalf("game %d: processed before the start", i)
				case early && (len(s.Missing()) > 0 || len(s.Waiting()) > 0):
					t.Fatalf("game %d: processed before the deadline with %v missing, %v waiting", i, s.Missing(), s.Waiting())
				case early && s.Now.Before(s.LastOrders.Add(s.delay())):
					t.Fatalf("game %d: processed before the delay was over", i)
				case len(s.Missing()) > 0 && (!s.Settings.NMR || s.Now.Before(s.Plan.Grace)):
					t.Fatalf("game %d: processed with %v missing", i, s.Missing())
				}
				break
			}
			if !next.IsZero() && !next.After(s.Now) {
				t.Fatalf("game %d: to be asked at %s, but it is %s", i, next, s.Now)
			}
			// Time advances to the next call, or an event happens earlier.
			event := s.Now.Add(r.span(2 * day))
			if !next.IsZero() && (r.bool() || next.Before(event)) {
				s.Now = next
				continue
			}
			if s.Now = event; s.Now.Sub(o.Now) > 60*day {
				break
			}
			x := &s.Seats[r.IntN(4)]
			switch r.IntN(9) {
			case 0, 1, 2, 3:
				done := r.IntN(3) > 0
				s.LastOrders = s.Ordered(x.ID, done)
				x.Complete, x.Covered, x.Abandoned, x.Disorder = done, done || r.bool(), false, false
			case 4:
				x.Wait = true
			case 5:
				x.Wait = false
			case 6:
				if r.IntN(10) == 0 {
					s.Said = true
				}
			case 7:
				if s.Paused.IsZero() && r.IntN(10) == 0 {
					s.Paused = s.Now
				} else if !s.Paused.IsZero() {
					o.Now, o.Old, s.Paused = s.Now, s.Plan, time.Time{}
					s.Plan, _ = NewPhase(o)
				}
			case 8:
				if r.IntN(20) == 0 {
					x.Abandoned = true
				}
			}
		}
		for id := range 5 {
			if late[id] > 1 || blamed[id] > 1 || reminded[id] > 1+extended || extended > 1 {
				t.Fatalf("game %d, seat %d: late %d times, blamed %d times, reminded %d times, extended %d times", i, id, late[id], blamed[id], reminded[id], extended)
			}
		}
	}
	if processed < 1000 {
		t.Errorf("only %d phases were processed", processed)
	}
}

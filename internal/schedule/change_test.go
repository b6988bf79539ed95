package schedule

import (
	"strings"
	"testing"
	"time"
)

func TestSetDates(t *testing.T) {
	old := Plan{
		Began: at(t, "Mon Nov 23 2026 23:31"), Start: at(t, "Tue Nov 24 2026 11:31"),
		Deadline: at(t, "Thu Nov 26 2026 23:30"), Grace: at(t, "Thu Dec 3 2026 22:30"),
	}
	for _, c := range []struct {
		command string
		set     func(Opening, time.Time) (Plan, error)
		to      string
		want    string // start, deadline and end of grace, or words of the error
		code    string
	}{
		{"DEADLINE", SetDeadline, "Fri Dec 11 2026 18:00", "Tue Nov 24 2026 11:31, Fri Dec 11 2026 18:00, Fri Dec 18 2026 17:00", ""},
		{"DEADLINE", SetDeadline, "Sun Nov 29 2026 18:00", "Tue Nov 24 2026 11:31, Sun Nov 29 2026 18:00, Mon Dec 7 2026 00:00", ""},
		{"DEADLINE", SetDeadline, "Tue Nov 24 2026 09:00", "Tue Nov 24 2026 09:00, Tue Nov 24 2026 09:00, Tue Dec 1 2026 08:00", ""},
		{"DEADLINE", SetDeadline, "Tue Nov 24 2026 08:00", "deadline must be still to come", PastDate},
		{"DEADLINE", SetDeadline, "Tue Nov 24 2037 08:00", "five years", FarDate},
		{"GRACE", SetGrace, "Fri Nov 27 2026 00:00", "Tue Nov 24 2026 11:31, Thu Nov 26 2026 23:30, Fri Nov 27 2026 00:00", ""},
		{"GRACE", SetGrace, "Thu Nov 26 2026 23:30", "Tue Nov 24 2026 11:31, Thu Nov 26 2026 23:30, Thu Nov 26 2026 23:30", ""},
		{"GRACE", SetGrace, "Thu Nov 26 2026 23:29", "before the deadline", BadOrder},
		{"START", SetStart, "Wed Nov 25 2026 20:00", "Wed Nov 25 2026 20:00, Thu Nov 26 2026 23:30, Thu Dec 3 2026 22:30", ""},
		{"START", SetStart, "Tue Dec 8 2026 20:00", "Tue Dec 8 2026 20:00, Tue Dec 8 2026 20:00, Tue Dec 15 2026 19:00", ""},
		{"START", SetStart, "Mon Nov 23 2026 20:00", "start must be still to come", PastDate},
	} {
		o := Opening{Now: at(t, "Tue Nov 24 2026 08:00"), Timing: DefaultTiming(Moves), Old: old}
		p, err := c.set(o, at(t, c.to))
		got := strings.Join([]string{show(p.Start), show(p.Deadline), show(p.Grace)}, ", ")
		if err != nil {
			if p != old {
				t.Errorf("SET %s %s is refused and changes the plan", c.command, c.to)
			}
			got = err.Error()
		}
		if Code(err) != c.code || !strings.Contains(got, c.want) {
			t.Errorf("SET %s %s: %s, want %s", c.command, c.to, got, c.want)
		}
	}
	if _, err := SetGrace(Opening{Now: at(t, "Tue Nov 24 2026 08:00")}, at(t, "Wed Nov 25 2026 08:00")); Code(err) != BadOrder {
		t.Errorf("grace of a phase without a deadline: %v", err)
	}
}

// TestSlipInDeadline checks that a deadline that is set by mistake and then corrected leaves the
// length of the grace period unchanged, and that it is never shorter than GRACE.
func TestSlipInDeadline(t *testing.T) {
	r := newRandom(11)
	for range 5000 {
		o := Opening{Now: at(t, "Tue Nov 24 2026 08:00"), Timing: DefaultTiming(Moves), Zone: place(t, "Europe/Rome")}
		o.Settings.StrictGrace = r.IntN(2) == 0
		deadline := whole(o.Now.Add(time.Hour + r.span(30*day)))
		o.Old = Plan{Began: o.Now.Add(-time.Hour), Start: o.Now, Deadline: deadline, Grace: o.graceAfter(deadline, o.Timing)}
		if r.IntN(2) == 0 {
			o.Old.Grace = o.Old.Grace.Add(r.span(20 * day)) // SET GRACE
		}
		before := o.Old
		for _, to := range []time.Time{deadline.Add(r.span(3 * 365 * day)), deadline} {
			p, err := SetDeadline(o, to)
			if err != nil {
				t.Fatal(err)
			}
			o.Old = p
		}
		usual := o.graceAfter(deadline, o.Timing)
		if o.Old.Deadline != deadline || o.Old.Grace.Before(usual) || o.Old.Grace.After(latest(before.Grace, usual).Add(4*day)) {
			t.Fatalf("%+v, with a slip in between %+v", before, o.Old)
		}
		if back := deadline.Add(-r.span(deadline.Sub(o.Now) - time.Minute)); back.Before(deadline) {
			p, err := SetDeadline(o, back)
			if want := o.Old.Grace.Sub(deadline); err != nil || p.Grace.Sub(p.Deadline) > want+4*day || p.Grace.Before(o.graceAfter(p.Deadline, o.Timing)) {
				t.Fatalf("%+v back to %s: %+v, %v", o.Old, show(back), p, err)
			}
		}
	}
}

func TestExtend(t *testing.T) {
	p := Plan{Deadline: at(t, "Thu Nov 26 2026 23:30"), Grace: at(t, "Thu Dec 3 2026 22:30")}
	if got := Extend(p, day); show(got.Deadline) != "Fri Nov 27 2026 23:30" || show(got.Grace) != "Fri Dec 4 2026 22:30" || !got.Process.Equal(got.Deadline) {
		t.Errorf("%+v", got)
	}
	if got := Extend(p, -day); got != p {
		t.Errorf("a deadline was added or moved: %+v", got)
	}
	if got := Extend(Plan{}, day); got != (Plan{}) {
		t.Errorf("without a deadline: %+v", got)
	}
}

func TestAfterOutage(t *testing.T) {
	for _, c := range []struct {
		about, deadline, grace string
		from, to               string
		want                   string
	}{
		{"in the middle of it", "Thu Nov 26 2026 23:30", "Thu Dec 3 2026 22:30", "Thu Nov 26 2026 22:00", "Fri Nov 27 2026 04:00", "Fri Nov 27 2026 10:00, Fri Dec 4 2026 09:00"},
		{"soon after it began", "Thu Nov 26 2026 22:05", "Thu Dec 3 2026 22:30", "Thu Nov 26 2026 22:00", "Fri Nov 27 2026 04:00", "Fri Nov 27 2026 10:00, Fri Dec 4 2026 10:25"},
		{"minutes after it", "Fri Nov 27 2026 04:10", "Thu Dec 3 2026 22:30", "Thu Nov 26 2026 22:00", "Fri Nov 27 2026 04:00", "Fri Nov 27 2026 10:00, Fri Dec 4 2026 04:20"},
		{"long after it", "Fri Nov 27 2026 10:00", "Thu Dec 3 2026 22:30", "Thu Nov 26 2026 22:00", "Fri Nov 27 2026 04:00", "Fri Nov 27 2026 10:00, Thu Dec 3 2026 22:30"},
		{"a week", "Thu Nov 26 2026 23:30", "Thu Dec 3 2026 22:30", "Thu Nov 26 2026 23:00", "Thu Dec 3 2026 23:00", "Fri Dec 4 2026 23:00, Fri Dec 11 2026 22:00"},
		{"in grace", "Thu Nov 26 2026 23:30", "Thu Dec 3 2026 22:30", "Thu Dec 3 2026 20:00", "Fri Dec 4 2026 00:00", "Thu Nov 26 2026 23:30, Fri Dec 4 2026 04:00"},
		{"before the end of grace", "Thu Nov 26 2026 23:30", "Thu Dec 3 2026 22:30", "Tue Dec 1 2026 20:00", "Wed Dec 2 2026 00:00", "Thu Nov 26 2026 23:30, Thu Dec 3 2026 22:30"},
		{"a restart", "Thu Nov 26 2026 23:30", "Thu Dec 3 2026 22:30", "Thu Nov 26 2026 23:29", "Thu Nov 26 2026 23:30", "Thu Nov 26 2026 23:30, Thu Dec 3 2026 22:30"},
		{"two minutes", "Thu Nov 26 2026 23:30", "Thu Dec 3 2026 22:30", "Thu Nov 26 2026 23:29", "Thu Nov 26 2026 23:31", "Thu Nov 26 2026 23:33, Thu Dec 3 2026 22:33"},
		{"no deadline", "", "", "Thu Nov 26 2026 22:00", "Fri Nov 27 2026 04:00", ", "},
	} {
		p := Plan{Deadline: at(t, c.deadline), Grace: at(t, c.grace), Process: at(t, c.deadline)}
		got := AfterOutage(p, at(t, c.from), at(t, c.to))
		if s := show(got.Deadline) + ", " + show(got.Grace); s != c.want {
			t.Errorf("%s: %s, want %s", c.about, s, c.want)
		}
	}
}

// TestOutagesAlways checks that no outage shortens the time for orders or leaves less than
// Notice.
func TestOutagesAlways(t *testing.T) {
	r := newRandom(4)
	for range 20000 {
		from := r.around(t)
		length := Blink + time.Second + r.span(10*day)
		to := from.Add(length)
		d := from.Add(r.span(20*day) - 8*day)
		p := Plan{Deadline: d, Grace: d.Add(r.span(10 * day))}
		got := AfterOutage(p, from, to)
		switch {
		case got.Deadline.Before(p.Deadline) || got.Grace.Before(p.Grace) || got.Grace.Before(got.Deadline):
			t.Fatalf("outage %s to %s: %+v becomes %+v", from, to, p, got)
		case !p.Deadline.Before(from) && got.Deadline.Sub(to) < min(length, Notice):
			t.Fatalf("outage %s to %s: %+v leaves no time: %+v", from, to, p, got)
		case p.Deadline.Before(from) && !got.Deadline.Equal(p.Deadline):
			t.Fatalf("outage %s to %s moves a deadline before it: %+v", from, to, got)
		}
	}
}

func TestCompare(t *testing.T) {
	now := at(t, "Thu Nov 26 2026 23:30")
	const beat = 30 * time.Second
	for _, c := range []struct {
		about         string
		wall, elapsed time.Duration
		want          string
	}{
		{"all is well", beat, beat, "steady"},
		{"a late beat", beat + 50*time.Second, beat + 50*time.Second, "steady"},
		{"a time server at work", -20 * time.Second, beat, "steady"},
		{"a quick restart", time.Minute, -1, "steady"},
		{"a start after an hour", time.Hour, -1, "outage"},
		{"a machine that slept, or a clock set on", time.Hour, beat, "outage"},
		{"a process that was stopped", time.Hour, time.Hour, "outage"},
		{"a clock set back", -time.Hour, beat, "backward"},
		{"a clock set back while the process was stopped", time.Minute, time.Hour, "backward"},
		{"a start with a clock set back", -time.Hour, -1, "backward"},
		{"a clock from another age", 20 * 365 * day, beat, "doubtful"},
		{"a start after half a year", 180 * day, -1, "doubtful"},
	} {
		if got := Compare(now, now.Add(c.wall), c.elapsed, beat); got.String() != c.want {
			t.Errorf("%s: %s, want %s", c.about, got, c.want)
		}
	}
	if got := Compare(time.Time{}, now, -1, beat); got != Steady {
		t.Errorf("the very first start: %s", got)
	}
}

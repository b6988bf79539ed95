package schedule

import (
	"testing"
	"time"
)

func TestNewPhase(t *testing.T) {
	const (
		moves = "NEXT 71"
		rests = "CLOCK -1 MIN 0 NEXT 23 GRACE 71 DAYS -mTWTF-"
	)
	florence := func(from, to string) Absence { return Absence{Seat: 1, Start: at(t, from), End: at(t, to)} }
	master := func(from, to string) Absence { return Absence{Seat: Master, Start: at(t, from), End: at(t, to)} }
	press := Settings{Press: true}
	for _, c := range []struct {
		about           string
		items           string
		now             string
		old             Plan
		settings        Settings
		normal, first   bool
		absences        []Absence
		owing           []int
		start           string
		deadline, grace string
		kept, days      bool
		moved           int // number of absences that moved the deadline
	}{
		{
			about: "a campaign that begins on a Monday night is due on Thursday night",
			items: moves, now: "Mon Nov 23 2026 23:31",
			start: "Tue Nov 24 2026 11:31", deadline: "Thu Nov 26 2026 23:30", grace: "Thu Dec 3 2026 22:30",
		},
		{
			about: "three days that end on a Sunday night end on Monday night",
			items: moves, now: "Thu Nov 26 2026 23:31",
			start: "Fri Nov 27 2026 11:31", deadline: "Mon Nov 30 2026 23:30", grace: "Mon Dec 7 2026 22:30", days: true,
		},
		{
			about: "exactly three days after 23:31 would be a day later",
			items: "NEXT 72", now: "Mon Nov 23 2026 23:31",
			start: "Tue Nov 24 2026 11:31", deadline: "Fri Nov 27 2026 23:30", grace: "Fri Dec 4 2026 22:30",
		},
		{
			about: "a retreat from Saturday night waits until Monday noon",
			items: rests, now: "Sat Nov 28 2026 01:41",
			start: "Sat Nov 28 2026 01:41", deadline: "Mon Nov 30 2026 12:00", grace: "Thu Dec 3 2026 11:00", days: true,
		},
		{
			about: "a retreat on a Tuesday ends exactly after 23 hours",
			items: rests, now: "Tue Nov 24 2026 23:31",
			start: "Tue Nov 24 2026 23:31", deadline: "Wed Nov 25 2026 22:31", grace: "Mon Nov 30 2026 12:00",
		},
		{
			about: "strict grace ends on a Saturday",
			items: rests, now: "Tue Nov 24 2026 23:31", settings: Settings{StrictGrace: true},
			start: "Tue Nov 24 2026 23:31", deadline: "Wed Nov 25 2026 22:31", grace: "Sat Nov 28 2026 21:31",
		},
		{
			about: "an extended deadline delays the next phase, too",
			items: rests, now: "Tue Nov 24 2026 23:31",
			old:   Plan{Deadline: at(t, "Fri Dec 11 2026 18:00"), Grace: at(t, "Fri Dec 25 2026 18:00")},
			start: "Tue Nov 24 2026 23:31", deadline: "Fri Dec 11 2026 18:00", grace: "Fri Dec 25 2026 18:00", kept: true,
		},
		{
			about: "unless the game goes back to normal",
			items: rests, now: "Tue Nov 24 2026 23:31", normal: true,
			old:   Plan{Deadline: at(t, "Fri Dec 11 2026 18:00"), Grace: at(t, "Fri Dec 25 2026 18:00")},
			start: "Tue Nov 24 2026 23:31", deadline: "Wed Nov 25 2026 22:31", grace: "Mon Nov 30 2026 12:00",
		},
		{
			about: "a deadline that was extended to a Sunday moves to the next workday",
			items: rests, now: "Tue Nov 24 2026 23:31",
			old:   Plan{Deadline: at(t, "Sun Dec 6 2026 18:00"), Grace: at(t, "Sun Dec 6 2026 19:00")},
			start: "Tue Nov 24 2026 23:31", deadline: "Mon Dec 7 2026 12:00", grace: "Thu Dec 10 2026 11:00", kept: true, days: true,
		},
		{
			about: "the beginning of a game with press takes twice as long",
			items: moves, now: "Mon Nov 23 2026 20:00", settings: press, first: true,
			start: "Tue Nov 24 2026 08:00", deadline: "Mon Nov 30 2026 23:30", grace: "Mon Dec 7 2026 22:30", days: true,
		},
		{
			about: "without press it does not",
			items: moves, now: "Mon Nov 23 2026 20:00", first: true,
			start: "Tue Nov 24 2026 08:00", deadline: "Thu Nov 26 2026 23:30", grace: "Thu Dec 3 2026 22:30",
		},
		{
			about: "an absence in a game with press, then the weekend",
			items: moves, now: "Mon Nov 23 2026 23:31", settings: press,
			absences: []Absence{florence("Wed Nov 25 2026 00:00", "Fri Nov 27 2026 23:59")},
			start:    "Tue Nov 24 2026 11:31", deadline: "Mon Nov 30 2026 23:30", grace: "Mon Dec 7 2026 22:30", days: true, moved: 1,
		},
		{
			about: "an absence from which the player is back in time",
			items: moves, now: "Mon Nov 23 2026 23:31", settings: press,
			absences: []Absence{florence("Tue Nov 24 2026 00:00", "Thu Nov 26 2026 23:30")},
			start:    "Tue Nov 24 2026 11:31", deadline: "Thu Nov 26 2026 23:30", grace: "Thu Dec 3 2026 22:30",
		},
		{
			about: "two absences, one after the other",
			items: "CLOCK -1 DAYS SMTWTFS", now: "Mon Nov 23 2026 23:31", settings: press,
			absences: []Absence{florence("Thu Nov 26 2026 12:00", "Mon Nov 30 2026 09:00"), {Seat: 2, Start: at(t, "Mon Nov 30 2026 00:00"), End: at(t, "Wed Dec 2 2026 08:00")}},
			start:    "Tue Nov 24 2026 11:31", deadline: "Wed Dec 2 2026 08:00", grace: "Wed Dec 9 2026 07:00", moved: 2,
		},
		{
			about: "without press, the absence of a player who owes nothing is ignored",
			items: moves, now: "Mon Nov 23 2026 23:31", owing: []int{2, 3},
			absences: []Absence{florence("Wed Nov 25 2026 00:00", "Fri Nov 27 2026 23:59")},
			start:    "Tue Nov 24 2026 11:31", deadline: "Thu Nov 26 2026 23:30", grace: "Thu Dec 3 2026 22:30",
		},
		{
			about: "and so it is with strict waiting",
			items: moves, now: "Mon Nov 23 2026 23:31", settings: Settings{Press: true, StrictWait: true}, owing: []int{2, 3},
			absences: []Absence{florence("Wed Nov 25 2026 00:00", "Fri Nov 27 2026 23:59")},
			start:    "Tue Nov 24 2026 11:31", deadline: "Thu Nov 26 2026 23:30", grace: "Thu Dec 3 2026 22:30",
		},
		{
			about: "but not that of a player who owes orders",
			items: moves, now: "Mon Nov 23 2026 23:31", owing: []int{1},
			absences: []Absence{florence("Wed Nov 25 2026 00:00", "Fri Nov 27 2026 23:59")},
			start:    "Tue Nov 24 2026 11:31", deadline: "Mon Nov 30 2026 23:30", grace: "Mon Dec 7 2026 22:30", days: true, moved: 1,
		},
		{
			about: "and in a quiet game nobody's is, so that it reveals nothing",
			items: moves, now: "Mon Nov 23 2026 23:31", settings: Settings{Quiet: true},
			absences: []Absence{florence("Wed Nov 25 2026 00:00", "Fri Nov 27 2026 23:59")},
			start:    "Tue Nov 24 2026 11:31", deadline: "Mon Nov 30 2026 23:30", grace: "Mon Dec 7 2026 22:30", days: true, moved: 1,
		},
		{
			about: "and a master's never is",
			items: moves, now: "Mon Nov 23 2026 23:31",
			absences: []Absence{master("Wed Nov 25 2026 00:00", "Fri Nov 27 2026 23:59")},
			start:    "Tue Nov 24 2026 11:31", deadline: "Mon Nov 30 2026 23:30", grace: "Mon Dec 7 2026 22:30", days: true, moved: 1,
		},
	} {
		o := Opening{
			Now: at(t, c.now), Timing: timing(t, c.items), Old: c.old, Settings: c.settings,
			Normal: c.normal, First: c.first, Absences: c.absences, Owing: c.owing,
		}
		p, why := NewPhase(o)
		if show(p.Start) != c.start || show(p.Deadline) != c.deadline || show(p.Grace) != c.grace || !p.Process.Equal(p.Deadline) || !p.Began.Equal(o.Now) {
			t.Errorf("%s:\n got start %s, deadline %s, grace %s\nwant start %s, deadline %s, grace %s",
				c.about, show(p.Start), show(p.Deadline), show(p.Grace), c.start, c.deadline, c.grace)
		}
		if why.Kept != c.kept || why.Days != c.days || len(why.Absences) != c.moved {
			t.Errorf("%s: reasons %+v", c.about, why)
		}
	}
}

func TestPhaseWithoutDeadline(t *testing.T) {
	now := at(t, "Mon Nov 23 2026 23:31")
	p, _ := NewPhase(Opening{Now: now, Timing: Untimed(), Old: Plan{Deadline: now.Add(day), Grace: now.Add(2 * day)}})
	if p != (Plan{Began: now, Start: now, Process: now}) {
		t.Errorf("%+v", p)
	}
}

func TestNormalDeadline(t *testing.T) {
	o := Opening{Timing: timing(t, "NEXT 71"), Old: Plan{
		Began: at(t, "Mon Nov 23 2026 23:31"), Deadline: at(t, "Mon Dec 21 2026 18:00"), Grace: at(t, "Fri Dec 25 2026 18:00"),
	}}
	for now, want := range map[string]string{
		"Tue Nov 24 2026 08:00": "Thu Nov 26 2026 23:30",
		"Wed Nov 25 2026 23:00": "Thu Nov 26 2026 23:30",
		"Thu Nov 26 2026 08:00": "Fri Nov 27 2026 23:30", // a day's notice
		"Fri Nov 27 2026 08:00": "Mon Nov 30 2026 23:30",
	} {
		o.Now = at(t, now)
		p, _ := Normal(o)
		if show(p.Deadline) != want || p.Deadline.Sub(o.Now) < day || !p.Began.Equal(o.Old.Began) {
			t.Errorf("%s: %s, want %s", now, show(p.Deadline), want)
		}
	}
}

// TestShortDay checks MIN on a day on which the clocks change: 23 hours in wall-clock time are
// only 22 hours.
func TestShortDay(t *testing.T) {
	o := Opening{
		Now: at(t, "Sat Mar 27 2027 20:30 Europe/Rome"), Zone: place(t, "Europe/Rome"),
		Timing: Timing{Clock: 19*60 + 30, Min: 23 * time.Hour, Next: 23 * time.Hour, Days: EveryDay},
	}
	if p, _ := NewPhase(o); show(p.Start) != "Sun Mar 28 2027 18:30" || show(p.Deadline) != "Mon Mar 29 2027 17:30" {
		t.Errorf("start %s, deadline %s", show(p.Start), show(p.Deadline))
	}
}

// TestSummerTime follows daily games over the days of 23 and 25 hours: the time of day stays the
// same, and no day is skipped or played twice.
func TestSummerTime(t *testing.T) {
	for _, c := range []struct {
		zone, items, first string
		want               []string // deadlines in UTC
	}{
		{ // Rome sets its clocks forward, Mar 28 2027 at 02:00
			"Europe/Rome", "CLOCK 1200 NEXT 23 DAYS SMTWTFS", "Fri Mar 26 2027 20:01 Europe/Rome",
			[]string{"Sat Mar 27 2027 19:00", "Sun Mar 28 2027 18:00", "Mon Mar 29 2027 18:00"},
		},
		{ // Rome sets its clocks back, Oct 31 2027 at 03:00
			"Europe/Rome", "CLOCK 1200 NEXT 23 DAYS SMTWTFS", "Fri Oct 29 2027 20:01 Europe/Rome",
			[]string{"Sat Oct 30 2027 18:00", "Sun Oct 31 2027 19:00", "Mon Nov 1 2027 19:00"},
		},
		{ // New York, Mar 14 2027: 23:30 the night before is less than 24 hours away
			"America/New_York", "CLOCK 1410 NEXT 23 DAYS SMTWTFS", "Fri Mar 12 2027 23:31 America/New_York",
			[]string{"Sun Mar 14 2027 04:30", "Mon Mar 15 2027 03:30", "Tue Mar 16 2027 03:30"},
		},
		{ // New York, Nov 7 2027
			"America/New_York", "CLOCK 1410 NEXT 23 DAYS SMTWTFS", "Fri Nov 5 2027 23:31 America/New_York",
			[]string{"Sun Nov 7 2027 03:30", "Mon Nov 8 2027 04:30", "Tue Nov 9 2027 04:30"},
		},
		{ // 02:30 does not exist on Mar 28: the instant of the jump replaces it
			"Europe/Rome", "CLOCK 150 NEXT 23 DAYS SMTWTFS", "Fri Mar 26 2027 02:31 Europe/Rome",
			[]string{"Sat Mar 27 2027 01:30", "Sun Mar 28 2027 01:00", "Mon Mar 29 2027 00:30"},
		},
		{ // 02:30 occurs twice on Oct 31: the first one counts
			"Europe/Rome", "CLOCK 150 NEXT 23 DAYS SMTWTFS", "Fri Oct 29 2027 02:31 Europe/Rome",
			[]string{"Sat Oct 30 2027 00:30", "Sun Oct 31 2027 00:30", "Mon Nov 1 2027 01:30"},
		},
		{ // without CLOCK, hours are counted as elapsed time
			"Europe/Rome", "CLOCK -1 NEXT 24 MIN 0 DAYS SMTWTFS", "Sat Mar 27 2027 20:00 Europe/Rome",
			[]string{"Sun Mar 28 2027 19:00", "Mon Mar 29 2027 19:01"},
		},
		{ // a Monday that begins in the game's zone, not in UTC
			"America/New_York", "CLOCK -1 NEXT 24 MIN 0 DAYS -MTWTFS", "Sat Mar 13 2027 21:00 America/New_York",
			[]string{"Mon Mar 15 2027 04:00", "Tue Mar 16 2027 04:01"},
		},
		{ // in Beirut Mar 28 2027 begins at 01:00
			"Asia/Beirut", "CLOCK -1 NEXT 24 MIN 0 DAYS SMTWTF-", "Fri Mar 26 2027 21:00 Asia/Beirut",
			[]string{"Sat Mar 27 2027 22:00"},
		},
		{
			"Pacific/Apia", "CLOCK 1200 NEXT 23 DAYS -MTWTFS", "Sat Jan 2 2027 20:01 Pacific/Apia",
			[]string{"Mon Jan 4 2027 07:00"},
		},
	} {
		o := Opening{Now: at(t, c.first), Timing: timing(t, c.items), Zone: place(t, c.zone)}
		for _, want := range c.want {
			p, _ := NewPhase(o)
			if show(p.Deadline) != want {
				t.Errorf("%s, %s, %s: deadline %s, want %s", c.zone, c.items, show(o.Now), show(p.Deadline), want)
				break
			}
			o.Old, o.Now = p, p.Deadline.Add(time.Minute)
		}
	}
}

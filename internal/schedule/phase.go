package schedule

import (
	"time"
)

// Plan is when a phase begins and ends. The instants are in UTC and in whole
// seconds. A phase without a deadline has neither Deadline nor Grace.
type Plan struct {
	Began    time.Time // when the phase began
	Start    time.Time // nothing is processed before, except by the master's word
	Deadline time.Time // orders are due
	Grace    time.Time // the end of grace: late orders are no longer waited for
	Process  time.Time // when to look again; zero: when something comes in
}

// Settings are the options of a game that its deadlines depend on.
type Settings struct {
	NMR         bool          // after grace the game goes on without the late; otherwise it waits for a replacement
	StrictGrace bool          // grace may end on a day without processing
	StrictWait  bool          // only masters and those who owe orders can hold the phase
	Quiet       bool          // lateness and takeovers are not told
	Press       bool          // the game has press of any kind
	Manual      bool          // the master processes every phase by hand
	Keep        bool          // seats keep their players, however late they are: nobody is given up
	Reminder    time.Duration // before the deadline; 0: eight hours. It never takes more than half of the phase
}

// Opening is what a phase's plan is made from.
type Opening struct {
	Now      time.Time
	Timing   Timing         // of the phase's class
	Zone     *time.Location // of the game; nil: UTC
	Settings Settings
	Old      Plan      // of the phase before; zero: none
	Normal   bool      // do not mind Old: a deadline that was put off no longer holds up the game
	First    bool      // the game begins: NEXT is doubled if it has press
	Absences []Absence // of all players and masters
	Owing    []int     // seats that owe orders in the new phase
}

// Reasons tell why a deadline is later than NEXT and CLOCK say.
type Reasons struct {
	Kept     bool      // the deadline before it was later
	Days     bool      // a day or a morning without processing was in the way
	Absences []Absence // those that were in the way, in the order met
}

// NewPhase makes the plan of a phase: after every processing, when a paused or
// terminated game is resumed, and when a takeover fills the last free seat.
//
// The deadline is at least NEXT from now and never earlier than the old one. It
// is moved on, never back, until CLOCK, DAYS and absences all allow it; absences
// count that are a master's, or that the game is quiet about, or when press is
// allowed and waiting is not strict; otherwise those of seats that owe orders.
// Grace ends GRACE after the deadline, never earlier than it did, and on a day
// of processing unless grace is strict.
func NewPhase(o Opening) (Plan, Reasons) {
	now := whole(o.Now)
	return o.plan(now, now)
}

// Normal makes the plan of a running phase anew without regard to how long the
// phases before it were put off (SET DEADLINE NORMAL). o.Old is the plan as it
// is. The deadline is what NEXT gives from the beginning of the phase; but a
// day, or NEXT if that is shorter, stays from now on.
func Normal(o Opening) (Plan, Reasons) {
	now := whole(o.Now)
	began := o.Old.Began
	if began.IsZero() || began.After(now) {
		began = now
	}
	o.Normal = true
	return o.plan(began, now.Add(min(o.Timing.Next, day)))
}

// plan makes the plan of a phase that began then; its deadline is not before
// soonest.
func (o Opening) plan(began, soonest time.Time) (Plan, Reasons) {
	loc := zone(o.Zone)
	t := o.Timing
	if o.First && o.Settings.Press {
		t = t.doubled()
	}
	p := Plan{Began: began, Start: began.Add(t.Min)}
	var why Reasons
	if t.Next <= 0 {
		p.Process = p.Start
		return p, why
	}
	at := latest(latest(t.span(began, t.Next, loc), soonest), p.Start)
	if !o.Normal && o.Old.Deadline.After(at) {
		at, why.Kept = o.Old.Deadline, true
	}
	at = o.settle(whole(at), loc, &why)
	p.Deadline, p.Process = at, at
	p.Grace = o.graceAfter(at, t)
	if !o.Normal {
		p.Grace = latest(p.Grace, o.onWorkday(o.Old.Grace, t))
	}
	return p, why
}

// settle moves an instant on until clock, days and absences let it be.
func (o Opening) settle(at time.Time, loc *time.Location, why *Reasons) time.Time {
	t := o.Timing
	absences := o.counting()
	// Each absence can push but once, and within a week after it clock and days
	// agree; the bound holds off timings that were never validated.
	for range 16 * (len(absences) + 1) {
		before := at
		if t.Clock >= 0 {
			at = nextClock(at, loc, t.Clock%(24*60))
		}
		if on := t.workday(at, loc); !on.Equal(at) {
			at, why.Days = on, true
		}
		for _, a := range absences {
			if a.Holds(at) {
				at = whole(a.End)
				why.Absences = append(why.Absences, a)
			}
		}
		if at.Equal(before) {
			break
		}
	}
	return at
}

// counting are the absences that this phase's deadline avoids.
func (o Opening) counting() []Absence {
	all := o.Settings.Quiet || o.Settings.Press && !o.Settings.StrictWait
	var out []Absence
	for _, a := range o.Absences {
		owes := false
		for _, s := range o.Owing {
			owes = owes || s == a.Seat
		}
		if all || owes || a.Seat == Master {
			out = append(out, a)
		}
	}
	return out
}

// graceAfter is the end of grace for a deadline.
func (o Opening) graceAfter(deadline time.Time, t Timing) time.Time {
	return o.onWorkday(t.span(deadline, t.Grace, zone(o.Zone)), t)
}

// onWorkday moves the end of grace off forbidden days unless grace is strict.
func (o Opening) onWorkday(grace time.Time, t Timing) time.Time {
	if grace.IsZero() || o.Settings.StrictGrace {
		return grace
	}
	return t.workday(grace, zone(o.Zone))
}

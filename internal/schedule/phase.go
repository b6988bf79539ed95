package schedule

import (
	"time"
)

// Plan holds the times of a phase. The instants are in UTC and in whole seconds. A phase without
// a deadline has neither Deadline nor Grace.
type Plan struct {
	Began    time.Time // when the phase began
	Start    time.Time // the phase is not resolved earlier, except by the master
	Deadline time.Time // when orders are due
	Grace    time.Time // the end of the grace period, after which late orders are not awaited
	Process  time.Time // when to call Next again; zero for after the next event
}

// Opening is the input for the plan of a phase.
type Opening struct {
	Now      time.Time
	Timing   Timing         // timing of the phase's class
	Zone     *time.Location // zone of the game; nil for UTC
	Settings Settings
	Old      Plan      // plan of the previous phase; zero if there is none
	Normal   bool      // whether to ignore Old, so that an extended deadline no longer delays the game
	First    bool      // whether the game begins: NEXT is then doubled if it has press and is not live
	Absences []Absence // absences of all players and masters
	Owing    []int     // seats that owe orders in the new phase
}

// Reasons explains why a deadline is later than NEXT and CLOCK require.
type Reasons struct {
	Kept     bool      // whether the previous deadline was kept because it was later
	Days     bool      // whether it is later because of a day or a morning without deadlines
	Absences []Absence // the absences that delayed it, in the order of their effect
}

// NewPhase returns the plan of a phase. It is called after every resolution, when a paused or
// terminated game is resumed, and when a takeover fills the last free seat.
//
// The deadline is at least NEXT from now and, unless the phase is live, never earlier than the
// old one. An earlier deadline would surprise the players of a slow game; in a live game, keeping
// the old one would let a single absent player hold up all others. The deadline moves forward
// until CLOCK, DAYS and absences all allow it. All absences count if the game is quiet, or if
// press is allowed and waiting is not strict; otherwise only those of masters and of seats that
// owe orders count. The grace period ends GRACE after the deadline, never earlier than before,
// and on a day allowed by DAYS unless grace is strict.
func NewPhase(o Opening) (Plan, Reasons) {
	now := whole(o.Now)
	return o.plan(now, now)
}

// Normal recomputes the plan of a running phase without the extensions of earlier phases (SET
// DEADLINE NORMAL). o.Old is the present plan. The deadline follows from NEXT and the beginning
// of the phase, but at least a day remains, or NEXT if that is shorter.
func Normal(o Opening) (Plan, Reasons) {
	now := whole(o.Now)
	began := o.Old.Began
	if began.IsZero() || began.After(now) {
		began = now
	}
	o.Normal = true
	return o.plan(began, now.Add(min(o.Timing.Next, day)))
}

// plan returns the plan of a phase that began at the time began. Its deadline is never before the
// time soonest.
func (o Opening) plan(began, soonest time.Time) (Plan, Reasons) {
	loc := zone(o.Zone)
	t := o.Timing
	o.Normal = o.Normal || t.Live()
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

// settle moves a time forward until clock, days and absences allow it.
func (o Opening) settle(at time.Time, loc *time.Location, why *Reasons) time.Time {
	t := o.Timing
	absences := o.counting()
	// Each absence can move the instant only once, and clock and days agree
	// within a week. The limit protects against timings that were never
	// validated.
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

// counting returns the absences that the deadline of this phase avoids.
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

// graceAfter returns the end of the grace period for a deadline.
func (o Opening) graceAfter(deadline time.Time, t Timing) time.Time {
	return o.onWorkday(t.span(deadline, t.Grace, zone(o.Zone)), t)
}

// onWorkday moves the end of the grace period away from forbidden days, unless grace is strict.
func (o Opening) onWorkday(grace time.Time, t Timing) time.Time {
	if grace.IsZero() || o.Settings.StrictGrace {
		return grace
	}
	return t.workday(grace, zone(o.Zone))
}

package schedule

import (
	"slices"
	"time"
)

// The intervals at which notices are repeated.
const (
	dailyNotice   = day
	replaceNotice = 2 * day
	pausedNotice  = 3 * day
	manualNotice  = day
)

// usualReminder is how long before the deadline reminders are usually sent.
const usualReminder = 8 * time.Hour

// Next returns what is due in a phase at s.Now, and when to call it again. It must also be called
// after every message, setting or command that changes the state. A second call with the state that
// it returns finds nothing new to do, except that Process stays due until the phase is resolved and
// a new one begins.
//
// The course of a phase is as follows. Before the deadline, players who still owe orders get a
// reminder. At the deadline, the automatic extension begins, if the game has one. Once it is over,
// lateness is determined and announced; then the late players get daily notices. In an NMR game,
// late powers are abandoned a day before the end of the grace period. At the end of the grace
// period they fall into civil disorder, and the phase is resolved. In any other game they are
// abandoned at the end of the grace period, and the game waits for replacements. Lateness,
// abandonment and disorder are each determined once per instant: a player who returns is not
// penalised again.
func Next(s State) Step {
	s.Seats = slices.Clone(s.Seats)
	r := &run{State: s}
	switch {
	case !s.Paused.IsZero():
		r.paused()
	case s.Said:
		r.act(Process, nil)
	default:
		r.course()
	}
	r.Plan.Process = r.at
	return Step{Actions: r.actions, At: r.at, After: r.State}
}

// run is the computation of a step.
type run struct {
	State
	actions []Action
	at      time.Time
}

// act adds an action.
func (r *run) act(k Kind, seats []int) {
	r.actions = append(r.actions, Action{Kind: k, Seats: seats})
	if k == Process {
		r.look(r.Now)
	}
}

// look requests a call of Next at the given time or earlier.
func (r *run) look(at time.Time) { r.at = earliest(r.at, at) }

// mark applies a change to the listed seats.
func (r *run) mark(seats []int, change func(*Seat)) {
	for i := range r.Seats {
		if slices.Contains(seats, r.Seats[i].ID) {
			change(&r.Seats[i])
		}
	}
}

// missing returns the seats whose orders are missing and for which the function is returns true.
func (r *run) missing(is func(Seat) bool) []int {
	return r.pick(func(x Seat) bool { return !r.complete(x) && is(x) })
}

func present(x Seat) bool { return !x.vacant() }

func (r *run) paused() {
	due, next := round(r.Paused, pausedNotice, r.Told.Paused, r.Now)
	if due && r.Now.Sub(r.Paused) >= pausedNotice { // players already know about the pause from its announcement
		r.act(NagPaused, nil)
	}
	r.Told.Paused = latest(r.Told.Paused, next.Add(-pausedNotice))
	r.look(next)
}

func (r *run) course() {
	if p := r.Plan; !p.Deadline.IsZero() {
		r.extend()
		if r.Now.Before(r.Plan.Deadline) {
			r.remind()
			r.look(r.Plan.Deadline)
		} else {
			r.settleDeadline()
			r.settleGrace()
		}
	}
	ready := r.Ready()
	switch {
	case ready.IsZero() || r.Now.Before(ready):
		r.look(ready)
		r.notices()
	case r.Settings.Manual:
		r.manual()
	default:
		r.act(Process, nil)
	}
}

// remind reminds players who still owe orders, some hours before the deadline.
func (r *run) remind() {
	ahead := r.Settings.Reminder
	if ahead <= 0 {
		ahead = usualReminder
	}
	at := r.Plan.Deadline.Add(-min(ahead, r.Plan.Deadline.Sub(r.Plan.Began)/2))
	who := r.missing(func(x Seat) bool { return present(x) && !x.Reminded })
	switch {
	case len(who) == 0:
	case r.Now.Before(at):
		r.look(whole(at))
	default:
		r.act(Remind, who)
		r.mark(who, func(x *Seat) { x.Reminded = true })
	}
}

// extend postpones the deadline and the end of the grace period, once per phase, if orders of
// players are missing at the deadline.
func (r *run) extend() {
	p, by := r.Plan, r.Settings.Extension
	who := r.missing(present)
	if by == 0 || r.Now.Before(p.Deadline) || !r.Told.Extended.IsZero() || r.Told.Deadline.Equal(p.Deadline) || len(who) == 0 {
		return
	}
	r.Told.Extended = p.Deadline
	r.Plan = Extend(p, by)
	r.act(PutOff, who)
	r.mark(who, func(x *Seat) { x.Reminded = false })
}

// settleDeadline determines who is late. In a game that keeps its players nobody is late, unless
// there is time between the deadline and the end of the grace period.
func (r *run) settleDeadline() {
	if r.Told.Deadline.Equal(r.Plan.Deadline) || r.Settings.Keep && !r.Plan.Grace.After(r.Plan.Deadline) {
		return
	}
	r.Told.Deadline, r.Told.Late = r.Plan.Deadline, r.Now
	all := r.Missing()
	if len(all) == 0 {
		return
	}
	if late := r.missing(func(x Seat) bool { return present(x) && !x.Late }); len(late) > 0 {
		r.act(MarkLate, late)
		r.mark(late, func(x *Seat) { x.Late = true })
	}
	r.actions = append(r.actions, Action{Kind: NotifyLate, Seats: all, Open: r.missing(Seat.vacant), All: true})
}

// settleGrace marks powers as abandoned, and puts them into civil disorder.
func (r *run) settleGrace() {
	p := r.Plan
	if r.Settings.Keep {
		return
	}
	if r.Settings.NMR && !r.Told.Abandon.Equal(p.Grace) {
		if up := r.giveUp(); r.Now.Before(up) {
			if len(r.Missing()) > 0 {
				r.look(up)
			}
		} else {
			r.Told.Abandon = p.Grace
			r.drop(Abandon, present, func(x *Seat) { x.Abandoned = true })
		}
	}
	if r.Told.Grace.Equal(p.Grace) {
		return
	}
	if r.Now.Before(p.Grace) {
		if len(r.Missing()) > 0 {
			r.look(p.Grace)
		}
		return
	}
	r.Told.Grace = p.Grace
	r.drop(Disorder, func(x Seat) bool { return !x.Disorder }, func(x *Seat) { x.Disorder = true })
}

// drop applies an action and a change to the missing seats for which the function is returns true.
func (r *run) drop(k Kind, is func(Seat) bool, change func(*Seat)) {
	who := r.missing(is)
	if len(who) == 0 {
		return
	}
	blamed := r.missing(func(x Seat) bool { return is(x) && present(x) && !x.Blamed })
	r.actions = append(r.actions, Action{Kind: k, Seats: who, Blamed: blamed})
	r.mark(who, change)
	r.mark(blamed, func(x *Seat) { x.Blamed = true })
}

// notices sends the notices that are repeated while the game is waiting after a deadline.
func (r *run) notices() {
	p := r.Plan
	if p.Deadline.IsZero() || r.Now.Before(p.Deadline) {
		return
	}
	if who := r.missing(present); len(who) > 0 {
		due, next := round(p.Deadline, dailyNotice, r.Told.Late, r.Now)
		if due {
			r.act(NotifyLate, who)
			r.Told.Late = r.Now
		}
		r.look(next)
	}
	if r.Settings.NMR || r.Now.Before(p.Grace) {
		return
	}
	if who := r.missing(Seat.vacant); len(who) > 0 {
		due, next := round(p.Grace, replaceNotice, r.Told.Waiting, r.Now)
		if due {
			r.act(Replace, who)
			r.Told.Waiting = r.Now
		}
		r.look(next)
	}
}

// manual reminds the masters of a phase that they can resolve.
func (r *run) manual() {
	next := r.Told.Manual.Add(manualNotice)
	if r.Told.Manual.IsZero() || !r.Now.Before(next) {
		r.act(NagMaster, nil)
		r.Told.Manual = r.Now
		next = r.Now.Add(manualNotice)
	}
	r.look(next)
}

// round computes the rounds of a notice that is repeated from an instant on. It reports whether the
// notice is due, given that it was last sent at the time last, and returns the time of the next
// round.
func round(from time.Time, every time.Duration, last, now time.Time) (due bool, next time.Time) {
	begun := from.Add(now.Sub(from) / every * every) //nolint:durationcheck // a number of whole rounds
	return last.Before(begun), begun.Add(every)
}

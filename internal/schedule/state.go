package schedule

import "time"

// Seat is how somebody stands in a phase: a player, or an observer or master who
// can only hold it.
type Seat struct {
	ID     int
	Master bool // a master: waits always hold the phase

	Owes     bool // has orders to give in this phase
	Complete bool // the last message had no error and nothing is missing
	Covered  bool // nothing is missing, though the last message may have had errors
	Wait     bool // has asked not to process before the deadline

	Reminded  bool // the reminder of this phase has been sent
	Late      bool // was late in this phase
	Blamed    bool // has been given up in this phase, perhaps to come back; cleared, as is Late, when another takes over
	Abandoned bool // open to whoever takes it: resigned, or too late
	Disorder  bool // in civil disorder
}

// vacant reports that there is nobody to write to.
func (s Seat) vacant() bool { return s.Abandoned || s.Disorder }

// Told is the memory of what has been done in a phase; Next keeps it. A new
// phase begins with none.
type Told struct {
	Deadline time.Time // the deadline at which lateness was settled
	Late     time.Time // the last round of daily notices to the late
	Abandon  time.Time // the end of grace for which powers were given up
	Grace    time.Time // the end of grace that was settled
	Waiting  time.Time // the last round of notices that a replacement is wanted
	Manual   time.Time // the last time the master was told that the phase is ready
	Paused   time.Time // the last round of notices that the game is paused
}

// State is everything about a phase that its course depends on.
type State struct {
	Now        time.Time
	Plan       Plan
	Timing     Timing // of the phase's class
	First      bool   // the game's first phase: DELAY is doubled if it has press
	Settings   Settings
	Seats      []Seat
	LastOrders time.Time // kept up by Ordered; zero: nobody has ordered in this phase
	Said       bool      // the master has said PROCESS
	Paused     time.Time // since when the game is paused; zero: it is not
	Told       Told
}

// Kind is a kind of action.
type Kind uint8

// The kinds of actions, in the order in which they are taken.
const (
	Remind     Kind = iota // tell Seats that orders are missing and when they are due
	MarkLate               // count Seats as late
	NotifyLate             // tell who is missing: everybody if All is set, otherwise only Seats
	Abandon                // open Seats to whoever takes them, and tell everybody
	Disorder               // Seats fall into civil disorder, and everybody is told
	Replace                // tell everybody that the game waits for somebody to take over Seats
	NagPaused              // tell everybody that the game is paused
	NagMaster              // tell the masters that the phase is ready for their PROCESS
	Process                // process the phase; due until that is done
)

// String names the kind, for logs.
func (k Kind) String() string {
	return [...]string{
		"remind", "mark late", "notify late", "abandon", "civil disorder", "wait for replacement", "paused", "ask master", "process", "unknown",
	}[min(k, Process+1)]
}

// Action is something to do now.
type Action struct {
	Kind   Kind
	Seats  []int // whom it concerns, in the order of the state
	All    bool  // NotifyLate: the first notice, which goes to everybody (but not if the game is quiet)
	Open   []int // NotifyLate: those of Seats that nobody plays
	Blamed []int // Abandon, Disorder: those of Seats that had a player until now, for whose record it is Abandoned, once in a phase
}

// Step is what is due at an instant.
type Step struct {
	Actions []Action
	At      time.Time // when to ask again; zero: when something comes in
	After   State     // the state with the actions done, to be kept
}

// complete reports whether the phase need not wait for a seat's orders.
func (s State) complete(x Seat) bool {
	switch {
	case !x.Owes || x.Complete:
		return true
	case x.Disorder && s.Settings.NMR:
		return true
	}
	return x.Covered && !s.Plan.Deadline.IsZero() && !s.Now.Before(s.lenient())
}

// lenient is the instant from which errors beside complete orders are forgiven.
func (s State) lenient() time.Time {
	if s.Settings.NMR {
		return s.giveUp()
	}
	return s.Plan.Grace
}

// giveUp is the instant at which NMR games give powers up: a day before the end
// of grace, and with a grace shorter than a day at the deadline, so that nobody
// is given up before orders are due.
func (s State) giveUp() time.Time {
	return latest(s.Plan.Deadline, s.Plan.Grace.Add(-day))
}

// Missing are the seats whose orders the phase still waits for.
func (s State) Missing() []int {
	return s.pick(func(x Seat) bool { return !s.complete(x) })
}

// Waiting are the seats that hold the phase until the deadline with WAIT.
func (s State) Waiting() []int {
	return s.pick(func(x Seat) bool {
		return x.Wait && !x.vacant() && (!s.Settings.StrictWait || x.Master || x.Owes)
	})
}

func (s State) pick(is func(Seat) bool) []int {
	var out []int
	for _, x := range s.Seats {
		if is(x) {
			out = append(out, x.ID)
		}
	}
	return out
}

// Ready is the instant from which the phase can be processed as things stand;
// zero: it cannot.
//
// A phase is ready DELAY after the last order that it waited for, but not before
// its start, nor, while anybody holds it or is missing, before its deadline. The
// deadline itself needs no DELAY: who was in time is not heard any longer. After
// the end of grace an NMR game waits for nobody either, missing or late.
func (s State) Ready() time.Time {
	p := s.Plan
	timed, missing := !p.Deadline.IsZero(), len(s.Missing()) > 0
	due := timed && !s.Now.Before(p.Deadline)
	switch {
	case s.Said:
		return s.Now
	case missing && !timed:
		return time.Time{}
	case missing && !due:
		return p.Deadline
	case missing && s.Settings.NMR:
		return p.Grace
	case missing:
		return time.Time{}
	case !due && len(s.Waiting()) > 0:
		return p.Deadline
	}
	at := p.Start
	if !s.LastOrders.IsZero() {
		at = latest(at, whole(s.LastOrders.Add(s.delay())))
	}
	switch {
	case timed && !s.LastOrders.After(p.Deadline):
		at = earliest(at, p.Deadline)
	case timed && s.Settings.NMR:
		at = earliest(at, p.Grace)
	}
	return at
}

func (s State) delay() time.Duration {
	if s.First && s.Settings.Press {
		return s.Timing.doubled().Delay
	}
	return s.Timing.Delay
}

// Ordered is what LastOrders becomes when a message with orders of a seat comes
// in at s.Now; call it with the state as it was before the message. complete is
// what the seat is by it. Before the deadline every message begins the DELAY
// anew; after it only one that was waited for, so that nobody can put the phase
// off by sending again and again.
func (s State) Ordered(seat int, complete bool) time.Time {
	timed := !s.Plan.Deadline.IsZero()
	if !timed || s.Now.Before(s.Plan.Deadline) {
		return s.Now
	}
	for _, x := range s.Seats {
		if x.ID == seat && complete && !s.complete(x) {
			return s.Now
		}
	}
	return s.LastOrders
}

// Rearm is the state after a master has set another deadline: reminders go out
// again.
func (s State) Rearm() State {
	seats := make([]Seat, len(s.Seats))
	for i, x := range s.Seats {
		x.Reminded = false
		seats[i] = x
	}
	s.Seats = seats
	return s
}

package schedule

import "time"

// Seat is the state of a person in a phase: a player, or an observer or master who can only
// delay it.
type Seat struct {
	ID     int
	Master bool // whether this is a master, whose WAIT always delays the phase

	Owes     bool // whether orders are due from the seat in this phase
	Complete bool // whether the last message had no errors and nothing is missing
	Covered  bool // whether nothing is missing, although the last message may have had errors
	Wait     bool // whether the seat has asked to wait until the deadline

	Reminded bool // whether this phase's reminder has been sent
	Late     bool // whether it was late in this phase
	// Blamed is set if the player lost the power in this phase, even if they return. Like Late, it
	// is reset when another player takes over.
	Blamed    bool
	Abandoned bool // whether it can be taken over, because the player resigned or was too late
	Disorder  bool // whether it is in civil disorder
}

// vacant reports whether there is no player to write to.
func (s Seat) vacant() bool { return s.Abandoned || s.Disorder }

// Told records the notices and consequences so far in a phase. Next maintains it. It is empty at
// the start of a phase.
type Told struct {
	Deadline time.Time // the deadline for which lateness was determined
	Extended time.Time // the deadline that was extended because orders were missing
	Late     time.Time // when late players were last sent their daily notices
	Abandon  time.Time // the end of the grace period for which powers were abandoned
	Grace    time.Time // the end of the grace period that was handled
	Waiting  time.Time // when notices that a replacement is needed were last sent
	Manual   time.Time // when the master was last notified that the phase is ready
	Paused   time.Time // when notices that the game is paused were last sent
}

// Settings are the options of a game on which its deadlines depend.
type Settings struct {
	// NMR is set if the game continues without late players after the grace period; otherwise it
	// waits for replacements.
	NMR         bool
	StrictGrace bool          // whether the grace period may end on a day without deadlines
	StrictWait  bool          // whether only masters and players who owe orders can delay the phase
	Quiet       bool          // whether lateness and takeovers are not announced
	Press       bool          // whether the game has press of any kind
	Manual      bool          // whether the master resolves every phase by hand
	Keep        bool          // whether seats keep their players, however late they are
	Extension   time.Duration // extension, once, if orders are missing; 0 for none
	Reminder    time.Duration // time before the deadline; 0 means 8 hours; at most half of the phase
}

// State contains everything on which the course of a phase depends.
type State struct {
	Now        time.Time
	Plan       Plan
	Timing     Timing // timing of the phase's class
	First      bool   // whether it is the game's first phase: DELAY is then doubled if it has press
	Settings   Settings
	Seats      []Seat
	LastOrders time.Time // updated by Ordered; zero if nobody has given orders in this phase
	Said       bool      // whether the master has said PROCESS
	Paused     time.Time // when the game was paused; zero if it is not paused
	Told       Told
}

// Kind is a kind of action.
type Kind uint8

// The kinds of actions, in the order in which they are taken.
const (
	Remind     Kind = iota // send Seats a reminder that orders are missing, with the deadline
	PutOff                 // announce that the deadline was extended for the orders of Seats
	MarkLate               // count Seats as late
	NotifyLate             // announce to everyone, or without All only to Seats, who is missing
	Abandon                // open Seats to be taken over, and notify everyone
	Disorder               // Seats fall into civil disorder, and everyone is notified
	Replace                // notify everyone that Seats need new players
	NagPaused              // remind everyone that the game is paused
	NagMaster              // notify the masters that the phase is ready for their PROCESS
	Process                // resolve the phase; due until that is done
)

// String returns the name of the kind, for logs.
func (k Kind) String() string {
	return [...]string{
		"remind", "put off", "mark late", "notify late", "abandon", "civil disorder", "wait for replacement", "paused", "ask master", "process", "unknown",
	}[min(k, Process+1)]
}

// Action is something that is due now.
type Action struct {
	Kind  Kind
	Seats []int // the seats concerned, in the order of State.Seats
	All   bool  // for NotifyLate: whether everyone is notified, not only Seats
	Open  []int // for NotifyLate: those of Seats without a player
	// Blamed lists, for Abandon and Disorder, those of Seats that had a player until now. This
	// counts as Abandoned in the player's record, once per phase.
	Blamed []int
}

// Step is the result of Next.
type Step struct {
	Actions []Action
	At      time.Time // when to call Next again; zero for after the next event
	After   State     // the state after the actions, to be stored
}

// complete reports whether the phase does not wait for the orders of a seat.
func (s State) complete(x Seat) bool {
	switch {
	case !x.Owes || x.Complete:
		return true
	case x.Disorder && s.Settings.NMR:
		return true
	}
	return x.Covered && !s.Plan.Deadline.IsZero() && !s.Now.Before(s.lenient())
}

// lenient returns the instant from which errors are ignored if the orders are complete.
func (s State) lenient() time.Time {
	if s.Settings.NMR {
		return s.giveUp()
	}
	return s.Plan.Grace
}

// giveUp returns the instant at which NMR games abandon powers: a day before the end of the grace
// period, or at the deadline if the period is shorter than a day, so that no power is abandoned
// before orders are due.
func (s State) giveUp() time.Time {
	return latest(s.Plan.Deadline, s.Plan.Grace.Add(-day))
}

// Missing returns the seats for whose orders the phase still waits.
func (s State) Missing() []int {
	return s.pick(func(x Seat) bool { return !s.complete(x) })
}

// Waiting returns the seats that delay the phase until the deadline with WAIT.
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

// Ready returns the instant from which the phase can be resolved in its present state, or zero if
// it cannot.
//
// A phase is ready DELAY after the last order for which it waited, but not before its start, nor
// before its deadline while a seat delays it or is missing. After the deadline there is no DELAY,
// because players who were on time can no longer change their orders. After the end of the grace
// period, an NMR game does not wait for missing or late players either.
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

// Ordered returns the new value of LastOrders when a message with orders of a seat arrives at
// s.Now. s is the state before the message; complete says whether the seat is complete after it.
// Before the deadline every message restarts the DELAY. After the deadline only a message for
// which the game was waiting restarts it, so that no player can delay the phase by sending
// repeatedly.
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

// Rearm returns the state after a master has changed the deadline: reminders
// are sent again.
func (s State) Rearm() State {
	seats := make([]Seat, len(s.Seats))
	for i, x := range s.Seats {
		x.Reminded = false
		seats[i] = x
	}
	s.Seats = seats
	return s
}

package view

// SeesNames reports whether the reader may know who plays the seats. This rule applies wherever a
// player is named.
func (v View) SeesNames() bool { return v.Master || !v.Gunboat || v.Over && v.Reveal }

// SeesName reports whether the reader may know who plays a seat. The reader's own seat, and
// computer players, are never secret.
func (v View) SeesName(seat int, bot bool) bool {
	return bot || v.SeesNames() || seat > 0 && v.reader.Seat == seat
}

// Member is someone in a game about whom a reader asks.
type Member struct {
	Account  string
	Player   bool // whether they are neither a master nor an observer
	Observer bool
	Seat     int  // the seat that a player has or had
	Former   bool // whether they have left
}

// SeesMember reports whether the reader may know that someone takes or took part, and whether the
// reader may know their name.
func (v View) SeesMember(m Member) (seen, named bool) {
	if v.Master || v.reader.Account != "" && v.reader.Account == m.Account {
		return true, true
	}
	switch {
	case !m.Player:
		// An observer may take over a seat later, which nobody must learn then.
		return !m.Former, !m.Observer || v.SeesNames()
	case v.Forming || m.Seat == 0:
		seen = !m.Former && v.Forming && !v.Joining && !v.Gunboat
		return seen, seen
	}
	return !m.Former || !v.Quiet, v.SeesNames()
}

// SeesJoined reports whether the reader may know how many people have joined a game before it
// begins.
func (v View) SeesJoined() bool { return v.Master || !v.Joining }

// SeesPlayers reports whether the reader may know who plays in the game at present. Before the
// game begins, it reports whether the reader may know who has joined it.
func (v View) SeesPlayers() bool { return v.SeesNames() && (!v.Forming || v.SeesJoined()) }

// SeesOutcomes reports whether the reader may know who the players are, and which of them were
// late or have left. The public records of people follow this rule, because they must not reveal
// in numbers what the game itself keeps secret.
func (v View) SeesOutcomes() bool {
	return v.SeesPlayers() && (v.Master || v.Over || !v.Quiet)
}

// SeesSeat reports whether the reader may know everything about the state of a seat in the
// current phase, such as whether it has sent orders, waits, or was reminded.
func (v View) SeesSeat(seat int) bool { return v.Master || seat > 0 && v.reader.Seat == seat }

// SeesReady reports whether the reader may know whether a seat has sent orders
// and is ready.
func (v View) SeesReady(seat int) bool { return v.Ready || v.SeesSeat(seat) }

// SeesLate reports whether the reader may know whether a seat is late.
func (v View) SeesLate(seat int) bool { return !v.Quiet || v.SeesSeat(seat) }

// SeesLateCount reports whether the reader may know how often a seat was late.
func (v View) SeesLateCount(seat int) bool { return v.LateCount || v.SeesSeat(seat) }

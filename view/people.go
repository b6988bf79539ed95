package view

// SeesNames reports whether the reader may know who plays the seats. It is the
// one rule about hidden players, for whatever names one of them.
func (v View) SeesNames() bool { return v.Master || !v.Gunboat || v.Over && v.Reveal }

// SeesName reports whether the reader may know who plays a seat: their own, and
// computer players, are no secret to anyone.
func (v View) SeesName(seat int, bot bool) bool {
	return bot || v.SeesNames() || seat > 0 && v.reader.Seat == seat
}

// Member is someone at a game whom a reader asks about.
type Member struct {
	Account  string
	Player   bool // neither a master nor an observer
	Observer bool
	Seat     int  // that a player has or had
	Former   bool // has left
}

// SeesMember reports whether the reader may know that someone takes part, or did,
// and whether by name.
func (v View) SeesMember(m Member) (seen, named bool) {
	if v.Master || v.reader.Account != "" && v.reader.Account == m.Account {
		return true, true
	}
	switch {
	case !m.Player:
		// An observer may take a seat over later, which nobody shall know then.
		return !m.Former, !m.Observer || v.SeesNames()
	case v.Forming || m.Seat == 0:
		seen = !m.Former && v.Forming && !v.Joining && !v.Gunboat
		return seen, seen
	}
	return !m.Former || !v.Quiet, v.SeesNames()
}

// SeesJoined reports whether the reader may know how many have joined a game that
// forms.
func (v View) SeesJoined() bool { return v.Master || !v.Joining }

// SeesPlayers reports whether the reader may know who plays in the game, at present
// or, in a game that forms, who has joined it.
func (v View) SeesPlayers() bool { return v.SeesNames() && (!v.Forming || v.SeesJoined()) }

// SeesOutcomes reports whether the reader may know how the players have kept the
// deadlines of the game: who they are, and who of them was late or has left. It
// is the one rule about the public records of people, which must not say in
// numbers what the game itself keeps secret.
func (v View) SeesOutcomes() bool {
	return v.SeesPlayers() && (v.Master || v.Over || !v.Quiet)
}

// SeesSeat reports whether the reader may know everything about how it stands
// with a seat in the current phase: whether it has sent orders, waits, or was
// reminded.
func (v View) SeesSeat(seat int) bool { return v.Master || seat > 0 && v.reader.Seat == seat }

// SeesReady reports whether the reader may know whether a seat has sent orders
// and is ready.
func (v View) SeesReady(seat int) bool { return v.Ready || v.SeesSeat(seat) }

// SeesLate reports whether the reader may know whether a seat is late.
func (v View) SeesLate(seat int) bool { return !v.Quiet || v.SeesSeat(seat) }

// SeesLateCount reports whether the reader may know how often a seat was late.
func (v View) SeesLateCount(seat int) bool { return v.LateCount || v.SeesSeat(seat) }

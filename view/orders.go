package view

// SeesOrders reports whether the reader may see what a seat has ordered before
// the phase is resolved. Afterwards the events say what may be known.
func (v View) SeesOrders(seat int) bool { return v.Master || seat > 0 && v.reader.Seat == seat }

// SeesDiary reports whether the reader may read a seat's diary. When the game is
// over, an entry of the log has its notes, for everyone.
func (v View) SeesDiary(seat int) bool { return v.SeesOrders(seat) }

// SeesVote reports whether the reader may know how a seat has voted in the current
// phase.
func (v View) SeesVote(seat int) bool { return v.SeesOrders(seat) }

// SeesVotes reports whether the reader may know how many have voted for what.
func (v View) SeesVotes() bool { return v.Master || !v.HideVotes }

// SeesFile reports whether the reader may have the whole game as a file, with all
// orders, all letters and the seed of its dice.
func (v View) SeesFile() bool { return v.Master }

package view

// SeesOrders reports whether the reader may see the orders of a seat before the phase is
// resolved. After that, the events decide what the reader may know of the orders.
func (v View) SeesOrders(seat int) bool { return v.Master || seat > 0 && v.reader.Seat == seat }

// SeesDiary reports whether the reader may read a seat's diary. When the game is over, an entry
// of the log shows its notes to everyone.
func (v View) SeesDiary(seat int) bool { return v.SeesOrders(seat) }

// SeesVote reports whether the reader may know how a seat has voted in the current
// phase.
func (v View) SeesVote(seat int) bool { return v.SeesOrders(seat) }

// SeesVotes reports whether the reader may know how many seats have voted for which proposal.
func (v View) SeesVotes() bool { return v.Master || !v.HideVotes }

// SeesFile reports whether the reader may have the whole game as a file, with all orders, all
// messages and the seed of its dice.
func (v View) SeesFile() bool { return v.Master }

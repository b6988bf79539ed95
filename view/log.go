package view

import "slices"

// Entry is an entry of a game's log, with the facts that determine who may read it.
type Entry struct {
	All       bool   // whether it is for everyone
	Members   bool   // whether it is for all players and observers
	Observers bool   // whether it is for all observers
	Seats     []int  // seats of the players it is for
	Account   string // the person without a seat it is for
	Letter    bool   // whether it is a message from a player to others
	Own       bool   // whether the reader has written it
	Past      bool   // whether it is older than the reader's part in the game, so that it was for a predecessor
	Muted     bool   // whether the reader has muted its writer (HidesLetter)
}

// SeesEntry reports whether an entry of the log is for the reader. A message that its writer has
// published after the end of the game is for everyone.
func (v View) SeesEntry(e Entry) bool {
	r := v.reader
	switch {
	case e.Muted && !v.Master && !e.Own:
		return false
	case v.Master, e.All, e.Own:
		return true
	case r.Seat > 0 && (e.Members || slices.Contains(e.Seats, r.Seat) && !e.Past):
		return true
	case e.Account != "" && e.Account == r.Account:
		return true
	}
	return r.Observer && (e.Members || e.Observers || v.copies && e.Letter && len(e.Seats) > 0)
}

// Letter is a message, with the facts that determine what its readers may learn about it.
type Letter struct {
	Own    bool
	Opened bool
	Grey   bool // whether its writer is hidden
	Fake   bool // whether its header names wrong recipients
	Blank  bool // whether its header does not name the recipients
}

// Letterhead says what a reader may know about a message besides its text.
type Letterhead struct {
	Account bool // the account of its writer
	Sender  bool // the seat of its writer
	Name    bool // the name of its writer
	To      bool // the true recipients
	Header  bool // the recipients in its header
}

// Letterhead returns what the reader may know about a message besides its text. Masters and its
// writer know everything.
func (v View) Letterhead(l Letter) Letterhead {
	switch {
	case v.Master || l.Own:
		return Letterhead{true, true, true, true, true}
	case l.Opened:
		return Letterhead{Sender: true, Name: v.SeesNames(), To: true, Header: true}
	}
	return Letterhead{Sender: !l.Grey, Name: !l.Grey && v.SeesNames(), To: !l.Fake && !l.Blank, Header: !l.Blank}
}

// Muted says whether a reader has muted the writer of a message.
type Muted struct {
	Seat   bool // whether the reader has muted the seat or the observer in this game
	Person bool // whether the reader has muted the account in all games
}

// HidesLetter reports whether a message is hidden from a reader who has muted its writer. The
// parameter master says whether the writer is a master.
//
// Hidden messages must not reveal who the writer is. A message whose writer is hidden is
// therefore never muted, and a person is muted only where the reader may know who wrote the
// message, because otherwise the silence of a seat would show who plays it. Masters read
// everything, and everyone reads what masters write.
func (v View) HidesLetter(l Letter, m Muted, master bool) bool {
	if v.Master || l.Own || master || l.Grey && !l.Opened {
		return false
	}
	return m.Seat || m.Person && v.SeesNames()
}

package view

import "slices"

// Entry is an entry of a game's log, as far as it matters who may read it.
type Entry struct {
	All       bool   // for everyone
	Members   bool   // for players and observers
	Observers bool   // for observers
	Seats     []int  // for these players
	Account   string // for someone without a seat
	Letter    bool   // from a player to others
	Own       bool   // the reader has written it
	Past      bool   // it is older than the reader's part in the game: their predecessor's
	Muted     bool   // the reader has muted its writer (HidesLetter)
}

// SeesEntry reports whether an entry of the log is for the reader. Letters that
// their writers have opened after the end are for everyone besides.
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

// Letter is a letter, as far as it matters what readers who may read it learn
// of it.
type Letter struct {
	Own    bool
	Opened bool
	Grey   bool // its writer is hidden
	Fake   bool // it names other recipients than its real ones
	Blank  bool // it does not say to whom it goes
}

// Letterhead is what a reader may know of a letter besides its text.
type Letterhead struct {
	Account bool // the account of its writer
	Sender  bool // the seat of its writer
	Name    bool // the name of its writer
	To      bool // to whom it really went
	Header  bool // to whom it says that it goes
}

// Letterhead returns what the reader may know of a letter besides its text.
// Masters know everything, and its writer does.
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
	Seat   bool // in this game: the seat, or the observers
	Person bool // in all games: the account
}

// HidesLetter reports whether a message is hidden from a reader who has muted its
// writer. master reports that the writer is a master.
//
// What is hidden must not show who the writer is. So a message whose writer is
// hidden is never muted, and a person is muted only where the reader may know who
// wrote it: otherwise the silence of a seat would show who plays it. Masters read
// everything, and everyone reads what masters write.
func (v View) HidesLetter(l Letter, m Muted, master bool) bool {
	if v.Master || l.Own || master || l.Grey && !l.Opened {
		return false
	}
	return m.Seat || m.Person && v.SeesNames()
}

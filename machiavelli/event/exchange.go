package event

import (
	"podesta/machiavelli"
	"podesta/machiavelli/order"
)

// Failures of exchanges (OPT-19 to OPT-22).
const (
	NotLodged Failure = "not lodged by both"             // the other party's lines do not say the same
	NoReturn  Failure = "nothing in return"              // only one party gives something
	TooMuch   Failure = "promised too much"              // more than there is, or the same thing twice
	NotToGive Failure = "province cannot be handed over" // lost, rebelling, or with a unit of another in it
	UnitLost  Failure = "unit cannot obey"               // it changed hands, left the board, or its ruler is dead
)

// Exchanged is an exchange that two powers lodged, or lines of one power for an
// exchange that the other did not lodge (OPT-19). Lines has what it was about
// as Power wrote it. Failed is the party that could not give what it promised.
// Only the parties know of it, and if Both is false only Power.
type Exchanged struct {
	Power   machiavelli.Power
	With    machiavelli.Power
	Both    bool // both powers lodged it
	Lines   []order.Order
	Verdict Verdict // Succeeded, or Void
	Failure Failure
	Failed  machiavelli.Power
}

// Ways returns who gives what one of the lines is about, and to whom.
func (e Exchanged) Ways(o *order.Order) (from, to machiavelli.Power) {
	if o.Get {
		return e.With, e.Power
	}
	return e.Power, e.With
}

// Kind implements Event with the record's name in the interchange.
func (Exchanged) Kind() string { return "exchange" }

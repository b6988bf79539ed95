package event

import (
	"podesta/machiavelli"
	"podesta/machiavelli/order"
)

// Failures of exchanges (OPT-19 to OPT-22).
const (
	NotLodged Failure = "not lodged by both" // the other party did not enter the same exchange
	NoReturn  Failure = "nothing in return"  // only one party gives something
	TooMuch   Failure = "promised too much"  // one party promises more than it has, or the same thing twice
	// the province was lost, is rebelling, or has a unit of another power in it
	NotToGive Failure = "province cannot be handed over"
	// the unit changed hands or left the board, or its owner's ruler is dead
	UnitLost Failure = "unit cannot obey"
)

// Exchanged is an exchange that two powers lodged, or one that only one power lodged (OPT-19).
// Lines holds the exchange as Power wrote it. Failed is the party that could not give what it
// promised. If Both is true, only the two parties know of the exchange, and otherwise only Power
// does.
type Exchanged struct {
	Power   machiavelli.Power
	With    machiavelli.Power
	Both    bool // whether both powers lodged it
	Lines   []order.Order
	Verdict Verdict // Succeeded, or Void
	Failure Failure
	Failed  machiavelli.Power
}

// Ways returns the power that gives the object of a line of the exchange, and the power that
// receives it.
func (e Exchanged) Ways(o *order.Order) (from, to machiavelli.Power) {
	if o.Get {
		return e.With, e.Power
	}
	return e.Power, e.With
}

// Kind implements Event. It returns the name of this kind of event in the
// interchange format.
func (Exchanged) Kind() string { return "exchange" }

package event

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
)

// Taxed is a province that its owner taxed by force, and what it paid in Ducats (OPT-07). The
// rebellion that follows has a record of its own.
type Taxed struct {
	Power    machiavelli.Power
	Province board.ID
	Order    order.Order
	Given    string
	Ducats   machiavelli.Ducats
	Verdict  Verdict // Succeeded, or Void
	Failure  Failure
}

// ProvinceGiven is a province that its owner gave away (OPT-06). The change of control has a
// record of its own.
type ProvinceGiven struct {
	Power    machiavelli.Power
	To       machiavelli.Power
	Province board.ID
	Order    order.Order
	Given    string
	Verdict  Verdict // Succeeded, or Void
	Failure  Failure
}

// Kind implements Event: it returns the record's name in the interchange format.
func (Taxed) Kind() string         { return "tax" }
func (ProvinceGiven) Kind() string { return "province-gift" }

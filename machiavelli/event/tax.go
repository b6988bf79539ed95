package event

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
)

// Taxed is a province that its owner taxed by force (OPT-07). Ducats is the sum that the province
// paid. The rebellion that follows has an event of its own.
type Taxed struct {
	Power    machiavelli.Power
	Province board.ID
	Order    order.Order
	Given    string
	Ducats   machiavelli.Ducats
	Verdict  Verdict // Succeeded, or Void
	Failure  Failure
}

// ProvinceGiven is a province that its owner gave away (OPT-06). The change of control has an
// event of its own.
type ProvinceGiven struct {
	Power    machiavelli.Power
	To       machiavelli.Power
	Province board.ID
	Order    order.Order
	Given    string
	Verdict  Verdict // Succeeded, or Void
	Failure  Failure
}

// Kind implements Event. It returns the name of this kind of event in the
// interchange format.
func (Taxed) Kind() string         { return "tax" }
func (ProvinceGiven) Kind() string { return "province-gift" }

// Package order implements the order language. It defines the orders that a
// player can give, and converts them from text to values and back. It never
// looks at a position: package legal decides whether an order is legal.
package order

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// Kind is what an order does.
type Kind uint8

// The kinds of order. Unit orders come first, then those for the retreat and
// the adjustment phase, and then permissions, money and others.
const (
	NoKind       Kind = iota
	Hold              // stay in place
	Advance           // move to To, perhaps by convoy or by a cavalry ride (see Via and ViaConvoy)
	Support           // support Target's action
	Convoy            // a fleet carries Target to To
	Convert           // change into ConvertTo (CONV-01)
	Besiege           // besiege the garrison or the rebels in the city (SIEGE-01)
	Lift              // lift the siege (SIEGE-08)
	Disband           // leave the board (ORD-06); also in the retreat phase
	Retreat           // a dislodged unit moves to To, or into the city if ConvertTo is Garrison
	Build             // winter: build Unit with Quality
	Remove            // winter: the unit leaves the board
	Maintain          // winter: the unit stays and is paid
	Waive             // winter: decline a build
	Ally              // let the powers in Powers through straits (ORD-08)
	Unally            // withdraw Ally
	Expense           // spend ducats for the purpose in the field Expense
	Payment           // pay ducats to a power or the bank (GIFT-01, LOAN-07)
	Loan              // borrow from the bank (LOAN-01)
	GiveChit          // give away an assassination chit (ASSN-02)
	Clear             // cancel the unit's earlier order, as if none had been given
	Permit            // Power may count Target as its own neighbour for bribes (EXP-25)
	Tax               // forced taxation of the province To (OPT-07)
	GiveProvince      // transfer the province To to Power (OPT-06)
	Transfer          // strategic movement: the unit travels to To (OPT-15)
	Silence           // excommunication of Power (OPT-14)
	// a vote against the excommunication of Power, or of anyone if Power is Nobody (OPT-14)
	Overrule
	// a line of the exchange with the power With: Item says what is given or, if Get is true,
	// received (OPT-19)
	Exchange
)

// Action is what a support order supports.
type Action uint8

// The actions that can be supported.
const (
	NoAction   Action = iota
	ToHold            // the unit staying where it is
	ToAdvance         // the unit going to To
	ToConvert         // the garrison coming out (SUPP-13); ConvertTo may be NoType
	PowerThere        // whatever Power does in the area To (SUPP-04)
)

// MaxVia is the longest convoy route that an order can name.
const MaxVia = 22

// Unit names a unit by its type (NoType if the text omits it) and its place, or
// in the 1978 notation by its serial (Type and Serial without At). Nation is
// the power that owns it according to the text, or Nobody.
type Unit struct {
	Type   machiavelli.UnitType
	Serial uint8
	Nation machiavelli.Power
	At     board.ID
	Coast  machiavelli.Coast
}

// Place returns the unit's place.
func (u Unit) Place() board.Place { return board.Place{At: u.At, Coast: u.Coast} }

// Order is one order. It is a plain value without pointers, so orders are
// compared with == and stored without allocation. Fields that a kind does not
// use are zero.
type Order struct {
	Kind      Kind
	Action    Action               // Support: the supported action
	ConvertTo machiavelli.UnitType // Convert, Support ToConvert, Retreat into the city
	Quality   machiavelli.Quality  // Build
	ViaConvoy bool                 // Advance: the unit goes by convoy and the route is not listed
	// Hold: written by the player (hold-quells); Support ToHold of a unit without a type: the
	// word hold is written
	Explicit  bool
	Unit      Unit                 // the unit that is ordered; for Build, the new unit
	NewSerial uint8                // Convert and Expense BuyUnit in the 1978 notation ("F5"): the unit's new serial, 0 if none is named
	Target    Unit                 // Support, Convoy: the unit supported or carried; Expense: its target unit
	To        board.Place          // destination; Expense: its target province; PowerThere: the area
	Power     machiavelli.Power    // PowerThere; Expense assassinate; Payment and GiveChit: the recipient
	Victim    machiavelli.Power    // GiveChit: the power that the chit is against
	Powers    machiavelli.PowerSet // Ally, Unally
	NVia      uint8
	// Advance: the areas of the convoying fleets in order, or the province that cavalry rides
	// through
	Via [MaxVia]board.ID

	Expense ExpenseKind
	Slot    uint8 // Expense: 1-4; 0 if the line names no number (see Numbers)
	Bank    bool  // Payment: to the bank
	Years   uint8 // Loan: 1 or 2
	HasSum  bool  // Expense: an amount was written
	Amount  int32 // Expense, Payment, Loan, Exchange of ducats: how many ducats

	With machiavelli.Power // Exchange: the other party
	// Exchange: Payment, GiveChit, GiveProvince, the kind of order promised for a unit, or Clear to
	// cancel the exchange
	Item Kind
	Get  bool // Exchange: the other party gives the item, not the writer
}

// Route returns the areas listed in Via as a slice of the order's own array.
func (o *Order) Route() []board.ID { return o.Via[:o.NVia] }

// ByConvoy reports whether an advance names a convoy or a route, which may also
// be that of a cavalry ride.
func (o *Order) ByConvoy() bool { return o.NVia > 0 || o.ViaConvoy }

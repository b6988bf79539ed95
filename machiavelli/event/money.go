package event

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Failure says why money did not have the intended effect. The words must not
// change, because archives and the interchange format contain them.
type Failure string

// The failures.
const (
	NoFailure      Failure = ""
	TreasuryEmpty  Failure = "treasury empty"          // nothing was left for this line (EXP-05)
	BelowMinimum   Failure = "below the minimum"       // the sum does not reach the price (BRIBE-04, EXP-05)
	NotAdjacent    Failure = "not adjacent"            // the payer is not adjacent (EXP-27)
	NotPermitted   Failure = "no permission"           // no permission to pay for the place (EXP-25)
	NoTarget       Failure = "no such unit"            // no unit stands there (BRIBE-01)
	WrongTarget    Failure = "not that kind of target" // the target is of another kind (BRIBE-01, REB-03)
	UnitThere      Failure = "a unit is there"         // a rebellion in Venice while a unit stands there (VENICE-07)
	OwnUnitBribed  Failure = "own unit"                // the payer owns the unit (BRIBE-13)
	SecondSpecial  Failure = "second special unit"     // the power already has a special unit (SPEC-03, BRIBE-14)
	TypeNotAllowed Failure = "unit type not allowed"   // the power may not have that type of unit (SPEC-05)
	Outbid         Failure = "outbid"                  // another bribe was higher (BRIBE-05)
	TiedBid        Failure = "equal bribes"            // another bribe was equal (BRIBE-06)
	CounterBribed  Failure = "counter-bribed"          // counter-bribes raised the price above the sum (BRIBE-07)
	Needless       Failure = "nothing to counter"      // a counter-bribe without a bribe
	// relief where there is no famine, or pacification where there is no rebellion (RELIEF-04)
	NoMarker    Failure = "no marker"
	AlreadyDone Failure = "already done" // a second line for the same thing (RELIEF-04, REB-07)
	NoChit      Failure = "no chit"      // no assassination chit against the ruler (ASSN-03)
	Missed      Failure = "missed"       // the attempt failed (ASSN-04)
	// a power that has defaulted pays for something or borrows (LOAN-09,
	// LOAN-11)
	Bankrupt        Failure = "bankrupt"
	Indebted        Failure = "in debt to the bank" // the power already owes the bank money (LOAN-08)
	LimitReached    Failure = "loan limit"          // the bank lends no more (LOAN-02)
	NothingOwed     Failure = "nothing owed"        // the power owes the bank nothing (LOAN-07)
	OutOfGame       Failure = "out of the game"     // the other power is eliminated (ELIM-09)
	OffBoard        Failure = "out of play"         // the province is not in play (BRIBE-16)
	CannotBePaid    Failure = "cannot be paid"      // too few ducats for the unit (BUILD-12)
	AlreadyThisYear Failure = "already this year"   // allowed only once a year (OPT-07)
)

// Payment is money given to another power or to the bank (GIFT-01, LOAN-07).
// Asked is the sum that was ordered, and Paid is the sum that left the
// treasury.
type Payment struct {
	Power   machiavelli.Power
	To      machiavelli.Power // Nobody if Bank is true
	Bank    bool
	Order   order.Order
	Given   string
	Asked   machiavelli.Ducats
	Paid    machiavelli.Ducats
	Verdict Verdict
	Failure Failure
}

// Borrowed is a loan ordered from the bank (LOAN-01). Lent may be less than
// Asked (LOAN-02); Loan is the resulting debt.
type Borrowed struct {
	Power   machiavelli.Power
	Order   order.Order
	Given   string
	Asked   machiavelli.Ducats
	Lent    machiavelli.Ducats
	Loan    position.Loan
	Verdict Verdict
	Failure Failure
}

// Collected is a power's debt to the bank that fell due and was paid (LOAN-09).
type Collected struct {
	Power  machiavelli.Power
	Ducats machiavelli.Ducats
}

// Defaulted is a power that could not pay its debt (LOAN-09). The bank demanded
// Due and took Seized. If the bank seizes no treasuries, Returned is the part
// of the campaign's repayments that it gave back.
type Defaulted struct {
	Power    machiavelli.Power
	Due      machiavelli.Ducats
	Seized   machiavelli.Ducats
	Returned machiavelli.Ducats
}

// ChitGiven is an assassination chit that a power gave away (ASSN-02). If the
// giver is Nobody, the chit was drawn at random at the start (ASSN-01). Only
// the giver and the recipient know of it.
type ChitGiven struct {
	Power   machiavelli.Power
	To      machiavelli.Power
	Victim  machiavelli.Power
	Order   order.Order
	Given   string
	Verdict Verdict
	Failure Failure
}

// Bid is what one power spent on a unit.
type Bid struct {
	Power  machiavelli.Power
	Slot   int
	Ducats machiavelli.Ducats
}

// Expense is the result of one expense. Asked is the sum that was ordered, or
// the default (EXP-08). Paid is the sum that left the treasury (EXP-04,
// EXP-05), and Counted is that sum after rounding (EXP-06). Minimum is the
// price with doublings (BRIBE-02, BRIBE-03), Countered the sum of the
// counter-bribes, and Against the largest rival bid. Target is the unit
// concerned at the time of payment.
type Expense struct {
	Power     machiavelli.Power
	Slot      int
	Letter    string // a to l, as in the cost table; empty for expenses of the optional rules
	Order     order.Order
	Given     string
	Asked     machiavelli.Ducats
	Paid      machiavelli.Ducats
	Counted   machiavelli.Ducats
	Minimum   machiavelli.Ducats
	Countered machiavelli.Ducats
	Against   machiavelli.Ducats
	Target    *position.Unit
	Rivals    []Bid // other bribes for the unit
	Counters  []Bid // counter-bribes for the unit
	Verdict   Verdict
	Failure   Failure
}

// Bribed is a unit that was bought, or that a bribe made autonomous (BRIBE-10, BRIBE-11). Unit is
// the unit before the bribe.
type Bribed struct {
	Unit position.Unit
	To   machiavelli.Power // Nobody if it became autonomous
	By   machiavelli.Power
}

// Relieved is a famine marker that money removed (RELIEF-01).
type Relieved struct {
	Province board.ID
	By       machiavelli.PowerSet
}

// RebellionBegun is a new rebellion, or a rebellion that spread to the city
// (REB-05, REB-07).
type RebellionBegun struct {
	Province board.ID
	InCity   bool
	InLand   bool
	Against  machiavelli.Power
	Cause    string // "expense", "assassination", "taxation"
	By       machiavelli.PowerSet
}

// Attempted is an assassination attempt and its roll (ASSN-03 to ASSN-06). The
// attempt succeeds if Roll is at most Faces.
type Attempted struct {
	Power  machiavelli.Power
	Victim machiavelli.Power
	Slot   int
	Faces  int
	Roll   int
	Hit    bool
}

// Paralysed is a power whose ruler is dead for this campaign (ASSN-07).
type Paralysed struct {
	Power machiavelli.Power
	Bank  bool // whether the bank's assassins did it (LOAN-09)
}

// Revolt is the roll for one province of an assassinated ruler (ASSN-11). The
// province rebels if Roll is at most Limit.
type Revolt struct {
	Victim   machiavelli.Power
	Province board.ID
	Roll     int
	Limit    int
	Rose     bool
}

// Disaster is a famine, a plague or a season of storms. A roll that was not
// made is 0 (FAM-02 to FAM-04). Struck holds all areas that were struck. Some
// plague models use a random place, Seed, or a distance, Radius, up to which
// the plague reaches from the places rolled (OPT-10).
type Disaster struct {
	What     string // "famine", "plague", "storm"
	Severity int
	Row      int
	Column   int
	Seed     board.ID
	Radius   int
	Struck   board.Set
}

// DieIncome is one die of variable income (INC-04).
type DieIncome struct {
	Row    string
	Die    int // number of the die, from 1
	Roll   int
	Ducats machiavelli.Ducats
}

// Income is a power's income of the year from each of the four sources, and its
// treasury after receiving it.
type Income struct {
	Power     machiavelli.Power
	Seas      machiavelli.Ducats
	Provinces machiavelli.Ducats
	Cities    machiavelli.Ducats
	Variable  machiavelli.Ducats
	Total     machiavelli.Ducats
	Treasury  machiavelli.Ducats
	Dice      []DieIncome
}

// Kind implements Event. It returns the name of this kind of event in the
// interchange format.
func (Payment) Kind() string        { return "payment" }
func (Borrowed) Kind() string       { return "loan" }
func (Collected) Kind() string      { return "loan-collected" }
func (Defaulted) Kind() string      { return "default" }
func (ChitGiven) Kind() string      { return "chit" }
func (Expense) Kind() string        { return "expense" }
func (Bribed) Kind() string         { return "bribe" }
func (Relieved) Kind() string       { return "relief" }
func (RebellionBegun) Kind() string { return "rebellion" }
func (Attempted) Kind() string      { return "assassination" }
func (Paralysed) Kind() string      { return "paralysed" }
func (Revolt) Kind() string         { return "revolt" }
func (e Disaster) Kind() string     { return e.What }
func (Income) Kind() string         { return "income" }

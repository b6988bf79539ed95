// Package tableview collects the data with which a page lets a visitor play by clicking: the areas
// of the board with their places on the map, the units, and every legal order of each power that
// the visitor controls, with prices. Packages legal and turn decide what is legal. Tableview uses
// only positions and rules, so that the boards of games, the sandbox and the lessons share it.
//
// Areas are identified by their codes in lower case ("pav" for Pavia), as on the map. Units have
// keys that consist of the letter of their type and the code: "A:pav", "F:wm", "G:pav". The key
// of a dislodged unit begins with "D": "DA:pav".
package tableview

// Table holds the data about a position that a page needs.
type Table struct {
	Game     string `json:"game,omitempty"` // ID of the game; empty in a sandbox
	Revision int    `json:"revision"`
	Number   int    `json:"number"` // number of the phase
	// orders, retreats, adjustments or over
	Step string `json:"step" tstype:"'orders' | 'retreats' | 'adjustments' | 'over'"`
	// such as "Spring 1454, orders"
	Phase string `json:"phase"`
	// whether the game has ducats
	Money  bool          `json:"money"`
	Taking Taking        `json:"taking"`
	Areas  []Area        `json:"areas"`
	Powers []Power       `json:"powers"`
	Units  []Unit        `json:"units"`
	Hands  []PowerOrders `json:"hands"` // the powers for which the visitor writes orders
}

// Taking describes how provinces and cities change hands.
type Taking struct {
	Garrisons bool `json:"garrisons,omitempty"` // whether garrisons hold cities, so that these are besieged
	Fall      bool `json:"fall,omitempty"`      // whether control is settled only after the fall
}

// Area is a province or a sea.
type Area struct {
	Code   string `json:"code"`
	Name   string `json:"name"`
	In     string `json:"in"` // "in Pavia"
	To     string `json:"to"` // "to Pavia"
	Sea    bool   `json:"sea,omitempty"`
	Off    bool   `json:"off,omitempty"`    // whether it is not in play in this scenario
	At     [2]int `json:"at" tstype:"Pair"` // where units are drawn, in the map's coordinates
	Box    [4]int `json:"box" tstype:"Box"` // bounding box: left, top, width and height
	City   *City  `json:"city,omitempty"`
	Owner  string `json:"owner,omitempty"` // ID of the power that controls the province
	Home   string `json:"home,omitempty"`  // ID of the power whose home country includes it
	Income int    `json:"income,omitempty"`
	Famine bool   `json:"famine,omitempty"`
	Plague bool   `json:"plague,omitempty"`
	// one of "province", "city" and "both"
	Rebellion string   `json:"rebellion,omitempty" tstype:"'province' | 'city' | 'both'"`
	Near      []string `json:"near"` // codes of the adjacent areas
}

// City is the city of an area.
type City struct {
	Name     string `json:"name"` // the area's name if it has no name of its own
	At       [2]int `json:"at" tstype:"Pair"`
	Value    int    `json:"value"` // in ducats per year
	Port     bool   `json:"port,omitempty"`
	Fortress bool   `json:"fortress,omitempty"` // whether it has walls but no city
	Walls    bool   `json:"walls,omitempty"`
	Owner    string `json:"owner,omitempty"`
	Besieged bool   `json:"besieged,omitempty"`
}

// Power is a power with the data that is public or that the visitor may know.
type Power struct {
	ID        string `json:"id"`
	Letter    string `json:"letter"`
	Name      string `json:"name"`
	Text      string `json:"text"`   // its name in orders, such as "Turks"
	Colour    string `json:"colour"` // colour of its units in the light theme, such as "#aa2233"
	Night     string `json:"night"`  // colour of its units in the dark theme
	Cities    int    `json:"cities"`
	Provinces int    `json:"provinces"`
	Units     int    `json:"units"`
	Ducats    *int   `json:"ducats,omitempty"` // nil if the visitor may not know it
	Debts     *int   `json:"debts,omitempty"`  // nil if the visitor may not know it
	Out       bool   `json:"out,omitempty"`    // whether it is eliminated
}

// Unit is a unit on the board, or one that must retreat.
type Unit struct {
	Key       string `json:"key"`
	Power     string `json:"power"` // ID of its owner, or "autonomous"
	Type      string `json:"type"`  // army, fleet, garrison, cavalry and so on
	At        string `json:"at"`
	City      bool   `json:"city,omitempty"` // whether it is in the city
	Name      string `json:"name"`           // such as "Army Pavia"
	Whose     string `json:"whose"`          // such as "Milanese army"
	Text      string `json:"text"`           // as at the beginning of an order, such as "A Pavia"
	Quality   string `json:"quality,omitempty"`
	Besieges  bool   `json:"besieges,omitempty"`
	Dislodged bool   `json:"dislodged,omitempty"`
}

// PowerOrders lists what one power may order.
type PowerOrders struct {
	Power string `json:"power"`
	Field string `json:"field"` // name of the form field for its text
	// in campaigns its units, in retreats the dislodged ones, and in winter those that it keeps
	// or disbands
	Units  []UnitOrders `json:"units"`
	Money  *Money       `json:"money,omitempty"`  // set in a game with money
	Winter *Winter      `json:"winter,omitempty"` // set in adjustments
	Others []Choice     `json:"others,omitempty"` // lines that concern neither a unit nor money: straits, chits, bans

	Exchanges []string `json:"exchanges,omitempty"` // IDs of the powers with which it can make an exchange now
}

// UnitOrders lists a unit's legal orders.
type UnitOrders struct {
	Unit   string   `json:"unit"` // key of the unit
	Orders []Choice `json:"orders"`
	Cannot []Cannot `json:"cannot,omitempty"` // kinds of orders that players may expect, but that it lacks
}

// Cannot is a kind of order that a unit cannot be given now.
type Cannot struct {
	Kind string `json:"kind"` // a kind of order, as in Choice
	Why  string `json:"why"`  // the reason, in a sentence
}

// Choice is one legal order.
type Choice struct {
	Text string `json:"text"` // text for the text box, as from order.FormatPlain
	Say  string `json:"say"`  // as a sentence, such as "advances to Cremona"
	// hold, advance, support, convoy, convert, besiege, lift, disband, retreat, transfer,
	// build, remove, maintain, waive, ally and so on
	Kind  string `json:"kind"`
	To    string `json:"to,omitempty"`    // code of the destination
	Coast string `json:"coast,omitempty"` // set if To has coasts
	City  bool   `json:"city,omitempty"`  // whether it goes into the city
	// key of the supported or convoyed unit; when supporting a space, the code of the area
	Of      string   `json:"of,omitempty"`
	Power   string   `json:"power,omitempty"`   // ID of the supported power, if a space is supported
	Type    string   `json:"type,omitempty"`    // type of unit after a conversion or build
	Quality string   `json:"quality,omitempty"` // quality of a unit to be built
	Convoy  bool     `json:"convoy,omitempty"`  // whether it is an advance over sea
	Via     []string `json:"via,omitempty"`     // areas of the convoying fleets
	Cost    int      `json:"cost,omitempty"`    // in ducats
	Useless string   `json:"useless,omitempty"` // why it probably has no effect, or empty
}

// Money is the money of a power and what it may spend.
type Money struct {
	Treasury int       `json:"treasury"`
	Upkeep   int       `json:"upkeep"`             // cost of its units in winter
	Income   int       `json:"income"`             // expected from its property, without dice
	Dice     [2]int    `json:"dice" tstype:"Pair"` // minimum and maximum that the dice add
	Sources  []Source  `json:"sources,omitempty"`  // sources of the income
	Debts    []Debt    `json:"debts,omitempty"`
	Slots    int       `json:"slots"` // number of expenses in this campaign; 0 if none is allowed now
	Expenses []Expense `json:"expenses,omitempty"`
	Loans    []Loan    `json:"loans,omitempty"`
	NoLoan   string    `json:"noLoan,omitempty"` // why the bank does not lend, if there is a bank
	Payees   []string  `json:"payees,omitempty"` // IDs of powers, and "bank"
	Chits    []string  `json:"chits,omitempty"`  // IDs of powers, one per chit against them
}

// Source is a part of the expected income.
type Source struct {
	Say  string `json:"say"` // such as "9 provinces" or "2 dice"
	Low  int    `json:"low"` // in ducats
	High int    `json:"high"`
}

// Debt is a loan that a power must repay.
type Debt struct {
	Amount int    `json:"amount"`        // including interest
	Due    string `json:"due"`           // such as "Summer 1456"
	Now    bool   `json:"now,omitempty"` // whether the bank collects it in this campaign
}

// Expense is something that money can buy.
type Expense struct {
	// relief, pacify, rebellion, disband, buy, autonomous, counter-bribe, assassinate, famine,
	// plague, health or order
	Kind  string   `json:"kind"`
	Say   string   `json:"say"`             // such as "Buy the Venetian army in Verona"
	Text  string   `json:"text"`            // the line without its number and sum, such as "Buy A Verona"
	Unit  string   `json:"unit,omitempty"`  // key of the bribed unit
	At    string   `json:"at,omitempty"`    // code of the province
	Power string   `json:"power,omitempty"` // ID of the victim, or of the owner of the unit or province
	Least int      `json:"least"`           // in ducats
	Step  int      `json:"step"`            // sums must be multiples of it
	Most  int      `json:"most,omitempty"`  // more than this has no effect; 0 for no limit
	Odds  []Odds   `json:"odds,omitempty"`  // chances of an assassination
	Why   []string `json:"why,omitempty"`   // how the price is computed, as in "garrison of a major city: doubled"
	Rules []string `json:"rules,omitempty"` // IDs of rules
	Far   string   `json:"far,omitempty"`   // why it would have no effect now, as text; empty if it can have one
	Never bool     `json:"never,omitempty"` // whether the line would be refused
	After []Choice `json:"after,omitempty"` // orders for a unit to be bought; with Cost if the order itself is bought
}

// Odds is the chance of success for a sum.
type Odds struct {
	Sum int    `json:"sum"`
	Say string `json:"say"` // such as "2 in 6"
}

// Loan is a loan that the bank would give.
type Loan struct {
	Years int    `json:"years"`
	Most  int    `json:"most"`     // in ducats
	Rate  int    `json:"interest"` // total interest in percent
	Back  []int  `json:"back"`     // amounts due for loans of 1, 2, and so on up to Most ducats
	Due   string `json:"due"`      // such as "Summer 1456"
}

// Winter holds the decisions of a power in adjustments.
type Winter struct {
	// whether units must be paid; otherwise their number is limited by cities
	Paid     bool     `json:"paid,omitempty"`
	Opening  bool     `json:"opening,omitempty"` // whether it is the winter before the first campaign
	Stay     bool     `json:"stay,omitempty"`    // whether units without an order stay if they can be paid
	Cities   int      `json:"cities"`
	Allowed  int      `json:"allowed,omitempty"`  // number of builds, if units are limited by cities
	Removals int      `json:"removals,omitempty"` // number of units to be disbanded, if units are limited by cities
	Units    []Keep   `json:"units,omitempty"`
	Builds   []Choice `json:"builds,omitempty"`
	Barred   []Barred `json:"barred,omitempty"`
	Waives   bool     `json:"waives,omitempty"`
}

// Keep is a unit that a power keeps or disbands.
type Keep struct {
	Unit  string `json:"unit"`            // key of the unit
	Price int    `json:"price,omitempty"` // in ducats, if units are paid
	Keep  string `json:"keep,omitempty"`  // order to keep the unit, if units are paid
	Drop  string `json:"drop"`            // order to disband the unit
}

// Barred is a city of a power's home countries in which it cannot build.
type Barred struct {
	At  string `json:"at"` // code of the area
	Why string `json:"why"`
}

// Purse holds the effects of the orders written so far on a power's money, and in winter on its
// units. Payments by others are not included. All sums are in ducats.
type Purse struct {
	Treasury int      `json:"treasury"`
	Lent     int      `json:"lent,omitempty"`  // lent by the bank
	Paid     int      `json:"paid,omitempty"`  // paid to powers and to the bank
	Due      int      `json:"due,omitempty"`   // additional amount that the bank collects
	Costs    int      `json:"costs,omitempty"` // total of all expense lines
	Left     int      `json:"left"`            // money left; if negative, the missing amount
	Lines    []Outlay `json:"lines,omitempty"` // the valid expense lines, sorted by line number
	Keeps    int      `json:"keeps,omitempty"` // in winter, the cost of the units to be kept
	Builds   int      `json:"builds,omitempty"`
	// in winter, units lost because they cannot be paid, such as "Army Pavia"
	Lost     []string  `json:"lost,omitempty"`
	LostKeys []string  `json:"lostKeys,omitempty"` // keys of these units
	Gone     []string  `json:"gone,omitempty"`     // in winter, units lost because no order keeps them
	Unbuilt  []Unbuilt `json:"unbuilt,omitempty"`  // in winter, builds that fail
	// in winter, if cities limit the number of units, the removals not yet named
	Must int `json:"must,omitempty"`
	May  int `json:"may,omitempty"` // likewise, the builds neither ordered nor waived
}

// Outlay is an expense line with its cost, and the money that will be left for it.
type Outlay struct {
	Slot int  `json:"slot"`
	Asks int  `json:"asks"`
	Gets int  `json:"gets"`
	Buys bool `json:"buys"` // whether the money assigned to it is enough for its purpose
}

// Unbuilt is a build that would fail now.
type Unbuilt struct {
	Text string `json:"text"`
	Why  string `json:"why"`
}

// Warning warns a power that it may be eliminated or lose units.
type Warning struct {
	Say   string `json:"say"`
	Grave bool   `json:"grave,omitempty"` // whether it happens in this phase unless the orders change
}

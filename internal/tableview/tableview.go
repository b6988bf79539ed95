// Package tableview collects the data with which a page lets a visitor play by
// clicking: the areas of the board with their places on the map, the units, and
// for each power that the visitor controls every legal order, with prices. It
// decides nothing; packages legal and turn do. It uses only positions and
// rules, so that the boards of games, the sandbox and the lessons share it.
//
// Areas are named by their code in lower case ("pavia" has "pav"), as on the
// map. Units have a key that consists of their type's letter and the code:
// "A:pav", "F:wm", "G:pav". The key of a dislodged unit begins with "D":
// "DA:pav".
package tableview

// Table holds what a page needs of a position.
type Table struct {
	Game     string        `json:"game,omitempty"` // id of the game; empty in a sandbox
	Revision int           `json:"revision"`
	Number   int           `json:"number"`                                                       // of the phase
	Step     string        `json:"step" tstype:"'orders' | 'retreats' | 'adjustments' | 'over'"` // orders, retreats or adjustments; over
	Phase    string        `json:"phase"`                                                        // "Spring 1454, orders"
	Money    bool          `json:"money"`                                                        // the game has ducats
	Taking   Taking        `json:"taking"`
	Areas    []Area        `json:"areas"`
	Powers   []Power       `json:"powers"`
	Units    []Unit        `json:"units"`
	Hands    []PowerOrders `json:"hands"` // the powers for which the visitor writes orders
}

// Taking determines how provinces and cities change hands.
type Taking struct {
	Garrisons bool `json:"garrisons,omitempty"` // garrisons hold cities, which are besieged
	Fall      bool `json:"fall,omitempty"`      // control is settled only after the fall
}

// Area is a province or a sea.
type Area struct {
	Code      string   `json:"code"`
	Name      string   `json:"name"`
	Sea       bool     `json:"sea,omitempty"`
	Off       bool     `json:"off,omitempty"`    // not in play in this scenario
	At        [2]int   `json:"at" tstype:"Pair"` // the place of units, in the map's coordinates
	Box       [4]int   `json:"box" tstype:"Box"` // left, top, width, height
	City      *City    `json:"city,omitempty"`
	Owner     string   `json:"owner,omitempty"` // id of the power that controls the province
	Home      string   `json:"home,omitempty"`  // id of the power of whose home country it is part in this scenario
	Income    int      `json:"income,omitempty"`
	Famine    bool     `json:"famine,omitempty"`
	Plague    bool     `json:"plague,omitempty"`
	Rebellion string   `json:"rebellion,omitempty" tstype:"'province' | 'city' | 'both'"` // "province", "city" or "both"
	Near      []string `json:"near"`                                                      // codes of the adjacent areas
}

// City is the city of an area.
type City struct {
	Name     string `json:"name"` // that of its area if it has none of its own
	At       [2]int `json:"at" tstype:"Pair"`
	Value    int    `json:"value"` // ducats a year
	Port     bool   `json:"port,omitempty"`
	Fortress bool   `json:"fortress,omitempty"` // walls without a city
	Walls    bool   `json:"walls,omitempty"`
	Owner    string `json:"owner,omitempty"`
	Besieged bool   `json:"besieged,omitempty"`
}

// Power is a power with the data that is public or that the visitor may know.
type Power struct {
	ID        string `json:"id"`
	Letter    string `json:"letter"`
	Name      string `json:"name"`
	Text      string `json:"text"`   // as orders name it: "Turks"
	Colour    string `json:"colour"` // of its units, in the light theme: "#aa2233"
	Night     string `json:"night"`  // the same in the dark theme
	Cities    int    `json:"cities"`
	Provinces int    `json:"provinces"`
	Units     int    `json:"units"`
	Ducats    *int   `json:"ducats,omitempty"` // nil: not known to the visitor
	Debts     *int   `json:"debts,omitempty"`  // nil: not known to the visitor
	Out       bool   `json:"out,omitempty"`    // eliminated
}

// Unit is a unit on the board, or one that must retreat.
type Unit struct {
	Key       string `json:"key"`
	Power     string `json:"power"` // id; "autonomous"
	Type      string `json:"type"`  // army, fleet, garrison, cavalry ...
	At        string `json:"at"`
	City      bool   `json:"city,omitempty"` // it is in the city
	Name      string `json:"name"`           // "Army Pavia"
	Whose     string `json:"whose"`          // "Milanese army"
	Text      string `json:"text"`           // as an order begins: "A Pavia"
	Quality   string `json:"quality,omitempty"`
	Besieges  bool   `json:"besieges,omitempty"`
	Dislodged bool   `json:"dislodged,omitempty"`
}

// PowerOrders lists what one power may order.
type PowerOrders struct {
	Power  string       `json:"power"`
	Field  string       `json:"field"`            // name of the form field for its text
	Units  []UnitOrders `json:"units"`            // movement: its units; retreats: the dislodged; winter: those that it keeps or disbands
	Money  *Money       `json:"money,omitempty"`  // in a game with money
	Winter *Winter      `json:"winter,omitempty"` // in adjustments
	Others []Choice     `json:"others,omitempty"` // lines for no unit and without money: straits, chits, bans

	Exchanges []string `json:"exchanges,omitempty"` // ids of the powers with which it can make an exchange now
}

// UnitOrders lists a unit's legal orders.
type UnitOrders struct {
	Unit   string   `json:"unit"` // key
	Orders []Choice `json:"orders"`
	Cannot []Cannot `json:"cannot,omitempty"` // kinds of orders that it lacks although a player may expect one
}

// Cannot is a kind of order that a unit cannot have now.
type Cannot struct {
	Kind string `json:"kind"` // as in Choice
	Why  string `json:"why"`  // in a sentence
}

// Choice is one legal order.
type Choice struct {
	Text    string   `json:"text"`              // the text for the box, as from order.FormatPlain
	Say     string   `json:"say"`               // as a sentence: "advances to Cremona"
	Kind    string   `json:"kind"`              // hold, advance, support, convoy, convert, besiege, lift, disband, retreat, transfer, build, remove, maintain, waive, ally, ...
	To      string   `json:"to,omitempty"`      // code of the area
	Coast   string   `json:"coast,omitempty"`   // if To has coasts
	City    bool     `json:"city,omitempty"`    // into the city
	Of      string   `json:"of,omitempty"`      // key of the unit supported or convoyed; of a support by space the code of the area
	Power   string   `json:"power,omitempty"`   // of a support by space the id of the supported power
	Type    string   `json:"type,omitempty"`    // converted to, or built
	Quality string   `json:"quality,omitempty"` // built
	Convoy  bool     `json:"convoy,omitempty"`  // an advance over sea
	Via     []string `json:"via,omitempty"`     // the fleets' areas
	Cost    int      `json:"cost,omitempty"`    // ducats
	Useless string   `json:"useless,omitempty"` // why it probably has no effect, in words
}

// Money is the money of a power and what it may spend.
type Money struct {
	Treasury int       `json:"treasury"`
	Upkeep   int       `json:"upkeep"`             // what its units cost in winter
	Income   int       `json:"income"`             // expected from its property, without dice
	Dice     [2]int    `json:"dice" tstype:"Pair"` // the least and the most that the dice add
	Sources  []Source  `json:"sources,omitempty"`  // the sources of the income
	Debts    []Debt    `json:"debts,omitempty"`
	Slots    int       `json:"slots"` // expenses in this campaign; 0: none allowed now
	Expenses []Expense `json:"expenses,omitempty"`
	Loans    []Loan    `json:"loans,omitempty"`
	NoLoan   string    `json:"noLoan,omitempty"` // why the bank lends nothing, if there is a bank
	Payees   []string  `json:"payees,omitempty"` // ids of powers, and "bank"
	Chits    []string  `json:"chits,omitempty"`  // ids of the powers of its chits, one per chit
}

// Source is a part of the expected income.
type Source struct {
	Say  string `json:"say"` // "9 provinces", "2 dice"
	Low  int    `json:"low"` // ducats
	High int    `json:"high"`
}

// Debt is a loan that is due.
type Debt struct {
	Amount int    `json:"amount"`        // with interest
	Due    string `json:"due"`           // "Summer 1456"
	Now    bool   `json:"now,omitempty"` // the bank collects it in this campaign
}

// Expense is something that money can buy.
type Expense struct {
	Kind  string   `json:"kind"`            // relief, pacify, rebellion, disband, buy, autonomous, counter-bribe, assassinate; famine, plague, health, order
	Say   string   `json:"say"`             // "Buy the Venetian army in Verona"
	Text  string   `json:"text"`            // the line without its number and sum: "Buy A Verona"
	Unit  string   `json:"unit,omitempty"`  // key of the bribed unit
	At    string   `json:"at,omitempty"`    // code of the province
	Power string   `json:"power,omitempty"` // id of the victim, of the unit's owner, or of the province's
	Least int      `json:"least"`           // ducats
	Step  int      `json:"step"`            // sums must be multiples of it
	Most  int      `json:"most,omitempty"`  // more than this has no effect; 0: no limit
	Odds  []Odds   `json:"odds,omitempty"`  // the odds of an assassination
	Why   []string `json:"why,omitempty"`   // how the price is computed: "garrison of a major city: doubled"
	Rules []string `json:"rules,omitempty"` // ids
	Far   string   `json:"far,omitempty"`   // why it would have no effect now, in words; empty: it can have one
	Never bool     `json:"never,omitempty"` // the line would be refused
	After []Choice `json:"after,omitempty"` // orders for a unit to be bought; with Cost if the order itself is bought
}

// Odds is the chance that a sum buys.
type Odds struct {
	Sum int    `json:"sum"`
	Say string `json:"say"` // "2 in 6"
}

// Loan is a loan that the bank would give.
type Loan struct {
	Years int    `json:"years"`
	Most  int    `json:"most"`     // ducats
	Rate  int    `json:"interest"` // percent in total
	Back  []int  `json:"back"`     // what is due for a loan of 1 ducat, of 2, and so on up to Most
	Due   string `json:"due"`      // "Summer 1456"
}

// Winter holds what a power decides in adjustments.
type Winter struct {
	Paid     bool     `json:"paid,omitempty"`    // units are paid for; otherwise they are counted in cities
	Opening  bool     `json:"opening,omitempty"` // the winter before the first campaign
	Stay     bool     `json:"stay,omitempty"`    // units without an order stay if they can be paid
	Cities   int      `json:"cities"`
	Allowed  int      `json:"allowed,omitempty"`  // builds, if cities are counted
	Removals int      `json:"removals,omitempty"` // units that must be disbanded, if cities are counted
	Units    []Keep   `json:"units,omitempty"`
	Builds   []Choice `json:"builds,omitempty"`
	Barred   []Barred `json:"barred,omitempty"`
	Waives   bool     `json:"waives,omitempty"`
}

// Keep is a unit that a power keeps or disbands.
type Keep struct {
	Unit  string `json:"unit"`            // key
	Price int    `json:"price,omitempty"` // ducats, if units are paid
	Keep  string `json:"keep,omitempty"`  // the order, if units are paid
	Drop  string `json:"drop"`            // the order
}

// Barred is a city of a power's home countries in which it cannot build.
type Barred struct {
	At  string `json:"at"` // code
	Why string `json:"why"`
}

// Purse holds what the orders that a power has written so far would do to its
// money, and in winter to its units, without payments from others. All sums are
// ducats.
type Purse struct {
	Treasury int       `json:"treasury"`
	Lent     int       `json:"lent,omitempty"`  // by the bank
	Paid     int       `json:"paid,omitempty"`  // to powers and to the bank
	Due      int       `json:"due,omitempty"`   // what the bank collects in addition
	Costs    int       `json:"costs,omitempty"` // of all expense lines in full
	Left     int       `json:"left"`            // negative: this sum is missing
	Lines    []Outlay  `json:"lines,omitempty"` // the valid expense lines, by number
	Keeps    int       `json:"keeps,omitempty"` // winter: the cost of the units to be kept
	Builds   int       `json:"builds,omitempty"`
	Lost     []string  `json:"lost,omitempty"`     // winter: units lost because they cannot be paid: "Army Pavia"
	LostKeys []string  `json:"lostKeys,omitempty"` // the keys of those units
	Gone     []string  `json:"gone,omitempty"`     // winter: units lost because no order keeps them
	Unbuilt  []Unbuilt `json:"unbuilt,omitempty"`  // winter: builds that fail
	Must     int       `json:"must,omitempty"`     // winter, if units are counted in cities: removals still to be named
	May      int       `json:"may,omitempty"`      // and builds that are neither ordered nor waived
}

// Outlay is an expense line with its cost and the money that will be left when
// it is processed.
type Outlay struct {
	Slot int  `json:"slot"`
	Asks int  `json:"asks"`
	Gets int  `json:"gets"`
	Buys bool `json:"buys"` // the money that it gets suffices for its purpose
}

// Unbuilt is a build that would fail now.
type Unbuilt struct {
	Text string `json:"text"`
	Why  string `json:"why"`
}

// Warning warns a power of something that can end its game or cost it units.
type Warning struct {
	Say   string `json:"say"`
	Grave bool   `json:"grave,omitempty"` // it happens in this phase unless the orders change
}

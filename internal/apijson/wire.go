package apijson

import (
	"time"
)

// Page is a part of a list. All lists in the API have this form.
type Page[T any] struct {
	Items    []T    `json:"items"`
	Next     string `json:"next,omitempty" doc:"The address of the next page, unless this is the last. A search can have a next page even if this one is not full"`
	Previous string `json:"previous,omitempty" doc:"The address of the page before, unless this is the first, or the list goes in one direction only"`
}

// GameList is a page of games.
type GameList struct {
	Page[Summary]
	Total int `json:"total" doc:"How many there are on all pages"`
	// TotalIsMinimum is set in a search with very many results.
	TotalIsMinimum bool `json:"totalIsMinimum,omitempty" doc:"In a search with very many results, total is only the number of those that were found so far"`
}

// Game describes a game in full.
type Game struct {
	Summary
	Board      string   `json:"board" doc:"The board's name"`
	Powers     []Power  `json:"powers"`
	Seats      []Seat   `json:"seats"`
	You        You      `json:"you" doc:"What the caller is at it"`
	Missing    *int     `json:"missing,omitempty" doc:"How many players it still needs; absent where it does not say"`
	Vacant     []int    `json:"vacant,omitempty" doc:"Seats that someone can take over"`
	Victors    []string `json:"victors,omitempty" doc:"The powers that have won, or share the end; see result"`
	Result     string   `json:"result,omitempty" enum:"victory,shared,draw" doc:"What the victors have: the victory, a victory that several players share, or a draw"`
	Commitment string   `json:"commitment" doc:"To the seed of the dice, which is revealed when the game is over"`
	Irregular  bool     `json:"irregular,omitempty" doc:"Its rules were changed in play"`
}

// Power is a power of a game.
type Power struct {
	ID        string `json:"id" doc:"Its identifier in orders, positions and events" example:"milan"`
	Name      string `json:"name" example:"Milan"`
	Adjective string `json:"adjective" example:"Milanese"`
	Letter    string `json:"letter" doc:"Its code of one letter" example:"M"`
	Seat      int    `json:"seat,omitempty" doc:"The seat that plays it; absent while powers are not dealt"`
}

// Seat is a place in a game, as the caller may know it.
type Seat struct {
	Number    int      `json:"number" minimum:"1"`
	Player    string   `json:"player,omitempty" doc:"The player's name, where players are not hidden"`
	Program   bool     `json:"program,omitempty" doc:"The player is a program"`
	Powers    []string `json:"powers" doc:"The powers that it plays"`
	Owes      bool     `json:"owes,omitempty" doc:"It has something to order in this phase; of hosted games shown to the player and to masters"`
	Given     bool     `json:"given,omitempty" doc:"It has sent orders; shown as owes is"`
	Ready     bool     `json:"ready,omitempty" doc:"The game does not wait for it; shown as owes is"`
	Wait      bool     `json:"wait,omitempty" doc:"It holds the phase until the deadline"`
	Complete  bool     `json:"complete,omitempty" doc:"Its last message had no error and nothing is missing"`
	Late      bool     `json:"late,omitempty" doc:"Its orders are missing after the deadline"`
	Awaited   bool     `json:"awaited,omitempty" doc:"The phase waits for its orders, or if it is abandoned or in civil disorder, for someone to take it over; shown to everyone unless the game is quiet"`
	LateCount int      `json:"lateCount,omitempty" doc:"How often it has been late"`
	Abandoned bool     `json:"abandoned,omitempty" doc:"It was given up and is open to others"`
	Disorder  bool     `json:"disorder,omitempty" doc:"It is in civil disorder"`
	Bot       string   `json:"bot,omitempty" doc:"The kind of computer player that holds it; it can be taken over"`
}

// You describes the caller's role in a game.
type You struct {
	Master   bool     `json:"master,omitempty"`
	Seat     int      `json:"seat,omitempty"`
	Player   bool     `json:"player,omitempty" doc:"Has joined, even if no power is dealt yet"`
	Observer bool     `json:"observer,omitempty"`
	Powers   []string `json:"powers,omitempty" doc:"The powers that the caller plays"`
}

// Keys are the secret links of a game.
type Keys struct {
	Master string   `json:"master" doc:"For Authorization: Bearer key:GAME:KEY"`
	Seats  []string `json:"seats" doc:"By seat"`
}

// Created describes a game that was just created.
type Created struct {
	Game
	Keys *Keys `json:"keys,omitempty" doc:"Of a game played by links: who has a key plays the seat. They are not shown again"`
}

// Position lists the members of a position.
type Position struct {
	Units       map[string][]string `json:"units" doc:"Power, or autonomous, to its units: A Pavia, F Provence/sc, G Venice, A Milan professional"`
	Provinces   map[string][]string `json:"provinces" doc:"Power to the land provinces that it controls"`
	Cities      map[string][]string `json:"cities" doc:"Power to the cities that it controls; autonomous where an autonomous garrison holds it"`
	LastAlone   map[string][]string `json:"last-alone,omitempty" doc:"Power to the provinces with units of two powers that it was the last to hold alone, if that is not the garrison's power (rules of 1978)"`
	Countries   map[string][]string `json:"countries" doc:"Power to the home countries that it controls"`
	Treasuries  map[string]int      `json:"treasuries" doc:"Power to its ducats; powers whose treasury is hidden are left out"`
	Loans       []Loan              `json:"loans" doc:"What is owed to the bank, as far as it is not hidden"`
	Bankrupt    []string            `json:"bankrupt" doc:"Powers that could not pay the bank"`
	Chits       map[string][]string `json:"chits" doc:"Power to the powers against which it holds assassination chits; your own only"`
	Sieges      []string            `json:"sieges" doc:"Provinces whose city is besieged"`
	Rebellions  []Rebellion         `json:"rebellions"`
	Famine      []string            `json:"famine"`
	Scorched    []string            `json:"scorched,omitempty"`
	Plague      []string            `json:"plague,omitempty"`
	Infected    []string            `json:"infected,omitempty"`
	Guarded     []string            `json:"guarded,omitempty"`
	Spared      []string            `json:"spared,omitempty"`
	Taxed       []string            `json:"taxed,omitempty"`
	TaxedBefore []string            `json:"taxed-before,omitempty"`
	Opening     bool                `json:"opening,omitempty" doc:"The winter before the first campaign"`
	Dislodged   []Dislodged         `json:"dislodged,omitempty" doc:"In retreats: the units that must go, and where they may"`
	Contested   []string            `json:"contested,omitempty" doc:"In retreats: provinces left empty by a stand-off"`
	Transfers   []any               `json:"transfers,omitempty" doc:"In retreats: strategic movements to come"`
	Allies      map[string][]string `json:"allies,omitempty" doc:"In retreats: whom each power let through its straits"`
	Serials     map[string]any      `json:"serials,omitempty" doc:"Numbers of units in the notation of 1978"`
	Eliminated  []string            `json:"eliminated"`
	Victors     []string            `json:"victors,omitempty"`
	Needed      int                 `json:"cities-needed,omitempty" doc:"Cities needed to win, after a tie"`
}

type Loan struct {
	Power     string `json:"power"`
	Principal int    `json:"principal"`
	Interest  int    `json:"interest"`
	Due       string `json:"due" example:"summer 1456"`
}

type Rebellion struct {
	Province string   `json:"province"`
	In       []string `json:"in" doc:"province, city, or both"`
	Against  string   `json:"against"`
}

type Dislodged struct {
	Power    string   `json:"power"`
	Unit     string   `json:"unit"`
	From     string   `json:"from,omitempty" doc:"Where the attacker came from"`
	Sortie   bool     `json:"sortie,omitempty"`
	Retreats []string `json:"retreats" doc:"Its own province means: into the city"`
}

// Orders are the orders of a seat.
type Orders struct {
	Game     string    `json:"game"`
	Seat     int       `json:"seat"`
	Number   int       `json:"number" doc:"Of the phase"`
	Phase    string    `json:"phase"`
	Revision int       `json:"revision" doc:"That the orders are for"`
	Text     string    `json:"text" doc:"As it was sent"`
	Verdicts []Verdict `json:"verdicts" doc:"One for each order, in the order of the lines"`
	Passed   []Passed  `json:"passed" doc:"Lines that were not read as orders, such as greetings. They have no effect, and do not keep the seat from being ready"`
	Refused  int       `json:"refused" doc:"How many lines were refused"`
	Missing  []Missing `json:"missing" doc:"What the seat still owes, by powers"`
	Warnings []Warning `json:"warnings" doc:"What can end a power's game, or cost it units, with these orders: no home city, a debt to the bank, units that cannot be paid"`
}

// Verdict is the result of checking one line of orders.
type Verdict struct {
	Line      int      `json:"line" doc:"Of the text, from 1"`
	Column    int      `json:"column"`
	Text      string   `json:"text" doc:"The line as it was written"`
	Power     string   `json:"power,omitempty"`
	OK        bool     `json:"ok" doc:"It was accepted"`
	Canonical string   `json:"canonical,omitempty" doc:"The order as it was understood"`
	Error     string   `json:"error,omitempty" doc:"Why it was refused, and what to do"`
	Code      string   `json:"code,omitempty" doc:"Of the judge's catalogue: E.. for errors, W.. for remarks"`
	Suggest   []string `json:"suggest,omitempty" doc:"What may have been meant"`
	Notes     []string `json:"notes,omitempty" doc:"Remarks on an accepted line"`
	Replaced  bool     `json:"replaced,omitempty" doc:"It was accepted, but a later line takes its place"`
}

// Missing lists the orders that a power still owes.
type Missing struct {
	Power    string   `json:"power"`
	Units    []string `json:"units,omitempty" doc:"Units without an order; in winter, where units are paid, those neither kept nor removed"`
	Retreats []string `json:"retreats,omitempty" doc:"Dislodged units without an order; they are disbanded"`
	Builds   int      `json:"builds,omitempty" doc:"Builds neither ordered nor waived"`
	Removals int      `json:"removals,omitempty" doc:"Removals not named"`
}

// Warning warns a power of a danger: that it may be eliminated or lose units.
type Warning struct {
	Power string `json:"power"`
	Text  string `json:"text"`
	Grave bool   `json:"grave" doc:"It will happen in this phase unless the orders change"`
}

// Passed is a line that was skipped because it is not an order.
type Passed struct {
	Line int    `json:"line" doc:"In the text, from 1"`
	Text string `json:"text"`
}

// Legal lists the legal orders of powers.
type Legal struct {
	Game     string       `json:"game"`
	Number   int          `json:"number" doc:"Of the phase"`
	Phase    string       `json:"phase"`
	Revision int          `json:"revision"`
	Powers   []LegalPower `json:"powers"`
}

// LegalPower lists the legal orders of one power.
type LegalPower struct {
	Power    string       `json:"power"`
	Units    []UnitOrders `json:"units" doc:"By unit: in retreats the dislodged ones, in winter removal and maintenance"`
	Builds   []string     `json:"builds,omitempty" doc:"In winter: units that could be built, and the waiving of a build"`
	Loans    []string     `json:"loans,omitempty" doc:"The largest loan for each duration"`
	Payments []string     `json:"payments,omitempty" doc:"Payments, each of one ducat; any sum will do"`
	Expenses []string     `json:"expenses,omitempty" doc:"Expenses with the number 1 and their least sum, affordable or not"`
	Others   []string     `json:"others,omitempty" doc:"Gifts of chits and provinces, permissions, taxes, bans, and lines of exchanges: of ducats one each, of units any order can follow give or get"`
	Money    *Money       `json:"money,omitempty" doc:"What it has to spend, where the caller may know"`
}

// UnitOrders lists the legal orders of a unit.
type UnitOrders struct {
	Unit   string   `json:"unit" doc:"As positions have it" example:"A Pavia"`
	Power  string   `json:"power"`
	Orders []string `json:"orders"`
}

// Money is the money of a power, in ducats.
type Money struct {
	Treasury int `json:"treasury"`
	Debts    int `json:"debts" doc:"What it owes to the bank, with interest"`
	Upkeep   int `json:"upkeep" doc:"What its units cost in winter"`
}

// Log is a part of a game's log.
type Log struct {
	Page[Entry]
	Last int64 `json:"last" doc:"Ask for what comes after this number when there is something new"`
}

// Letter is a press message to be sent.
type Letter struct {
	To     []string `json:"to,omitempty" maxItems:"20" doc:"Powers, observers, or all; master alone for the master alone. Postal press goes to all and names nobody" example:"[\"venice\",\"florence\"]"`
	Text   string   `json:"text" minLength:"1" maxLength:"40000"`
	Grey   bool     `json:"grey,omitempty" doc:"Hide the sender"`
	FakeTo []string `json:"fakeTo,omitempty" maxItems:"20" doc:"To whom the header says that it goes: all, or powers"`
	NoFake bool     `json:"noFake,omitempty" doc:"The header is true even where the game fakes it by default"`
	Postal bool     `json:"postal,omitempty" doc:"To be delivered after the phase"`
}

// PhaseSummary is a phase in a list.
type PhaseSummary struct {
	Number int    `json:"number"`
	Phase  string `json:"phase" example:"spring 1454 orders"`
	Done   bool   `json:"done" doc:"It was carried out"`
}

// Report is the result of a phase as text.
type Report struct {
	Title    string    `json:"title" example:"Spring 1454, orders"`
	Headline string    `json:"headline" doc:"The phase in a sentence or two"`
	Story    []Chapter `json:"story"`
	Upshots  []Upshot  `json:"upshots" doc:"What the phase means for the caller's powers, and what they can do"`
	Classic  string    `json:"classic" doc:"The report in the order and columns of the classic judge, as plain text"`
}

// Chapter is a group of sentences.
type Chapter struct {
	Title string   `json:"title"`
	Lines []string `json:"lines"`
}

// Upshot is the consequence of a phase for a power.
type Upshot struct {
	Power string   `json:"power" example:"florence"`
	Text  string   `json:"text"`
	Rules []string `json:"rules" doc:"The ids of the rules that decide it" example:"[\"SIEGE-03\"]"`
	Order string   `json:"order,omitempty" doc:"The order that the text advises" example:"A Modena besieges"`
}

// Person is an account as its owner sees it.
type Person struct {
	Account     string       `json:"account" doc:"Its ID"`
	Name        string       `json:"name"`
	Email       string       `json:"email" doc:"Where its mail goes"`
	Zone        string       `json:"zone" doc:"Its time zone; empty: UTC"`
	Language    string       `json:"language" doc:"The language of its mail and pages, such as it; empty: mail is in English, pages follow the browser"`
	Verified    bool         `json:"verified" doc:"A mail address is proved"`
	Keeper      bool         `json:"keeper,omitempty" doc:"Keeps the whole judge"`
	Program     bool         `json:"program,omitempty" doc:"The account of a program. Only the account that answers for it and operators can change that"`
	Owner       string       `json:"owner,omitempty" doc:"Of a program: the name of the person who answers for it; absent if the operator does"`
	Addresses   []Address    `json:"addresses"`
	Reliability int          `json:"reliability" doc:"In percent"`
	Record      string       `json:"record" doc:"How the reliability came about"`
	Created     time.Time    `json:"created"`
	Letters     LetterWishes `json:"letters" doc:"Which messages come by e-mail"`
	OpenData    bool         `json:"openData" doc:"Researchers may have the public games when they are over, with the name replaced, if everyone who played in them agrees. For a program, its owner decides"`
	Notices     Notices      `json:"notices" doc:"How you are notified. For ways out other than e-mail: listHooks and setHook"`
}

// Notices says about which kinds of events an account gets e-mail, and when it is notified.
type Notices struct {
	Mail       []string `json:"mail" maxItems:"9" enum:"due,late,resolved,waiting,message,vote,begins,comment,other" doc:"The kinds of events about which you get e-mail. That you are late is always among them"`
	MailDaily  bool     `json:"mailDaily" doc:"What can wait is one e-mail a day"`
	Daily      string   `json:"daily" maxLength:"5" doc:"When the message of the day is sent, in your time zone; empty: at 18:00" example:"18:00"`
	QuietFrom  string   `json:"quietFrom" maxLength:"5" doc:"What can wait is not sent in these hours; empty: there are none" example:"22:00"`
	QuietUntil string   `json:"quietUntil" maxLength:"5" example:"07:30"`
}

// LetterWishes determines which optional e-mail about games an account receives.
type LetterWishes struct {
	Reminders  bool `json:"reminders" doc:"Before deadlines"`
	Waiting    bool `json:"waiting" doc:"That a game waits still: for players, a new player, its master, the end of a pause"`
	Broadcasts bool `json:"broadcasts" doc:"Press to everyone, of games in which the account does not play"`
	// If Copies is nil, the setting stays as it is, because callers that do not know the member
	// omit it.
	Copies *bool `json:"copies,omitempty" doc:"Press between players, of games of which the account is a master"`
	Plain  bool  `json:"plain" doc:"Text alone, without HTML, map and appointment"`
	// If Classic is nil, the setting stays as it is.
	Classic *bool `json:"classic,omitempty" doc:"Results as the report of the old judges, in columns and in English"`
}

// Address is an e-mail address.
type Address struct {
	Email    string `json:"email"`
	Verified bool   `json:"verified"`
}

// Secret holds a new token, which is shown only once.
type Secret struct {
	Token string `json:"token" doc:"For Authorization: Bearer TOKEN; it is not shown again"`
}

// Changes lists what was changed.
type Changes struct {
	Changes []string `json:"changes" doc:"What changed, a sentence each, with remarks on what may surprise"`
}

// Rules are the rules of a game.
type Rules struct {
	Preset     string            `json:"preset" doc:"The edition that they started from"`
	Options    map[string]string `json:"options" doc:"Every option with its value; see /api/v1/options"`
	Text       string            `json:"text,omitempty" doc:"The rulebook of exactly this game, in the language of Accept-Language, else in that of the account"`
	HouseRules string            `json:"houseRules,omitempty" doc:"What the master has added"`
}

// OfferedGame is a game to which the caller is invited.
type OfferedGame struct {
	Game string    `json:"game" doc:"Its ID"`
	Name string    `json:"name"`
	Host string    `json:"host" doc:"The name of the person who invites you; empty if they play and the game hides its players"`
	Made time.Time `json:"made"`
}

// Scenario is a scenario that can be played.
type Scenario struct {
	ID       string            `json:"id" example:"B"`
	Slug     string            `json:"slug" example:"balance-of-power"`
	Title    string            `json:"title" example:"The Balance of Power"`
	Period   string            `json:"period" example:"1454"`
	Year     int               `json:"year" doc:"Of the first campaign"`
	Board    string            `json:"board" doc:"See /api/v1/boards"`
	Options  map[string]string `json:"options,omitempty" doc:"Options of the rules that it asks for, over those of the edition"`
	Variants []Variant         `json:"variants"`
}

// Variant is a scenario for a given number of players.
type Variant struct {
	ID         string     `json:"id" example:"B-8"`
	Players    int        `json:"players"`
	Title      string     `json:"title" doc:"Who plays what, in words"`
	Powers     []string   `json:"powers" doc:"The powers that are played"`
	Seats      [][]string `json:"seats,omitempty" doc:"The powers of each player, as far as the scenario gives them"`
	ChooseEach int        `json:"chooseEach,omitempty" doc:"How many each player chooses besides"`
	ChooseFrom []string   `json:"chooseFrom,omitempty"`
}

// About describes a judge.
type About struct {
	Program string `json:"program" example:"podesta"`
	Version string `json:"version" doc:"Of the program"`
	Engine  string `json:"engine" doc:"Version of the adjudicator"`
	Time    string `json:"time" format:"date-time" doc:"The judge's time"`
}

// GameState is the state of a game in live events.
type GameState struct {
	Game     string `json:"game"`
	Status   string `json:"status" enum:"forming,active,paused,over,terminated"`
	Number   int    `json:"number" doc:"Of the phase"`
	Phase    string `json:"phase,omitempty"`
	Revision int    `json:"revision"`
	Times    Times  `json:"times"`
}

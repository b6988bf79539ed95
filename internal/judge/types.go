package judge

import (
	"time"

	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Game is a game as the judge keeps it. The position itself is in its phases.
type Game struct {
	ID        string // short random id, part of every address of the game
	Name      string
	Scenario  string
	Variant   string
	Rules     rules.Set
	Solitaire bool // one person plays all powers, with the master's key
	Play      bool // one visitor plays at it against computer players; in no list
	Showcase  bool // made by the judge itself to be looked at or tried on the front page
	Phase     machiavelli.Phase
	Number    int       // of the current phase, from 1; each processed phase adds one
	Revision  int       // rises with every processing; orders name the revision that they are for
	Deadline  time.Time // zero: none
	Finished  bool
	Created   time.Time
	Setting   *position.Setting

	Commitment string // to the seed of the dice (package dice)

	Status  Status   // where it stands; a game that forms has no phase yet (Number 0)
	Hosting *Hosting // how it is run
}

// Seat is a place at the table: one player with one or more powers.
type Seat struct {
	Number int // from 1
	Player string
	Powers []machiavelli.Power
	Ready  bool   // in the current phase
	Owes   bool   // has something to order in the current phase
	Given  bool   // has sent orders in the current phase
	Bot    string // the kind of computer player that plays it (package bot); empty for people
}

// Role is who somebody is at a table, as their key says.
type Role struct {
	Master   bool
	Seat     int  // 0: none
	Player   bool // has joined; the game gives him a Seat when it begins
	Observer bool
	Account  string // whose part it is, where an account asks; empty for a key

	// Public is the master of a game whose link everybody has: they can order and
	// resolve phases, and nothing else.
	Public bool

	// Stead is the account of a master who has become the player of Seat for this
	// command; LinkMaster for one who has the master's link. Copied tells that the player gets a copy of what he does by
	// another way.
	Stead  string
	Copied bool
}

// LinkMaster stands in Role.Stead for a master without an account.
const LinkMaster = "link"

// Keys are the secret links of a game: the master's and each seat's.
type Keys struct {
	Master string
	Seats  []string // by seat number - 1
}

// Verdict is what became of one order line.
type Verdict struct {
	Line, Column int // where it begins in the text, from 1
	Text         string
	Power        machiavelli.Power
	Canonical    string   // the order as understood; empty if it was refused
	Error        string   // why it was refused, and what to do
	Code         string   // E.. or W.. of the judge's catalogue
	Suggest      []string // did you mean
	Notes        []string // remarks on an accepted line
	NoteCodes    []string // of the notes, one for each; empty where a note has none
	Replaced     bool     // accepted, but a later line takes its place
}

// Phase is one phase of a game's history, or the current one.
type Phase struct {
	Number int
	Phase  machiavelli.Phase
	Before *position.Position
	After  *position.Position // nil for the current phase
	Events []event.Event
	Orders map[int]string // text as given, by seat number
	Throws []dice.Throw
	Salt   string         // of its dice, once they are thrown; empty unless the master has asked for fresh ones
	Given  map[string]int // rolls that the master has set for this phase
	Engine string
	Done   time.Time // zero for the current phase
}

// NewGame is what a game is made from.
type NewGame struct {
	Name      string
	Library   string            // text of a scenario file of one's own; empty: the built-in scenarios
	Scenario  string            // may be empty where the file has one only
	Variant   string            // empty: all powers separate
	Preset    string            // empty: njudge-classic
	Options   map[string]string // rule options that differ from the preset
	Solitaire bool
	Pace      time.Duration // of a game that is held by links: from a phase's start to its deadline; 0: none
	Players   []string      // names for the seats, may be shorter
	// Position is a position to begin with, in the form of docs/interchange.md (the
	// member position of a case), and Phase the phase in which the game begins, as
	// "fall 1456 retreats"; empty: the scenario's own beginning. What a position
	// leaves out is as in the scenario's set-up, without a first income.
	Position string
	Phase    string
	// Plays has who makes a hosted game play in it, and nobody be its master: the
	// judge alone runs it. Wishes are his for a power, as Join takes them.
	Plays  bool
	Wishes string
}

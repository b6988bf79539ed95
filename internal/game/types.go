package game

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"podesta/internal/hosting"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Game is a game. Its positions are in its phases.
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

	Status  Status           // where it stands; a game that forms has no phase yet (Number 0)
	Hosting *hosting.Hosting // how it is run
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

// Role is what a person may do at a game.
type Role struct {
	Master   bool
	Seat     int  // 0: none
	Player   bool // has joined; gets a Seat when the game begins
	Observer bool
	Account  string // of the person; empty for the holder of a link

	// Public marks the master of a game whose link everyone has: they can order
	// and resolve phases, and nothing else.
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

// Takes reports whether the role has a part in the game.
func (r Role) Takes() bool { return r.Master || r.Player || r.Seat > 0 || r.Observer }

// Private returns the role without the master's rights if the game's link is
// public: those who have it may not change how the game goes on.
func (r Role) Private() Role {
	r.Master = r.Master && !r.Public
	return r
}

// PhaseInfo names a phase of a game's history.
type PhaseInfo struct {
	Number int
	Phase  machiavelli.Phase
}

// Letters is the audience that a word of power letters names; O stands for
// observers and M for masters, who always see everything. The error says which
// letter is wrong.
func (g *Game) Letters(word string) (Audience, error) {
	var a Audience
	seen := map[rune]bool{}
	for _, r := range strings.ToUpper(word) {
		if seen[r] {
			return Audience{}, Invalidf("The letter %c stands there twice.", r)
		}
		seen[r] = true
		power, known := machiavelli.Nobody, false
		if r < utf8.RuneSelf {
			power, known = g.Setting.Powers.ByLetter(byte(r))
		}
		seat := g.seatOf(power)
		switch {
		case known && seat > 0:
			if !slices.Contains(a.Seats, seat) {
				a.Seats = append(a.Seats, seat)
			}
		case r == 'O':
			a.Observers = true
		case r == 'M':
		default:
			return Audience{}, Invalidf("There is no power %c in this game. Write the letters of powers in one word, O for observers, M for the master.", r)
		}
	}
	if len(seen) == 0 {
		return a, Invalidf("The letters of the powers are missing, to whom it goes.")
	}
	slices.Sort(a.Seats)
	return a, nil
}

// seatOf is the seat of a power; 0 if it has none.
func (g *Game) seatOf(p machiavelli.Power) int {
	for i, powers := range g.Setting.Seats {
		if p != machiavelli.Nobody && slices.Contains(powers, p) {
			return i + 1
		}
	}
	return 0
}

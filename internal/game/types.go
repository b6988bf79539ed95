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
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Game is a game without its positions, which are in its phases.
type Game struct {
	ID        string // short random ID, part of every URL of the game
	Name      string
	Scenario  string
	Variant   string
	Rules     rules.Set
	Solitaire bool // whether one person plays all powers, with the master's key
	Play      bool // whether one visitor plays against computer players; such a game is in no list
	Showcase  bool // whether the judge itself created it as an example on the front page
	Phase     machiavelli.Phase
	Number    int       // number of the current phase, from 1; each resolved phase adds one
	Revision  int       // increases whenever a phase is resolved; orders name the revision that they are for
	Deadline  time.Time // zero if there is none
	Finished  bool
	Created   time.Time
	Setting   *position.Setting

	Commitment string // commitment to the seed of the dice (package dice)

	Status  Status           // a forming game has no phase yet (Number is 0)
	Hosting *hosting.Hosting // how the game is run
}

// Seat is a place in a game: one player with one or more powers.
type Seat struct {
	Number int // from 1
	Player string
	Powers []machiavelli.Power
	Ready  bool   // whether it is ready in the current phase
	Owes   bool   // whether it has orders to give in the current phase
	Given  bool   // whether it has sent orders in the current phase
	Bot    string // the kind of computer player that plays it (package bot); empty for people
}

// Role determines what a person may do in a game.
type Role struct {
	Master   bool
	Seat     int  // 0 if the person has none
	Player   bool // whether the person has joined, and gets a Seat when the game begins
	Observer bool
	Account  string // account of the person; empty for the holder of a link

	// Public marks a master by a public link, who can give orders and resolve phases, and nothing
	// else.
	Public bool

	// Stead is the account of a master who acts as the player of Seat for this command, or
	// LinkMaster for one who has the master's link. Copied says whether the player receives a
	// copy of the command in another way.
	Stead  string
	Copied bool
}

// LinkMaster is the value of Role.Stead for a master without an account.
const LinkMaster = "link"

// Keys are the secret links of a game: the master's and each seat's.
type Keys struct {
	Master string
	Seats  []string // the seats' links; the index is the seat number - 1
}

// Phase is the current phase of a game or a phase of its history.
type Phase struct {
	Number int
	Phase  machiavelli.Phase
	Before *position.Position
	After  *position.Position // nil for the current phase
	Events []event.Event
	Orders map[int]string // text of the orders as given, keyed by seat number
	Throws []dice.Throw
	Salt   string         // salt of its dice, once they are rolled; empty unless the master has asked for new dice
	Given  map[string]int // rolls that the master has set for this phase
	Engine string
	Done   time.Time // zero for the current phase
}

// Takes reports whether the role takes part in the game.
func (r Role) Takes() bool { return r.Master || r.Player || r.Seat > 0 || r.Observer }

// Private returns the role without the master's rights if the game's link is public: those who
// have it may not change how the game is run.
func (r Role) Private() Role {
	r.Master = r.Master && !r.Public
	return r
}

// PhaseInfo identifies a phase of a game's history.
type PhaseInfo struct {
	Number int
	Phase  machiavelli.Phase
}

// Letters returns the audience named by a word such as "FMO": the letters of powers, O for
// observers, and M for masters, who always see everything. The error names the invalid letter.
func (g *Game) Letters(word string) (Audience, error) {
	var a Audience
	seen := map[rune]bool{}
	for _, r := range strings.ToUpper(word) {
		if seen[r] {
			return Audience{}, Refuse(Invalid, message.New("The letter {letter} is there twice.", message.Order(string(r))))
		}
		seen[r] = true
		power, known := machiavelli.Nobody, false
		if r < utf8.RuneSelf {
			power, known = g.Setting.Powers.ByLetter(byte(r))
		}
		seat := g.SeatOf(power)
		switch {
		case known && seat > 0:
			if !slices.Contains(a.Seats, seat) {
				a.Seats = append(a.Seats, seat)
			}
		case r == 'O':
			a.Observers = true
		case r == 'M':
		default:
			return Audience{}, Refuse(Invalid, message.New("There is no power {letter} in this game. Write the letters of powers in one word, O for observers, M for the master.", message.Order(string(r))))
		}
	}
	if len(seen) == 0 {
		return a, Refuse(Invalid, message.New("The letters of the powers that should get it are missing."))
	}
	slices.Sort(a.Seats)
	return a, nil
}

// SeatOf returns the seat of a power, or 0.
func (g *Game) SeatOf(p machiavelli.Power) int {
	p = g.Setting.Plays(p)
	for i, powers := range g.Setting.Seats {
		if p != machiavelli.Nobody && slices.Contains(powers, p) {
			return i + 1
		}
	}
	return 0
}

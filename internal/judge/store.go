package judge

import (
	"context"
	"errors"
	"time"

	"podesta/machiavelli"
	"podesta/machiavelli/dice"
)

// Store keeps games. Read and Write run f in one transaction; if f returns an
// error nothing of it is kept. Writes do not overlap.
type Store interface {
	Read(ctx context.Context, f func(Tx) error) error
	Write(ctx context.Context, f func(Tx) error) error
}

// Errors of a store.
var (
	ErrNoRecord = errors.New("no such record")
	ErrRevision = errors.New("the game has another revision")
)

// GameRecord is a game as it is stored.
type GameRecord struct {
	ID, Name, Scenario, Variant string
	Rules                       []byte // JSON
	Seed                        []byte
	Solitaire, Showcase         bool
	Phase                       machiavelli.Phase
	Number, Revision            int
	Finished                    bool
	Created                     time.Time
	Opening                     []byte       // events of the opening, JSON
	OpeningThrows               []dice.Throw // its rolls
	Library                     string       // text of the scenario file; empty for the built-in scenarios
	Status                      Status
	Hosting                     []byte // JSON of Hosting
	Plan                        []byte // JSON of the times of the current phase
	Play                        bool   // one visitor plays against computer players
}

// SeatRecord is a seat as it is stored.
type SeatRecord struct {
	Number int
	Player string
	Powers []string // ids
	State  []byte   // JSON of SeatState
}

// PhaseRecord is a phase as it is stored; Events, Throws, Engine and Done are
// empty for the current one. Salt and Given are what the master has done to its
// dice: asked for fresh ones, and set rolls by hand.
type PhaseRecord struct {
	Game     string
	Number   int
	Phase    machiavelli.Phase
	Position []byte // before it
	After    []byte // after it, as it came out; nil for the current phase
	Events   []byte
	Throws   []dice.Throw
	Salt     string
	Given    map[string]int
	Engine   string
	Done     time.Time
}

// Tx is a transaction. Reads of what is not there give ErrNoRecord.
type Tx interface {
	Games() ([]GameRecord, error)
	Game(id string) (GameRecord, error)
	Seats(game string) ([]SeatRecord, error)
	Phase(game string, number int) (PhaseRecord, error)
	Phases(game string) ([]PhaseInfo, error)
	Orders(game string, number int) (map[int]string, error)

	AddGame(g GameRecord, seats []SeatRecord, first PhaseRecord) error
	NameSeat(game string, seat int, player string) error
	// The writes below are for a revision and give ErrRevision if the game has
	// another.
	SaveOrders(game string, revision, number, seat int, text string) error
	SetRolls(game string, revision, number int, given map[string]int) error
	// Advance closes the current phase and opens the next in its place (none
	// where next is nil), with the game's new values; the revision rises by one.
	Advance(g GameRecord, done PhaseRecord, next *PhaseRecord) error
}

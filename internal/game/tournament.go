package game

import (
	"encoding/json"
	"time"
)

// TournamentStatus is the state of a tournament.
type TournamentStatus string

// The states of a tournament.
const (
	TournamentDraft     TournamentStatus = "draft" // only its organisers see it
	TournamentAnnounced TournamentStatus = "announced"
	TournamentOver      TournamentStatus = "over"
	TournamentCancelled TournamentStatus = "cancelled"
)

// Tournament is a series of rounds in which people play games at several tables.
type Tournament struct {
	ID     string
	Name   string
	Status TournamentStatus
	Made   time.Time
	TournamentData
}

// TournamentData is the rest of a tournament, as it is stored.
type TournamentData struct {
	About    string          `json:"about,omitempty"` // what its organisers write about it
	Entry    bool            `json:"entry,omitempty"` // people can enter
	Scoring  string          `json:"scoring"`         // the name of a scoring system
	Best     int             `json:"best,omitempty"`  // how many rounds count for each player; 0: all
	Even     bool            `json:"even,omitempty"`  // points do not depend on the size of a table; not of tournaments that began before there was this
	Variants []string        `json:"variants"`        // of the scenario, the preferred one first; more than one: for numbers that do not divide
	New      json.RawMessage `json:"new"`             // what its games are
	Hosting  json.RawMessage `json:"hosting"`         // how they are run
	Ended    time.Time       `json:"ended,omitzero"`  // when it ended or was cancelled
}

// Entrant is the part of an account in a tournament.
type Entrant struct {
	Tournament string
	Account    string
	Number     int // in the order of entering, from 1
	Organiser  bool
	Player     bool // plays, or has played
	Reserve    bool // plays only where a player is missing
	Entered    time.Time
	Left       time.Time // as a player; zero: has not left
}

// Plays reports whether the entrant is a player who has not left.
func (e *Entrant) Plays() bool { return e.Player && e.Left.IsZero() }

// RoundStatus is the state of a round of a tournament.
type RoundStatus string

// The states of a round.
const (
	RoundCalled  RoundStatus = "called"  // players confirm that they come
	RoundSeeded  RoundStatus = "seeded"  // the tables are known
	RoundPlaying RoundStatus = "playing" // the games have begun
	RoundOver    RoundStatus = "over"
)

// Round is a round of a tournament.
type Round struct {
	Tournament string
	Number     int // from 1
	Status     RoundStatus
	RoundData
}

// RoundData is the rest of a round, as it is stored.
type RoundData struct {
	Top       bool         `json:"top,omitempty"` // only the best play, at one table
	All       bool         `json:"all,omitempty"` // players need not confirm
	Called    time.Time    `json:"called"`
	ConfirmBy time.Time    `json:"confirmBy"`           // when the tables are formed
	Starts    time.Time    `json:"starts"`              // when the games begin
	Ends      time.Time    `json:"ends,omitzero"`       // when games that still run are scored by their current position; zero: never
	Confirmed []string     `json:"confirmed,omitempty"` // accounts
	Absent    []string     `json:"absent,omitempty"`    // accounts of players who have said that they do not come
	Seed      uint64       `json:"seed,omitempty"`      // of the tables
	Seedings  int          `json:"seedings,omitempty"`  // how often the tables were formed
	Tables    []RoundTable `json:"tables,omitempty"`
	Byes      []string     `json:"byes,omitempty"`    // accounts that sit out
	Missed    []string     `json:"missed,omitempty"`  // accounts of players who have not confirmed
	Problem   string       `json:"problem,omitempty"` // the code of what keeps the judge from continuing
}

// RoundTable is a table of a round.
type RoundTable struct {
	Variant string      `json:"variant"`
	Game    string      `json:"game,omitempty"` // its ID, when it has begun
	Over    bool        `json:"over,omitempty"` // the results are in
	Seats   []RoundSeat `json:"seats"`
}

// RoundSeat is a seat at a table of a round.
type RoundSeat struct {
	Account string   `json:"account"` // for whom it was dealt
	Powers  []string `json:"powers"`  // ids

	// The result, when the table is over.
	Holder string `json:"holder,omitempty"` // the account that held the seat at the end
	Cities int    `json:"cities,omitempty"`
	Place  int    `json:"place,omitempty"`
	Points int64  `json:"points,omitempty"` // thousandths
	First  bool   `json:"first,omitempty"`  // first place, not shared
}

// TournamentTx reads and writes tournaments.
type TournamentTx interface {
	Tournament(id string) (Tournament, error)
	// LockTournament keeps other writers off a tournament until the transaction
	// ends.
	LockTournament(id string) error
	// Tournaments returns tournaments, the newest first, without drafts: those
	// before a moment (zero: the newest).
	Tournaments(before time.Time, limit int) ([]Tournament, error)
	SaveTournament(t Tournament) error // adds or replaces it
	DropTournament(id string) error    // with its entrants and rounds

	Entrants(tournament string) ([]Entrant, error) // in the order of entering
	EntriesOf(account string) ([]Entrant, error)   // the latest first
	SaveEntrant(e Entrant) error                   // adds or replaces it
	DropEntrant(tournament, account string) error  // ErrNoRecord if there is none

	Rounds(tournament string) ([]Round, error) // in order
	SaveRound(r Round) error                   // adds or replaces it
	DropRound(tournament string, number int) error
}

package game

import (
	"encoding/json"
	"time"
)

// TournamentStatus is the state of a tournament.
type TournamentStatus string

// The states of a tournament.
const (
	TournamentDraft     TournamentStatus = "draft" // only its organisers can see it
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

// TournamentData is the rest of the data of a tournament, as it is stored.
type TournamentData struct {
	About   string `json:"about,omitempty"` // the organisers' description
	Entry   bool   `json:"entry,omitempty"` // whether people can enter
	Scoring string `json:"scoring"`         // name of the scoring system
	Best    int    `json:"best,omitempty"`  // how many rounds count for each player; 0 for all
	// whether points do not depend on the number of players; false for tournaments that began
	// before this option existed
	Even bool `json:"even,omitempty"`
	// variants of the scenario, the preferred one first; the others are for numbers of players
	// that do not divide evenly
	Variants []string        `json:"variants"`
	New      json.RawMessage `json:"new"`            // settings of its games
	Hosting  json.RawMessage `json:"hosting"`        // how its games are hosted
	Ended    time.Time       `json:"ended,omitzero"` // when it ended or was cancelled
}

// Entrant is an account's role in a tournament.
type Entrant struct {
	Tournament string
	Account    string
	Number     int // number in the order of entering, from 1
	Organiser  bool
	Player     bool // whether they play, or have played
	Reserve    bool // whether they only play in place of a missing player
	Entered    time.Time
	Left       time.Time // when they left as a player; zero if they have not left
}

// Plays reports whether the entrant is a player who has not left.
func (e *Entrant) Plays() bool { return e.Player && e.Left.IsZero() }

// RoundStatus is the state of a round of a tournament.
type RoundStatus string

// The states of a round.
const (
	RoundCalled  RoundStatus = "called"  // players confirm that they will play
	RoundSeeded  RoundStatus = "seeded"  // the games and their players are known
	RoundPlaying RoundStatus = "playing" // the games have begun
	RoundOver    RoundStatus = "over"
)

// Round is a round of a tournament.
type Round struct {
	Tournament string
	Number     int // number of the round, from 1
	Status     RoundStatus
	RoundData
}

// RoundData holds the part of a round that is stored as JSON.
type RoundData struct {
	Top       bool      `json:"top,omitempty"` // whether only the best players play, in one game
	All       bool      `json:"all,omitempty"` // whether players need not confirm
	Called    time.Time `json:"called"`
	ConfirmBy time.Time `json:"confirmBy"` // when the games are drawn up
	Starts    time.Time `json:"starts"`    // when the games begin
	// when games still in play are scored by their current position; zero means never
	Ends      time.Time    `json:"ends,omitzero"`
	Confirmed []string     `json:"confirmed,omitempty"` // accounts of players who have confirmed
	Absent    []string     `json:"absent,omitempty"`    // accounts of players who have said that they will not play
	Seed      uint64       `json:"seed,omitempty"`      // seed of the seating
	Seedings  int          `json:"seedings,omitempty"`  // how many seatings were computed
	Tables    []RoundTable `json:"tables,omitempty"`
	Byes      []string     `json:"byes,omitempty"`    // accounts of players who sit out
	Missed    []string     `json:"missed,omitempty"`  // accounts of players who have not confirmed
	Problem   string       `json:"problem,omitempty"` // the code of the problem that keeps the judge from continuing
}

// RoundTable is a table of a round.
type RoundTable struct {
	Variant string      `json:"variant"`
	Game    string      `json:"game,omitempty"` // ID of the game, when it has begun
	Over    bool        `json:"over,omitempty"` // whether the results are known
	Seats   []RoundSeat `json:"seats"`
}

// RoundSeat is a seat at a table of a round.
type RoundSeat struct {
	Account string   `json:"account"` // account to which it was assigned
	Powers  []string `json:"powers"`  // ids of the powers

	// The result, when the game is over.
	Holder string `json:"holder,omitempty"` // the account that held the seat at the end
	Cities int    `json:"cities,omitempty"`
	Place  int    `json:"place,omitempty"`
	Points int64  `json:"points,omitempty"` // points in thousandths
	First  bool   `json:"first,omitempty"`  // whether it took first place alone
}

// TournamentTx reads and writes tournaments.
type TournamentTx interface {
	Tournament(id string) (Tournament, error)
	// LockTournament makes other writers of a tournament wait until the transaction ends.
	LockTournament(id string) error
	// Tournaments returns tournaments that are not drafts and were created before the given time,
	// or at any time if it is zero. The newest come first.
	Tournaments(before time.Time, limit int) ([]Tournament, error)
	SaveTournament(t Tournament) error // adds or replaces it
	DropTournament(id string) error    // removes it with its entrants and rounds

	Entrants(tournament string) ([]Entrant, error) // in the order of entering
	EntriesOf(account string) ([]Entrant, error)   // the latest first
	SaveEntrant(e Entrant) error                   // adds or replaces it
	DropEntrant(tournament, account string) error  // ErrNoRecord if there is none

	Rounds(tournament string) ([]Round, error) // in order
	SaveRound(r Round) error                   // adds or replaces it
	DropRound(tournament string, number int) error
}

package client

import (
	"net/url"
	"strings"
	"time"
)

// Path returns the path of a call. It escapes the parts.
func Path(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString("/" + url.PathEscape(p))
	}
	return b.String()
}

// Times are the instants of a phase; nil: none.
type Times struct {
	Start    *time.Time `json:"start,omitempty"`
	Deadline *time.Time `json:"deadline,omitempty"`
	Grace    *time.Time `json:"grace,omitempty"`
}

// Summary describes a game in a list.
type Summary struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Status   string `json:"status"`
	Hosted   bool   `json:"hosted"`
	Scenario string `json:"scenario"`
	Variant  string `json:"variant"`
	Title    string `json:"title"`
	Players  int    `json:"players"`
	Preset   string `json:"preset"`
	Phase    string `json:"phase"`
	Number   int    `json:"number"`
	Revision int    `json:"revision"`
	Times    Times  `json:"times"`
	Comment  string `json:"comment"`
	Gunboat  bool   `json:"gunboat"`
}

// GameList is a page of games.
type GameList struct {
	Items          []Summary `json:"items"`
	Total          int       `json:"total"`
	TotalIsMinimum bool      `json:"totalIsMinimum"`
	Next           string    `json:"next"`
	Previous       string    `json:"previous"`
}

// Game describes a game in full.
type Game struct {
	Summary
	Board     string   `json:"board"`
	Powers    []Power  `json:"powers"`
	Seats     []Seat   `json:"seats"`
	You       You      `json:"you"`
	Missing   *int     `json:"missing"`
	Vacant    []int    `json:"vacant"`
	Victors   []string `json:"victors"`
	Result    string   `json:"result"`
	Irregular bool     `json:"irregular"`
}

// Created is a new game. Keys is set for games played by links.
type Created struct {
	Game
	Keys *Keys `json:"keys"`
}

// Keys holds the secret links of a game.
type Keys struct {
	Master string   `json:"master"`
	Seats  []string `json:"seats"`
}

// Power is a power of a game.
type Power struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Letter string `json:"letter"`
	Seat   int    `json:"seat"`
}

// Seat is a place in a game.
type Seat struct {
	Number    int      `json:"number"`
	Player    string   `json:"player"`
	Program   bool     `json:"program"`
	Powers    []string `json:"powers"`
	Owes      bool     `json:"owes"`
	Given     bool     `json:"given"`
	Ready     bool     `json:"ready"`
	Wait      bool     `json:"wait"`
	Complete  bool     `json:"complete"`
	Late      bool     `json:"late"`
	LateCount int      `json:"lateCount"`
	Abandoned bool     `json:"abandoned"`
	Disorder  bool     `json:"disorder"`
	Awaited   bool     `json:"awaited"`
}

// You describes the caller's role in a game.
type You struct {
	Master   bool     `json:"master"`
	Seat     int      `json:"seat"`
	Player   bool     `json:"player"`
	Observer bool     `json:"observer"`
	Powers   []string `json:"powers"`
}

// PositionAt is the position at the beginning of a phase, as far as the caller
// may see it. Its maps are keyed by power.
type PositionAt struct {
	Number   int      `json:"number"`
	Phase    string   `json:"phase"`
	Hidden   []string `json:"hidden"`
	Position Position `json:"position"`
}

// Position is the part of a position that is used in listings.
type Position struct {
	Units      map[string][]string `json:"units"`
	Provinces  map[string][]string `json:"provinces"`
	Cities     map[string][]string `json:"cities"`
	Countries  map[string][]string `json:"countries"` // home countries
	Treasuries map[string]int      `json:"treasuries"`
	Loans      []Loan              `json:"loans"`
	Chits      map[string][]string `json:"chits"`
	Sieges     []string            `json:"sieges"`
	Rebellions []Rebellion         `json:"rebellions"`
	Famine     []string            `json:"famine"`
	Plague     []string            `json:"plague"`
	Dislodged  []Dislodged         `json:"dislodged"`
	Eliminated []string            `json:"eliminated"`
}

// Loan is a debt to the bank, in ducats.
type Loan struct {
	Power     string `json:"power"`
	Principal int    `json:"principal"`
	Interest  int    `json:"interest"`
	Due       string `json:"due"`
}

// Rebellion is a rebellion in a province.
type Rebellion struct {
	Province string   `json:"province"`
	In       []string `json:"in"`
	Against  string   `json:"against"`
}

// Dislodged is a unit that must retreat.
type Dislodged struct {
	Power    string   `json:"power"`
	Unit     string   `json:"unit"`
	Retreats []string `json:"retreats"`
}

// Orders holds the orders of a seat with their verdicts.
type Orders struct {
	Game     string    `json:"game"`
	Seat     int       `json:"seat"`
	Phase    string    `json:"phase"`
	Revision int       `json:"revision"`
	Text     string    `json:"text"`
	Verdicts []Verdict `json:"verdicts"`
	Passed   []Passed  `json:"passed"`
	Refused  int       `json:"refused"`
	Missing  []Missing `json:"missing"`
	Warnings []Warning `json:"warnings"`
}

// Passed is a line that was not read as an order.
type Passed struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Warning warns a power of something that can end its game or cost it units.
type Warning struct {
	Power string `json:"power"`
	Text  string `json:"text"`
	Grave bool   `json:"grave"`
}

// Verdict is the result of checking one line of orders.
type Verdict struct {
	Line      int      `json:"line"`
	Text      string   `json:"text"`
	Power     string   `json:"power"`
	OK        bool     `json:"ok"`
	Canonical string   `json:"canonical"`
	Error     string   `json:"error"`
	Code      string   `json:"code"`
	Suggest   []string `json:"suggest"`
	Notes     []string `json:"notes"`
	Replaced  bool     `json:"replaced"`
}

// Missing lists the orders that a power still owes.
type Missing struct {
	Power    string   `json:"power"`
	Units    []string `json:"units"`
	Retreats []string `json:"retreats"`
	Builds   int      `json:"builds"`
	Removals int      `json:"removals"`
}

// Draft is a text of orders: to be sent, for a revision of the game, or,
// without a revision, to be checked.
type Draft struct {
	Text     string `json:"text"`
	Revision int    `json:"revision,omitempty"`
}

// Legal lists the legal orders of powers.
type Legal struct {
	Phase    string       `json:"phase"`
	Revision int          `json:"revision"`
	Powers   []LegalPower `json:"powers"`
}

// LegalPower lists the legal orders of one power.
type LegalPower struct {
	Power    string       `json:"power"`
	Units    []UnitOrders `json:"units"`
	Builds   []string     `json:"builds"`
	Loans    []string     `json:"loans"`
	Payments []string     `json:"payments"`
	Expenses []string     `json:"expenses"`
	Others   []string     `json:"others"`
	Money    *Money       `json:"money"`
}

// UnitOrders lists the legal orders of a unit.
type UnitOrders struct {
	Unit   string   `json:"unit"`
	Orders []string `json:"orders"`
}

// Money is the money of a power, in ducats.
type Money struct {
	Treasury int `json:"treasury"`
	Debts    int `json:"debts"`
	Upkeep   int `json:"upkeep"`
}

package api

import (
	"podesta/internal/apijson"
	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/view"
)

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

// Game is a game in full.
type Game struct {
	apijson.Summary
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

// setIDs returns the identifiers of a set of powers, or nil.
func setIDs(s *position.Setting, set machiavelli.PowerSet) []string {
	if set == 0 {
		return nil
	}
	return view.PowerIDs(s, set)
}

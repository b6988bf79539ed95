package interchange

import (
	"encoding/json"

	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Draft is a case to be written. It has a position, the orders of its phase,
// and the known dice.
type Draft struct {
	ID       string // empty if there is none
	Position *position.Position
	Rules    *rules.Set
	Orders   map[string][]string // each power's lines, by its id
	Seed     string              // seed of the dice; empty if there is none
	Rolls    map[string]int
}

// writtenCase holds the members of a case in the order of docs/interchange.md.
type writtenCase struct {
	ID       string              `json:"id,omitempty"`
	Scenario string              `json:"scenario"`
	Variant  string              `json:"variant,omitempty"`
	Seats    [][]string          `json:"seats,omitempty"`
	Rules    rules.Spec          `json:"rules"`
	Phase    string              `json:"phase"`
	Position json.RawMessage     `json:"position"`
	Orders   map[string][]string `json:"orders"`
	Dice     *writtenDice        `json:"dice,omitempty"`
	Explain  bool                `json:"explain"`
}

type writtenDice struct {
	Seed  string         `json:"seed,omitempty"`
	Rolls map[string]int `json:"rolls,omitempty"`
}

// Write returns the case as indented JSON, which Read can read and Append can
// adjudicate. The position must belong to one of the judge's own scenarios.
func (d *Draft) Write() ([]byte, error) {
	set := d.Position.Setting
	c := writtenCase{
		ID: d.ID, Scenario: set.Scenario, Variant: set.Variant, Rules: d.Rules.Spec(), Phase: d.Position.Phase.String(),
		Position: AppendPosition(nil, d.Position), Orders: d.Orders, Explain: true,
	}
	var err error
	if c.Seats, err = Seats(set); err != nil {
		return nil, err
	}
	if c.Orders == nil {
		c.Orders = map[string][]string{}
	}
	if d.Seed != "" || len(d.Rolls) > 0 {
		c.Dice = &writtenDice{d.Seed, d.Rolls}
	}
	out, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return nil, err
	}
	return append(out, '\n'), nil
}

package env

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// Protocol is the version of the messages of this package. It rises when a
// program that was written for an earlier one would no longer work.
const Protocol = 1

// OpDecide is the op of a Request.
const OpDecide = "decide"

// Request asks a player program for the orders of one power in one phase. It is
// one line of JSON on the program's standard input. The program answers each
// request with one line, an Answer, on its standard output. Its standard error
// is for its own messages. The end of its input asks it to stop.
type Request struct {
	Op   string `json:"op"` // OpDecide
	ID   uint64 `json:"id"` // to be repeated in the answer
	Game string `json:"game"`

	// Power is the id of the power that the program decides for. In one game a
	// program may be asked about several powers, one after the other, which may
	// belong to seats that must not know of each other.
	Power string `json:"power"`

	// Observation is what the power's seat may know, as AppendObservation writes
	// it.
	Observation json.RawMessage `json:"observation"`

	// Legal has the legal orders of the power, as AppendLegal writes them.
	Legal json.RawMessage `json:"legal"`
}

// Answer is the answer of a player program. Units without an order hold, or are
// treated as the rules say. Wrong orders are refused like those of a person and
// do no harm to the other orders.
type Answer struct {
	ID     uint64   `json:"id"`
	Orders []Choice `json:"orders"`
}

// Choice is one order in a message: a line of text, or the number of an action
// in the vocabulary. A line may hold several orders, as the order language
// permits.
type Choice struct {
	Line   string // empty: the choice is an action
	Action int
}

// MarshalJSON writes the line as a string, or the action as a number.
func (c Choice) MarshalJSON() ([]byte, error) {
	if c.Line != "" {
		return json.Marshal(c.Line)
	}
	return strconv.AppendInt(nil, int64(c.Action), 10), nil
}

// UnmarshalJSON reads a string as a line, and a whole number, from 0, as an
// action. It refuses everything else.
func (c *Choice) UnmarshalJSON(data []byte) error {
	*c = Choice{}
	if len(data) > 0 && data[0] == '"' {
		if err := json.Unmarshal(data, &c.Line); err != nil {
			return err
		}
		if c.Line == "" {
			return fmt.Errorf("an order is empty: leave it out")
		}
		return nil
	}
	n, err := strconv.ParseUint(string(bytes.TrimSpace(data)), 10, 64)
	if err != nil || n > math.MaxInt32 {
		return fmt.Errorf("%.40s is neither a line in quotation marks nor the number of an action", data)
	}
	c.Action = int(n)
	return nil
}

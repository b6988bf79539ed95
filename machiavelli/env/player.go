package env

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"podesta/machiavelli"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// Protocol is the version of the messages of this package. It is increased when programs written
// for the previous version would no longer work.
const Protocol = 1

// OpDecide is the op of a Request.
const OpDecide = "decide"

// Request asks a player program for the orders of one power in one phase. It is
// one line of JSON on the program's standard input. The program answers each
// request with one line, an Answer, on its standard output. Its standard error
// is for its own messages. The end of its input asks it to stop.
type Request struct {
	Op   string `json:"op"` // OpDecide
	ID   uint64 `json:"id"` // the answer repeats it
	Game string `json:"game"`

	// Power is the id of the power that the program decides for. In one game a
	// program may be asked about several powers, one after the other, which may
	// belong to seats that must not know of each other.
	Power string `json:"power"`

	// Observation is what the power's seat may know, as Scene.AppendObservation
	// writes it.
	Observation json.RawMessage `json:"observation"`

	// Legal has the legal orders of the power, as Scene.AppendLegal writes them.
	Legal json.RawMessage `json:"legal"`
}

// Answer is the answer of a player program. Units without an order hold, or do what the rules
// prescribe. Wrong orders are refused like those of a person and do no harm to the other
// orders.
type Answer struct {
	ID     uint64   `json:"id"`
	Orders []Choice `json:"orders"`
}

// Choice is one order in a message: a line of text, or the number of an action
// in the vocabulary. A line may hold several orders, as the order language
// permits.
type Choice struct {
	Line   string // empty if the choice is an action
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
			return &choiceError{"is empty: leave it out"}
		}
		return nil
	}
	n, err := strconv.ParseUint(string(bytes.TrimSpace(data)), 10, 64)
	if err != nil || n > math.MaxInt32 {
		return &choiceError{fmt.Sprintf("is neither a line in quotation marks nor the number of an action: %.40s", data)}
	}
	c.Action = int(n)
	return nil
}

// choiceError is the error for a value that is not a choice.
type choiceError struct{ what string }

// Error returns a sentence about an order.
func (e *choiceError) Error() string { return "an order " + e.what }

// misplaced returns the error for the first order of a request or an answer that is not a
// Choice, with its power and its number. If all orders are choices, it returns err.
func misplaced(data []byte, err error) error {
	var all struct {
		Orders, Buying json.RawMessage
	}
	if json.Unmarshal(data, &all) != nil {
		return err
	}
	var lists map[string][]json.RawMessage
	if json.Unmarshal(all.Orders, &lists) != nil {
		for _, list := range []json.RawMessage{all.Orders, all.Buying} {
			var orders []json.RawMessage
			if json.Unmarshal(list, &orders) == nil {
				lists = map[string][]json.RawMessage{"": append(lists[""], orders...)}
			}
		}
	}
	for _, power := range slices.Sorted(maps.Keys(lists)) {
		for i, order := range lists[power] {
			var bad *choiceError
			if !errors.As(json.Unmarshal(order, new(Choice)), &bad) {
				continue
			}
			if power == "" {
				return fmt.Errorf("order %d %s", i+1, bad.what)
			}
			return fmt.Errorf("order %d of %s %s", i+1, power, bad.what)
		}
	}
	return err
}

// MaxLine is the maximum length of a line of the protocol, in bytes, without the line break.
const MaxLine = 10_000_000

// maxOrders is the maximum number of orders of a power in a message.
const maxOrders = 2000

// ReadAnswer reads a player program's answer to the request with the given id. The error says
// what is wrong with the line.
func ReadAnswer(line []byte, id uint64) (Answer, error) {
	var a Answer
	if err := acceptable(line); err != nil {
		return a, err
	}
	if err := decode(line, &a, "an answer"); err != nil {
		return a, err
	}
	if a.ID != id {
		return a, fmt.Errorf("the answer is to request %d, not to %d: repeat the id of the request", a.ID, id)
	}
	return a, nil
}

// acceptable returns an error for a line that is too long or not UTF-8.
func acceptable(line []byte) error {
	if len(line) > MaxLine {
		return errTooLong
	}
	for i := 0; i < len(line); {
		r, n := utf8.DecodeRune(line[i:])
		if r == utf8.RuneError && n == 1 {
			return fmt.Errorf("byte %d of the line is not UTF-8: send JSON as UTF-8 text", i+1)
		}
		i += n
	}
	return nil
}

// errTooLong is the error for a line that is too long.
var errTooLong = fmt.Errorf("the line has more than %d bytes: send less in one line", MaxLine)

// Lines returns the choices of a power as order lines for the phase. A line that cannot be
// understood, and an order that is not legal, become refused lines, as for a person. It returns
// an error for too many orders and for an action that the vocabulary does not have; if v is
// nil, for any action.
func (s *Scene) Lines(power machiavelli.Power, choices []Choice, v *Vocabulary) ([]turn.Line, error) {
	return s.appendLines(nil, power, choices, v, new(legal.Finder))
}

// appendLines appends to dst the lines that Lines returns. f is reused between calls.
func (s *Scene) appendLines(dst []turn.Line, power machiavelli.Power, choices []Choice, v *Vocabulary, f *legal.Finder) ([]turn.Line, error) {
	if len(choices) > maxOrders {
		return dst, fmt.Errorf("%d orders for one power, more than %d", len(choices), maxOrders)
	}
	set := s.Position.Setting
	ctx := order.Context{
		Board: set.Board, Powers: set.Powers, Power: power, Step: s.Position.Phase.Step,
		Explicit: s.Rules.ConvoyRoute == rules.RouteExplicit,
	}
	for i := range choices {
		c := &choices[i]
		if c.Line == "" {
			if v == nil {
				return dst, fmt.Errorf("order %d: this game is played without numbers of actions: send lines", i+1)
			}
			o, ok := v.Order(c.Action, s.Position, s.Rules, f)
			if !ok {
				return dst, fmt.Errorf("order %d: there is no action %d: this vocabulary has %d, from 0", i+1, c.Action, v.Len())
			}
			dst = append(dst, turn.Line{Power: power, Text: v.Text(c.Action), Order: o})
			continue
		}
		for _, l := range order.Parse(c.Line, &ctx) {
			line := turn.Line{Power: power, Text: l.Text, Order: l.Order}
			if l.Err != nil {
				line.Err, line.Code = interchange.ParseError(l.Err), l.Err.Code
			}
			dst = append(dst, line)
		}
	}
	return dst, nil
}

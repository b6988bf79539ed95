package interchange

import (
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// Case is a parsed case, for programs that do not adjudicate it. Lines holds
// all order lines, including refused ones; Rolls holds the rolls that the case
// names.
type Case struct {
	Position *position.Position
	Rules    *rules.Set
	Lines    []turn.Line
	Rolls    map[string]int
}

// Read parses one case. It returns the same errors as Append.
func (a *Adjudicator) Read(data []byte) (*Case, error) {
	raw, err := split(string(data))
	if err != nil {
		return nil, err
	}
	c, err := a.read(&raw)
	if err != nil {
		return nil, err
	}
	_, rolls, err := readDice(raw.dice)
	return &Case{Position: c.position, Rules: c.rules, Lines: c.lines, Rolls: rolls}, err
}

// ReadLines parses orders in the form of the case's member orders, for the
// phase of the case. Lines that cannot be parsed carry their error.
func (c *Case) ReadLines(orders []byte) ([]turn.Line, error) {
	other := theCase{rules: c.Rules, position: c.Position}
	err := other.readOrders(string(orders))
	return other.lines, err
}

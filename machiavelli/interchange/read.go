package interchange

import (
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// Case is a case that was read, for programs that do something else with it
// than adjudicate. Lines holds all order lines, refused ones too; Rolls the
// rolls that the case names.
type Case struct {
	Position *position.Position
	Rules    *rules.Set
	Lines    []turn.Line
	Rolls    map[string]int
}

// Read reads one case. The error is that which Append writes.
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

// ReadLines reads orders in the form of a case's member of that name, as of the
// case's phase. Lines that cannot be read have their error in them.
func (c *Case) ReadLines(orders []byte) ([]turn.Line, error) {
	other := theCase{rules: c.Rules, position: c.Position}
	err := other.readOrders(string(orders))
	return other.lines, err
}

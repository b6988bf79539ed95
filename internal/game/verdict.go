package game

import (
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
)

// Note is a remark on an accepted line.
type Note struct {
	Code    string // of the judge's catalogue; empty if it has none
	Message message.Message
}

// Note adds a remark on the line; code is empty if it has none.
func (v *Verdict) Note(code string, m message.Message) { v.Notes = append(v.Notes, Note{code, m}) }

// Refused reports whether the line was refused.
func (v *Verdict) Refused() bool { return !v.Error.IsZero() }

// Verdict is the result of reading one order line.
type Verdict struct {
	Line, Column int // position in the text, from 1
	Text         string
	Power        machiavelli.Power
	Order        order.Order     // as understood; zero if it was refused
	Canonical    string          // the same in the order language; empty if it was refused
	Error        message.Message // why it was refused, and what to do; empty if it was accepted
	Code         string          // E.. or W.. of the judge's catalogue
	Suggest      []string        // did you mean
	Notes        []Note          // remarks on an accepted line
	Replaced     bool            // accepted, but a later line takes its place
}

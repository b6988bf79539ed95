package game

import (
	"podesta/machiavelli"
	"podesta/machiavelli/order"
)

// Note adds a remark on the line. code may be empty.
func (v *Verdict) Note(code, message string) {
	v.Notes, v.NoteCodes = append(v.Notes, message), append(v.NoteCodes, code)
}

// Verdict is the result of checking one order line.
type Verdict struct {
	Line, Column int // position in the text, from 1
	Text         string
	Power        machiavelli.Power
	Order        order.Order // as understood; zero if refused
	Canonical    string      // the same in the order language; empty if refused
	Error        string      // why it was refused, and what would be right
	Code         string      // E.. or W.. of the judge's catalogue
	Suggest      []string    // did you mean
	Notes        []string    // remarks on an accepted line
	NoteCodes    []string    // of the notes, one for each; may be empty
	Replaced     bool        // accepted, but replaced by a later line
}

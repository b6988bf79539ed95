package game

import (
	"podesta/machiavelli"
	"podesta/machiavelli/order"
)

// Note adds a remark on the line; code is empty where it has none.
func (v *Verdict) Note(code, message string) {
	v.Notes, v.NoteCodes = append(v.Notes, message), append(v.NoteCodes, code)
}

// Verdict is what became of one order line.
type Verdict struct {
	Line, Column int // where it begins in the text, from 1
	Text         string
	Power        machiavelli.Power
	Order        order.Order // as understood; zero if it was refused
	Canonical    string      // the same in the order language; empty if it was refused
	Error        string      // why it was refused, and what to do
	Code         string      // E.. or W.. of the judge's catalogue
	Suggest      []string    // did you mean
	Notes        []string    // remarks on an accepted line
	NoteCodes    []string    // of the notes, one for each; empty where a note has none
	Replaced     bool        // accepted, but a later line takes its place
}

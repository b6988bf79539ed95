package view

import (
	"slices"
	"strings"

	"podesta/machiavelli/dice"
	"podesta/machiavelli/rules"
)

// SeesThrow reports whether the reader may know of a roll. If treasuries are
// hidden, the rolls for income are hidden until the game is over, because they
// would reveal the treasuries.
func (v View) SeesThrow(t dice.Throw) bool {
	if v.Master || v.Over || v.Rules.TreasuryVisibility == rules.TreasuriesOpen {
		return true
	}
	return !strings.HasPrefix(t.Name, "income ")
}

// Throws returns the rolls that the reader may know of.
func (v View) Throws(throws []dice.Throw) []dice.Throw {
	return slices.DeleteFunc(slices.Clone(throws), func(t dice.Throw) bool { return !v.SeesThrow(t) })
}

// Book returns a copy of the dice book with the rolls that the reader may know
// of.
func (v View) Book(b *dice.Book) *dice.Book {
	out := *b
	out.Phases = slices.Clone(b.Phases)
	for i := range out.Phases {
		out.Phases[i].Throws = v.Throws(out.Phases[i].Throws)
	}
	return &out
}

package bot

import (
	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Position returns the position as the seat knows it. It must not be changed.
func (v View) Position() *position.Position { return v.pos }

// Rules returns the rules of the game. They must not be changed.
func (v View) Rules() *rules.Set { return v.r }

// Side returns the powers of the seat.
func (v View) Side() machiavelli.PowerSet { return v.side }

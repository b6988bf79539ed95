package admin

import (
	"podesta/internal/clock"
	"podesta/internal/gamestate"
)

// Admin implements the commands of game masters.
type Admin struct {
	base  *gamestate.Base
	clock *clock.Clockwork
}

// New returns the tools of game masters.
func New(b *gamestate.Base, c *clock.Clockwork) *Admin {
	return &Admin{base: b, clock: c}
}

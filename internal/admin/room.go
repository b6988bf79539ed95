package admin

import (
	"podesta/internal/clock"
	"podesta/internal/gamestate"
)

// Tools implements the commands of game masters.
type Tools struct {
	*gamestate.Base
	clock *clock.Clockwork
}

// New returns the tools of game masters.
func New(b *gamestate.Base, c *clock.Clockwork) *Tools {
	return &Tools{Base: b, clock: c}
}

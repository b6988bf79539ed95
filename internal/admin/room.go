package admin

import (
	"podesta/internal/clock"
	"podesta/internal/gamestate"
)

// Tools is the room for the tools of game masters.
type Tools struct {
	*gamestate.Base
	clock *clock.Clockwork
}

// New returns the room.
func New(b *gamestate.Base, c *clock.Clockwork) *Tools {
	return &Tools{Base: b, clock: c}
}

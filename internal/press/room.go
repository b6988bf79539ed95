package press

import (
	"podesta/internal/clock"
	"podesta/internal/gamestate"
)

// Press is the room for letters, and the log as each reader may see it.
type Press struct {
	*gamestate.Base
	clock *clock.Clockwork
}

// New returns the room.
func New(b *gamestate.Base, c *clock.Clockwork) *Press {
	return &Press{Base: b, clock: c}
}

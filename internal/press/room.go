package press

import (
	"podesta/internal/clock"
	"podesta/internal/gamestate"
)

// Press implements messages, and the log as each reader may see it.
type Press struct {
	base  *gamestate.Base
	clock *clock.Clockwork
}

// New returns a Press that implements messages.
func New(b *gamestate.Base, c *clock.Clockwork) *Press {
	return &Press{base: b, clock: c}
}

package hooks

import (
	"podesta/internal/gamestate"
	"podesta/internal/press"
)

// Caller is the room for webhooks.
type Caller struct {
	*gamestate.Base
	press *press.Press
}

// New returns the room.
func New(b *gamestate.Base, p *press.Press) *Caller {
	return &Caller{Base: b, press: p}
}

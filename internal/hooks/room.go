package hooks

import (
	"podesta/internal/gamestate"
	"podesta/internal/press"
)

// Caller implements webhooks.
type Caller struct {
	*gamestate.Base
	press *press.Press
}

// New returns the caller of webhooks.
func New(b *gamestate.Base, p *press.Press) *Caller {
	c := &Caller{Base: b, press: p}
	b.Accounts.TellWays(c.queueNews)
	return c
}

// EntryNumber returns the number of an entry of a game's log as the API shows it.
func (c *Caller) EntryNumber(gameID string, seq int64) int64 { return c.press.EntryNumber(gameID, seq) }

package notify

import (
	"podesta/internal/gamestate"
	"podesta/internal/press"
)

// Queue manages the hooks that people have registered, and makes the calls that are due.
type Queue struct {
	base  *gamestate.Base
	press *press.Press
}

// New returns the queue of a judge.
func New(b *gamestate.Base, p *press.Press) *Queue {
	q := &Queue{base: b, press: p}
	b.Accounts.TellWays(q.queueNews)
	return q
}

package queue

import (
	"podesta/internal/gamestate"
	"podesta/internal/lobby"
)

// Queue implements the queue.
type Queue struct {
	base  *gamestate.Base
	lobby *lobby.Lobby
}

// New returns the queue.
func New(b *gamestate.Base, l *lobby.Lobby) *Queue { return &Queue{base: b, lobby: l} }

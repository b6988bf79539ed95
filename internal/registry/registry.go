// Package registry lists the commands of all rooms of the judge, from which the doors
// make what they offer.
package registry

import (
	"slices"

	"podesta/internal/act"
	"podesta/internal/clock"
	"podesta/internal/lobby"
	"podesta/internal/queue"
)

// Rooms are the parts of a judge that have commands. Those of a nil room can only be
// described.
type Rooms struct {
	Clock *clock.Clockwork
	Lobby *lobby.Lobby
	Queue *queue.Queue
}

// All returns the commands, in the order of documents.
func (r Rooms) All() []act.Command {
	return slices.Concat(r.Clock.Commands(), r.Lobby.Commands(), r.Queue.Commands())
}

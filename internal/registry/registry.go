// Package registry lists the commands of all parts of the judge. The interfaces derive their
// operations from this list.
package registry

import (
	"slices"

	"podesta/internal/act"
	"podesta/internal/admin"
	"podesta/internal/clock"
	"podesta/internal/lobby"
	"podesta/internal/notify"
	"podesta/internal/press"
	"podesta/internal/queue"
	"podesta/internal/ratings"
	"podesta/internal/safety"
	"podesta/internal/tournament"
	"podesta/internal/users"
)

// Rooms lists the parts of a judge that have commands. The commands of a nil part can only be
// described, not run.
type Rooms struct {
	Clock       *clock.Clockwork
	Admin       *admin.Admin
	Press       *press.Press
	Hooks       *notify.Queue
	Lobby       *lobby.Lobby
	Queue       *queue.Queue
	Users       *users.Users
	Safety      *safety.Safety
	Tournaments *tournament.Tournaments
	Scores      *ratings.Ratings
}

// All returns the commands, in the order used in documents.
func (r Rooms) All() []act.Command {
	return slices.Concat(
		r.Clock.Commands(), r.Clock.PlayerCommands(), r.Admin.Commands(), r.Admin.PlayerCommands(), r.Lobby.Commands(), r.Lobby.PlayerCommands(), r.Queue.Commands(),
		r.Users.Commands(), r.Safety.Commands(), r.Press.PlayerCommands(), r.Tournaments.Commands(), r.Hooks.Commands(), r.Scores.Commands(),
	)
}

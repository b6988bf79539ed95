package lobby

import (
	"podesta/internal/admin"
	"podesta/internal/clock"
	"podesta/internal/gamestate"
)

// Lobby implements how games form: hosting, joining, seats, settings, the
// start.
type Lobby struct {
	*gamestate.Base
	clock  *clock.Clockwork
	admin  *admin.Tools
	places listedPlaces

	programGames int // SetProgramGames
}

// New returns the lobby.
func New(b *gamestate.Base, c *clock.Clockwork, a *admin.Tools) *Lobby {
	return &Lobby{Base: b, clock: c, admin: a, programGames: ProgramGames}
}

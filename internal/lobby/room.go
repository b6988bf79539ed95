package lobby

import (
	"podesta/internal/admin"
	"podesta/internal/clock"
	"podesta/internal/gamestate"
)

// Lobby implements how games form: hosting, joining, seats, settings and the start.
type Lobby struct {
	base   *gamestate.Base
	clock  *clock.Clockwork
	admin  *admin.Admin
	places listedPlaces

	programGames int // maximum number of concurrent games of a program; 0 means any number
}

// New returns the lobby. programGames is the maximum number of games in which a program can play at
// the same time; 0 means any number.
func New(b *gamestate.Base, c *clock.Clockwork, a *admin.Admin, programGames int) *Lobby {
	return &Lobby{base: b, clock: c, admin: a, programGames: programGames}
}

package lobby

import (
	"podesta/internal/admin"
	"podesta/internal/clock"
	"podesta/internal/gamestate"
)

// Lobby implements how games form: hosting, joining, seats, settings, the
// start.
type Lobby struct {
	base   *gamestate.Base
	clock  *clock.Clockwork
	admin  *admin.Admin
	places listedPlaces

	programGames int // in which a program can play at once; 0: any number
}

// New returns the lobby. A program can play in so many games at once; 0: in any number.
func New(b *gamestate.Base, c *clock.Clockwork, a *admin.Admin, programGames int) *Lobby {
	return &Lobby{base: b, clock: c, admin: a, programGames: programGames}
}

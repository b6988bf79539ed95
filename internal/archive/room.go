package archive

import (
	"podesta/internal/admin"
	"podesta/internal/clock"
	"podesta/internal/gamestate"
)

// Archive implements games as files.
type Archive struct {
	base  *gamestate.Base
	clock *clock.Clockwork
	admin *admin.Admin
}

// New returns the archive.
func New(b *gamestate.Base, c *clock.Clockwork, a *admin.Admin) *Archive {
	return &Archive{base: b, clock: c, admin: a}
}

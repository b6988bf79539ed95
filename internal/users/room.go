package users

import (
	"podesta/internal/admin"
	"podesta/internal/gamestate"
	"podesta/internal/lobby"
	"podesta/internal/press"
	"podesta/internal/tournament"
)

// Users implements the commands about people.
type Users struct {
	*gamestate.Base
	press *press.Press
	lobby *lobby.Lobby
	admin *admin.Tools

	tournaments *tournament.Tournaments
}

// New returns the commands about people.
func New(b *gamestate.Base, p *press.Press, l *lobby.Lobby, a *admin.Tools, t *tournament.Tournaments) *Users {
	return &Users{Base: b, press: p, lobby: l, admin: a, tournaments: t}
}

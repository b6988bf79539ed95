package users

import (
	"podesta/internal/admin"
	"podesta/internal/gamestate"
	"podesta/internal/lobby"
	"podesta/internal/press"
)

// Users implements the commands about people.
type Users struct {
	*gamestate.Base
	press *press.Press
	lobby *lobby.Lobby
	admin *admin.Tools
}

// New returns the commands about people.
func New(b *gamestate.Base, p *press.Press, l *lobby.Lobby, a *admin.Tools) *Users {
	return &Users{Base: b, press: p, lobby: l, admin: a}
}

package users

import (
	"sync/atomic"

	"podesta/internal/admin"
	"podesta/internal/clock"
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
	marks       *clock.Clockwork
	erased      atomic.Pointer[func(accountID string) error] // OnErased

	repeatsTidied atomic.Pointer[string] // the last day on which answers were removed
}

// New returns the commands about people.
func New(b *gamestate.Base, k *clock.Clockwork, p *press.Press, l *lobby.Lobby, a *admin.Tools, t *tournament.Tournaments) *Users {
	return &Users{Base: b, press: p, lobby: l, admin: a, tournaments: t, marks: k}
}

package users

import (
	"sync/atomic"

	"podesta/internal/account"
	"podesta/internal/admin"
	"podesta/internal/clock"
	"podesta/internal/gamestate"
	"podesta/internal/lobby"
	"podesta/internal/press"
	"podesta/internal/tournament"
)

// Users combines the commands of package account with commands about people that involve games.
type Users struct {
	base *gamestate.Base
	*account.Service
	press *press.Press
	lobby *lobby.Lobby
	admin *admin.Admin

	tournaments *tournament.Tournaments
	marks       *clock.Clockwork
	erased      func(accountID string) error // nil if nothing must be called

	repeatsTidied atomic.Pointer[string] // last day on which old answers were removed
}

// New returns the commands about people. erased is called with the ID of each account before it
// is erased; an error prevents the erasure. It may be nil.
func New(b *gamestate.Base, k *clock.Clockwork, p *press.Press, l *lobby.Lobby, a *admin.Admin, t *tournament.Tournaments, erased func(accountID string) error) *Users {
	return &Users{base: b, Service: b.Accounts, press: p, lobby: l, admin: a, tournaments: t, marks: k, erased: erased}
}

package botgames

import (
	"podesta/internal/clock"
	"podesta/internal/gamestate"
	"podesta/internal/lobby"
	"podesta/internal/press"
)

// Solo implements games with computer players.
type Solo struct {
	*gamestate.Base
	clock *clock.Clockwork
	lobby *lobby.Lobby
	press *press.Press
	plays int // AllowPlay

	opinions   *opinions
	exhibition exhibition
}

// New returns the games with computer players.
func New(b *gamestate.Base, c *clock.Clockwork, l *lobby.Lobby, p *press.Press) *Solo {
	return &Solo{Base: b, clock: c, lobby: l, press: p, plays: clock.UsualPlay, opinions: newOpinions()}
}

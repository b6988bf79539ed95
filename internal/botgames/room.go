package botgames

import (
	"podesta/internal/clock"
	"podesta/internal/gamestate"
	"podesta/internal/lobby"
	"podesta/internal/press"
)

// BotGames implements games with computer players.
type BotGames struct {
	base  *gamestate.Base
	clock *clock.Clockwork
	lobby *lobby.Lobby
	press *press.Press
	plays int // tables against computer players at a time

	opinions   *opinions
	exhibition exhibition
}

// New returns the games with computer players, of which so many of visitors are kept at
// the same time; 0: none.
func New(b *gamestate.Base, c *clock.Clockwork, l *lobby.Lobby, p *press.Press, plays int) *BotGames {
	return &BotGames{base: b, clock: c, lobby: l, press: p, plays: plays, opinions: newOpinions()}
}

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
	plays int // maximum number of tables against computer players

	opinions   *opinions
	exhibition exhibition
}

// New returns the games with computer players. plays is the maximum number of visitors' games
// that exist at the same time; 0 means none.
func New(b *gamestate.Base, c *clock.Clockwork, l *lobby.Lobby, p *press.Press, plays int) *BotGames {
	return &BotGames{base: b, clock: c, lobby: l, press: p, plays: plays, opinions: newOpinions()}
}

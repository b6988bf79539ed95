package clock

import (
	"fmt"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
)

// WaitingEvery is how often those who wait for a game to begin are told so.
const WaitingEvery = 7 * 24 * time.Hour

// stillForming tells everybody at a game that it waits for players still, and
// looks again in a week. How many are missing is a secret in some games.
func (k *Clockwork) stillForming(tx game.Tx, g *gamestate.State) error {
	parts, err := g.Members(tx)
	if err != nil {
		return err
	}
	missing := len(g.Seats) - len(gamestate.OfKind(parts, game.Player))
	text := "All seats are taken. The game is waiting for its master to start it."
	switch {
	case missing > 0 && g.Hosting.Secret:
		text = "The game is still waiting for players."
	case missing > 0:
		text = fmt.Sprintf("The game is still waiting for players: it needs %s.", gamestate.Count(missing, "more player", "more players"))
	}
	text += " Who does not want to wait any longer can leave it (RESIGN)."
	if err := gamestate.Notice(tx, g, journal.Mates, journal.Notice{Topic: journal.TopicForming, Text: text}); err != nil {
		return err
	}
	return ScheduleLook(tx, g.ID, g.At.Add(WaitingEvery))
}

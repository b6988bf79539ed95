package clock

import (
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// WaitingEvery is the interval at which people are notified that a game is
// still waiting for players.
const WaitingEvery = 7 * 24 * time.Hour

// stillForming notifies everyone in a game that it still waits for players, and
// schedules the next check in a week. In some games the number of missing
// players is a secret.
func (k *Clockwork) stillForming(tx *game.Tx, g *gamestate.State) error {
	parts, err := g.Members(tx)
	if err != nil {
		return err
	}
	missing := len(g.Seats) - len(gamestate.OfKind(parts, game.Player))
	m, err := gamestate.ReadMuster(tx, g.ID)
	if err != nil {
		return err
	}
	text := message.New("All seats are taken. The game is waiting for its master to start it.")
	switch {
	case missing == 0 && m != nil && m.Missing() > 0:
		text = message.New("All seats are taken. The game is waiting for players who have not confirmed yet.")
	case missing > 0 && g.Hosting.Secret:
		text = message.New("The game is still waiting for players.")
	case missing > 0:
		text = message.Plural(missing, "The game is still waiting for players: it needs {n} more player.", "The game is still waiting for players: it needs {n} more players.")
	}
	text = gamestate.Sentences(text, message.New("If you do not want to wait any longer, you can leave it (RESIGN)."))
	if err := gamestate.Notice(tx, g, journal.Mates, journal.Notice{Topic: journal.TopicForming, Said: text}); err != nil {
		return err
	}
	return ScheduleLook(tx, g.ID, g.At.Add(WaitingEvery))
}

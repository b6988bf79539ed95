package clock

import (
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// TerminateGame terminates a game and announces it with the message said. A game that has not begun
// is cancelled for good, and the announcement says so.
func (k *Clockwork) TerminateGame(g *gamestate.State, tx *game.Tx, said message.Message) error {
	n := journal.Notice{Topic: journal.TopicTerminated, Said: said}
	r := g.Record
	if g.Status == game.Forming {
		r.Finished = true
		n.Said = message.New("The game was cancelled before it began.")
		if err := tx.Items.Drop("", gamestate.NameItem, gamestate.NameKey(g.Name)); err != nil {
			return err
		}
	}
	r.Status = game.Terminated
	if err := tx.Games.SaveGame(r); err != nil {
		return err
	}
	if err := gamestate.Notice(tx, g, journal.Everybody, n); err != nil {
		return err
	}
	if err := k.ratings.Publish(tx, g); err != nil {
		return err
	}
	if err := gamestate.WakeTournament(tx, g, g.At); err != nil {
		return err
	}
	if g.Number == 0 {
		return nil
	}
	return ScheduleLook(tx, g.ID, g.At) // the next check stops the clock
}

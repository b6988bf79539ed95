package clock

import (
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/turn"
)

// CallTime ends a game with a draw of all powers that have a unit or a city, and leaves its
// position as it is. The message said is announced as the reason. A game that has not begun, or in
// which nobody could share a draw, is terminated instead. A game that has already ended is not
// changed.
func (k *Clockwork) CallTime(tx *game.Tx, gameID string, said message.Message) error {
	g, err := k.base.Load(tx, gameID)
	if err != nil || g.Ended() {
		return err
	}
	if g.Number == 0 {
		return k.TerminateGame(g, tx, said)
	}
	c, err := k.Course(tx, g)
	if err != nil {
		return err
	}
	res, ok := turn.Agree(c.Position, turn.Proposal{Draw: true, Called: true}, 0)
	if !ok { // nobody is left who could share a draw
		return k.TerminateGame(g, tx, said)
	}
	if err := gamestate.Notice(tx, g, journal.Everybody, journal.Notice{Topic: journal.TopicDeadline, Said: said}); err != nil {
		return err
	}
	return c.agree(res)
}

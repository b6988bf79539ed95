package clock

import (
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/turn"
)

// CallTime ends a running game: its position stays as it is, and all powers that have a unit or
// a city share a draw. said is announced as the reason. A game that has already ended does not
// change.
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

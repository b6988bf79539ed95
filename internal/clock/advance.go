package clock

import (
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli/turn"
)

// moved is a game that has advanced by a phase.
type moved struct {
	phase *game.Phase      // the phase that has been resolved
	now   *gamestate.State // the game as it is now stored
}

// advance resolves the phase of a board and stores the result.
func (k *Clockwork) advance(tx *game.Tx, t *gamestate.Board) (*moved, error) {
	done, res, foreseen := t.Forecast.Outcome(t)
	if !foreseen {
		var err error
		if done, res, err = gamestate.Process(t.Codec, &t.Record, t); err != nil {
			return nil, t.WrapError(err)
		}
	}
	return k.conclude(tx, t, done, res)
}

// conclude stores a resolved phase and opens the next one, or ends the game.
func (k *Clockwork) conclude(tx *game.Tx, t *gamestate.Board, done *game.PhaseRecord, res turn.Result) (*moved, error) {
	g, after := t.Record, res.Next
	done.Done = t.At
	g.Finished = after.Victors != 0
	var next *game.PhaseRecord
	if !g.Finished {
		g.Number++
		g.Phase = after.Phase
		next = &game.PhaseRecord{Game: g.ID, Number: g.Number, Phase: g.Phase, Position: done.After}
	} else {
		g.Status = game.Over
	}
	if err := tx.Phases.Advance(g, *done, next); err != nil {
		return nil, err
	}
	if g.Status == game.Over {
		if _, err := k.ratings.Award(tx, t.Advanced(g), after, done.Done); err != nil {
			return nil, err
		}
	}
	if next != nil {
		if err := recallDice(tx, g.Revision+1, next); err != nil {
			return nil, err
		}
	}
	return &moved{
		phase: &game.Phase{
			Number: done.Number, Phase: done.Phase, Before: t.Position, After: after, Events: res.Events, Orders: t.Texts,
			Throws: done.Throws, Salt: done.Salt, Given: done.Given, Engine: done.Engine, Done: done.Done,
		},
		now: t.Advanced(g),
	}, nil
}

package judge

import (
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/record"
	"podesta/machiavelli/turn"
)

// moved is a game that has moved on by a phase.
type moved struct {
	phase *game.Phase // that is done
	now   *opened     // the game as it is stored now
}

// advance processes the phase of a table and stores the result.
func (j *Judge) advance(tx game.Tx, t *table) (*moved, error) {
	done, res, foreseen := t.ahead.outcome(t)
	if !foreseen {
		var err error
		if done, res, err = carryOut(t.codec, &t.record, t); err != nil {
			return nil, t.errInternal(err)
		}
	}
	return j.conclude(tx, t, done, res)
}

// conclude stores a phase that is done and opens the next one, or ends the game.
func (j *Judge) conclude(tx game.Tx, t *table, done *game.PhaseRecord, res turn.Result) (*moved, error) {
	g, after := t.record, res.Next
	done.Done = t.at
	g.Finished = after.Victors != 0
	var next *game.PhaseRecord
	if !g.Finished {
		g.Number++
		g.Phase = after.Phase
		next = &game.PhaseRecord{Game: g.ID, Number: g.Number, Phase: g.Phase, Position: done.After}
	} else {
		g.Status = game.Over
	}
	if err := tx.Advance(g, *done, next); err != nil {
		return nil, err
	}
	if g.Status == game.Over {
		if _, err := j.award(tx, t.movedTo(g), after, done.Done); err != nil {
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
			Number: done.Number, Phase: done.Phase, Before: t.pos, After: after, Events: res.Events, Orders: t.texts,
			Throws: done.Throws, Salt: done.Salt, Given: done.Given, Engine: done.Engine, Done: done.Done,
		},
		now: t.movedTo(g),
	}, nil
}

// movedTo is a table's game after its record was stored with the next revision.
func (t *table) movedTo(r game.GameRecord) *opened {
	r.Revision++
	g := *t.opened
	g.record, g.seats, g.ahead = r, slices.Clone(t.opened.seats), nil
	game := *t.Game
	game.Phase, game.Number, game.Revision, game.Finished = r.Phase, r.Number, r.Revision, r.Finished
	game.Status, game.Deadline = r.Status, time.Time{} // the plan of the next phase is still to be made
	g.Game = &game
	return &g
}

// carryOut runs the engine on a table.
func carryOut(c *record.Codec, g *game.GameRecord, t *table) (*game.PhaseRecord, turn.Result, error) {
	d := dice.New(g.Seed, dice.Scope(g.ID, g.Phase.Campaign(), t.salt), t.given)
	res, err := turn.Process(t.pos, t.lines(), &t.Rules, d)
	if bad := d.Err(); bad != nil { // a roll that the master has set
		err = game.Invalidf("In this phase %s.", bad)
	}
	if err != nil {
		return nil, res, err
	}
	done, err := recordOf(c, g, t, res)
	if err != nil {
		return nil, res, err
	}
	done.Throws = d.Throws()
	return done, res, nil
}

// recordOf is the record of a table's phase with what came of it.
func recordOf(c *record.Codec, g *game.GameRecord, t *table, res turn.Result) (*game.PhaseRecord, error) {
	done := &game.PhaseRecord{Game: g.ID, Number: g.Number, Phase: g.Phase, Position: t.board, Salt: t.salt, Given: t.given, Engine: turn.EngineVersion}
	var err error
	if done.After, err = c.Position(res.Next); err != nil {
		return nil, err
	}
	done.Events, err = c.Events(res.Events)
	return done, err
}

package gamestate

import (
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/record"
	"podesta/machiavelli/turn"
)

// Advanced returns the game of a board after its record was stored with the next revision.
func (t *Board) Advanced(r game.GameRecord) *State {
	r.Revision++
	g := *t.State
	g.Record, g.Seats, g.Forecast = r, slices.Clone(t.State.Seats), nil
	game := *t.Game
	game.Phase, game.Number, game.Revision, game.Finished = r.Phase, r.Number, r.Revision, r.Finished
	game.Status, game.Deadline = r.Status, time.Time{} // the plan of the next phase does not exist yet
	g.Game = &game
	return &g
}

// Process resolves the phase of a board, and returns its record.
func Process(c *record.Codec, g *game.GameRecord, t *Board) (*game.PhaseRecord, turn.Result, error) {
	d := dice.New(g.Seed, dice.Scope(g.ID, g.Phase.Campaign(), t.Salt), t.Given)
	res, err := turn.Process(t.Position, t.Lines(), &t.Rules, d)
	if bad := d.Err(); bad != nil { // a roll that the master has set is impossible
		err = game.Refuse(game.Invalid, message.New("In this phase {why}.", message.Of(bad)))
	}
	if err != nil {
		return nil, res, err
	}
	done, err := RecordOf(c, g, t, res)
	if err != nil {
		return nil, res, err
	}
	done.Throws = d.Throws()
	return done, res, nil
}

// RecordOf returns the record of a board's phase with its result.
func RecordOf(c *record.Codec, g *game.GameRecord, t *Board, res turn.Result) (*game.PhaseRecord, error) {
	done := &game.PhaseRecord{Game: g.ID, Number: g.Number, Phase: g.Phase, Position: t.Stored, Salt: t.Salt, Given: t.Given, Engine: turn.EngineVersion}
	var err error
	if done.After, err = c.Position(res.Next); err != nil {
		return nil, err
	}
	done.Events, err = c.Events(res.Events)
	return done, err
}

// Repeat resolves a stored phase again. If an agreement ended the game in it, the result is the
// same agreement.
func (t *Board) Repeat(g *game.GameRecord, stored *game.PhaseRecord) (*game.PhaseRecord, error) {
	events, err := t.Codec.ReadEvents(stored.Events)
	if err != nil {
		return nil, err
	}
	if v, ok := agreement(events); ok {
		next := t.Position.Clone()
		next.Victors = v.Powers
		return RecordOf(t.Codec, g, t, turn.Result{Next: next, Events: events})
	}
	done, _, err := Process(t.Codec, g, t)
	return done, err
}

// EndsByAgreement reports whether a stored phase ended the game by agreement, or because its
// time was up, so that its orders were not executed. It is false if the events of the phase
// cannot be read.
func (t *Board) EndsByAgreement(stored *game.PhaseRecord) bool {
	events, err := t.Codec.ReadEvents(stored.Events)
	if err != nil {
		return false
	}
	_, ok := agreement(events)
	return ok
}

// agreement returns the victory if it is the only event, which means that the players agreed on it
// or that the game's time was up.
func agreement(events []event.Event) (event.Victory, bool) {
	if len(events) != 1 {
		return event.Victory{}, false
	}
	v, ok := events[0].(event.Victory)
	return v, ok && v.How.Instead()
}

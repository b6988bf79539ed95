package archive

import (
	"bytes"
	"context"
	"slices"

	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/lobby"
	"podesta/machiavelli/message"
	"podesta/machiavelli/turn"
)

// Replay resolves the whole history of a game again, from its start, and
// compares positions, events and rolls with what is stored, byte for byte. A
// position that a master entered or corrected is a recorded start. The first
// difference is returned as an error, and so is a phase that another version of
// the engine resolved.
func (z *Archive) Replay(ctx context.Context, id string) error {
	return z.base.Read(ctx, func(tx *game.Tx) error {
		g, err := z.base.Load(tx, id)
		if err != nil {
			return err
		}
		return z.replay(tx, g, false)
	})
}

// replay implements Replay within a transaction. If trust is set, it accepts phases that another
// version of the engine resolved, without checking them.
func (z *Archive) replay(tx *game.Tx, g *gamestate.State, trust bool) error {
	if g.Number == 0 {
		return nil
	}
	want, err := z.replayStart(tx, g, trust)
	for n := 1; err == nil && n <= g.Number; n++ {
		want, err = z.replayPhase(tx, g, n, want, trust)
	}
	return err
}

// replayStart returns the position with which the game began, after comparing it with the stored
// opening.
func (z *Archive) replayStart(tx *game.Tx, g *gamestate.State, trust bool) ([]byte, error) {
	typed, err := lobby.ReadOrigin(tx, g.ID)
	if err != nil || typed != nil {
		return typed, err
	}
	if trust {
		first, err := tx.Phases.Phase(g.ID, 1)
		if err != nil {
			return nil, err
		}
		if first.Engine != "" && first.Engine != turn.EngineVersion {
			return admin.Uncorrected(tx, g.ID, &first)
		}
	}
	again := g.Record
	if again.Rules, err = admin.RulesAt(tx, &again, 0); err != nil {
		return nil, err
	}
	past, err := z.base.Open(tx, again)
	if err != nil {
		return nil, err
	}
	lib, err := gamestate.ReadLibrary(again.Library)
	if err != nil {
		return nil, g.WrapError(err)
	}
	start, err := gamestate.StartPosition(lib, g.Scenario, g.Variant, &past.Rules, g.Seats)
	if err != nil {
		return nil, g.WrapError(err)
	}
	want, err := lobby.OpenGame(&again, start, &past.Rules)
	if err == nil && (!bytes.Equal(again.Opening, g.Record.Opening) || !slices.Equal(again.OpeningThrows, g.Record.OpeningThrows)) {
		return nil, game.Refuse(game.Conflict, message.New("Setting up the game again does not give the recorded opening."))
	}
	return want, err
}

// replayPhase resolves phase n of a game again and compares it with what is stored. The phase
// must begin with the position want, or with its corrected version. replayPhase returns the
// position after the phase.
func (z *Archive) replayPhase(tx *game.Tx, g *gamestate.State, n int, want []byte, trust bool) ([]byte, error) {
	stored, err := tx.Phases.Phase(g.ID, n)
	if err != nil {
		return nil, err
	}
	differ := func(what string) error {
		return game.Refuse(game.Conflict, message.New("{Phase}: resolving the orders again does not give the recorded {what}.", message.Phase(stored.Phase), message.Order(what)))
	}
	want, fits, err := admin.Corrected(tx, g.ID, n, want)
	switch {
	case err != nil:
		return nil, g.WrapError(err)
	case !fits:
		return nil, differ("position before a correction")
	case !bytes.Equal(stored.Position, want):
		return nil, differ("position")
	case stored.After == nil:
		return want, nil
	case stored.Engine != turn.EngineVersion && trust:
		return stored.After, nil
	case stored.Engine != turn.EngineVersion:
		return nil, game.Refuse(game.Invalid, message.New("{Phase} was resolved by version {version} of the engine; this is version {current}.", message.Phase(stored.Phase), message.Order(stored.Engine), message.Order(turn.EngineVersion)))
	}
	rec := g.Record
	rec.Number, rec.Phase, rec.Finished = n, stored.Phase, false
	if rec.Rules, err = admin.RulesAt(tx, &g.Record, n); err != nil {
		return nil, err
	}
	past, err := z.base.Open(tx, rec)
	if err != nil {
		return nil, err
	}
	t, err := z.base.Board(tx, past)
	if err != nil {
		return nil, err
	}
	again, err := t.Repeat(&rec, &stored)
	switch {
	case err != nil:
		return nil, g.WrapError(err)
	case !bytes.Equal(again.After, stored.After):
		return nil, differ("result")
	case !t.Codec.Same(again.Events, stored.Events):
		return nil, differ("account")
	case !slices.Equal(again.Throws, stored.Throws):
		return nil, differ("dice")
	}
	return stored.After, nil
}

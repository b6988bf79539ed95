package gamestate

import (
	"context"
	"errors"

	"podesta/internal/game"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
)

// Current returns the current phase of a game.
func (b *Base) Current(ctx context.Context, id string) (*game.Phase, error) {
	return b.Phase(ctx, id, 0)
}

// Phase returns a phase of a game by its number; 0 means the current one.
// Orders of the current phase are left out.
func (b *Base) Phase(ctx context.Context, id string, number int) (*game.Phase, error) {
	var out *game.Phase
	err := b.Read(ctx, func(tx *game.Tx) error {
		g, err := b.Load(tx, id)
		if err != nil {
			return err
		}
		if number == 0 {
			number = g.Number
		}
		if out, err = g.PhaseIn(tx, number); err != nil {
			return err
		}
		if out.After != nil {
			out.Orders, err = tx.Phases.Orders(id, number)
		}
		return err
	})
	return out, err
}

// PhaseIn returns a phase of the game, without its orders, or ErrNoPhase if no phase has that
// number.
func (g *State) PhaseIn(tx *game.Tx, number int) (*game.Phase, error) {
	r, err := tx.Phases.Phase(g.ID, number)
	if errors.Is(err, game.ErrNoRecord) {
		return nil, game.ErrNoPhase
	}
	if err != nil {
		return nil, err
	}
	p, err := g.readPhase(tx, &r)
	if err != nil {
		return nil, g.WrapError(err)
	}
	return p, nil
}

// readPhase parses a phase of the game. Within Snapshot each stored part is parsed only once.
func (g *State) readPhase(tx *game.Tx, r *game.PhaseRecord) (*game.Phase, error) {
	look, ok := tx.Games.(*snapshotTx)
	if !ok {
		return ReadPhase(g.Setup.codec, r)
	}
	return ReadPhase(&lookCodec{look, g}, r)
}

// phaseReader parses the stored parts of a phase.
type phaseReader interface {
	ReadPosition(stored []byte) (*position.Position, error)
	ReadEvents(stored []byte) ([]event.Event, error)
}

// ReadPhase parses a stored phase. The salt of the current phase is left out.
func ReadPhase(c phaseReader, r *game.PhaseRecord) (*game.Phase, error) {
	before, err := c.ReadPosition(r.Position)
	if err != nil {
		return nil, err
	}
	p := &game.Phase{Number: r.Number, Phase: r.Phase, Before: before, Throws: r.Throws, Given: r.Given, Engine: r.Engine, Done: r.Done}
	if r.After == nil {
		return p, nil
	}
	p.Salt = r.Salt
	if p.After, err = c.ReadPosition(r.After); err != nil {
		return nil, err
	}
	p.Events, err = c.ReadEvents(r.Events)
	return p, err
}

// Phases returns the phases of the game; the current one is last.
func (b *Base) Phases(ctx context.Context, id string) ([]game.PhaseInfo, error) {
	var out []game.PhaseInfo
	err := b.Read(ctx, func(tx *game.Tx) error {
		if _, err := b.Load(tx, id); err != nil {
			return err
		}
		var err error
		out, err = tx.Phases.Phases(id)
		return err
	})
	return out, err
}

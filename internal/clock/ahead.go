package clock

import (
	"context"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/schedule"
	"podesta/internal/trace"
)

// foresee resolves the phase of a game if it is due. It returns nil if it is
// not due or cannot be resolved.
func (k *Clockwork) foresee(ctx context.Context, id string) *gamestate.Forecast {
	var t *gamestate.Board
	err := k.base.Read(ctx, func(tx *game.Tx) error {
		t = nil
		g, err := k.base.Load(tx, id)
		if err != nil || !g.Running() {
			return err
		}
		c, err := k.Course(tx, g)
		if err == nil && processes(schedule.Next(c.state())) {
			t = c.Board
		}
		return err
	})
	if err != nil || t == nil {
		return nil // the transaction will report the error if it persists
	}
	_, span := trace.Start(ctx, trace.Internal, "resolve phase")
	defer span.End()
	span.Str("podesta.game", id)
	span.Str("podesta.phase", t.Phase.String())
	f := &gamestate.Forecast{Game: t.Record, Made: t.Setup, Board: t.Stored, Pos: t.Position, Texts: t.Texts, Salt: t.Salt, Given: t.Given}
	if f.Record, f.Result, err = gamestate.Process(t.Codec, &t.Record, t); err != nil {
		span.Fail(err)
		return nil
	}
	return f
}

// processes reports whether the next step of a game resolves its phase.
func processes(s schedule.Step) bool {
	for _, a := range s.Actions {
		if a.Kind == schedule.Process {
			return true
		}
	}
	return false
}

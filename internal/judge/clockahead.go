package judge

import (
	"bytes"
	"context"
	"maps"

	"podesta/internal/game"
	"podesta/internal/schedule"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// foresight is what the phase of a game came to when it was carried out ahead of
// the transaction that stores it: so that the store, in which perhaps nobody
// else may write meanwhile, is not kept waiting for the reckoning. It holds all
// that the outcome depends on and counts only if nothing of it has changed.
type foresight struct {
	game   game.GameRecord
	made   *made
	board  []byte // the position as it is stored
	pos    *position.Position
	texts  map[int]string
	salt   string
	given  map[string]int
	record *game.PhaseRecord
	result turn.Result
}

// foresee carries out the phase of a game if its time has come; nil if it has
// not, or if it cannot be carried out.
func (j *Judge) foresee(ctx context.Context, id string) *foresight {
	var t *table
	err := j.read(ctx, func(tx game.Tx) error {
		t = nil
		g, err := j.game(tx, id)
		if err != nil || !g.running() {
			return err
		}
		c, err := j.course(tx, g)
		if err == nil && processes(schedule.Next(c.state())) {
			t = c.table
		}
		return err
	})
	if err != nil || t == nil {
		return nil // the transaction will tell what is wrong, if anything still is
	}
	f := &foresight{game: t.record, made: t.made, board: t.board, pos: t.pos, texts: t.texts, salt: t.salt, given: t.given}
	if f.record, f.result, err = carryOut(t.codec, &t.record, t); err != nil {
		return nil
	}
	return f
}

// processes tells whether the next step of a game carries out its phase.
func processes(s schedule.Step) bool {
	for _, a := range s.Actions {
		if a.Kind == schedule.Process {
			return true
		}
	}
	return false
}

// position is the position that was read from the text, if it is that of the
// foresight. It must not be written to.
func (f *foresight) position(g *opened, text []byte) *position.Position {
	if f == nil || f.made != g.made || !bytes.Equal(f.board, text) {
		return nil
	}
	return f.pos
}

// outcome is what the phase of a table comes to, if it was foreseen as the table
// stands.
func (f *foresight) outcome(t *table) (*game.PhaseRecord, turn.Result, bool) {
	if f == nil || f.pos != t.pos || f.made != t.made || f.salt != t.salt ||
		f.game.ID != t.record.ID || f.game.Number != t.record.Number || f.game.Phase != t.record.Phase || !bytes.Equal(f.game.Seed, t.record.Seed) ||
		!maps.Equal(f.texts, t.texts) || !maps.Equal(f.given, t.given) {
		return nil, turn.Result{}, false
	}
	done := *f.record
	return &done, f.result, true
}

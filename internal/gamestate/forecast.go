package gamestate

import (
	"bytes"
	"maps"

	"podesta/internal/game"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// Forecast is what the phase of a game came to when it was carried out ahead of
// the transaction that stores it: so that the store, in which perhaps nobody
// else may write meanwhile, is not kept waiting for the reckoning. It holds all
// that the outcome depends on and counts only if nothing of it has changed.
type Forecast struct {
	Game   game.GameRecord
	Made   *Setup
	Board  []byte // the position as it is stored
	Pos    *position.Position
	Texts  map[int]string
	Salt   string
	Given  map[string]int
	Record *game.PhaseRecord
	Result turn.Result
}

// position is the position that was read from the text, if it is that of the
// forecast. It must not be written to.
func (f *Forecast) position(g *State, text []byte) *position.Position {
	if f == nil || f.Made != g.Setup || !bytes.Equal(f.Board, text) {
		return nil
	}
	return f.Pos
}

// Outcome is what the phase of a table comes to, if it was foreseen as the table
// stands.
func (f *Forecast) Outcome(t *Table) (*game.PhaseRecord, turn.Result, bool) {
	if f == nil || f.Pos != t.Position || f.Made != t.Setup || f.Salt != t.Salt ||
		f.Game.ID != t.Record.ID || f.Game.Number != t.Record.Number || f.Game.Phase != t.Record.Phase || !bytes.Equal(f.Game.Seed, t.Record.Seed) ||
		!maps.Equal(f.Texts, t.Texts) || !maps.Equal(f.Given, t.Given) {
		return nil, turn.Result{}, false
	}
	done := *f.Record
	return &done, f.Result, true
}

package gamestate

import (
	"bytes"
	"maps"

	"podesta/internal/game"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// Forecast is the result of the phase of a game, computed before the
// transaction that stores it, so that the computation does not block the store,
// which may allow only one writer. It contains everything on which the result
// depends, and is valid only if none of it has changed.
type Forecast struct {
	Game   game.GameRecord
	Made   *Setup
	Board  []byte // the position in stored form
	Pos    *position.Position
	Texts  map[int]string
	Salt   string
	Given  map[string]int
	Record *game.PhaseRecord
	Result turn.Result
}

// position returns the parsed position if the forecast was made for the stored text, and otherwise
// nil. It is read-only.
func (f *Forecast) position(g *State, text []byte) *position.Position {
	if f == nil || f.Made != g.Setup || !bytes.Equal(f.Board, text) {
		return nil
	}
	return f.Pos
}

// Outcome returns the forecast result of the phase, if the forecast was made for the board's
// current state.
func (f *Forecast) Outcome(t *Board) (*game.PhaseRecord, turn.Result, bool) {
	if f == nil || f.Pos != t.Position || f.Made != t.Setup || f.Salt != t.Salt ||
		f.Game.ID != t.Record.ID || f.Game.Number != t.Record.Number || f.Game.Phase != t.Record.Phase || !bytes.Equal(f.Game.Seed, t.Record.Seed) ||
		!maps.Equal(f.Texts, t.Texts) || !maps.Equal(f.Given, t.Given) {
		return nil, turn.Result{}, false
	}
	done := *f.Record
	return &done, f.Result, true
}

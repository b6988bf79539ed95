package gamestate

import (
	"strings"

	"podesta/internal/game"
	"podesta/internal/ordertext"
	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/record"
	"podesta/machiavelli/turn"
)

// OwesUnits reports whether any of the powers has units without orders.
func (t *Board) OwesUnits(powers []machiavelli.Power) bool {
	for _, p := range powers {
		if !turn.Owes(t.Position, &t.Rules, p, nil).None() {
			return true
		}
	}
	return false
}

// Acted reports whether the computer player of a seat has ordered for the phase
// at its current revision.
func (t *Board) Acted(seat int) bool {
	s, err := t.SeatState(seat)
	return err == nil && s.Acted == t.Revision
}

// Board is a game with its current position and the orders that the seats have sent.
type Board struct {
	*State
	Codec    *record.Codec
	Stored   []byte // the position in stored form
	Position *position.Position
	Texts    map[int]string
	Salt     string         // salt of the phase's dice
	Given    map[string]int // rolls that the master has set
	Seats    []game.Seat
	States   []game.SeatState // states of the seats

	sheets map[int]*ordertext.Sheet // parsed texts of the seats
}

// Board reads the current phase of a game that has begun.
func (b *Base) Board(tx *game.Tx, g *State) (*Board, error) {
	if g.Number == 0 {
		return nil, game.ErrForming
	}
	t := &Board{State: g, Codec: g.Setup.codec}
	ph, err := tx.Phases.Phase(g.ID, g.Number)
	if err != nil {
		return nil, err
	}
	t.Salt, t.Given = ph.Salt, ph.Given
	t.Stored = ph.Position
	if t.Position = g.Forecast.position(g, ph.Position); t.Position == nil {
		if t.Position, err = g.positionAt(tx, ph.Position); err != nil {
			return nil, g.WrapError(err)
		}
	}
	if t.Texts, err = tx.Phases.Orders(g.ID, g.Number); err != nil {
		return nil, err
	}
	return t, t.Lay()
}

// Lay fills in the seats of the board and their states.
func (t *Board) Lay() error {
	g := t.State
	for i := range g.Seats {
		r := &g.Seats[i]
		seat := game.Seat{Number: r.Number, Player: g.PlayerAt(game.Role{}, r.Number), Powers: g.PowersAt(r.Number), Bot: g.BotAt(r.Number)}
		for _, p := range seat.Powers {
			seat.Owes = seat.Owes || !g.Finished && !turn.Owes(t.Position, &g.Rules, p, nil).None()
		}
		state, err := g.SeatState(r.Number)
		if err != nil {
			return err
		}
		t.States = append(t.States, state)
		seat.Owes = seat.Owes || t.MayAct(r.Number)
		seat.Ready = seat.Owes && state.Complete && !state.Wait
		seat.Given = strings.TrimSpace(t.Texts[r.Number]) != ""
		t.Seats = append(t.Seats, seat)
	}
	return nil
}

// MayAct reports whether a seat can spend money in the phase although it has no units that wait
// for orders.
func (t *Board) MayAct(seat int) bool {
	for _, p := range t.PowersAt(seat) {
		if !t.Finished && turn.Means(t.Position, &t.Rules, p) {
			return true
		}
	}
	return false
}

// Out reports whether all powers of a seat are eliminated.
func (t *Board) Out(seat int) bool {
	for _, p := range t.PowersAt(seat) {
		if !t.Position.Eliminated.Has(p) {
			return false
		}
	}
	return true
}

// Sheet parses sections of a seat's orders, and caches the result.
func (t *Board) Sheet(seat int, in []ordertext.Section) *ordertext.Sheet {
	r := ordertext.Reader{Position: t.Position, Rules: &t.Rules}
	if seat <= len(t.Seats) && t.Seats[seat-1].Player != "" {
		r.Sender = []string{t.Seats[seat-1].Player}
	}
	s := r.Sheet(t.PowersAt(seat), t.Texts[seat], in)
	if t.sheets == nil {
		t.sheets = map[int]*ordertext.Sheet{}
	}
	t.sheets[seat] = &s
	return &s
}

// Read returns the lines of a seat's text.
func (t *Board) Read(seat int, text string) []ordertext.Reading {
	if s := t.sheets[seat]; s != nil && s.Text == text {
		return s.Lines
	}
	return t.Sheet(seat, []ordertext.Section{{Seat: seat, Text: text}}).Lines
}

// Lines returns the orders of all seats as input for the engine.
func (t *Board) Lines() []turn.Line {
	var out []turn.Line
	for _, s := range t.Seats {
		for _, l := range t.Read(s.Number, t.Texts[s.Number]) {
			out = append(out, l.Line)
		}
	}
	return out
}

package judge

import (
	"strings"

	"podesta/internal/game"
	"podesta/machiavelli/position"
	"podesta/machiavelli/record"
	"podesta/machiavelli/turn"
)

// table is a game with its current position and what the seats have sent.
type table struct {
	*opened
	codec *record.Codec
	board []byte // the position as it is stored
	pos   *position.Position
	texts map[int]string
	salt  string         // of the phase's dice
	given map[string]int // rolls that the master has set
	seats []game.Seat
	stood []game.SeatState // how it stands with the seats

	sheets map[int]*sheet // of the seats' texts, as far as they were read
}

// sit reads the current phase of a game that has begun.
func (j *Judge) sit(tx game.Tx, g *opened) (*table, error) {
	if g.Number == 0 {
		return nil, game.ErrForming
	}
	t := &table{opened: g, codec: g.made.codec}
	ph, err := tx.Phase(g.ID, g.Number)
	if err != nil {
		return nil, err
	}
	t.salt, t.given = ph.Salt, ph.Given
	t.board = ph.Position
	if t.pos = g.ahead.position(g, ph.Position); t.pos == nil {
		if t.pos, err = g.positionAt(tx, ph.Position); err != nil {
			return nil, g.errInternal(err)
		}
	}
	if t.texts, err = tx.Orders(g.ID, g.Number); err != nil {
		return nil, err
	}
	return t, t.lay()
}

// lay fills in how it stands with the seats of a table.
func (t *table) lay() error {
	g := t.opened
	for i := range g.seats {
		r := &g.seats[i]
		seat := game.Seat{Number: r.Number, Player: g.nameAt(game.Role{}, r.Number), Powers: g.powersAt(r.Number), Bot: g.botAt(r.Number)}
		for _, p := range seat.Powers {
			seat.Owes = seat.Owes || !g.Finished && !turn.Owes(t.pos, &g.Rules, p, nil).None()
		}
		state, err := g.seatState(r.Number)
		if err != nil {
			return err
		}
		t.stood = append(t.stood, state)
		seat.Owes = seat.Owes || t.mayAct(r.Number)
		seat.Ready = seat.Owes && state.Complete && !state.Wait
		seat.Given = strings.TrimSpace(t.texts[r.Number]) != ""
		t.seats = append(t.seats, seat)
	}
	return nil
}

// mayAct tells whether a seat can do something in the phase, with money, though
// it has no units that wait for orders.
func (t *table) mayAct(seat int) bool {
	for _, p := range t.powersAt(seat) {
		if !t.Finished && turn.Means(t.pos, &t.Rules, p) {
			return true
		}
	}
	return false
}

// out tells whether all powers of a seat are eliminated.
func (t *table) out(seat int) bool {
	for _, p := range t.powersAt(seat) {
		if !t.pos.Eliminated.Has(p) {
			return false
		}
	}
	return true
}

// sheet reads sections of a seat, and remembers what its text comes to.
func (t *table) sheet(seat int, in []Section) *sheet {
	r := reader{position: t.pos, rules: &t.Rules}
	s := r.sheet(t.powersAt(seat), t.texts[seat], in)
	if t.sheets == nil {
		t.sheets = map[int]*sheet{}
	}
	t.sheets[seat] = &s
	return &s
}

// read returns the lines of a seat's text.
func (t *table) read(seat int, text string) []reading {
	if s := t.sheets[seat]; s != nil && s.text == text {
		return s.lines
	}
	return t.sheet(seat, []Section{{Seat: seat, Text: text}}).lines
}

// lines are the orders of all seats as the engine takes them.
func (t *table) lines() []turn.Line {
	var out []turn.Line
	for _, s := range t.seats {
		for _, l := range t.read(s.Number, t.texts[s.Number]) {
			out = append(out, l.line)
		}
	}
	return out
}

package judge

import (
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/record"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// maxText is the longest text of orders that a seat may send, in bytes.
const maxText = 64 << 10

// table is a game with its current position and what the seats have sent.
type table struct {
	*opened
	codec *record.Codec
	pos   *position.Position
	texts map[int]string
	lines []turn.Line // of all seats, in the order of the seats
	seats []Seat
}

// sit reads the current phase of a game.
func (j *Judge) sit(tx Tx, g *opened) (*table, error) {
	t := &table{opened: g, codec: record.New(g.Setting)}
	ph, err := tx.Phase(g.ID, g.Number)
	if err != nil {
		return nil, err
	}
	if t.pos, err = t.codec.ReadPosition(ph.Position); err != nil {
		return nil, g.errInternal(err)
	}
	if t.texts, err = tx.Orders(g.ID, g.Number); err != nil {
		return nil, err
	}
	for i := range g.seats {
		r := &g.seats[i]
		lines := t.read(r.Number, t.texts[r.Number])
		seat := Seat{Number: r.Number, Player: r.Player, Powers: g.powersAt(r.Number), Ready: r.Ready}
		for _, p := range seat.Powers {
			seat.Owes = seat.Owes || !g.Finished && !turn.Owes(t.pos, &g.Rules, p, nil).None()
		}
		seat.Given = strings.TrimSpace(t.texts[r.Number]) != ""
		for _, l := range lines {
			t.lines = append(t.lines, l.line)
		}
		t.seats = append(t.seats, seat)
	}
	return t, nil
}

// readLine is one order line of a text with its verdict.
type readLine struct {
	line    turn.Line
	verdict Verdict
}

// read takes a seat's text apart. A line that is a power's name and a colon
// says whose orders follow; without such a heading an order is for the power
// of the seat that owns the unit.
func (t *table) read(seat int, text string) []readLine {
	powers := t.powersAt(seat)
	var out []readLine
	heading := machiavelli.Nobody
	number := 0
	for raw := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		number++
		body, column := raw, 0
		if head, rest, ok := strings.Cut(raw, ":"); ok {
			if p, known := t.heading(head, powers); known {
				heading = p
				body, column = rest, len([]rune(head))+1
			}
		}
		if strings.TrimSpace(body) == "" {
			continue
		}
		out = append(out, t.readOrders(body, number, column, heading, powers)...)
	}
	return out
}

// heading is the power of the seat that a heading names.
func (t *table) heading(text string, powers []machiavelli.Power) (machiavelli.Power, bool) {
	text = strings.TrimSpace(text)
	for _, p := range powers {
		info := t.Setting.Powers[p]
		if len(text) == 1 && strings.EqualFold(text, string(info.Letter)) {
			return p, true
		}
	}
	p, ok := t.Setting.Powers.Match(text)
	if !ok {
		return machiavelli.Nobody, false
	}
	for _, q := range powers {
		if p == q {
			return p, true
		}
	}
	return machiavelli.Nobody, false
}

// readOrders reads the orders of one line of text.
func (t *table) readOrders(body string, number, column int, heading machiavelli.Power, powers []machiavelli.Power) []readLine {
	candidates := powers
	if heading != machiavelli.Nobody {
		candidates = []machiavelli.Power{heading}
	}
	ctx := order.Context{
		Board: t.Setting.Board, Powers: t.Setting.Powers, Power: candidates[0], Step: t.pos.Phase.Step,
		Explicit: t.Rules.ConvoyRoute == rules.RouteExplicit,
	}
	var out []readLine
	for _, l := range order.Parse(body, &ctx) {
		r := readLine{
			line:    turn.Line{Power: candidates[0], Text: l.Text, Order: l.Order},
			verdict: Verdict{Line: number + l.Line - 1, Column: column + l.Column, Text: l.Text, Power: candidates[0]},
		}
		for _, n := range l.Notes {
			r.verdict.Notes = append(r.verdict.Notes, n.Message)
		}
		if l.Err != nil {
			r.line.Err, r.line.Code = l.Err.Message, l.Err.Code
			r.verdict.Error, r.verdict.Code, r.verdict.Suggest = l.Err.Message, l.Err.Code, l.Err.Suggest
			r.verdict.Column = column + l.Err.Column
			out = append(out, r)
			continue
		}
		t.judge(&r, candidates, &ctx, body, l.Text)
		out = append(out, r)
	}
	return out
}

// judge checks an order for the first of the candidate powers for which it is
// lawful.
func (t *table) judge(r *readLine, candidates []machiavelli.Power, ctx *order.Context, body, text string) {
	for i, p := range candidates {
		o := r.line.Order
		if i > 0 {
			ctx.Power = p
			again, _, err := order.ParseOne(text, ctx)
			if err != nil {
				continue
			}
			o = again
		}
		bound, _, notes, problem := legal.Check(t.pos, &t.Rules, p, o)
		if problem != nil {
			if i == 0 {
				r.verdict.Error, r.verdict.Code, r.verdict.Suggest = problem.Message, problem.Code, problem.Suggest
			}
			continue
		}
		r.line.Power, r.line.Order, r.verdict.Power = p, o, p
		r.verdict.Error, r.verdict.Code, r.verdict.Suggest = "", "", nil
		r.verdict.Canonical = order.Format(bound, t.Setting.Board, t.Setting.Powers)
		for _, n := range notes {
			r.verdict.Notes = append(r.verdict.Notes, n.Message)
		}
		return
	}
}

// ready reports whether everybody who owes something is ready.
func (t *table) ready() bool {
	any := false
	for _, s := range t.seats {
		if s.Owes && !s.Ready {
			return false
		}
		any = any || s.Owes
	}
	return any
}

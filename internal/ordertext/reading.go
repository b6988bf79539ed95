package ordertext

import (
	"strings"

	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// Newlines replaces all line ends with \n.
var Newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// Reading is one order line of a text: the input for the engine and the verdict
// for the player.
type Reading struct {
	Line    turn.Line
	Verdict game.Verdict
	unit    int  // the unit ordered, or -1 for none
	Section int  // the section that contains it; -1: an earlier line
	open    bool // refused because no heading says which of several powers it is for
}

// Reader parses the texts of one phase.
type Reader struct {
	Position *position.Position
	Rules    *rules.Set
}

// passage is a sequence of lines of a section under one heading.
type passage struct {
	first   int    // number of its first line in the section, from 1
	written string // the line of the heading; empty before the first heading
	heading string // the name in it
	comment string // what follows the name
	lines   []string
}

// cut splits a text at its headings.
func cut(text string) []passage {
	out := []passage{{first: 1}}
	for n, line := range strings.Split(text, "\n") {
		if name, comment, ok := heading(line); ok {
			out = append(out, passage{first: n + 2, written: line, heading: name, comment: comment})
			continue
		}
		now := &out[len(out)-1]
		now.lines = append(now.lines, line)
	}
	return out
}

// heading returns the name in a line that contains only a name, a colon and
// perhaps a comment.
func heading(line string) (name, comment string, ok bool) {
	if i := strings.IndexByte(line, '#'); i >= 0 {
		line, comment = line[:i], line[i:]
	}
	name, ok = strings.CutSuffix(strings.TrimSpace(line), ":")
	name = strings.TrimSpace(name)
	if !ok || name == "" || len(name) > 40 || strings.ContainsAny(name, ":;,-/") {
		return "", "", false
	}
	return name, comment, true
}

// named returns the power that a heading names, or the one that has taken it
// over (SEAT-01).
func (r *Reader) named(heading string) (machiavelli.Power, bool) {
	set := r.Position.Setting
	power, ok := set.Powers.Match(heading)
	if len(heading) == 1 {
		power, ok = set.Powers.ByLetter(heading[0])
	}
	return set.Plays(power), ok
}

// stray reads a passage whose heading names no power of the seat. No line below
// it is an order.
func (r *Reader) stray(powers []machiavelli.Power, p *passage) []Reading {
	roster := r.Position.Setting.Powers
	var yours []string
	expected := message.List{How: message.Or}
	for _, p := range powers {
		yours = append(yours, roster[p].Name)
		expected.Of = append(expected.Of, message.Order(roster[p].Name))
	}
	why := message.New("There is no power {heading} in this game; expected {expected}. The lines below are not read.", message.Name(p.heading), expected)
	if power, ok := r.named(p.heading); ok {
		why = message.New("You do not play {power:name}; expected {expected}. The lines below are not read.", message.PowerOf(roster, power), expected)
	}
	out := []Reading{r.refused(powers[0], game.Verdict{
		Line: p.first - 1, Column: 1, Text: p.heading + ":", Error: why, Code: order.CodePower, Suggest: yours,
	})}
	for _, l := range order.Parse(strings.Join(p.lines, "\n"), r.context(powers[0])) {
		out = append(out, r.refused(powers[0], game.Verdict{
			Line: p.first + l.Line - 1, Column: l.Column, Text: l.Text, Code: order.CodePower,
			Error: message.New("The heading above this line names no power of yours."),
		}))
	}
	return out
}

// passage parses a passage as orders of one power.
func (r *Reader) passage(power machiavelli.Power, p *passage) []Reading {
	lines := order.Parse(strings.Join(p.lines, "\n"), r.context(power))
	out := make([]Reading, len(lines))
	for i := range lines {
		out[i] = r.judge(power, &lines[i], p.first)
	}
	return out
}

// divine parses a passage without a heading, of a seat with several powers. A
// line goes to the power that can give the order, and among several to the one
// that owns the unit.
func (r *Reader) divine(powers []machiavelli.Power, s *passage) []Reading {
	perPower := make([][]Reading, len(powers))
	for i, p := range powers {
		perPower[i] = r.passage(p, s)
	}
	out := make([]Reading, len(perPower[0]))
	for n := range out {
		var able, owners []Reading
		for i, p := range powers {
			x := perPower[i][n]
			if x.Verdict.Refused() {
				continue
			}
			able = append(able, x)
			if r.owner(x.unit) == p {
				owners = append(owners, x)
			}
		}
		switch {
		case len(owners) == 1:
			out[n] = owners[0]
		case len(able) == 1:
			out[n] = able[0]
		case len(able) > 1:
			v := able[0].Verdict
			v.Canonical, v.Order, v.Notes, v.Code = "", order.Order{}, nil, order.CodePower
			v.Error = message.New("Several of your powers could give this order; write the power's name with a colon on a line above.")
			for _, x := range able {
				v.Suggest = append(v.Suggest, r.Position.Setting.Powers[x.Line.Power].Name+":")
			}
			out[n] = r.refused(powers[0], v)
			out[n].open = true
		default:
			out[n] = r.blamed(powers, perPower, n)
		}
	}
	return out
}

// blamed returns the refused line n of the power that owns the unit in it, or
// otherwise of the first power.
func (r *Reader) blamed(powers []machiavelli.Power, perPower [][]Reading, n int) Reading {
	at := perPower[0][n].Line.Order.Unit.At
	for i, p := range powers {
		for _, u := range r.Position.Units {
			if at != 0 && u.At == at && u.Owner == p {
				return perPower[i][n]
			}
		}
	}
	return perPower[0][n]
}

// owner returns the owner of the unit that an order names by its index.
func (r *Reader) owner(unit int) machiavelli.Power {
	switch {
	case unit < 0:
		return machiavelli.Nobody
	case r.Position.Phase.Step == machiavelli.Retreats:
		return r.Position.Dislodged[unit].Unit.Owner
	}
	return r.Position.Units[unit].Owner
}

// judge returns the reading of one line of a power without the other lines.
// first is the number of the passage's first line.
func (r *Reader) judge(power machiavelli.Power, l *order.Line, first int) Reading {
	v := game.Verdict{Line: first + l.Line - 1, Column: l.Column, Text: l.Text, Power: power}
	if l.Err != nil {
		v.Line, v.Column = first+l.Err.Line-1, l.Err.Column
		v.Error, v.Code, v.Suggest = l.Err.Message, l.Err.Code, l.Err.Suggest
		return r.refused(power, v)
	}
	for _, n := range l.Notes {
		v.Note(n.Code, n.Message)
		v.Code = n.Code
	}
	bound, unit, _, problem := legal.Check(r.Position, r.Rules, power, l.Order)
	out := Reading{Line: turn.Line{Power: power, Text: l.Text, Order: l.Order}, unit: unit}
	if problem != nil {
		v.Notes = nil
		v.Error, v.Code, v.Suggest = problem.Message, problem.Code, problem.Suggest
	} else {
		r.accept(&v, bound)
	}
	out.Verdict = v
	return out
}

// refused returns the reading of a line that cannot be parsed.
func (r *Reader) refused(power machiavelli.Power, v game.Verdict) Reading {
	v.Power = power
	return Reading{Line: turn.Line{Power: power, Text: v.Text, Err: v.Error, Code: v.Code}, Verdict: v, unit: -1}
}

// together evaluates all lines of a power as one set: which of them later ones
// replace, whether its ducats suffice, and how they affect each other.
func (r *Reader) together(power machiavelli.Power, lines []Reading) {
	var orders []order.Order
	var at []int
	for i := range lines {
		if lines[i].Line.Power == power && lines[i].Line.Err.IsZero() {
			orders, at = append(orders, lines[i].Line.Order), append(at, i)
		}
	}
	for k, found := range legal.CheckSet(r.Position, r.Rules, power, orders) {
		r.word(&lines[at[k]].Verdict, power, found)
	}
}

// word adds the text of the verdict on an order for its player. Remarks from
// parsing the line stay.
func (r *Reader) word(v *game.Verdict, power machiavelli.Power, found legal.Verdict) {
	if found.Problem != nil {
		v.Notes, v.Canonical, v.Order = nil, "", order.Order{}
		v.Error, v.Code, v.Suggest = found.Problem.Message, found.Problem.Code, found.Problem.Suggest
		return
	}
	v.Error, v.Suggest = message.Message{}, nil
	for _, n := range found.Notes {
		v.Note(n.Code, n.Message)
		v.Code = n.Code
	}
	if v.Replaced = found.Replaced; v.Replaced {
		v.Note("", message.New("Another order further down replaces this one."))
	}
	r.accept(v, found.Bound)
}

// accept records how an order was understood.
func (r *Reader) accept(v *game.Verdict, bound order.Order) {
	v.Order = bound
	v.Canonical = order.Format(bound, r.Position.Setting.Board, r.Position.Setting.Powers)
}

// context returns the context for parsing the orders of a power.
func (r *Reader) context(power machiavelli.Power) *order.Context {
	s := r.Position.Setting
	return &order.Context{
		Board: s.Board, Powers: s.Powers, Power: power, Step: r.Position.Phase.Step,
		Explicit: r.Rules.ConvoyRoute == rules.RouteExplicit,
	}
}

// Verdicts returns the verdicts on lines.
func Verdicts(lines []Reading) []game.Verdict {
	out := make([]game.Verdict, len(lines))
	for i := range lines {
		out[i] = lines[i].Verdict
	}
	return out
}

// MaxText is the maximum length of the orders of a seat, in bytes.
const MaxText = 32 << 10

// mostReasons is the number of refused lines with reasons: with those of all, the answer
// would be much longer than what was sent.
const mostReasons = 50

// brief leaves out the reasons of lines if very many are refused.
func brief(lines []Reading) {
	refused := 0
	for i := range lines {
		v := &lines[i].Verdict
		if !v.Refused() {
			continue
		}
		if refused++; refused > mostReasons {
			v.Error, v.Suggest = message.New("This line is refused as well."), nil
		}
	}
}

// ErrTooLong is the error for texts longer than MaxText.
var ErrTooLong = game.Refuse(game.TooLarge, message.New("The orders are longer than {n} KB; nothing was kept. Send one order a line.", message.Number(MaxText>>10)))

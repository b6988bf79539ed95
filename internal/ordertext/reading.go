package ordertext

import (
	"slices"
	"strings"

	"podesta/internal/game"
	"podesta/internal/words"
	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
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
	unit    int    // index of the unit ordered, or -1 for none
	Section int    // the section that contains it; -1 for an earlier line
	open    bool   // whether it is refused because no heading says which power it is for
	bare    bool   // whether the order names no unit of its own
	rest    bool   // whether it orders all units without another order to hold
	lines   int    // number of text lines that it spans
	under   string // the heading because of which it is refused
}

// Passed is a line that is skipped because it is not an order and does not look like one, such
// as a greeting.
type Passed struct {
	Line int // counted from 1
	Text string
}

// Reader parses the texts of one phase.
type Reader struct {
	Position *position.Position
	Rules    *rules.Set
	Sender   []string // names of the person who writes

	reports []*report.Reader // for lines of results, in every language
}

// whose says to whom the lines of a passage belong.
type whose uint8

const (
	free   whose = iota // no heading says it
	named               // a power of the seat
	others              // a power outside the seat, so the lines are not orders
	frozen              // the heading is not understood; the unit decides
)

// passage is a sequence of lines of a section under one heading.
type passage struct {
	first   int    // number of its first line in the section, counted from 1
	written string // the line of the heading; empty if the first order line itself names the power
	comment string // the rest of the heading after the name
	whose   whose
	power   machiavelli.Power // the power named by the heading
	lines   []string
}

// cut splits a text at its headings. In the text of a single power only the name of another
// power is a heading: anything else that looks like one is prose.
func (r *Reader) cut(powers []machiavelli.Power, at machiavelli.Power, text string) []passage {
	out := []passage{{first: 1}}
	c := r.context(at)
	several := len(powers) > 1
	for n, line := range strings.Split(text, "\n") {
		now := &out[len(out)-1]
		head, power, _ := c.ReadHeading(line)
		if head == order.NamesPower && !strings.Contains(line, ":") && len(now.lines) > 0 && order.Continues(now.lines[len(now.lines)-1], line, c) {
			head = order.NoHeading // it ends an order that a mail program has wrapped
		}
		power = r.Position.Setting.Plays(power) // or the power that has taken it over (SEAT-01)
		next := passage{first: n + 2, written: line, power: power, whose: named}
		if i := strings.IndexByte(strings.TrimLeft(line, " #"), '#'); i >= 0 {
			next.comment = strings.TrimLeft(line, " #")[i:]
		}
		mine := slices.Contains(powers, power)
		if !mine {
			next.whose = others
		}
		if !several && strings.HasPrefix(strings.TrimSpace(line), "#") {
			head = order.NoHeading // it is a comment
		}
		switch {
		case head == order.NamesPower:
			out = append(out, next)
			continue
		case head == order.Prefix && (now.whose != next.whose || now.power != power || !mine):
			next.first, next.written, next.lines = n+1, "", []string{line}
			out = append(out, next)
			continue
		case head == order.UnknownHead && several:
			next.first, next.whose, next.lines = n+1, frozen, []string{line}
			next.written = ""
			out = append(out, next)
			continue
		}
		now.lines = append(now.lines, line)
	}
	return out
}

// stray reads a passage under a heading that does not name a power of the seat. Its lines are
// not orders.
func (r *Reader) stray(powers []machiavelli.Power, p *passage) []Reading {
	roster := r.Position.Setting.Powers
	yours, expected := r.yours(powers)
	why := message.New("You do not play {power:name}; expected {expected}. The lines below are not read.", message.PowerOf(roster, p.power), expected)
	var out []Reading
	if p.written != "" {
		out = append(out, r.refused(powers[0], game.Verdict{
			Line: p.first - 1, Column: 1, Text: strings.TrimSpace(strings.TrimSuffix(p.written, p.comment)), Error: why, Code: order.CodePower, Suggest: yours,
		}))
	}
	for _, l := range order.Parse(strings.Join(p.lines, "\n"), r.context(powers[0])) {
		if l.Prose {
			continue
		}
		v := game.Verdict{
			Line: p.first + l.Line - 1, Column: l.Column, Text: l.Text, Code: order.CodePower,
			Error: message.New("The heading above this line names no power of yours."),
		}
		if p.written == "" && l.Line == 1 {
			v.Error, v.Suggest = why, yours
		}
		out = append(out, r.refused(powers[0], v))
	}
	return out
}

// yours returns the names of the powers of a seat.
func (r *Reader) yours(powers []machiavelli.Power) (names []string, expected message.List) {
	expected.How = message.Or
	for _, p := range powers {
		names = append(names, r.Position.Setting.Powers[p].Name)
		expected.Of = append(expected.Of, message.Order(r.Position.Setting.Powers[p].Name))
	}
	return names, expected
}

// passage parses a passage as orders of one power. It also returns the lines that are skipped.
func (r *Reader) passage(power machiavelli.Power, p *passage) (out []Reading, passed []Passed) {
	lines, prose := r.parse(p.lines, r.context(power))
	out = make([]Reading, len(lines))
	for i := range lines {
		out[i] = r.judge(power, &lines[i], p.first)
	}
	for _, l := range prose {
		passed = append(passed, Passed{p.first + l.Line - 1, l.Text})
	}
	return out, passed
}

// parse parses lines. Lines of results, in any language, are read as the orders that they
// describe. Prose is returned separately.
func (r *Reader) parse(text []string, c *order.Context) (lines, prose []order.Line) {
	lines = order.Parse(strings.Join(text, "\n"), c)
	for i := 0; i < len(lines); i++ {
		l, end := lines[i], i+1
		bad := l.Err != nil && !l.Rest && l.Under == ""
		for ; end < len(lines) && lines[end].Line == l.Line; end++ {
			bad = bad || lines[end].Err != nil && !lines[end].Rest
		}
		if !bad || l.Line > len(text) || len(text[l.Line-1]) > longestResult {
			i = end - 1
			continue
		}
		written := text[l.Line-1]
		if o, notes, ok := report.ReadOrder(r.readers(), written, c); ok {
			lines[i] = order.Line{Order: o, Text: strings.TrimSpace(written), Line: l.Line, Column: 1, Notes: notes, Lines: 1}
			lines = slices.Delete(lines, i+1, end)
			continue
		}
		i = end - 1
	}
	for _, l := range lines {
		if l.Prose {
			prose = append(prose, l)
		}
	}
	return slices.DeleteFunc(lines, func(l order.Line) bool { return l.Prose }), prose
}

// longestResult is the maximum length, in bytes, of a line that may describe the result of an
// order.
const longestResult = 1000

// readers returns the readers for lines of results.
func (r *Reader) readers() []*report.Reader {
	if r.reports == nil {
		for _, l := range words.All() {
			r.reports = append(r.reports, report.NewReader(r.Position.Setting, l))
		}
	}
	return r.reports
}

// divine parses a passage without a heading, of a seat with several powers. Each line is assigned
// to the power that can give the order or, if several can, to the one that owns the unit. Under a
// heading that is not understood, a line without a unit belongs to no power.
func (r *Reader) divine(powers []machiavelli.Power, s *passage) (out []Reading, passed []Passed) {
	perPower := make([][]Reading, len(powers))
	for i, p := range powers {
		perPower[i], passed = r.passage(p, s)
	}
	out = make([]Reading, len(perPower[0]))
	for n := range out {
		if perPower[0][n].rest {
			out[n] = perPower[0][n]
			out[n].open = true
			continue
		}
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
		case s.whose == frozen && len(able) > 0 && able[0].unit < 0:
			v := able[0].Verdict
			v.Canonical, v.Order, v.Notes, v.Code = "", order.Order{}, nil, order.CodePower
			var expected message.List
			v.Suggest, expected = r.yours(powers)
			v.Error = message.New("The heading above this line is not understood, so nobody knows whose money this is; write {expected} and a colon on a line above.", expected)
			out[n] = r.refused(powers[0], v)
			out[n].lines = able[0].lines
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
	return out, passed
}

// blamed returns the refused line n, read for the power that owns its unit, or else for the first
// power.
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

// alone reports whether a power's line, in a text of its own, gives the same readings as in its
// context.
func (r *Reader) alone(power machiavelli.Power, text string, found []Reading) bool {
	c := r.context(power)
	lines, _ := r.parse([]string{text}, c)
	if len(lines) != len(found) || order.Carries(text, c) {
		return false
	}
	for i := range lines {
		refused := !found[i].Line.Err.IsZero()
		if refused && lines[i].Err == nil || !refused && lines[i].Order != found[i].Line.Order {
			return false
		}
	}
	return true
}

// text returns a line with the same meaning as the readings that does not depend on its context:
// the original line if possible, otherwise the judge's notation. In the original text, the verb
// may be in another line or in the previous order.
func (r *Reader) text(power machiavelli.Power, written string, found []Reading) string {
	if r.alone(power, written, found) {
		return written
	}
	var out []string
	for _, x := range found {
		switch v := &x.Verdict; {
		case x.under != "":
			out = append(out, x.under+" "+v.Text)
		case x.Line.Err.IsZero() && !x.rest:
			out = append(out, order.Format(x.Line.Order, r.Position.Setting.Board, r.Position.Setting.Powers))
		default:
			out = append(out, v.Text)
		}
	}
	return strings.Join(out, "; ")
}

// owner returns the owner of the unit with the given index.
func (r *Reader) owner(unit int) machiavelli.Power {
	switch {
	case unit < 0:
		return machiavelli.Nobody
	case r.Position.Phase.Step == machiavelli.Retreats:
		return r.Position.Dislodged[unit].Unit.Owner
	}
	return r.Position.Units[unit].Owner
}

// judge returns the reading of one line of a power without considering the other lines. first
// is the number of the passage's first line.
func (r *Reader) judge(power machiavelli.Power, l *order.Line, first int) Reading {
	v := game.Verdict{Line: first + l.Line - 1, Column: l.Column, Text: l.Text, Power: power}
	if l.Err != nil {
		v.Line, v.Column = first+l.Err.Line-1, l.Err.Column
		v.Error, v.Code, v.Suggest = l.Err.Message, l.Err.Code, l.Err.Suggest
		out := r.refused(power, v)
		out.rest, out.lines, out.under = l.Rest, l.Lines, l.Under
		out.Line.Order.Unit.Type = l.Order.Unit.Type
		return out
	}
	for _, n := range l.Notes {
		v.Note(n.Code, n.Message)
		v.Code = n.Code
	}
	bound, unit, _, problem := legal.Check(r.Position, r.Rules, power, l.Order)
	out := Reading{Line: turn.Line{Power: power, Text: l.Text, Order: l.Order}, unit: unit, bare: l.Bare, lines: l.Lines}
	if problem != nil {
		v.Notes = nil
		v.Error, v.Code, v.Suggest = problem.Message, problem.Code, problem.Suggest
	} else {
		r.accept(&v, bound)
	}
	out.Verdict = v
	return out
}

// spoil refuses orders that name no unit if another order in their line is refused, because it is
// unclear what they belong to.
func (r *Reader) spoil(lines []Reading) {
	bad := map[int]bool{}
	for i := range lines {
		if lines[i].Verdict.Refused() && !lines[i].rest {
			bad[lines[i].Verdict.Line] = true
		}
	}
	for i := range lines {
		x := &lines[i]
		if !x.bare || !bad[x.Verdict.Line] || x.Verdict.Refused() {
			continue
		}
		l := order.Line{Line: x.Verdict.Line, Column: x.Verdict.Column}
		v := game.Verdict{Line: x.Verdict.Line, Column: x.Verdict.Column, Text: x.Verdict.Text, Error: order.NotAlone(&l).Message, Code: order.CodeUnread}
		was := *x
		*x = r.refused(x.Verdict.Power, v)
		x.Section, x.lines = was.Section, was.lines
	}
}

// expand replaces lines that order all other units to hold with one order for each unit. It
// returns the new orders with the numbers of their lines.
func (r *Reader) expand(powers []machiavelli.Power, lines []Reading) []Reading {
	if !slices.ContainsFunc(lines, func(x Reading) bool { return x.rest }) {
		return lines
	}
	var out []Reading
	for i, x := range lines {
		if !x.rest {
			out = append(out, x)
			continue
		}
		for _, p := range powers {
			if !x.open && p != x.Line.Power {
				continue
			}
			var given []order.Order
			for k, y := range lines {
				if k != i && y.Line.Power == p && y.Line.Err.IsZero() {
					given = append(given, y.Line.Order)
				}
			}
			for _, o := range legal.Rest(r.Position, r.Rules, p, x.Line.Order.Unit.Type, given) {
				text := order.Format(o, r.Position.Setting.Board, r.Position.Setting.Powers)
				y := r.judge(p, &order.Line{Order: o, Text: text, Line: 1, Column: x.Verdict.Column, Lines: 1}, x.Verdict.Line)
				y.Section = x.Section
				out = append(out, y)
			}
		}
	}
	return out
}

// refused returns the reading of a line that cannot be parsed.
func (r *Reader) refused(power machiavelli.Power, v game.Verdict) Reading {
	v.Power = power
	return Reading{Line: turn.Line{Power: power, Text: v.Text, Err: v.Error, Code: v.Code}, Verdict: v, unit: -1}
}

// together evaluates all lines of a power as a whole: which of them are replaced by later ones,
// whether the power has enough ducats, and how they affect each other.
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

// word adds the text of the verdict on an order for its player. Remarks from parsing the line are
// kept.
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
		Board: s.Board, Powers: s.Powers, Power: power, Step: r.Position.Phase.Step, Sender: r.Sender,
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

// mostReasons is the maximum number of refused lines with reasons. With reasons for all lines,
// the answer could be much longer than the request.
const mostReasons = 50

// brief omits the reasons for lines if very many are refused.
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

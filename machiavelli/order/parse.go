package order

import (
	"slices"
	"strings"
	"unicode/utf8"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
)

// The limits on what Parse reads from one text.
const (
	maxLineLength = 2000  // maximum number of characters of a line
	maxErrors     = 200   // maximum number of errors that are described
	maxOrders     = 10000 // maximum number of orders, good or bad
)

// Context is what the parser knows about the game. Board is required; the rest
// is optional.
type Context struct {
	Board    *board.Board
	Powers   machiavelli.Roster
	Power    machiavelli.Power // the writer's power, which is meant if the 1978 notation names none
	Step     machiavelli.Step  // the step, which determines the verbs; zero means Orders
	Explicit bool              // convoy routes must be listed (rules.RouteExplicit); used in messages
	Sender   []string          // names of the sender, which may stand below the orders
}

// Line is one order of a text, good or bad. Text is its own part of the input.
// Line and Column locate its beginning. Both are counted from 1, and Column in
// characters. Either Err is nil or Order is zero.
type Line struct {
	Order  Order
	Text   string
	Line   int
	Column int
	Notes  []Note
	Err    *Error

	// Bare is true for an order of a unit that names no type of its own, or in winter no verb. It
	// may be the rest of another order on the same line, so it counts only if all orders on the
	// line count.
	Bare bool
	// Rest is true for an order to hold for all units without another order, or for all units of
	// the type in Order.Unit. Err is set as well: code that knows the position replaces the line
	// with orders (legal.Rest).
	Rest bool
	// Prose is true for a whole line that is not an order and does not look like one, such as a
	// greeting. Err is set as well.
	Prose bool
	// Under is the line above that says that the orders below it are void or count only
	// sometimes, so that this order does not count. Err is set as well.
	Under string
	// Lines is the number of lines of text that the order occupies.
	Lines int

	group int // number of the part between semicolons
}

// Parse parses the orders of a text in any of the notations, one or more on a line. Semicolons and
// commas separate the orders of a line, "#" and "//" begin a comment, and blank lines, list markers
// and emphasis are skipped. An order that breaks off at the end of a line continues in the next.
//
// Every order produces one Line. A bad order does not affect the orders on other lines. On its own
// line, orders that name no unit of their own do not count, because it is unclear what they belong
// to. After 200 errors further bad orders are only counted, and Parse stops after 10,000 orders; in
// both cases a last Line says so.
func Parse(text string, c *Context) []Line {
	text = strings.TrimPrefix(text, "\ufeff")
	r := reader{p: parser{c: c}}
	r.lines = make([]Line, 0, min(1+strings.Count(text[:min(len(text), 4096)], "\n"), 64))
	r.read(text)
	return r.lines
}

// ParseOne parses a text with exactly one order.
func ParseOne(text string, c *Context) (Order, []Note, *Error) {
	var room [2]Line
	r := reader{p: parser{c: c}, lines: room[:0]}
	r.read(strings.TrimPrefix(text, "\ufeff"))
	switch {
	case len(r.lines) == 0:
		return Order{}, nil, &Error{Code: CodeVerb, Line: 1, Column: 1, Message: message.New("There is no order here; expected one, such as \"{example}\".", message.Order("A Milan - Pavia"))}
	case r.lines[0].Err != nil:
		return Order{}, nil, r.lines[0].Err
	case len(r.lines) > 1:
		l := &r.lines[1]
		return Order{}, nil, &Error{Code: CodeUnread, Line: l.Line, Column: l.Column, Message: message.New("Here a second order begins; expected only one.")}
	}
	return r.lines[0].Order, r.lines[0].Notes, nil
}

// reader splits a text into lines and lines into orders.
type reader struct {
	p      parser
	lines  []Line
	errors int
	full   bool

	group  int  // number of the part of the line
	begun  bool // whether an order of the line has been read
	broken bool // whether the latest line ends in the middle of an order
	// the verb that stands alone on a line above, or before a colon, for the lines below that
	// have no verb
	above carried
	last  carried // the verb of the latest line
	more  bool    // whether the latest line ends with a comma or the like, so that its list continues
	taken bool    // whether the latest line takes the verb of a line above
	doubt int     // 1 + the number of a line above that casts doubt on the orders below it, or 0
}

func (r *reader) read(text string) {
	var before string // the previous line, if this one may continue it
	var first int     // index of the first order of that line
	for more := true; more && !r.full; {
		var line string
		line, text, more = cutLine(text)
		r.p.line++
		begin := len(r.lines)
		broken := r.broken
		r.line(line)
		if before != "" && r.errors < maxErrors && r.wrapped(before, line, first, begin, broken) {
			before = ""
			if r.doubt > first {
				r.doubt = 0
			}
			r.doubted(first)
			continue
		}
		before, first = line[:commentAt(line)], begin
		if strings.TrimSpace(before) == "" || len(before) > maxLineLength {
			before = ""
		}
	}
	if hidden := r.errors - maxErrors; hidden > 0 && !r.full {
		r.refuse("", r.p.line, 1, message.New("More than 200 orders of this text cannot be read; the rest of them are not listed."))
	}
}

// cutLine returns the first line of a text and the text after it.
func cutLine(text string) (line, rest string, more bool) {
	i := strings.IndexAny(text, "\r\n")
	if i < 0 {
		return text, "", false
	}
	line, rest = text[:i], text[i+1:]
	if text[i] == '\r' && strings.HasPrefix(rest, "\n") {
		rest = rest[1:]
	}
	return line, rest, true
}

// wrapped decides whether a line continues the one above it. If the line above breaks off, or the
// line below begins as no order can, both are read together, provided that the result consists of
// orders. If the line below could be either a continuation or an order of its own, its orders do
// not count. The parameter first is the index of the first order in the line above, and begin is
// the index of the first order in line.
func (r *reader) wrapped(above, line string, first, begin int, broken bool) bool {
	mine := r.lines[begin:]
	if len(mine) == 0 || begin == first {
		return false
	}
	bad := slices.ContainsFunc(mine, func(l Line) bool { return l.Err != nil && !l.Rest })
	last := &r.lines[begin-1]
	if !broken && (!bad || last.Err != nil || !continuesOrder(line)) {
		return false
	}
	if r.taken && last.Err != nil && r.verbLine(above) {
		r.errors -= count(r.lines[first:begin])
		r.lines = slices.Delete(r.lines, first, begin)
		return false
	}
	trial := reader{p: parser{c: r.p.c, line: r.p.line - 2}}
	trial.p.line++
	trial.line(above + " " + line[:commentAt(line)])
	good := len(trial.lines) > 0 && !slices.ContainsFunc(trial.lines, func(l Line) bool { return l.Err != nil })
	typed := mine[0].Err == nil && !mine[0].Bare
	switch {
	case good && !typed:
		r.errors -= count(r.lines[first:])
		for i := range trial.lines {
			trial.lines[i].Lines = 2
		}
		r.lines = append(r.lines[:first], trial.lines...)
		r.broken = false
		return true
	case good:
		r.spoil(begin, message.New("The line above stops in the middle of an order, and this line may be the rest of it. Write each order on one line."), func(*Line) bool { return true })
	case broken:
		r.spoil(begin, notAlone, func(l *Line) bool { return l.Bare })
	}
	return false
}

// Continues reports whether a line is the rest of an order that breaks off in the
// line above it.
func Continues(above, line string, c *Context) bool {
	return slices.ContainsFunc(Parse(above+"\n"+line, c), func(l Line) bool { return l.Lines > 1 })
}

// Carries reports whether a line passes its verb on to the lines below that have no verb.
func Carries(line string, c *Context) bool {
	r := reader{p: parser{c: c}}
	r.read(line)
	return r.above != (carried{}) || r.more
}

// verbLine reports whether a line is only a verb for the lines below it.
func (r *reader) verbLine(line string) bool {
	p := parser{c: r.p.c, raw: line, s: line}
	if !plain(line) {
		p.s, p.offs = normalise(line)
	}
	p.marks()
	return p.verbAlone() != carried{}
}

// continuesOrder reports whether a line begins in a way that only the rest of an order can
// begin.
func continuesOrder(line string) bool {
	p := parser{raw: line, s: line}
	if !plain(line) {
		p.s, p.offs = normalise(line)
	}
	if p.move() {
		return true
	}
	w, _ := p.word()
	switch string(w) {
	case "via", "by", "and", "for":
		return true
	}
	return verbOf(w) != noVerb && len(w) > 1
}

// count returns the number of bad orders in lines.
func count(lines []Line) (n int) {
	for i := range lines {
		if lines[i].Err != nil {
			n++
		}
	}
	return n
}

// notAlone explains why an order that may belong to a bad one does not count.
var notAlone = message.New("Another part of this line was refused, and this part may belong to it. Write each order on a line of its own.")

// NotAlone returns the error for an order without a unit of its own, if another order on its
// line is refused.
func NotAlone(l *Line) *Error {
	return &Error{Code: CodeUnread, Line: l.Line, Column: l.Column, Message: notAlone}
}

// spoil refuses the orders from index begin on for which the function which
// returns true.
func (r *reader) spoil(begin int, why message.Message, which func(*Line) bool) {
	for i := begin; i < len(r.lines); i++ {
		l := &r.lines[i]
		if l.Err == nil && which(l) {
			r.errors++
			l.Order, l.Notes = Order{}, nil
			l.Err = &Error{Code: CodeUnread, Line: l.Line, Column: l.Column, Message: why}
		}
	}
}

// line parses the orders of one line.
func (r *reader) line(raw string) {
	begin := len(r.lines)
	r.broken = false
	r.pieces(raw)
	if len(r.lines) == begin || r.full {
		r.doubt = 0
		return
	}
	defer r.doubted(begin)
	if !slices.ContainsFunc(r.lines[begin:], func(l Line) bool { return l.Err != nil && !l.Rest }) {
		return
	}
	if bad := count(r.lines[begin:]); r.errors <= maxErrors && bad == len(r.lines)-begin && r.prose(begin, raw) {
		return
	}
	bare := map[int]bool{} // groups that contain a bad order without a unit type of its own
	for _, l := range r.lines[begin:] {
		bare[l.group] = bare[l.group] || l.Err != nil && !l.Rest && l.Bare
	}
	r.spoil(begin, notAlone, func(l *Line) bool { return l.Bare || bare[l.group] })
}

// prose decides whether a line without a valid order is prose, and what it says about other
// orders.
func (r *reader) prose(begin int, raw string) bool {
	prose, says := isProse(r.p.c, raw), readCaveat(r.p.c, raw)
	if !prose && says == (caveat{}) {
		return false
	}
	l := r.lines[begin]
	r.errors -= len(r.lines) - begin
	if prose {
		l.Prose, l.Text, l.Bare = true, strings.TrimSpace(strings.ToValidUTF8(raw, "?")), true
	}
	r.lines = append(r.lines[:begin], l)
	switch {
	case says.back:
		r.blame(begin, notBack)
	case !prose:
		r.errors++
	}
	if r.doubt = 0; says.below {
		r.doubt = begin + 1
	}
	r.broken = false
	return true
}

// blame turns line i from prose into a refused order.
func (r *reader) blame(i int, why message.Message) {
	l := &r.lines[i]
	l.Prose = false
	l.Err = &Error{Code: CodeUnread, Line: l.Line, Column: l.Column, Message: why}
	r.errors++
}

// doubted refuses all orders from index begin on if a line above says that they may not count.
func (r *reader) doubted(begin int) {
	if r.doubt == 0 || begin < r.doubt || begin >= len(r.lines) {
		return
	}
	if r.lines[r.doubt-1].Prose {
		r.blame(r.doubt-1, notPlain)
	}
	r.spoil(begin, notBelow, func(*Line) bool { return true })
	for i := begin; i < len(r.lines); i++ {
		l := &r.lines[i]
		if !l.Prose {
			l.Under = r.lines[r.doubt-1].Text
		}
		if l.Rest {
			l.Rest, l.Order, l.Err.Message = false, Order{}, notBelow
		}
	}
}

// pieces parses the parts of one line.
func (r *reader) pieces(raw string) {
	p := &r.p
	if len(raw) > maxLineLength && r.tooLong(raw) {
		return
	}
	p.raw, p.offs = raw, nil
	if i := commentAt(raw); i < len(raw) && (raw[i] == '(' || raw[i] == '*') {
		raw = raw[:i]
	}
	s := raw
	if !plain(raw) {
		if bad := firstInvalid(raw); bad >= 0 {
			r.emitError(&Error{
				Code: CodeUnread, Line: p.line, Column: utf8.RuneCountInString(raw[:bad]) + 1,
				Message: message.New("The line is not valid UTF-8 text here; expected plain text."),
			}, strings.ToValidUTF8(raw, "?"), 1)
			return
		}
		s, p.offs = normalise(raw)
	}
	s = unsmiling(unquoted(s[:commentAt(s)]))
	if strings.HasPrefix(strings.TrimLeft(s, " "), "|") { // the row of a table
		s = strings.ReplaceAll(s, "|", " ")
	}
	p.s, p.pos, p.err = s, 0, nil
	p.sign, p.carry, p.spoke, p.headed = 0, carried{}, nowhere, false
	p.marks()
	r.begun, r.taken = false, false
	begin := p.pos
	p.separators()
	goesOn := r.more || strings.TrimLeft(p.s[begin:p.pos], " .") != ""
	if alone := p.verbAlone(); alone != (carried{}) {
		r.above = alone
	} else if p.blanks(); p.pos < len(p.s) {
		p.carry = r.above
		if goesOn {
			p.carry = r.last
		}
		if r.taken = p.carriedHere(); !r.taken {
			p.carry, r.above = carried{}, carried{}
		}
	}
	other := p.addressed()
	for begin := p.pos; begin < len(s) && !r.full; r.group++ {
		end := len(s)
		if i := strings.IndexByte(s[begin:], ';'); i >= 0 {
			end = begin + i
		}
		p.s = s[:end]
		p.pos = begin
		r.piece(other)
		r.broken = end == len(s) && r.broken
		begin = end + 1
	}
	if r.last, r.more = p.carry, unfinished(s); p.headed {
		r.above = p.carry
	}
}

// unfinished reports whether a line ends with a separator of a list.
func unfinished(s string) bool {
	s = strings.ToLower(strings.TrimRight(s, " ."))
	return strings.HasSuffix(s, ",") || strings.HasSuffix(s, "&") || strings.HasSuffix(s, " and")
}

// unquoted returns a line without apostrophes that serve as quotation marks around it. The text
// between them keeps its position in the line.
func unquoted(s string) string {
	t := strings.TrimSpace(s)
	if len(t) < 3 || t[0] != '\'' || t[len(t)-1] != '\'' {
		return s
	}
	begin := strings.IndexByte(s, '\'')
	end := strings.LastIndexByte(s, '\'')
	return s[:begin] + " " + s[begin+1:end]
}

// unsmiling returns a line without the smiley at its end.
func unsmiling(s string) string {
	t := strings.TrimRight(s, " .!")
	for _, face := range []string{":)", ":-)", ";)", ";-)", ":(", ":-(", ":D", ":-D", ":P", ":-P"} {
		if strings.HasSuffix(t, " "+face) {
			return t[:len(t)-len(face)]
		}
	}
	return s
}

// tooLong refuses a line with more characters than any order needs, not
// counting spaces at its ends. It reports whether it did.
func (r *reader) tooLong(raw string) bool {
	raw = strings.TrimSpace(raw)
	if utf8.RuneCountInString(raw) <= maxLineLength {
		return false
	}
	r.emitError(&Error{
		Code: CodeUnread, Line: r.p.line, Column: 1,
		Message: message.New("The line is longer than 2000 characters; expected one order or a few."),
	}, strings.ToValidUTF8(raw[:40], "?"), 1)
	return true
}

// firstInvalid returns the position of the first byte that is not valid UTF-8,
// or -1.
func firstInvalid(s string) int {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// commentAt returns the start of a line's comment, or the length of the line. A comment begins
// with "#" or "//". The result that reports write after an order is a comment, too, such as
// "(*bounce*)", or "** 3+3 ducats" at the end of the line.
func commentAt(s string) int {
	for i := 0; i < len(s); i++ {
		if i > 0 && strings.HasPrefix(s[i-1:], " ** ") && !strings.Contains(s[i+3:], "**") {
			return i
		}
		if s[i] == '#' || strings.HasPrefix(s[i:], "//") || i > 0 && strings.HasPrefix(s[i:], "(*") {
			return i
		}
	}
	return len(s)
}

// piece parses the text between two semicolons, which may contain several orders separated by
// commas. The parameter other is a power that the line addresses although it is not the writer's,
// or Nobody.
func (r *reader) piece(other machiavelli.Power) {
	p := &r.p
	for !r.full {
		p.separators()
		if p.pos == len(p.s) {
			return
		}
		begin := p.pos
		p.notes, p.err, p.quiet, p.rest, p.hangs = nil, nil, r.errors >= maxErrors, false, false
		p.implied = false
		if other != machiavelli.Nobody {
			p.fail(CodePower, begin, message.New("This order is for {power:name}, another power.", message.PowerOf(p.c.Powers, other)))
			r.emitError(p.err, p.text(begin, len(p.s)), p.column(begin))
			return
		}
		bare := !p.typed()
		var o Order
		spoke := p.spoke
		ok := p.order(&o)
		if ok && !p.done() && thankful(p.s[p.pos:]) {
			p.pos = len(p.s)
		}
		if ok && !p.done() {
			ok = p.fail(CodeUnread, p.pos, message.New("I understand the order up to here, but not \"{text}\" behind it.", written(p.s[p.pos:])))
		}
		if ok && (spoke == unspoken && p.spoke == behind || spoke == behind && p.spoke == unspoken) {
			ok, bare = p.fail(CodeVerb, begin, message.New("Of the units in this line, only some have a verb. Write each order on a line of its own.")), true
		}
		if !ok && r.begun && polite(p.s[begin:]) {
			return
		}
		r.begun = true
		if !ok {
			r.broken = len(strings.TrimRight(p.s[min(p.errAt, len(p.s)):], " .,-=>")) == 0
			r.emitError(p.err, p.text(begin, len(p.s)), p.column(begin))
			if r.errors <= maxErrors && len(r.lines) > 0 {
				r.lines[len(r.lines)-1].Bare = bare
			}
			return
		}
		r.broken = p.hangs && p.pos == len(p.s)
		l := Line{Order: o, Text: p.text(begin, p.pos), Line: p.line, Column: p.column(begin), Notes: p.notes, Lines: 1, group: r.group}
		l.Bare = bare && o.Unit.At != board.None || p.implied
		if p.rest {
			l.Rest, l.Err = true, &Error{Code: CodeVerb, Line: l.Line, Column: l.Column, Message: message.New("This line is about all units; expected an order for each of them.")}
		}
		r.add(l)
	}
}

// emitError adds a bad order, unless there have been too many errors to
// describe.
func (r *reader) emitError(err *Error, text string, column int) {
	if r.errors++; r.errors <= maxErrors {
		r.add(Line{Text: text, Line: r.p.line, Column: column, Err: err, Bare: true, Lines: 1, group: r.group})
	}
}

// add adds an order, and stops parsing when there are too many.
func (r *reader) add(l Line) {
	if len(r.lines) >= maxOrders {
		r.full = true
		r.refuse(l.Text, l.Line, l.Column, message.New("A text holds 10000 orders at most; what follows is not read."))
		return
	}
	r.lines = append(r.lines, l)
}

// refuse adds a last Line that summarises what is left out.
func (r *reader) refuse(text string, line, column int, m message.Message) {
	r.lines = append(r.lines, Line{
		Text: text, Line: line, Column: column,
		Err: &Error{Code: CodeUnread, Line: line, Column: column, Message: m},
	})
}

// order parses one order of the current step.
func (p *parser) order(o *Order) bool {
	switch p.c.Step {
	case machiavelli.Retreats:
		return p.retreatOrder(o)
	case machiavelli.Adjustments:
		return p.winterOrder(o)
	}
	if p.everyone(o) {
		return true
	}
	if known, ok := p.moneyOrder(o); known {
		return ok
	}
	return p.unitOrder(o)
}

package order

import (
	"strings"
	"unicode/utf8"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
)

// The limits on what Parse reads from one text.
const (
	maxLineLength = 2000  // characters of a line
	maxErrors     = 200   // errors that are described
	maxOrders     = 10000 // orders, good or bad
)

// Context is what the parser knows about the game. Board is required, the rest
// is optional.
type Context struct {
	Board    *board.Board
	Powers   machiavelli.Roster
	Power    machiavelli.Power // the writer: the power meant if the 1978 notation names none
	Step     machiavelli.Step  // the step, which determines the verbs; zero means Orders
	Explicit bool              // convoy routes must be listed (rules.RouteExplicit); used in messages
}

// Line is one order of a text, good or bad. Text is its own part of the input.
// Line and Column, counted from 1 and the column in characters, locate its
// beginning. Either Err is nil or Order is zero.
type Line struct {
	Order  Order
	Text   string
	Line   int
	Column int
	Notes  []Note
	Err    *Error
}

// Parse parses the orders of a text in any of the notations, one or more on a
// line. Semicolons and commas separate the orders of a line, "#" and "//" begin
// a comment, blank lines are skipped. Every order produces one Line; a bad one
// never affects its neighbours. After 200 errors further bad orders are only
// counted, and Parse stops after 10,000 orders; in both cases a last Line says
// so.
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
}

func (r *reader) read(text string) {
	for !r.full {
		line, rest, more := strings.Cut(text, "\n")
		line = strings.TrimSuffix(line, "\r")
		for !r.full {
			one, after, again := strings.Cut(line, "\r")
			r.p.line++
			r.line(one)
			if !again {
				break
			}
			line = after
		}
		if !more {
			break
		}
		text = rest
	}
	if hidden := r.errors - maxErrors; hidden > 0 && !r.full {
		r.refuse("", r.p.line, 1, message.New("More than 200 orders of this text cannot be read; the rest of them are not listed."))
	}
}

// line parses the orders of one line.
func (r *reader) line(raw string) {
	p := &r.p
	if len(raw) > maxLineLength && r.tooLong(raw) {
		return
	}
	p.raw, p.offs = raw, nil
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
	s = s[:commentAt(s)]
	for begin := 0; begin < len(s) && !r.full; {
		end := len(s)
		if i := strings.IndexByte(s[begin:], ';'); i >= 0 {
			end = begin + i
		}
		p.s = s[:end]
		p.pos = begin
		r.piece()
		begin = end + 1
	}
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

// commentAt returns the start of a line's comment, or the length of the line.
func commentAt(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] == '#' || s[i] == '/' && i+1 < len(s) && s[i+1] == '/' {
			return i
		}
	}
	return len(s)
}

// piece parses the text between two semicolons: an order, and those that follow
// it after commas.
func (r *reader) piece() {
	p := &r.p
	for !r.full {
		p.blanks()
		for p.peek() == ',' {
			p.pos++
			p.blanks()
		}
		if p.pos == len(p.s) {
			return
		}
		begin := p.pos
		p.notes, p.err, p.quiet = nil, nil, r.errors >= maxErrors
		var o Order
		ok := p.order(&o)
		if ok && !p.done() {
			ok = p.fail(CodeUnread, p.pos, message.New("I understand the order up to here, but not \"{text}\" behind it.", written(p.s[p.pos:])))
		}
		if !ok {
			r.emitError(p.err, p.text(begin, len(p.s)), p.column(begin))
			return
		}
		r.add(Line{Order: o, Text: p.text(begin, p.pos), Line: p.line, Column: p.column(begin), Notes: p.notes})
	}
}

// emitError adds a bad order, unless there have been too many errors to
// describe.
func (r *reader) emitError(err *Error, text string, column int) {
	if r.errors++; r.errors <= maxErrors {
		r.add(Line{Text: text, Line: r.p.line, Column: column, Err: err})
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
	if known, ok := p.moneyOrder(o); known {
		return ok
	}
	return p.unitOrder(o)
}

package command

import (
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// Phase holds the orders for a named phase, which is usually a later one. They extend from one
// PHASE to the next, to ENDPHASE or to the end of the block. Its items are orders, conditions,
// WAIT, and errors. An invalid PHASE is an error instead, and so is each order after it.
type Phase struct {
	Phase machiavelli.Phase
	Items []Item
}

func (c *Phase) String() string { return "PHASE " + phaseText(c.Phase) + below(c.Items) + "\nENDPHASE" }

// If holds orders that depend on the places of units. Only the items of the first branch whose
// condition is true count.
type If struct {
	Branches []Branch
	Closed   bool // whether ENDIF was written
}

// Branch is an IF, ELSE IF or ELSE with the lines under it. Items are orders, further conditions,
// and errors.
type Branch struct {
	Line  int
	Cond  *Condition // nil for ELSE
	Items []Item
}

func (c *If) String() string {
	var b strings.Builder
	for i, br := range c.Branches {
		switch {
		case br.Cond == nil:
			b.WriteString("ELSE")
		case i == 0:
			b.WriteString("IF " + br.Cond.String() + " THEN")
		default:
			b.WriteString("ELSE IF " + br.Cond.String() + " THEN")
		}
		b.WriteString(below(br.Items) + "\n")
	}
	return b.String() + "ENDIF"
}

// below returns the items of a structure that have an effect, one per line.
func below(items []Item) string {
	s := ""
	for _, i := range items {
		if i.Command == nil {
			continue
		}
		if t := i.Command.String(); t != "" {
			s += "\n" + t
		}
	}
	return s
}

// Op is the operator of a condition.
type Op string

// The kinds of condition.
const (
	Stands Op = ""    // a unit stands in a place, as described in Text
	Not    Op = "NOT" // Left is false
	And    Op = "AND" // Left and Right are true
	Or     Op = "OR"  // Left or Right or both are true
)

// Condition is the condition after IF. AND and OR have the same precedence and are evaluated from
// left to right.
type Condition struct {
	Op          Op
	Text        string // for Stands: power (optional), type (optional) and province, as written
	Line        int
	Column      int
	Left, Right *Condition
}

// String returns the fully parenthesized condition.
func (c *Condition) String() string {
	switch c.Op {
	case Not:
		return "NOT " + c.Left.inner()
	case And, Or:
		return c.Left.inner() + " " + string(c.Op) + " " + c.Right.inner()
	}
	return c.Text
}

func (c *Condition) inner() string {
	if c.Op == And || c.Op == Or {
		return "(" + c.String() + ")"
	}
	return c.String()
}

// condition reads a condition up to THEN or the end of the line.
func condition(s *scanner, depth int) (*Condition, *Error) {
	left, err := term(s, depth)
	for err == nil {
		s.blanks()
		at := s.column()
		var op Op
		switch {
		case s.keyword("AND"), s.keyword("&&"), s.keyword("&"):
			op = And
		case s.keyword("OR"), s.keyword("||"):
			op = Or
		default:
			return left, nil
		}
		var right *Condition
		if right, err = term(s, depth); err == nil {
			left = &Condition{Op: op, Line: s.line, Column: at, Left: left, Right: right}
		}
	}
	return nil, err
}

// term reads an operand of AND and OR.
func term(s *scanner, depth int) (*Condition, *Error) {
	s.blanks()
	at := s.column()
	if depth > maxDepth {
		return nil, s.fail(CodeLong, message.New("The condition has more than {n} nested parentheses.", message.Number(maxDepth)))
	}
	switch {
	case s.keyword("NOT"):
		c, err := term(s, depth+1)
		if err != nil {
			return nil, err
		}
		return &Condition{Op: Not, Line: s.line, Column: at, Left: c}, nil
	case s.keyword("("):
		c, err := condition(s, depth+1)
		if err != nil {
			return nil, err
		}
		if !s.keyword(")") {
			return nil, s.fail(CodeBad, message.New("A parenthesis is not closed; expected AND, OR or )."))
		}
		return c, nil
	}
	from := s.pos
	for s.pos < len(s.s) && s.s[s.pos] != '(' && s.s[s.pos] != ')' && !conditionEnds(s) {
		if s.s[s.pos] == ' ' {
			s.blanks()
			continue
		}
		for s.pos < len(s.s) && strings.IndexByte(" ()", s.s[s.pos]) < 0 {
			s.pos++
		}
	}
	text := strings.Join(strings.Fields(s.s[from:s.pos]), " ")
	if text == "" {
		return nil, s.missing(message.New("where a unit stands"), "IF NOT VENETIAN ARMY PADUA THEN")
	}
	return &Condition{Text: text, Line: s.line, Column: at}, nil
}

// conditionEnds reports whether a keyword that ends the name of a place in a condition begins here.
func conditionEnds(s *scanner) bool {
	if s.pos > 0 && s.s[s.pos-1] != ' ' && s.s[s.pos-1] != ')' {
		return false
	}
	return atAny(s.s[s.pos:], []string{"AND", "OR", "THEN", "&&", "&", "||", "NOT"})
}

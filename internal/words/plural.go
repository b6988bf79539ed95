package words

import (
	"fmt"
	"strconv"
	"strings"
)

// Plurals determines which form of a text a number takes, according to the field Plural-Forms of
// a catalogue: "nplurals=2; plural=n != 1;".
type Plurals struct {
	Forms int
	of    func(n int) int
}

// Of returns the index of the form that a number takes.
func (p Plurals) Of(n int) int {
	if n < 0 {
		n = -n
	}
	if k := p.of(n); k >= 0 && k < p.Forms {
		return k
	}
	return p.Forms - 1
}

// ParsePlurals parses the field Plural-Forms.
func ParsePlurals(text string) (Plurals, error) {
	var p Plurals
	expr := ""
	for part := range strings.SplitSeq(text, ";") {
		k, v, _ := strings.Cut(part, "=")
		switch strings.TrimSpace(k) {
		case "nplurals":
			n, err := strconv.Atoi(strings.TrimSpace(v))
			if err != nil || n < 1 || n > 6 {
				return p, fmt.Errorf("nplurals=%s: expected a number from 1 to 6", v)
			}
			p.Forms = n
		case "plural":
			expr = v
		}
	}
	if p.Forms == 0 || expr == "" {
		return p, fmt.Errorf("%q: expected nplurals=...; plural=...;", text)
	}
	x := pluralParser{text: strings.Join(strings.Fields(expr), "")}
	f, err := x.choice()
	if err == nil && x.text != "" {
		err = fmt.Errorf("%q is not understood", x.text)
	}
	if err != nil {
		return p, fmt.Errorf("plural=%s: %w", expr, err)
	}
	p.of = f
	return p, nil
}

// pluralParser parses the C expressions in which plural forms are written.
type pluralParser struct{ text string }

type pluralExpr = func(n int) int

func (p *pluralParser) take(s string) bool {
	rest, ok := strings.CutPrefix(p.text, s)
	if ok {
		p.text = rest
	}
	return ok
}

func (p *pluralParser) choice() (pluralExpr, error) {
	cond, err := p.binary(0)
	if err != nil || !p.take("?") {
		return cond, err
	}
	yes, err := p.choice()
	if err != nil {
		return nil, err
	}
	if !p.take(":") {
		return nil, fmt.Errorf("expected : before %q", p.text)
	}
	no, err := p.choice()
	return func(n int) int {
		if cond(n) != 0 {
			return yes(n)
		}
		return no(n)
	}, err
}

// pluralOps lists the operators in order of precedence, lowest first.
var pluralOps = [][]string{{"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}}

func (p *pluralParser) binary(level int) (pluralExpr, error) {
	if level == len(pluralOps) {
		return p.atom()
	}
	left, err := p.binary(level + 1)
	for err == nil {
		op := ""
		for _, o := range pluralOps[level] {
			if p.take(o) {
				op = o
				break
			}
		}
		if op == "" {
			return left, nil
		}
		var right pluralExpr
		if right, err = p.binary(level + 1); err == nil {
			l := left
			left = func(n int) int { return pluralValue(op, l(n), right(n)) }
		}
	}
	return nil, err
}

func (p *pluralParser) atom() (pluralExpr, error) {
	switch {
	case p.take("("):
		f, err := p.choice()
		if err == nil && !p.take(")") {
			err = fmt.Errorf("expected ) before %q", p.text)
		}
		return f, err
	case p.take("!"):
		f, err := p.atom()
		return func(n int) int { return truth(f(n) == 0) }, err
	case p.take("n"):
		return func(n int) int { return n }, nil
	}
	end := strings.IndexFunc(p.text, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(p.text)
	}
	v, err := strconv.Atoi(p.text[:end])
	if err != nil {
		return nil, fmt.Errorf("expected n or a number before %q", p.text)
	}
	p.text = p.text[end:]
	return func(int) int { return v }, nil
}

func pluralValue(op string, a, b int) int {
	switch op {
	case "||":
		return truth(a != 0 || b != 0)
	case "&&":
		return truth(a != 0 && b != 0)
	case "==":
		return truth(a == b)
	case "!=":
		return truth(a != b)
	case "<=":
		return truth(a <= b)
	case ">=":
		return truth(a >= b)
	case "<":
		return truth(a < b)
	case ">":
		return truth(a > b)
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	case "/":
		if b == 0 {
			return 0
		}
		return a / b
	}
	if b == 0 {
		return 0
	}
	return a % b
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

package command

import (
	"strings"
	"unicode/utf8"

	"podesta/machiavelli/message"
)

// outside parses a line before SIGNON or after SIGNOFF. Because people write greetings and
// explanations there, only well-formed lines count as commands.
func (p *parser) outside(i int) {
	s := p.scan(i)
	after := p.signed // whether SIGNOFF was read
	c, notes, known, err := p.opener(s)
	switch {
	case known && err == nil && !(after && c.Password.Empty()):
		p.begin(i, c, notes)
		return
	case known && err != nil && !after && !isProse(p.plain[i]):
		p.put(Item{Line: i + 1, Raw: p.withoutSecret(i), Err: err})
		return
	case after || known:
		p.ignore(i, pick(after, AfterSignoff, BeforeSignon))
		return
	}
	*s = *p.scan(i)
	if s.keyword("REGISTER", "REGISTRATION") && s.done() {
		p.register(i)
		return
	}
	if *s = *p.scan(i); p.confirmed && s.keyword("SET") && s.keyword("PASSWORD", "PW") {
		*s = *p.scan(i)
		s.keyword("SET")
		p.settings(i, s.at+1, s)
		return
	}
	if items := p.early(i); items != nil {
		for _, item := range items {
			var also []Item
			switch c := item.Command.(type) {
			case Signoff:
				p.signed = true
			case Confirm: // a command that verifies the sender
				p.confirmed = true
			case texted:
				also = p.text(i, &item, c)
			}
			for _, x := range append(append([]Item{item}, also...), p.after...) {
				p.put(x)
			}
			p.after = nil
		}
		return
	}
	if e := p.misspelt(i); e != nil {
		p.put(Item{Line: i + 1, Raw: p.withoutSecret(i), Err: e})
		return
	}
	p.ignore(i, BeforeSignon)
}

// early returns the commands of a line before SIGNON. It returns nil if any part of the line is not
// a command allowed there, or if the line is a sentence that only begins like a command.
func (p *parser) early(i int) []Item {
	var items []Item
	for _, s := range p.pieces(i) {
		column := s.at + 1
		v := findVerb(s)
		if v == nil || !v.pre {
			return nil
		}
		c, err := v.parse(s)
		if g, ok := c.(Given); ok && !g.form.Before { // not allowed before SIGNON
			if c, err = nil, s.missing(message.New("the name of a game"), message.Order("DECLINE medici")); g.Command.Name == "confirm seat" {
				err = noCode(s)
			}
		}
		if err != nil && isProse(p.plain[i]) {
			return nil
		}
		items = append(items, p.result(i, column, c, err))
	}
	return items
}

// pieces returns the pieces of a line between semicolons, without comments and
// empty pieces.
func (p *parser) pieces(i int) []*scanner {
	whole := p.scan(i)
	text := whole.s
	if c := commentAt(text); c >= 0 {
		text = text[:c]
	}
	var out []*scanner
	for from := 0; from <= len(text); {
		end := len(text)
		if k := strings.IndexByte(text[from:], ';'); k >= 0 {
			end = from + k
		}
		if piece := strings.TrimSpace(text[from:end]); piece != "" {
			lead := strings.Index(text[from:end], piece)
			out = append(out, &scanner{s: piece, powers: p.powers, line: i + 1, quiet: whole.quiet, at: whole.at + utf8.RuneCountInString(text[:from+lead])})
		}
		from = end + 1
	}
	return out
}

// opener reads the command that opens a block. It skips lines that only look like one: HELLO is a
// greeting unless it has the form of a SIGNON and no SIGNON follows, and sentences can begin with
// CREATE or WATCH.
func (p *parser) opener(s *scanner) (c Signon, notes []Note, known bool, err *Error) {
	probe := *s
	prose, later := isProse(s.s), p.last > s.line-1
	hello, sign := probe.keyword("HELLO"), probe.keyword("SIGN ON", "LOG IN")
	if hello && (later || prose || len(strings.Fields(s.s)) < 3) || sign && prose && later {
		return c, nil, false, nil
	}
	c, notes, known, err = opener(s)
	if !hello && !sign && (isSentence(s.s) || notes != nil) {
		return Signon{}, nil, false, nil
	}
	return c, notes, known, err
}

// isProse reports whether a line ends like a sentence or has more than five words.
func isProse(s string) bool { return isSentence(s) || len(strings.Fields(s)) > 5 }

// isSentence reports whether a line ends like a sentence.
func isSentence(s string) bool { return strings.ContainsAny(s[len(s)-1:], ".,!?:") }

// misspelt returns an error if a line looks like a misspelt SIGNON. Otherwise the lines after it
// would be ignored without an error.
func (p *parser) misspelt(i int) *Error {
	f := strings.Fields(p.plain[i])
	if len(f) < 2 || len(f) > 6 || len(f[0]) < 5 || isProse(p.plain[i]) {
		return nil
	}
	found := closest(f[0], []string{"SIGNON", "LOGIN", "CREATE", "OBSERVE", "REGISTER"})
	if len(found) == 0 || strings.EqualFold(found[0], f[0]) {
		return nil
	}
	err := p.scan(i).fail(CodeSet, message.New("{word} is not a command. Without SIGNON, the lines below it are not read.", quote(f[0])))
	err.Suggest = found
	return err
}

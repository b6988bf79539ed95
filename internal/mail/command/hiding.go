package command

import (
	"strings"

	"podesta/machiavelli/message"
)

// withoutSecret returns a line with stars instead of its secrets. Any word from the third one on
// may be a password.
func (p *parser) withoutSecret(i int) string {
	f := strings.Fields(p.plain[i])
	if len(f) > 2 {
		return strings.Join(append(f[:2:2], stars), " ")
	}
	return strings.Join(f, " ")
}

// secret records secrets, so that they are hidden everywhere.
func (p *parser) secret(list ...Secret) {
	for _, s := range list {
		known := s.Empty()
		for _, h := range p.hidden {
			known = known || h.Equal(s)
		}
		switch {
		case known:
		case len(p.hidden) == maxSecrets:
			p.full = true
		default:
			p.hidden = append(p.hidden, s)
		}
	}
}

// last returns the number of the last line of a condition.
func (c *If) last() int {
	n := 0
	for _, b := range c.Branches {
		n = max(n, b.Line)
		for _, it := range b.Items {
			n = max(n, it.End)
			if inner, ok := it.Command.(*If); ok {
				n = max(n, inner.last())
			}
		}
	}
	return n
}

// finish goes through all items again: it hides secrets in everything that quotes a line, and
// refuses conditions without an end.
func (p *parser) finish(items []Item) {
	for i := range items {
		it := &items[i]
		it.Raw = Hide(it.Raw, p.hidden)
		if p.full {
			it.Raw = stars
			if it.Err != nil {
				it.Err.Message, it.Err.Suggest = message.New("This line cannot be read."), nil
			}
		}
		if it.Err != nil {
			it.Err.Message = it.Err.Message.WithNames(func(n message.Name) message.Name { return message.Name(Hide(string(n), p.hidden)) })
			for j := range it.Err.Suggest {
				it.Err.Suggest[j] = Hide(it.Err.Suggest[j], p.hidden)
			}
		}
		switch c := it.Command.(type) {
		case *Phase:
			p.finish(c.Items)
		case *If:
			if !c.Closed {
				it.End = max(it.End, c.last())
				it.Command, it.Notes = nil, nil
				it.Err = &Error{Code: CodeOpen, Line: it.Line, Column: max(1, it.Column), Message: message.New("{end} is missing, so nothing from this line on was ordered. Send it again, with {end} on a line of its own after the last order under {begin}.", message.Order("ENDIF"), message.Order("IF"))}
			}
			for j := range c.Branches {
				p.finish(c.Branches[j].Items)
			}
		}
	}
}

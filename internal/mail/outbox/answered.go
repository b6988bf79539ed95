package outbox

import (
	"slices"
	"strings"

	"podesta/machiavelli/message"
)

// answered adds the answer to the reader's e-mail to the entries that it caused: above them, but
// below the beginning of a game or results, unless lines were refused.
func (r *reader) answered(l *gameLetter, m *Letter, p *Page) {
	a := l.answer
	m.Replied, m.To, m.InReplyTo, m.References, m.Seat = true, a.To, a.InReplyTo, a.References, a.Seat
	m.Number = a.Number
	own := weight(l.main) >= ownSubject
	text, blocks := a.Text, []Block(nil)
	if a.Page != nil {
		blocks = a.Page.Blocks
	}
	if own && a.Short != "" { // the phase of these orders is over, or has just begun
		text = a.Short
		if a.Page != nil {
			blocks = blocks[:a.Page.Short]
		}
	}
	text = strings.TrimRight(text, "\n") + "\n"
	switch {
	case own && !a.Refused:
		m.Text = strings.TrimRight(m.Text, "\n") + "\n\n" + rule + "\n\n" + text
		p.Blocks = slices.Concat(p.Blocks, []Block{{Title: r.say(message.New("Your e-mail")), Part: true}}, blocks)
		return
	case !own:
		m.Subject = a.Subject
		if a.Page != nil {
			blocks = slices.Concat(blocks, []Block{{Title: p.Title, Part: true}})
			p.Title = a.Page.Title
		}
	}
	m.Text = text + "\n" + rule + "\n\n" + m.Text
	p.Blocks = append(slices.Clone(blocks), p.Blocks...)
}

// rule separates the parts of an e-mail in plain text.
const rule = "========================================"

package outbox

import (
	"strconv"
	"strings"

	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// prose is a text for one reader that consists of paragraphs. It exists both as plain text and as
// blocks.
type prose struct {
	to       phrase.Reader
	greeting string // precedes the text, except in a daily e-mail
	text     strings.Builder
	blocks   []Block
}

// greet greets the reader by name.
func (p *prose) greet(name string) {
	p.greeting = p.to.M(message.New("Hello {name},", message.Name(name)))
}

// add adds a paragraph.
func (p *prose) add(m message.Message) { p.addLines(p.to.M(m), Block{Paras: []string{p.to.M(m)}}) }

// show adds a URL, an address or a line to type, indented and on one line.
func (p *prose) show(line string) { p.addLines("    "+line, Block{Code: line}) }

// quote adds an indented paragraph.
func (p *prose) quote(m message.Message) {
	p.addLines("  "+p.to.M(m), Block{Verbatim: p.to.M(m)})
}

// list adds a numbered or unnumbered list.
func (p *prose) list(numbered bool, all ...message.Message) {
	if len(all) == 0 {
		return
	}
	var lines, items []string
	for i, m := range all {
		first := "* "
		if numbered {
			first = strconv.Itoa(i+1) + ". "
		}
		lines = append(lines, first+p.to.M(m))
		items = append(items, p.to.M(m))
	}
	p.addLines(strings.Join(lines, "\n"), Block{Items: items})
}

// addLines adds lines of plain text, and the block with the same content.
func (p *prose) addLines(lines string, same Block) {
	if p.text.Len() > 0 {
		p.text.WriteString("\n")
	}
	p.text.WriteString(lines + "\n")
	p.blocks = append(p.blocks, same)
}

// String returns the text with its greeting.
func (p *prose) String() string {
	if p.greeting == "" {
		return p.text.String()
	}
	return p.greeting + "\n\n" + p.text.String()
}

// letter returns the e-mail with the text. The parameter from is the judge's name, and title is the
// heading in HTML.
func (p *prose) letter(to []string, subject, from string, title message.Message) *Letter {
	blocks := p.blocks
	if p.greeting != "" {
		blocks = append([]Block{{Paras: []string{p.greeting}}}, blocks...)
	}
	return &Letter{
		To: to, Subject: subject, Text: p.String(),
		Page: &Page{Lang: p.to.Tag, Game: from, Title: message.Capital(p.to.M(title)), Preview: subject, Blocks: blocks},
	}
}

package outbox

import (
	"strconv"
	"strings"

	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// prose is a text of paragraphs for one reader, both as plain text and as blocks.
type prose struct {
	to       phrase.Reader
	greeting string // precedes the text, except in a daily e-mail
	text     strings.Builder
	blocks   []block
}

// greet greets the reader by name.
func (p *prose) greet(name string) {
	p.greeting = phrase.Wrap(p.to.M(message.New("Hello {name},", message.Name(name))), "", "",
		phrase.AnswerWidth) + "\n\n"
}

// add adds a paragraph.
func (p *prose) add(m message.Message) {
	p.addLines(phrase.Wrap(p.to.M(m), "", "", phrase.AnswerWidth), block{Paras: []string{p.to.M(m)}})
}

// show adds a URL, an address or a line to type, indented and on one line.
func (p *prose) show(line string) { p.addLines("    "+line, block{Paras: []string{line}}) }

// quote adds an indented paragraph.
func (p *prose) quote(m message.Message) {
	p.addLines(phrase.Wrap(p.to.M(m), "    ", "    ", 76), block{Paras: []string{p.to.M(m)}})
}

// list adds a numbered or unnumbered list.
func (p *prose) list(numbered bool, all ...message.Message) {
	if len(all) == 0 {
		return
	}
	var lines, items []string
	for i, m := range all {
		first, rest := "    ", "      "
		if numbered {
			first, rest = "  "+strconv.Itoa(i+1)+". ", "     "
		}
		lines = append(lines, phrase.Wrap(p.to.M(m), first, rest, phrase.AnswerWidth))
		items = append(items, p.to.M(m))
	}
	p.addLines(strings.Join(lines, "\n"), block{Items: items})
}

// addLines adds lines of plain text, and the block with the same content.
func (p *prose) addLines(lines string, same block) {
	if p.text.Len() > 0 {
		p.text.WriteString("\n")
	}
	p.text.WriteString(lines + "\n")
	p.blocks = append(p.blocks, same)
}

// String returns the text with its greeting.
func (p *prose) String() string { return p.greeting + p.text.String() }

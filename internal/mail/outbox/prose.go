package outbox

import (
	"strings"

	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// prose is a plain text of paragraphs for one reader.
type prose struct {
	to   phrase.Reader
	text strings.Builder
}

// add adds a paragraph.
func (p *prose) add(m message.Message) {
	p.addLines(phrase.Wrap(p.to.M(m), "", "", phrase.AnswerWidth))
}

// show adds an address or a line to type, indented and on one line.
func (p *prose) show(line string) { p.addLines("    " + line) }

// item adds an item of a numbered list, below the item before it.
func (p *prose) item(number string, m message.Message) {
	p.text.WriteString(phrase.Wrap(p.to.M(m), "  "+number+". ", "     ", phrase.AnswerWidth) + "\n")
}

func (p *prose) addLines(lines string) {
	if p.text.Len() > 0 {
		p.text.WriteString("\n")
	}
	p.text.WriteString(lines + "\n")
}

// String returns the text.
func (p *prose) String() string { return p.text.String() }

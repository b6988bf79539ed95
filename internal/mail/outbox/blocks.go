package outbox

import (
	"strings"
	"unicode/utf8"

	"podesta/internal/mail/phrase"
)

// block is a section of an e-mail. The text and the HTML of an e-mail are generated from the same
// blocks.
type block struct {
	Title    string
	Part     bool     // whether the title begins a part of a daily e-mail
	Lead     string   // a prominent sentence
	Paras    []string // paragraphs of one line each, which mail programs wrap
	Items    []string // a list
	Table    *table
	Verbatim string // preformatted text: written by a person, or in columns
	Muted    bool   // whether it is shown as less important
	Map      bool   // whether the map follows it
}

// table is a small table of three or four narrow columns.
type table struct {
	Head []string
	Rows [][]string
}

// blockText writes blocks as plain text.
func blockText(blocks []block) string {
	var b strings.Builder
	for _, x := range blocks {
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		if x.Title != "" {
			b.WriteString(phrase.Wrap(strings.ToUpper(x.Title), "", "", phrase.LineWidth) + "\n")
		}
		if x.Lead != "" {
			b.WriteString(phrase.Wrap(x.Lead, "", "", phrase.LineWidth) + "\n")
		}
		for _, p := range x.Paras {
			b.WriteString(phrase.Wrap(p, "", "", phrase.LineWidth) + "\n")
		}
		for _, i := range x.Items {
			b.WriteString(phrase.Wrap(i, "* ", "  ", phrase.LineWidth) + "\n")
		}
		if x.Table != nil {
			b.WriteString(x.Table.text())
		}
		if x.Verbatim != "" {
			if x.Lead != "" || len(x.Paras) > 0 {
				b.WriteString("\n")
			}
			b.WriteString(strings.TrimRight(x.Verbatim, "\n") + "\n")
		}
	}
	return b.String()
}

// text formats the table in columns. Text after the last column is wrapped.
func (t *table) text() string {
	widths := make([]int, len(t.Head))
	rows := append([][]string{t.Head}, t.Rows...)
	for _, r := range rows {
		for i, c := range r {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	var b strings.Builder
	for _, r := range rows {
		line, indent := "", 0
		for i, c := range r[:len(r)-1] {
			line += c + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c)+2)
			indent += widths[i] + 2
		}
		b.WriteString(strings.TrimRight(hung(line, r[len(r)-1], indent), " ") + "\n")
	}
	return b.String()
}

// hung formats a text after the columns of a line, with continuation lines aligned below it.
func hung(line, text string, indent int) string {
	broken := phrase.Wrap(text, "", "", max(phrase.LineWidth-indent, 20))
	return line + strings.ReplaceAll(broken, "\n", "\n"+strings.Repeat(" ", indent))
}

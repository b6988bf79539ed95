package outbox

import (
	"strings"
	"unicode/utf8"
)

// Block is a section of an e-mail. The text and the HTML of an e-mail are generated from the same
// blocks.
type Block struct {
	Title    string   `json:"title,omitempty"`
	Part     bool     `json:"part,omitempty"`  // whether the title begins a part of an e-mail
	Lead     string   `json:"lead,omitempty"`  // a prominent sentence
	Lines    []Line   `json:"lines,omitempty"` // lines of the reader's e-mail with the answers to them
	Paras    []string `json:"paras,omitempty"` // paragraphs of one line each, which mail programs wrap
	Items    []string `json:"items,omitempty"` // a list
	Table    *Table   `json:"table,omitempty"`
	Code     string   `json:"code,omitempty"`     // lines to type, or text in columns
	Verbatim string   `json:"verbatim,omitempty"` // text written by a person
	Muted    bool     `json:"muted,omitempty"`    // whether it is shown as less important
	Map      bool     `json:"map,omitempty"`      // whether the map follows it
}

// Line is a line of the reader's e-mail and what the judge says about it.
type Line struct {
	Number  int      `json:"number,omitempty"` // 0 for none
	Own     string   `json:"own"`
	Refused bool     `json:"refused,omitempty"`
	Said    []string `json:"said,omitempty"`
}

// Table is a small table of narrow columns.
type Table struct {
	Head []string   `json:"head,omitempty"`
	Rows [][]string `json:"rows,omitempty"`
}

// BlockText writes blocks as plain text. Paragraphs are not wrapped.
func BlockText(blocks []Block) string {
	var b strings.Builder
	for i := range blocks {
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		blocks[i].write(&b)
	}
	return b.String()
}

// write writes a block as plain text.
func (x *Block) write(b *strings.Builder) {
	line := func(all ...string) {
		for _, s := range all {
			b.WriteString(s)
		}
		b.WriteByte('\n')
	}
	switch {
	case x.Title == "":
	case x.Part:
		line(x.Title)
		line(strings.Repeat("-", min(utf8.RuneCountInString(x.Title), tableWidth)))
	default:
		line(strings.ToUpper(x.Title))
	}
	if x.Lead != "" {
		line(x.Lead)
	}
	for i := range x.Lines {
		x.Lines[i].write(b)
	}
	for _, p := range x.Paras {
		line(p)
	}
	for _, item := range x.Items {
		line("* ", item)
	}
	if x.Table != nil {
		x.Table.write(b)
	}
	above := x.Lead != "" || len(x.Lines)+len(x.Paras)+len(x.Items) > 0
	if x.Code != "" {
		if above {
			line()
		}
		for l := range strings.SplitSeq(strings.TrimRight(x.Code, "\n"), "\n") {
			line(strings.TrimRight("    "+l, " "))
		}
	}
	if x.Verbatim != "" {
		if above {
			line()
		}
		line(strings.TrimRight(x.Verbatim, "\n"))
	}
}

// Mark returns the sign before the line.
func (l *Line) Mark() string {
	if l.Refused {
		return "✗"
	}
	return "✓"
}

// write writes the line as plain text, with its mark, and the answers to it indented below.
func (l *Line) write(b *strings.Builder) {
	b.WriteString(l.Mark() + " > " + l.Own + "\n")
	for _, s := range l.Said {
		for text := range strings.SplitSeq(s, "\n") {
			b.WriteString("  " + text + "\n")
		}
	}
}

// tableWidth is the maximum width of a table that plain text shows in columns.
const tableWidth = 72

// write formats the table in columns or, if they are too wide, each row as a line.
func (t *Table) write(b *strings.Builder) {
	rows := t.Rows
	if len(t.Head) > 0 {
		rows = append([][]string{t.Head}, t.Rows...)
	}
	var widths []int
	for _, r := range rows {
		for i, c := range r {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	total := 2 * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	for _, r := range rows {
		var line strings.Builder
		for i, c := range r {
			switch {
			case total <= tableWidth:
				line.WriteString(c + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c)+2))
			case c != "" && i == 1:
				line.WriteString(": " + c)
			case c != "" && i > 1:
				line.WriteString(", " + c)
			default:
				line.WriteString(c)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

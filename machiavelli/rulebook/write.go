package rulebook

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Markdown returns the book as Markdown. It has numbered chapters, and after
// each paragraph the ids of its rules in small brackets.
func (b *Book) Markdown() string {
	var w strings.Builder
	w.WriteString("# " + b.Title + "\n")
	b.writeMarkdown(&w, "##")
	return w.String()
}

// writeMarkdown writes the chapters with headings of the given level.
func (b *Book) writeMarkdown(w *strings.Builder, level string) {
	for i := range b.Chapters {
		c := &b.Chapters[i]
		w.WriteString("\n" + level + " " + strconv.Itoa(i+1) + ". " + c.Title + "\n")
		list := false
		for j := range c.Paragraphs {
			p := &c.Paragraphs[j]
			if !p.Item || !list {
				w.WriteByte('\n')
			}
			list = p.Item
			if p.Item {
				w.WriteString("- ")
			}
			w.WriteString(p.Text)
			if ids := c.Brackets(j); ids != "" {
				w.WriteString(" <small>[" + ids + "]</small>")
			}
			w.WriteByte('\n')
			if p.Table != nil {
				p.Table.markdown(w)
			}
		}
	}
}

// Brackets returns the ids for a paragraph. It returns none for a list item
// whose ids are all among those of the paragraph before it.
func (c *Chapter) Brackets(i int) string {
	p := &c.Paragraphs[i]
	if p.Item && i > 0 && !slices.ContainsFunc(p.Rules, func(id string) bool { return !slices.Contains(c.Paragraphs[i-1].Rules, id) }) {
		return ""
	}
	return strings.Join(p.Rules, ", ")
}

// markdown writes the table after an empty line.
func (t *Table) markdown(w *strings.Builder) {
	row := func(cells []string) {
		w.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	w.WriteByte('\n')
	row(t.Head)
	rule := make([]string, len(t.Head))
	for i := range rule {
		rule[i] = "---"
	}
	row(rule)
	for _, r := range t.Rows {
		row(r)
	}
}

// Text returns the book as plain text in lines of at most width characters.
// Tables are as wide as they need to be.
func (b *Book) Text(width int) string {
	var w strings.Builder
	w.WriteString(heading(b.Title, '='))
	for i := range b.Chapters {
		c := &b.Chapters[i]
		w.WriteString("\n" + heading(strconv.Itoa(i+1)+". "+c.Title, '-'))
		list := false
		for j := range c.Paragraphs {
			p := &c.Paragraphs[j]
			if !p.Item || !list {
				w.WriteByte('\n')
			}
			list = p.Item
			first, rest := "", ""
			if p.Item {
				first, rest = "  * ", "    "
			}
			text := strings.ReplaceAll(p.Text, "**", "")
			if ids := c.Brackets(j); ids != "" {
				text += " [" + ids + "]"
			}
			wrap(&w, text, first, rest, width)
			if p.Table != nil {
				p.Table.text(&w)
			}
		}
	}
	return w.String()
}

func heading(text string, under byte) string {
	return text + "\n" + strings.Repeat(string(under), utf8.RuneCountInString(text)) + "\n"
}

// wrap writes a text in lines of at most width characters. The first line begins with the prefix
// first, and the other lines begin with the prefix rest.
func wrap(w *strings.Builder, text, first, rest string, width int) {
	line := first
	empty := true
	for _, word := range strings.Fields(text) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			w.WriteString(line + "\n")
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line += word
		empty = false
	}
	w.WriteString(line + "\n")
}

// text writes the table in columns, after an empty line.
func (t *Table) text(w *strings.Builder) {
	wide := make([]int, len(t.Head))
	for _, r := range append([][]string{t.Head}, t.Rows...) {
		for i, cell := range r {
			wide[i] = max(wide[i], utf8.RuneCountInString(cell))
		}
	}
	row := func(cells []string) {
		line := "  "
		for i, cell := range cells {
			line += "  " + cell + strings.Repeat(" ", wide[i]-utf8.RuneCountInString(cell))
		}
		w.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	w.WriteByte('\n')
	row(t.Head)
	rule := make([]string, len(t.Head))
	for i := range rule {
		rule[i] = strings.Repeat("-", wide[i])
	}
	row(rule)
	for _, r := range t.Rows {
		row(r)
	}
}

package outbox

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"podesta/machiavelli/rulebook"
)

// BookBlocks returns the rules of a game, chapter by chapter.
func BookBlocks(b *rulebook.Book) []Block {
	out := []Block{{Title: b.Title}}
	for i := range b.Chapters {
		c := &b.Chapters[i]
		out = append(out, Block{Title: strconv.Itoa(i+1) + ". " + c.Title})
		for j := range c.Paragraphs {
			p := &c.Paragraphs[j]
			text := strings.ReplaceAll(p.Text, "**", "")
			if ids := c.Brackets(j); ids != "" {
				text += " [" + ids + "]"
			}
			x := Block{}
			if last := &out[len(out)-1]; p.Item && last.Table == nil {
				last.Items = append(last.Items, text)
				x = *last
				out = out[:len(out)-1]
			} else {
				x.Paras = []string{text}
			}
			if p.Table != nil {
				x.Table = &Table{Head: p.Table.Head, Rows: p.Table.Rows}
			}
			out = append(out, x)
		}
	}
	return out
}

// TextBlocks divides one of the judge's own texts into blocks. In these texts, titles are
// underlined, lines to type are indented, and columns are separated by at least two spaces.
func TextBlocks(text string) []Block {
	var out []Block
	for para := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		lines := strings.Split(strings.Trim(para, "\n"), "\n")
		indented := 0
		for _, l := range lines {
			if strings.HasPrefix(l, "  ") {
				indented++
			}
		}
		x := Block{}
		switch {
		case len(lines) == 2 && strings.Trim(lines[1], "=-") == "":
			x.Title = lines[0]
		case indented == len(lines):
			x = indentedBlock(lines)
		case indented == 0 && len(lines) > 1 && strings.HasPrefix(lines[0], "* "), indented > 0:
			x.Items = entries(lines)
		default:
			x.Paras = []string{strings.Join(lines, " ")}
		}
		out = append(out, x)
	}
	return out
}

// indentedBlock returns indented lines as a table if they have columns, as a list if lines are
// indented further below others, and otherwise as lines to type.
func indentedBlock(lines []string) Block {
	var rows [][]string
	var items, code []string
	wide := false
	for _, l := range lines {
		t := strings.TrimSpace(l)
		code = append(code, strings.TrimPrefix(strings.TrimPrefix(l, "  "), "  "))
		switch first, second, found := strings.Cut(t, "  "); {
		case found:
			rows, wide = append(rows, []string{first, strings.TrimSpace(second)}), true
		default:
			rows = append(rows, []string{t, ""})
		}
		switch {
		case strings.HasPrefix(l, "      ") && len(items) > 0:
			items[len(items)-1] += " " + t
		default:
			items = append(items, t)
		}
	}
	switch {
	case wide:
		return Block{Table: &Table{Rows: rows}}
	case len(items) < len(lines):
		return Block{Items: items}
	}
	return Block{Code: strings.Join(code, "\n")}
}

// entries joins the indented lines to the lines above them.
func entries(lines []string) []string {
	var out []string
	for _, l := range lines {
		if strings.HasPrefix(l, " ") && len(out) > 0 {
			out[len(out)-1] += " " + strings.TrimSpace(l)
		} else {
			out = append(out, strings.TrimPrefix(strings.TrimSpace(l), "* "))
		}
	}
	return out
}

// Within returns the first blocks, of at most room bytes of plain text, and reduces room. The
// result whole says whether these are all blocks.
func Within(blocks []Block, room *int) (out []Block, whole bool) {
	for i := range blocks {
		size := len(BlockText(blocks[i:i+1])) + 1
		if size > *room {
			x := shortened(blocks[i], *room)
			*room = 0
			return append(out, x), false
		}
		*room -= size
		out = append(out, blocks[i])
	}
	return out, true
}

// shortened returns a block with the beginning of its content.
func shortened(x Block, most int) Block {
	fits := func(n *int, all ...string) bool {
		for _, s := range all {
			*n -= len(s) + 3
		}
		return *n >= 0
	}
	left := most - len(x.Title) - len(x.Lead)
	some := func(all []string) (out []string) {
		for _, s := range all {
			if !fits(&left, s) {
				if s = cut(s, max(left+len(s), 0)); s != "" {
					out = append(out, s)
				}
				break
			}
			out = append(out, s)
		}
		return out
	}
	lines := x.Lines
	x.Lines = nil
	for _, l := range lines {
		if !fits(&left, append([]string{l.Own}, l.Said...)...) {
			break
		}
		x.Lines = append(x.Lines, l)
	}
	x.Paras, x.Items = some(x.Paras), some(x.Items)
	if t := x.Table; t != nil {
		x.Table = &Table{Head: t.Head}
		for _, row := range t.Rows {
			if !fits(&left, row...) {
				break
			}
			x.Table.Rows = append(x.Table.Rows, row)
		}
	}
	x.Code = cut(x.Code, max(left, 0))
	x.Verbatim = cut(x.Verbatim, max(left-len(x.Code), 0))
	return x
}

// cut returns the beginning of a text, at most the given number of bytes, and if possible up to the
// end of a line.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	if end := strings.LastIndexByte(text[:most], '\n'); end >= 0 {
		return text[:end+1]
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

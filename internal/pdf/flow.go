package pdf

import (
	"strings"
)

// Margin is the margin at every edge of a page, in points.
const Margin = 42

// leading is the height of a line in multiples of its font size.
const leading = 1.28

// Flow places text below the content of the page, and starts a new page if
// there is no room.
type Flow struct {
	*Document
	Y     float64 // top of the next element
	Left  float64
	Right float64
}

// NewFlow returns a Flow for a document.
func NewFlow(d *Document) *Flow {
	return &Flow{Document: d, Left: Margin, Right: d.Size.Width - Margin}
}

// bottom returns the lower end of a page's content, above its footer.
func (f *Flow) bottom() float64 { return f.Size.Height - Margin - 8 }

// Room returns the remaining height of the page, in points.
func (f *Flow) Room() float64 { return f.bottom() - f.Y }

// NewPage begins a page.
func (f *Flow) NewPage() {
	f.Page()
	f.Y = Margin
}

// Need starts a new page if an element of this height does not fit, and reports whether it did.
func (f *Flow) Need(height float64) bool {
	if f.Pages() > 0 && height <= f.Room() {
		return false
	}
	f.NewPage()
	return true
}

// Space leaves a vertical space.
func (f *Flow) Space(height float64) { f.Y += height }

// wrap breaks a text into lines of at most the given width.
func (f *Flow) wrap(st Style, size, width float64, text string) []string {
	var out []string
	for para := range strings.SplitSeq(text, "\n") {
		line := ""
		for _, word := range strings.Fields(para) {
			for {
				longer := word
				if line != "" {
					longer = line + " " + word
				}
				if f.Width(st, size, longer) <= width {
					line = longer
					break
				}
				if line != "" {
					out, line = append(out, line), ""
					continue
				}
				part := f.fits(st, size, width, word)
				out, word = append(out, word[:part]), word[part:]
			}
		}
		out = append(out, line)
	}
	return out
}

// fits returns how many bytes of a word that is too long fit on a line: at least one character.
func (f *Flow) fits(st Style, size, width float64, word string) int {
	n := 0
	for i, r := range word {
		end := i + len(string(r))
		if i > 0 && f.Width(st, size, word[:end]) > width {
			break
		}
		n = min(end, len(word))
	}
	return n
}

// Para writes a paragraph with an indent.
func (f *Flow) Para(st Style, size, indent float64, text string) {
	for _, l := range f.wrap(st, size, f.Right-f.Left-indent, text) {
		f.Need(size * leading)
		f.Y += size * leading
		f.Text(f.Left+indent, f.Y-size*.28, st, size, l)
	}
}

// Item writes a paragraph with a mark, such as a bullet, before it.
func (f *Flow) Item(size, indent float64, mark, text string) {
	f.Need(size * leading)
	f.Text(f.Left+indent, f.Y+size*(leading-.28), Roman, size, mark)
	f.Para(Roman, size, indent+f.Width(Roman, size, mark)+size*.35, text)
}

// Heading writes a heading, and keeps it together with the beginning of the text below it.
func (f *Flow) Heading(size float64, text string) {
	lines := f.wrap(Bold, size, f.Right-f.Left, text)
	if !f.Need(size*leading*float64(len(lines)) + size*.6 + 40) {
		f.Y += size * .6
	}
	f.Para(Bold, size, 0, text)
	f.Y += size * .15
}

// Column is a column of a table.
type Column struct {
	Title string
	Share float64 // share of the table's width
	Right bool    // whether it is right-aligned, for numbers
	Style Style
}

// Table writes rows with rules between them. height is the minimum height of a
// row, which leaves room to write. The titles are repeated on each page, unless
// all are empty.
func (f *Flow) Table(columns []Column, rows [][]string, size, height float64) {
	f.head(columns, size, height)
	for _, row := range rows {
		cells := make([][]string, len(columns))
		high := 0
		for i, c := range columns {
			if i < len(row) {
				cells[i] = f.wrap(c.Style, size, f.share(columns, i)-8, row[i])
			}
			high = max(high, len(cells[i]))
		}
		tall := max(height, float64(high)*size*leading+5)
		if f.Need(tall) {
			f.head(columns, size, 0)
		}
		x := f.Left
		for i, c := range columns {
			w := f.share(columns, i)
			// A single line is placed just above the rule, so that people can write next to it.
			y := f.Y + tall - 5 - float64(len(cells[i])-1)*size*leading
			for _, l := range cells[i] {
				at := x + 4
				if c.Right {
					at = x + w - 4 - f.Width(c.Style, size, l)
				}
				f.Text(at, y, c.Style, size, l)
				y += size * leading
			}
			x += w
		}
		f.Y += tall
		f.Line(f.Left, f.Y, f.Right, f.Y, .5, .55)
	}
}

// share returns the width of a column.
func (f *Flow) share(columns []Column, i int) float64 {
	sum := 0.
	for _, c := range columns {
		sum += c.Share
	}
	return (f.Right - f.Left) * columns[i].Share / sum
}

// head writes the titles of a table, with room for at least one row below them.
func (f *Flow) head(columns []Column, size, row float64) {
	f.Need(size*leading + 6 + row)
	titled := false
	for _, c := range columns {
		titled = titled || c.Title != ""
	}
	if titled {
		small := size * .82
		f.Y += small*leading + 3
		x := f.Left
		for i, c := range columns {
			w := f.share(columns, i)
			at := x + 4
			if c.Right {
				at = x + w - 4 - f.Width(Italic, small, c.Title)
			}
			f.Text(at, f.Y-4, Italic, small, c.Title)
			x += w
		}
	}
	f.Line(f.Left, f.Y, f.Right, f.Y, 1, .2)
}

// Feet writes the description of the document and the page number in the footer of every page.
// number returns the text for a page, such as "1 of 9".
func (f *Flow) Feet(text string, number func(page, pages int) string) {
	const size = 8.5
	for n := range f.Pages() {
		y := f.Size.Height - Margin + 14
		number := number(n+1, f.Pages())
		f.textOn(n, f.Left, y, Italic, size, f.wrap(Italic, size, f.Right-f.Left-80, text)[0])
		f.textOn(n, f.Right-f.Width(Italic, size, number), y, Italic, size, number)
	}
}

package safety

import "strings"

// Block is a block of the terms: a heading, a list or a paragraph.
type Block struct {
	Heading string
	Items   []string
	Text    string
}

// readTerms reads the text of terms: paragraphs, separated by empty lines. A line
// that begins with # is a heading, and lines that begin with - are a list.
func readTerms(text string) []Block {
	var out []Block
	fresh := true // whether a new block begins
	last := func() *Block {
		if fresh || len(out) == 0 {
			out, fresh = append(out, Block{}), false
		}
		return &out[len(out)-1]
	}
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		item, listed := strings.CutPrefix(line, "- ")
		switch {
		case line == "":
			fresh = true
		case strings.HasPrefix(line, "#"):
			fresh = true
			last().Heading = strings.TrimSpace(strings.TrimLeft(line, "#"))
			fresh = true
		case listed:
			if !fresh && last().Items == nil {
				fresh = true
			}
			b := last()
			b.Items = append(b.Items, strings.TrimSpace(item))
		default:
			b := last()
			if n := len(b.Items); n > 0 {
				b.Items[n-1] += " " + line
			} else {
				b.Text = strings.TrimSpace(b.Text + " " + line)
			}
		}
	}
	return out
}

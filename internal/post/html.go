package post

import (
	"bytes"
	_ "embed"
	"html/template"
	"strings"
)

// page is what the HTML form of a letter shows.
type page struct {
	Game    string // its name
	Title   string // what the letter is about
	Preview string // what mail programs show in the list of letters
	Answer  string // to the reader's own letter, above everything else
	Blocks  []block
	Picture template.URL // the map in the letter itself
	Links   []pageLink
	Foot    []string
}

// pageLink is a link below a letter.
type pageLink struct{ Name, URL string }

//go:embed letter.html
var letterHTML string

var letterPage = template.Must(template.New("letter").Funcs(template.FuncMap{"lines": verseLines}).Parse(letterHTML))

// verseLines are the paragraphs of what a person wrote, each with its lines:
// HTML breaks them where the reader's screen ends, and keeps their own ends.
func verseLines(text string) [][]string {
	var out [][]string
	for para := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		out = append(out, strings.Split(strings.Trim(para, "\n"), "\n"))
	}
	return out
}

// html writes a letter about a game as HTML.
func (p *page) html() (string, error) {
	var b bytes.Buffer
	err := letterPage.Execute(&b, p)
	return b.String(), err
}

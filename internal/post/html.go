package post

import (
	"bytes"
	_ "embed"
	"html/template"

	"podesta/machiavelli/report"
)

// page is what the HTML form of a letter shows.
type page struct {
	Title   string
	Head    string
	Text    string
	Story   []report.Chapter
	Classic string
	Times   string
	Link    string
	Map     string
	Picture template.URL // the map in the letter itself
}

//go:embed letter.html
var letterHTML string

var letterPage = template.Must(template.New("letter").Parse(letterHTML))

// html writes a letter about a game as HTML.
func (p *page) html() (string, error) {
	var b bytes.Buffer
	err := letterPage.Execute(&b, p)
	return b.String(), err
}

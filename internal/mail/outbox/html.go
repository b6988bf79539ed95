package outbox

import (
	"bytes"
	_ "embed"
	"html/template"
	"strings"
)

// Page is the data of an e-mail in HTML.
type Page struct {
	Lang    string       `json:"lang,omitempty"`    // tag of the language
	Game    string       `json:"game,omitempty"`    // name of the game or of the judge
	Title   string       `json:"title"`             // heading of the e-mail
	Preview string       `json:"preview,omitempty"` // text that mail programs show in their list of e-mail
	Blocks  []Block      `json:"blocks,omitempty"`
	Picture template.URL `json:"-"` // URL of the map within the e-mail (cid:)
	Alt     string       `json:"-"` // alternative text of the map
	Links   []Link       `json:"links,omitempty"`
	Short   int          `json:"short,omitempty"` // number of the blocks above the reader's present orders
	Foot    []string     `json:"foot,omitempty"`
}

// Link is a link below an e-mail.
type Link struct{ Name, URL string }

//go:embed letter.html
var letterHTML string

var letterPage = template.Must(template.New("letter").Funcs(template.FuncMap{"verses": verses}).Parse(letterHTML))

// verses returns the paragraphs of a person's text, each as its lines. HTML keeps the line
// breaks, but wraps lines to the width of the screen.
func verses(text string) [][]string {
	var out [][]string
	for para := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		out = append(out, strings.Split(strings.Trim(para, "\n"), "\n"))
	}
	return out
}

// html returns the e-mail as HTML.
func (p *Page) html() (string, error) {
	var b bytes.Buffer
	err := letterPage.Execute(&b, p)
	return b.String(), err
}

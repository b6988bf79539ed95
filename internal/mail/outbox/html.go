package outbox

import (
	"bytes"
	_ "embed"
	"html/template"
	"strings"
)

// Page holds the data for an HTML e-mail.
type Page struct {
	Lang    string       `json:"lang,omitempty"`    // language tag
	Game    string       `json:"game,omitempty"`    // the game's name, or the judge's name if the e-mail is not about a game
	Title   string       `json:"title"`             // the e-mail's heading
	Preview string       `json:"preview,omitempty"` // text that mail programs show in their lists of e-mails
	Blocks  []Block      `json:"blocks,omitempty"`
	Picture template.URL `json:"-"` // URL of the map within the e-mail (cid:)
	Alt     string       `json:"-"` // alternative text of the map
	Links   []Link       `json:"links,omitempty"`
	Short   int          `json:"short,omitempty"` // number of blocks above the reader's present orders
	Foot    []string     `json:"foot,omitempty"`
}

// Link is a link below an e-mail.
type Link struct{ Name, URL string }

//go:embed letter.html
var letterHTML string

var letterPage = template.Must(template.New("letter").Funcs(template.FuncMap{"verses": verses}).Parse(letterHTML))

// verses returns the paragraphs of a person's text, each split into lines. HTML keeps the line
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

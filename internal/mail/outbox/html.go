package outbox

import (
	"bytes"
	_ "embed"
	"html/template"
	"regexp"
	"strings"
	"unicode/utf8"

	"podesta/internal/mail/phrase"
)

// page is the data of an e-mail in HTML.
type page struct {
	Lang    string // tag of the language
	Game    string // name of the game
	Title   string // heading of the e-mail
	Preview string // text that mail programs show in their list of e-mail
	Answer  string // the answer to the reader's own e-mail, above everything else
	Blocks  []block
	Picture template.URL // URL of the map within the e-mail (cid:)
	Alt     string       // alternative text of the map
	Links   []pageLink
	Foot    []string
}

// pageLink is a link below an e-mail.
type pageLink struct{ Name, URL string }

//go:embed letter.html
var letterHTML string

var letterPage = template.Must(template.New("letter").Funcs(template.FuncMap{"lines": verseLines, "answered": answerLines}).Parse(letterHTML))

// verseLines returns the paragraphs of a person's text, each as its lines. HTML keeps the line
// breaks, but wraps lines to the width of the screen.
func verseLines(text string) [][]string {
	var out [][]string
	for para := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		out = append(out, strings.Split(strings.Trim(para, "\n"), "\n"))
	}
	return out
}

// answerLine is a line of an answer in HTML.
type answerLine struct{ Class, Text string }

// The forms of the lines in an answer: the reader's own line with its number, and the judge's
// remarks about it.
var (
	ownLine  = regexp.MustCompile(`^ *\d* *> `)
	saidLine = regexp.MustCompile(`^ {6}\S`)
	isError  = regexp.MustCompile(`^\p{Lu}{5,}:$`) // the prefix of an error in any language
)

// answerLines returns the lines of an answer without the line breaks that wrapping has added to the
// text form. A break was added if the next word would have made the line too long.
func answerLines(text string) []answerLine {
	var out []answerLine
	was := "" // the previous line of the text
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		words := strings.Fields(line)
		x := answerLine{Text: line}
		switch {
		case len(words) == 0:
			x.Class = "gap"
		case ownLine.MatchString(line):
			x.Class, x.Text = "you", strings.TrimSpace(line)
		case saidLine.MatchString(line):
			x.Class, x.Text = "said", strings.TrimSpace(line)
			if isError.MatchString(words[0]) {
				x.Class = "error"
			}
		}
		broken := len(words) > 0 && was != "" && utf8.RuneCountInString(was)+1+utf8.RuneCountInString(words[0]) > phrase.AnswerWidth && !strings.HasSuffix(words[0], ":")
		if last := len(out) - 1; broken && x.Class != "you" && out[last].Class != "you" && !isError.MatchString(words[0]) {
			out[last].Text += " " + strings.TrimSpace(line)
		} else {
			out = append(out, x)
		}
		was = line
	}
	return out
}

// html returns an e-mail about a game as HTML.
func (p *page) html() (string, error) {
	var b bytes.Buffer
	err := letterPage.Execute(&b, p)
	return b.String(), err
}

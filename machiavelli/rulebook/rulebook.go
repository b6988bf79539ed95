// Package rulebook writes the rules of a game for its players. The options that
// the program reads also select the text, paragraph by paragraph, and the
// tables are computed by the program, so players read the rules that are
// played.
package rulebook

import (
	"strings"
	"sync"

	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Book is the rulebook of one game.
type Book struct {
	Title    string
	Chapters []Chapter
}

// Chapter is a chapter of the book. It has at least one paragraph.
type Chapter struct {
	Title      string
	Paragraphs []Paragraph
}

// Paragraph is a piece of text, which may be the line above a table.
type Paragraph struct {
	Rules []string // ids of the ledger that the text follows from
	Text  string
	Item  bool // whether the paragraph is an item of a list
	Table *Table
}

// Table is a table with a head.
type Table struct {
	Head []string
	Rows [][]string
}

// chapter is a chapter in its source form. It has all paragraphs, of which a
// game shows those whose conditions hold.
type chapter struct {
	title      string
	when       string
	paragraphs []paragraph
}

// paragraph is a paragraph in its source form.
type paragraph struct {
	rules string // ids of rules, separated by spaces
	when  string // the condition under which it is shown
	text  string // may contain alternatives and values of options
	item  bool
	table func(*game) *Table
}

// game holds everything that the text depends on.
type game struct {
	rules   *rules.Set
	setting *position.Setting
	board   *board.Board
	lang    message.Language
}

// say returns a message in the language of the book.
func (g *game) say(m message.Message) string { return m.In(g.lang) }

// says returns messages in the language of the book for the head of a table.
func (g *game) says(all ...message.Message) []string {
	out := make([]string, len(all))
	for i, m := range all {
		out[i] = g.say(m)
	}
	return out
}

// New returns the rulebook for the rules r in English. The setting supplies the
// board and the income dice. New changes neither of them.
func New(r *rules.Set, setting *position.Setting) *Book { return In(message.English, r, setting) }

// In returns the rulebook in a language. A paragraph without a translation is
// in English.
func In(l message.Language, r *rules.Set, setting *position.Setting) *Book {
	g := &game{r, setting, setting.Board, l}
	b := &Book{Title: g.say(message.New("The rules: {edition}", title(r)))}
	for _, c := range read() {
		if !g.all(c.when) {
			continue
		}
		out := Chapter{Title: g.say(message.Message{ID: c.title})}
		for i := range c.paragraphs {
			p := &c.paragraphs[i]
			if !g.all(p.when) {
				continue
			}
			made := Paragraph{Rules: p.rules, Text: g.text(p), Item: p.item}
			if p.table != nil {
				if made.Table = p.table(g); made.Table == nil {
					continue
				}
			}
			if made.Text != "" { // everything in the paragraph depended on something that this game lacks
				out.Paragraphs = append(out.Paragraphs, made)
			}
		}
		if len(out.Paragraphs) > 0 {
			b.Chapters = append(b.Chapters, out)
		}
	}
	return b
}

// readChapter is a chapter, and readParagraph a paragraph, with parsed
// conditions and texts.
type readChapter struct {
	title      string
	when       []clause
	paragraphs []readParagraph
}

type readParagraph struct {
	rules []string
	when  []clause
	text  []piece
	said  string // the unparsed text, which is the key of its translations
	item  bool
	table func(*game) *Table
}

// Texts returns the texts of the rulebook as translators see them. These are
// the titles of the chapters, and the paragraphs with their alternatives.
func Texts() []string {
	var out []string
	for _, c := range chapters {
		out = append(out, c.title)
		for i := range c.paragraphs {
			out = append(out, c.paragraphs[i].text)
		}
	}
	return out
}

// read parses all chapters on the first call.
var read = sync.OnceValue(func() []readChapter {
	out := make([]readChapter, len(chapters))
	for i, c := range chapters {
		out[i] = readChapter{title: c.title, when: parseCondition(c.when)}
		for _, p := range c.paragraphs {
			out[i].paragraphs = append(out[i].paragraphs, readParagraph{
				rules: strings.Fields(p.rules), when: parseCondition(p.when), text: mustParse(p.text), said: p.text, item: p.item, table: p.table,
			})
		}
	}
	return out
})

// chapters lists all chapters in order.
var chapters = []chapter{
	boardChapter, yearChapter, ordersChapter, movementChapter, supportChapter, convoyChapter, straitChapter,
	conversionChapter, siegeChapter, retreatChapter, veniceChapter, specialChapter,
	controlChapter, homeChapter, eliminationChapter, victoryChapter,
	incomeChapter, bankChapter, expenseChapter, bribeChapter, rebellionChapter, assassinationChapter, disasterChapter,
	winterChapter, extraChapter, absenceChapter, ratingChapter,
}

// title returns the title of the rules. It names the preset, and says whether
// options differ from it.
func title(r *rules.Set) message.Message {
	for _, p := range rules.Presets() {
		if p.ID != r.Preset {
			continue
		}
		edition := message.Message{ID: p.Title}
		if base, err := rules.Preset(p.ID); err == nil && len(r.Diff(base)) > 0 {
			return message.New("{edition}, with changes", edition)
		}
		return edition
	}
	return message.New("a game of its own")
}

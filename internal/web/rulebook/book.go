package rulebook

import (
	"html"
	"html/template"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/web/page"
	"podesta/machiavelli/ledger"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rulebook"
	"podesta/machiavelli/rules"
)

// bookView is a rulebook on a page. Every rule can be linked to by its id.
type bookView struct {
	Chapters []chapterView
	Found    int // number of paragraphs that contain the words searched for
	// rules that no paragraph contains, because they do not apply to this game or are for
	// programmers
	Apart []ledger.Entry
}

// chapterView is a chapter with the data for links to it.
type chapterView struct {
	Number int
	ID     string // anchor, such as "ch-3"
	Title  string
	Blocks []blockView
}

// blockView is a paragraph, or the items of a list.
type blockView struct {
	Items bool
	Parts []partView
	Table *rulebook.Table
}

// partView is a text with the ids of its rules. Anchors are the ids that appear here for the
// first time.
type partView struct {
	Text    template.HTML
	Anchors []string
	Rules   []RuleLink
}

// newBookView returns the view of a rulebook.
func newBookView(b *rulebook.Book) *bookView {
	v := &bookView{}
	seen := map[string]bool{}
	for i, c := range b.Chapters {
		ch := chapterView{Number: i + 1, ID: "ch-" + strconv.Itoa(i+1), Title: c.Title}
		for _, p := range c.Paragraphs {
			part := partView{Text: marked(p.Text), Rules: RuleLinks("", p.Rules)}
			for _, id := range p.Rules {
				if !seen[id] {
					part.Anchors = append(part.Anchors, id)
				}
				seen[id] = true
			}
			if n := len(ch.Blocks); p.Item && n > 0 && ch.Blocks[n-1].Items && ch.Blocks[n-1].Table == nil {
				ch.Blocks[n-1].Parts = append(ch.Blocks[n-1].Parts, part)
				ch.Blocks[n-1].Table = p.Table
				continue
			}
			ch.Blocks = append(ch.Blocks, blockView{Items: p.Item, Parts: []partView{part}, Table: p.Table})
		}
		v.Chapters = append(v.Chapters, ch)
	}
	for _, e := range ledger.Entries() {
		if e.Kind == ledger.Rule && !seen[e.ID] {
			v.Apart = append(v.Apart, e)
		}
	}
	return v
}

// keep keeps only the paragraphs that contain all of the words, which are in
// lower case. The title of the chapter and the ids of the rules count as parts
// of each paragraph.
func (v *bookView) keep(words []string) {
	var chapters []chapterView
	for _, c := range v.Chapters {
		var blocks []blockView
		for _, b := range c.Blocks {
			var parts []partView
			for _, p := range b.Parts {
				text := strings.ToLower(c.Title + " " + string(p.Text))
				for _, r := range p.Rules {
					text += " " + strings.ToLower(r.ID)
				}
				if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
					parts = append(parts, p)
				}
			}
			if len(parts) > 0 {
				blocks = append(blocks, blockView{b.Items, parts, b.Table})
				v.Found += len(parts)
			}
		}
		if len(blocks) > 0 {
			c.Blocks = blocks
			chapters = append(chapters, c)
		}
	}
	v.Chapters = chapters
}

var (
	strong = regexp.MustCompile(`\*\*(.+?)\*\*`)
	coded  = regexp.MustCompile("`(.+?)`")
)

// marked returns a text of the rulebook as HTML, with its emphasis.
func marked(text string) template.HTML {
	text = html.EscapeString(text)
	text = strong.ReplaceAllString(text, "<strong>$1</strong>")
	// the text was escaped before the tags were added
	return template.HTML(coded.ReplaceAllString(text, "<code>$1</code>"))
}

// presetRules shows the rules of an edition without a game, with the options in
// the query.
func (s *Pages) presetRules(w http.ResponseWriter, r *http.Request) {
	options := map[string]string{}
	for name := range r.URL.Query() {
		if name == "q" {
			continue
		}
		options[name] = r.URL.Query().Get(name)
	}
	set, err := rules.Make(r.PathValue("preset"), options)
	var setting *position.Setting
	if err == nil {
		setting, err = rulebook.Usual(&set)
	}
	if err != nil {
		s.Fail(w, r, http.StatusNotFound, "There are no such rules", err.Error(), nil)
		return
	}
	c := s.Catalogue(r)
	pg := rulesOf(c, &set, setting)
	pg.find(r)
	s.Page(w, r, http.StatusOK, "rules", page.Frame{Title: c.M(message.New("Rules: {edition}", message.Message{ID: pg.Edition})) + " · podesta", Body: pg})
}

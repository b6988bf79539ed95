package words

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli/message"
	"podesta/machiavelli/rulebook"
	"podesta/machiavelli/rules"
)

var (
	conditions = regexp.MustCompile(`\{([^{}:=][^{}:]*):`)
	values     = regexp.MustCompile(`\{=[^{}]*\}`)
	clauseName = regexp.MustCompile(`@?[a-z0-9-]+`)
)

// dependsOn lists the options, facts and values on which a text of the rulebook depends.
func dependsOn(text string) []string {
	names := map[string]bool{}
	for _, m := range conditions.FindAllStringSubmatch(text, -1) {
		for _, clause := range strings.Fields(m[1]) {
			names[clauseName.FindString(clause)] = true
		}
	}
	for _, v := range values.FindAllString(text, -1) {
		names[v] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// TestRulebookTexts checks that every text of the rulebook has a translation in every language,
// that the translation can be parsed, and that it depends on the same options.
func TestRulebookTexts(t *testing.T) {
	for _, c := range All()[1:] {
		for _, text := range rulebook.Texts() {
			said, ok := c.Say(text)
			if !ok {
				t.Errorf("%s: no translation of %q", c.Tag, text)
				continue
			}
			if err := rulebook.Check(said); err != nil {
				t.Errorf("%s: %q: %v", c.Tag, said, err)
			}
			if a, b := dependsOn(text), dependsOn(said); !slices.Equal(a, b) {
				t.Errorf("%s: %q depends on %v, not on %v", c.Tag, said, b, a)
			}
		}
	}
}

// slips matches signs of text that was badly assembled.
var slips = regexp.MustCompile(`[{}|]|  | [,.;:)»“]|[,.;:]\p{L}|[(«„] |,,|\.\.|^[,.;:]`)

// ends matches the end of a complete paragraph.
var ends = regexp.MustCompile(`[.:!?)]$`)

// TestRulebooks writes the rulebooks of all editions in every language and, unless -short is set,
// with every value of every option. It checks that they are complete and contain no English
// paragraphs.
func TestRulebooks(t *testing.T) {
	for _, c := range All()[1:] {
		t.Run(c.Tag, func(t *testing.T) {
			t.Parallel()
			seen := map[string]bool{}
			for _, p := range rules.Presets() {
				base, err := rules.Preset(p.ID)
				if err != nil {
					t.Fatal(err)
				}
				lookAtRulebook(t, c, &base, seen)
				if testing.Short() {
					continue
				}
				for _, o := range rules.Options {
					for _, v := range o.Values {
						r := base
						if err := r.Apply(o.Name, v.Name); err != nil {
							t.Fatal(err)
						}
						lookAtRulebook(t, c, &r, seen)
					}
				}
			}
		})
	}
}

// lookAtRulebook checks the rulebook for rules in a language against the English one. seen
// contains the paragraphs that have already been checked.
func lookAtRulebook(t *testing.T, c *Catalogue, r *rules.Set, seen map[string]bool) {
	t.Helper()
	setting, err := rulebook.Usual(r)
	if err != nil {
		return // no scenario supports these options
	}
	english, said := rulebook.New(r, setting), rulebook.In(c, r, setting)
	if said.Title == english.Title {
		t.Errorf("the title is English: %q", said.Title)
	}
	for i := range english.Chapters {
		a, b := &english.Chapters[i], &said.Chapters[i]
		if len(a.Paragraphs) != len(b.Paragraphs) {
			t.Fatalf("%s: %d paragraphs, and %d in English", b.Title, len(b.Paragraphs), len(a.Paragraphs))
		}
		for j := range a.Paragraphs {
			text := b.Paragraphs[j].Text
			if seen[text] {
				continue
			}
			seen[text] = true
			if text == a.Paragraphs[j].Text {
				t.Errorf("%s: English: %q", b.Title, text)
			}
			if bad := slips.FindString(text); bad != "" || !b.Paragraphs[j].Item && !ends.MatchString(text) {
				t.Errorf("%s, %s: %q in %q", r.Preset, b.Title, bad, text)
			}
			lookAtTable(t, c, a.Paragraphs[j].Table, b.Paragraphs[j].Table)
		}
	}
}

// lookAtTable checks that a translated table has no English cells, except names that are the same
// in the language.
func lookAtTable(t *testing.T, c *Catalogue, english, said *rulebook.Table) {
	t.Helper()
	if english == nil {
		return
	}
	for i, row := range append([][]string{english.Head}, english.Rows...) {
		for j, cell := range row {
			got := append([][]string{said.Head}, said.Rows...)[i][j]
			if letters.MatchString(cell) && got == cell && len(cell) > 1 && c.M(message.Message{ID: cell}) != cell {
				t.Errorf("a cell is English: %q", cell)
			}
		}
	}
}

package gather

import (
	"bytes"
	"strings"
	"testing"

	"podesta/internal/words"
)

// TestCatalogueOfText checks which catalogue a text belongs to, and that another source file, or
// a new text next to it, does not change the lines of other texts.
func TestCatalogueOfText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ places, want string }{
		{"templates/front.html", "pages"},
		{"ts/card.ts", "pages"},
		{"head.go", "pages"},
		{"templates/learngame.html internal/lobby/join.go", "lessons"},
		{"data/rules templates/rules.html", "rules"},
		{"data/places", "board"},
		{"machiavelli/report/end.go templates/end.html", "board"},
		{"internal/mail/inbox/do.go internal/clock/vote.go", "email"},
		{"internal/clock/vote.go", "judge"},
		{"internal/client/cli/run.go", "terminal"},
	} {
		if got := areaOf(strings.Fields(c.places)); got != c.want {
			t.Errorf("%s: %s, want %s", c.places, got, c.want)
		}
	}

	text := func(place string, ids ...string) string {
		var texts []*words.Entry
		for _, id := range ids {
			texts = append(texts, &words.Entry{ID: id, Refs: []string{place}, Area: areaOf([]string{place})})
		}
		var b bytes.Buffer
		if err := Split(Merge(&words.File{}, texts))["judge"].Write(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	before := text("internal/clock/vote.go", "One.", "Two.")
	if moved := text("internal/lobby/join.go", "One.", "Two."); moved != before {
		t.Errorf("after texts have moved to another file:\n%s", moved)
	}
	if more := text("internal/clock/vote.go", "Two.", "Three.", "One."); more != strings.Replace(before, "msgid \"Two.\"", "msgid \"Three.\"\nmsgstr \"\"\n\nmsgid \"Two.\"", 1) {
		t.Errorf("with another text:\n%s", more)
	}
}

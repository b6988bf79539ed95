package layout

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// labelled lists the documents that quote labels of pages in italics.
var labelled = []string{
	"README.md", "docs/deadlines.md", "docs/mail.md", "docs/maps.md", "docs/masters.md", "docs/master-tools.md", "docs/operators.md", "docs/people.md",
	"docs/players.md", "docs/learning.md", "docs/account.md", "docs/orders.md",
}

// otherItalics lists words in italics that are not labels.
var otherItalics = []string{
	"Internet Site", "List-Id", "Unsubscribe", // labels in mail servers and mail programs
	"Waiting for Venice", "Waiting for someone to take over Milan", // labels with a name inserted
	"Hard (computer)", // combined from two labels
}

// TestDocumentLabels checks that documents use the same names for buttons, tabs and fields as
// pages do.
func TestDocumentLabels(t *testing.T) {
	t.Parallel()
	var pages strings.Builder
	for _, pattern := range []string{"words/it/*.po", "web/templates/*.html", "web/ts/*.ts"} {
		files, err := filepath.Glob(filepath.Join("..", pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			pages.WriteString(strings.ReplaceAll(string(text), "\"\n\"", "")) // joins the lines of a text
		}
	}
	texts := pages.String()
	fences := regexp.MustCompile("(?ms)^ *```.*?^ *```\n")
	italics := regexp.MustCompile(`[^*]\*([A-Z][^*\n]*)\*[^*]`)
	found := 0
	for _, doc := range labelled {
		text, err := os.ReadFile(filepath.Join("../..", doc))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range italics.FindAllStringSubmatch(fences.ReplaceAllString(string(text), ""), -1) {
			found++
			if label := m[1]; !strings.Contains(texts, label) && !slices.Contains(otherItalics, label) {
				t.Errorf("%s: no page has *%s*", doc, label)
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d labels in documents", found)
	}
}

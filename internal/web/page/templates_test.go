package page

import (
	"errors"
	"html/template"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"podesta/internal/web/templates"
	"podesta/internal/words"
)

// TestTemplates checks that each page has the parts that it includes, and that
// only one page has those that are written by themselves.
func TestTemplates(t *testing.T) {
	t.Parallel()
	all := Templates(words.English())
	for name, page := range all {
		for _, own := range page.Templates() {
			if own.Tree == nil || name == partsPage && strings.HasPrefix(own.Name(), "lesson") {
				continue // parts of lessons include some of the page of a lesson
			}
			var problem *template.Error // of the analysis of the template, which comes first
			if err := page.ExecuteTemplate(io.Discard, own.Name(), nil); errors.As(err, &problem) && problem.ErrorCode == template.ErrNoSuchTemplate {
				t.Errorf("page %s, %s: %v", name, own.Name(), err)
			}
		}
		if page.Lookup("layout.html") == nil || page.Lookup("content") == nil {
			t.Errorf("page %s has no layout or no content", name)
		}
	}
	for _, part := range []string{"panel-orders", "letterbox", "verdicts", "editseen", "foretold"} {
		if all[partsPage].Lookup(part) == nil {
			t.Errorf("%s is missing from the parts", part)
		}
		if all["error"].Lookup(part) != nil {
			t.Errorf("the page of errors holds %s, which it does not include", part)
		}
	}
}

// TestFormsSayForWhom checks that all forms of a game's pages say for which seat they
// are. Those in lists of games are for the account.
func TestFormsSayForWhom(t *testing.T) {
	t.Parallel()
	lists := []string{"mine.html", "present.html"}
	files, err := fs.Glob(templates.Files, "*.html")
	if err != nil {
		t.Fatal(err)
	}
	forms := regexp.MustCompile(`(?s)<form method="post" action="(\{\{\$?[\w.]*[Bb]ase\}\}/|/g/|\{\{\.Place)[^>]*>.*?</form>`)
	found := 0
	for _, name := range files {
		source, err := fs.ReadFile(templates.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range forms.FindAllString(string(source), -1) {
			found++
			if !strings.Contains(form, `{{template "mine" `) && !slices.Contains(lists, name) {
				t.Errorf("%s: a form without the seat: %.120s", name, form)
			}
		}
	}
	if found < 70 {
		t.Errorf("only %d forms", found)
	}
}

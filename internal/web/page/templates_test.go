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

// TestTemplates checks that each page has the parts that it includes, and that parts which are
// rendered by themselves are in only one page.
func TestTemplates(t *testing.T) {
	t.Parallel()
	all := Templates(words.English())
	for name, parsed := range all {
		page := parsed()
		for _, own := range page.Templates() {
			if own.Tree == nil || name == partsPage && strings.HasPrefix(own.Name(), "lesson") {
				continue // parts of lessons include parts of a lesson's page
			}
			var problem *template.Error // an error of the template's analysis, which comes first
			if err := page.ExecuteTemplate(io.Discard, own.Name(), nil); errors.As(err, &problem) && problem.ErrorCode == template.ErrNoSuchTemplate {
				t.Errorf("page %s, %s: %v", name, own.Name(), err)
			}
		}
		if page.Lookup("layout.html") == nil || page.Lookup("content") == nil {
			t.Errorf("page %s has no layout or no content", name)
		}
	}
	for _, part := range []string{"panel-orders", "letterbox", "verdicts", "editseen", "foretold"} {
		if all[partsPage]().Lookup(part) == nil {
			t.Errorf("%s is missing from the parts", part)
		}
		if all["error"]().Lookup(part) != nil {
			t.Errorf("the page of errors holds %s, which it does not include", part)
		}
	}
}

// TestFormsSayForWhom checks that every form on a game's pages names the seat that it is for.
// Forms in lists of games are for the account.
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

// TestNothingLostInOneClick checks that forms whose effect cannot be undone ask first: they are
// in a section that must be opened, or have a box to tick.
func TestNothingLostInOneClick(t *testing.T) {
	t.Parallel()
	lost := []string{"comment/drop", "diary/drop", "unlink", "unseat", "resign", "eject", "unstart", "terminate", "erase"}
	form := regexp.MustCompile(`(?s)<form method="post" action="[^"]*/(` + strings.Join(lost, "|") + `)".*?</form>`)
	found := map[string]bool{}
	files, err := fs.Glob(templates.Files, "*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		source, err := fs.ReadFile(templates.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range form.FindAllSubmatchIndex(source, -1) {
			before, text := string(source[:at[0]]), string(source[at[0]:at[1]])
			found[string(source[at[2]:at[3]])] = true
			opened := strings.LastIndex(before, "<details") > strings.LastIndex(before, "</details>")
			if !opened && !strings.Contains(text, `name="sure"`) && !strings.Contains(text, "Stop watching") {
				t.Errorf("%s: one click is enough for %.120s", name, text)
			}
		}
	}
	for _, x := range lost {
		if !found[x] {
			t.Errorf("there is no form for %s", x)
		}
	}
}

package templates

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// maxTemplateLine is the maximum length of a line of a template, in characters.
// At a line break, "-}}" or "{{-" keeps the break out of the page.
const maxTemplateLine = 200

// TestTemplateLines checks that the lines of the templates are short enough to
// read.
func TestTemplateLines(t *testing.T) {
	files, err := Files.ReadDir(".")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d templates: %v", len(files), err)
	}
	for _, f := range files {
		src, err := Files.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(src), "\n") {
			if n := utf8.RuneCountInString(line); n > maxTemplateLine {
				t.Errorf("%s:%d has %d characters", f.Name(), i+1, n)
			}
		}
	}
}

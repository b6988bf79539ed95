package layout

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestArchitectureNamesAllPackages checks that the tables of ARCHITECTURE.md name every package
// of imports.txt, and none that does not exist. A row may omit the path of a package that is
// inside a package in its first column.
func TestArchitectureNamesAllPackages(t *testing.T) {
	t.Parallel()
	module := os.DirFS("../..")
	text, err := fs.ReadFile(module, table)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := readRules(string(text))
	if err != nil {
		t.Fatal(err)
	}
	page, err := fs.ReadFile(module, "ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	quoted := regexp.MustCompile("`([a-z0-9/._-]+)`")
	named := map[string]bool{".": true} // internal/handbook covers the documents
	packages, _, _ := strings.Cut(string(page), "\n## An order\n")
	for line := range strings.Lines(packages) {
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		first, holds, _ := strings.Cut(line[2:], " | ")
		for _, of := range quoted.FindAllStringSubmatch(first, -1) {
			if rules.level[of[1]] == 0 {
				t.Errorf("ARCHITECTURE.md has a row for %s, which is not a package of %s", of[1], table)
			}
			named[of[1]] = true
			for _, in := range quoted.FindAllStringSubmatch(holds, -1) {
				named[of[1]+"/"+in[1]], named[in[1]] = true, true
			}
		}
	}
	for name := range rules.level {
		if !named[name] {
			t.Errorf("ARCHITECTURE.md does not name %s", name)
		}
	}
}

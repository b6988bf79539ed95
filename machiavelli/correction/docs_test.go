package correction

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table of statements into the documentation")

const docFile = "../../docs/master-tools.md"

// TestDocs keeps the table of statements in docs/master-tools.md up to date.
func TestDocs(t *testing.T) {
	const begin, end = "<!-- statements: kept by a test -->\n", "<!-- end -->\n"
	data, err := os.ReadFile(docFile)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(data), begin)
	old, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("the page has no table of statements")
	}
	var want strings.Builder
	want.WriteString("| statement | meaning | example |\n| --- | --- | --- |\n")
	for _, s := range Statements() {
		var forms []string
		for i, f := range strings.Split(s.Form, " | ") {
			if i > 0 && s.Word != strings.Fields(f)[0] {
				f = "… " + f
			}
			forms = append(forms, "`"+strings.ReplaceAll(f, "|", `\|`)+"`")
		}
		want.WriteString("| " + strings.Join(forms, " <br> ") + " | " + s.Does + " | `" + s.Example + "` |\n")
	}
	if old == want.String() {
		return
	}
	if !*update {
		t.Fatal("the table in docs/master-tools.md is not what the program knows; run the test with -update")
	}
	if err := os.WriteFile(docFile, []byte(head+begin+want.String()+end+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}

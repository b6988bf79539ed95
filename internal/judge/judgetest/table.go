package judgetest

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// CompareTable compares the statuses that callers received with a table in a file, which has a row
// for each request and a column for each caller. got holds the statuses in the order of callers,
// and about holds descriptions of the requests. Both are keyed by the name of the request. If
// update is true, CompareTable writes the file instead.
func CompareTable(t *testing.T, file string, update bool, callers []string, got map[string][]int, about map[string]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil && !update {
		t.Fatal(err)
	}
	var comments, lines []string
	want := map[string]string{}
	head := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch words := strings.Fields(line); {
		case strings.HasPrefix(line, "#"):
			comments = append(comments, line)
		case line == "":
		case head == "":
			head = strings.Join(words, " ")
		default:
			want[words[0]] = strings.Join(words[1:], " ")
		}
	}
	width := 0
	for name := range got {
		width = max(width, len(name))
	}
	header := fmt.Sprintf("%-*s", width, "request")
	for _, c := range callers {
		header += "  " + c
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		line := fmt.Sprintf("%-*s", width, name)
		var cells []string
		for i, n := range got[name] {
			line += fmt.Sprintf("  %-*d", len(callers[i]), n)
			cells = append(cells, fmt.Sprint(n))
		}
		line += "  " + about[name]
		lines = append(lines, strings.TrimSpace(line))
		if update {
			continue
		}
		row := strings.TrimSpace(strings.Join(cells, " ") + " " + about[name])
		switch old, ok := want[name]; {
		case !ok:
			t.Errorf("%s has no row in %s. It would be:\n%s\n%s", name, file, header, line)
		case old != row:
			t.Errorf("%s: the answers differ from %s\nwant %s\ngot  %s", name, file, old, row)
		}
		delete(want, name)
	}
	if update {
		all := append(append(comments, "", header), lines...)
		if err := os.WriteFile(file, []byte(strings.TrimSpace(strings.Join(all, "\n"))+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if head != strings.Join(strings.Fields(header), " ") {
		t.Errorf("%s has the columns %s, the test has %s", file, head, header)
	}
	for name := range want {
		t.Errorf("%s has a row for %s, which does not exist", file, name)
	}
}

package source

import (
	"fmt"
	"strings"
	"testing"
)

// TestManyNames checks that a file that repeats any construct up to the size limit never has a
// mapping with more names than the YAML library can compare quickly. Everything outside mappings
// is read in time proportional to the size.
func TestManyNames(t *testing.T) {
	repeat := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < MaxBytes-200; i++ {
			b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)))
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"names":             repeat("key-#: x\n"),
		"short names":       repeat("k#: \n"),
		"names, one inside": "powers:\n" + repeat("  k#: x\n"),
		"names of a list":   "powers:\n  - id: x\n" + repeat("    k#: x\n"),
		"list":              "powers:\n" + repeat("  - k#\n"),
		"list of names":     "powers:\n" + repeat("  - k: #\n"),
		"flow":              "powers: {\n" + repeat("  k#: x,\n") + "}",
		"flow in a line":    "powers: {" + strings.TrimSuffix(repeat("k#: x, "), ", ") + "}\n",
		"flow list":         "powers: [\n" + repeat("  k#,\n") + "]",
		"flow of names":     "powers: [\n" + repeat("  {k: #},\n") + "]",
		"comments":          repeat("# #\n"),
		"quoted":            repeat("\"key #\": 'x'\n"),
		"blocks":            repeat("k#: |\n  x\n"),
		"deep":              repeat("k#:\n  a:\n    b: c\n"),
		"documents":         repeat("---\nk#: x\n"),
		"documents, ended":  repeat("k#: x\n...\n"),
		"tabs":              repeat("k#:\tx\n"),
		"no blank":          "{\n" + repeat("\"k#\":x,\n") + "}",
		"question marks":    repeat("? k#\n: x\n"),
		"items deep":        repeat("- - k#: x\n"),
		"blanks behind":     repeat("k#:    \n"),
		"comments behind":   repeat("k#:#x\n"),
		"indented ever so":  repeat("k#:\n x: y\n"),
		"lines":             repeat("\n"),
		"carried on":        "k: \"\n" + repeat("x\n") + "\"",
	} {
		problems := 0
		root := Parse([]byte(text), func(Pos, string, string) { problems++ })
		if n := mostNames(root); n > maxNames {
			t.Errorf("%s: %d names in one mapping, %d problems", name, n, problems)
		}
	}
}

// mostNames returns the number of names in the largest mapping.
func mostNames(n *Node) int {
	if n == nil {
		return 0
	}
	most := len(n.Fields)
	for _, f := range n.Fields {
		most = max(most, mostNames(f.Value))
	}
	for _, x := range n.Items {
		most = max(most, mostNames(x))
	}
	return most
}

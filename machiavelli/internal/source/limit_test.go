package source

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestTime checks that a file which repeats any construct up to the size limit
// is read, or refused, quickly.
func TestTime(t *testing.T) {
	repeat := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < MaxBytes-200; i++ {
			b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)))
		}
		return b.String()
	}
	list := func() { Parse([]byte("powers:\n"+repeat("  - k#\n")), func(Pos, string, string) {}) }
	slow := 50*duration(list) + time.Second
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
		n, problems := 0, 0
		read := func() time.Duration {
			n, problems = 0, 0
			return duration(func() {
				if root := Parse([]byte(text), func(Pos, string, string) { problems++ }); root != nil {
					n = len(root.Fields)
				}
			})
		}
		// A machine with other work can stop either of the two; it does not do so each time.
		took := read()
		for again := 0; took > slow && again < 5; again++ {
			slow = max(slow, 50*duration(list)+time.Second)
			took = min(took, read())
		}
		if took > slow {
			t.Errorf("%s: %d fields, %d problems, %s; a list takes %s", name, n, problems, took, slow/50)
		}
	}
}

// duration returns how long a call takes.
func duration(f func()) time.Duration {
	begun := time.Now()
	f()
	return time.Since(begun)
}

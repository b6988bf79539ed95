package outbox

import (
	"strings"
	"testing"
)

// TestFlowed checks how lines of plain text are wrapped for format=flowed.
func TestFlowed(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 20) + "end"
	for in, want := range map[string]string{
		"short\n":                      "short\r\n",
		"no end":                       "no end\r\n",
		"> quoted\nFrom a":             " > quoted\r\n From a\r\n",
		"spaces  \n":                   "spaces\r\n",
		long:                           strings.Repeat("word ", 14) + "\r\n" + strings.Repeat("word ", 6) + "end\r\n",
		"    " + long:                  "     " + long + "\r\n", // columns, or a line to type
		strings.Repeat("x", 90) + " y": strings.Repeat("x", 90) + " \r\ny\r\n",
	} {
		if got := flowed(in); got != want {
			t.Errorf("%q becomes %q, not %q", in, got, want)
		}
	}
}

// TestTextBlocks checks how a text of the judge is divided into titles, paragraphs, lines to type,
// columns and lists.
func TestTextBlocks(t *testing.T) {
	t.Parallel()
	got := BlockText(TextBlocks("ORDERS\n======\n\nOne\nparagraph.\n\n    A Milan H    hold\n    A Pavia B    besiege\n\n    SET DRAW\n\n  SIGNON\n      Begins a\n      session.\n"))
	want := "ORDERS\n\nOne paragraph.\n\nA Milan H  hold\nA Pavia B  besiege\n\n    SET DRAW\n\n* SIGNON Begins a session.\n"
	if got != want {
		t.Errorf("%q", got)
	}
}

package press

import (
	"strings"
	"testing"
)

// TestQuotations checks that quotations are distinguished from a message's own words, and that a
// reply quotes only the latter.
func TestQuotations(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, own, quoted, line, answer string }{
		{"One.\nTwo.", "One.\nTwo.", "", "One. Two.", "> One.\n> Two.\n\n"},
		{"> Old.\n>\n> Older.\n\nNew.", "New.", "Old.\n\nOlder.", "New.", "> New.\n\n"},
		{">Old.\nMid.\n\n> Old too.", "Mid.", "Old.|Old too.", "Mid.", "> Mid.\n\n"},
		{"> All of it.", "", "All of it.", "> All of it.", "\n"},
	} {
		var own, quotes []string
		for _, p := range pieces(c.text) {
			if p.Quoted {
				quotes = append(quotes, p.Text)
			} else {
				own = append(own, p.Text)
			}
		}
		if a, b := strings.Join(own, "|"), strings.Join(quotes, "|"); a != c.own || b != c.quoted {
			t.Errorf("%q: %q and %q, want %q and %q", c.text, a, b, c.own, c.quoted)
		}
		if got := oneLine(c.text, 40); got != c.line {
			t.Errorf("%q in a line: %q, want %q", c.text, got, c.line)
		}
		if got := quoted(c.text); got != c.answer {
			t.Errorf("%q is quoted as %q, want %q", c.text, got, c.answer)
		}
	}
	if got := oneLine("Ärger über Öl", 5); got != "Ärger…" {
		t.Errorf("cut: %q", got)
	}
}

package gather

import (
	"strings"
	"testing"

	"podesta/internal/words"
)

// TestAmbiguous checks that a single word used in two subjects is refused, because it could not
// be translated if it had two meanings.
func TestAmbiguous(t *testing.T) {
	t.Parallel()
	in := func(ctx, id string, refs ...string) *words.Entry { return &words.Entry{Ctx: ctx, ID: id, Refs: refs} }
	for _, c := range []struct {
		name   string
		entry  *words.Entry
		shared string
		want   string
	}{
		{"two meanings", in("", "Report", "print.go", "templates/case.html"), "", `"Report" is one text for paper and moderation`},
		{"a button and a heading", in("", "End", "timeline.go", "templates/friends.html"), "", `"End" is one text for game and accounts`},
		{"a room of the judge", in("", "Round", "internal/tournament/letters.go", "machiavelli/report/end.go"), "", `"Round" is one text for tournament and game`},
		{"listed", in("", "Save", "templates/me.html", "templates/settings.html"), "Save", ""},
		{"listed, and no longer needed", in("", "Save", "templates/me.html", "templates/register.html"), "Save", "no longer used"},
		{"one subject", in("", "Report", "templates/report.html", "templates/case.html"), "", ""},
		{"a phrase", in("", "Report it", "print.go", "templates/case.html"), "", ""},
		{"a context", in("unit", "Report", "print.go", "templates/case.html"), "", ""},
	} {
		got := strings.Join(ambiguous([]*words.Entry{c.entry}, strings.Fields(c.shared)), "\n")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

package account

import (
	"strings"
	"testing"
	"unicode"
)

// FuzzEmail checks that every accepted address can be used in an e-mail header, and that cleaning
// it again does not change it.
func FuzzEmail(f *testing.F) {
	for _, s := range []string{"a@b.org", " A+b@Example.ORG ", "a@b", "a b@c.de", "a@b.org\nBcc: c@d.ef", "\"x y\"@b.org", "<a@b.org>", "a@[1.2.3.4]", "ü@ä.org"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		clean, err := CleanEmail(s)
		if err != nil {
			return
		}
		if strings.ContainsFunc(clean, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }) || strings.ContainsAny(clean, "<>,;") {
			t.Errorf("%q was kept as %q", s, clean)
		}
		if again, err := CleanEmail(clean); err != nil || again != clean {
			t.Errorf("%q was kept as %q and then as %q (%v)", s, clean, again, err)
		}
	})
}

package config

import (
	"strings"
	"testing"
)

// TestPrefix reads addresses with a path.
func TestPrefix(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{
		"https://judge.example.org": "", "https://judge.example.org/": "", "https://example.org/machiavelli": "/machiavelli",
		"http://localhost:8080/a-b_c.d~e/F9": "/a-b_c.d~e/F9", "https://example.org/g": "/g", "": "",
	} {
		c, _, err := Load(Source{Flags: map[string]string{"base_url": base}})
		if err != nil || c.Prefix() != want {
			t.Errorf("%q: %v, %v", base, c, err)
		}
	}
	for _, base := range []string{
		"https://example.org/machiavelli/", "https://example.org//machiavelli", "https://example.org/a//b", "https://example.org//", "https://example.org/a b",
		"https://example.org/a%20b", "https://example.org/%6da", "https://example.org/a%", "https://example.org/..", "https://example.org/a/../b", "https://example.org/./a",
		"https://example.org/a?b", "https://example.org/a?", "https://example.org/a#b", "https://example.org/a#", "https://example.org/città", "https://example.org/a;b",
		"https://example.org/a\\b", "https://me@example.org/a", "ftp://example.org/a", "example.org/a", "https:///a",
	} {
		if _, _, err := Load(Source{Flags: map[string]string{"base_url": base}}); err == nil || !strings.Contains(err.Error(), "letters, digits and the signs - _ . ~") {
			t.Errorf("%q: %v", base, err)
		}
	}
}

package gather

import (
	"slices"
	"testing"

	"podesta/internal/words"
)

// TestStoredPatterns checks that a pattern that occurs only in old logs is among the texts, and
// that using such a pattern in code is refused. It also checks the list of patterns that have
// left the catalogues.
func TestStoredPatterns(t *testing.T) {
	t.Parallel()
	texts, err := Texts("../../..")
	if err != nil {
		t.Fatal(err)
	}
	const won = "{Powers:name} {powers?pl:have|has} won the game."
	i := slices.IndexFunc(texts, func(e *words.Entry) bool { return e.ID == won })
	if i < 0 || texts[i].Area != "old" || !texts[i].Message() {
		t.Fatalf("%q is not among the old messages", won)
	}
	if got := Gone(&words.File{Entries: texts}, slices.Delete(slices.Clone(texts), i, i+1)); !slices.Equal(got, []string{won}) {
		t.Errorf("%q are gone", got)
	}
	f := &found{all: map[string]*words.Entry{}}
	f.add("", won, "")
	if f.stored(); len(f.bad) != 1 {
		t.Errorf("a pattern that is written, too: %q", f.bad)
	}
}

package table

import (
	"testing"

	"podesta/internal/words"
)

// TestPublicStates checks that two strangers who watch the same game in different languages
// receive different answers.
func TestPublicStates(t *testing.T) {
	t.Parallel()
	var p publicStates
	for range 2 {
		for _, c := range words.All() {
			got, err := p.get("g "+c.Tag, 1, func() ([]byte, error) { return []byte(c.Tag), nil })
			if err != nil || string(got) != c.Tag {
				t.Errorf("%s got %s, %v", c.Tag, got, err)
			}
		}
	}
}

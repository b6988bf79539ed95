package lobby_test

import (
	"strings"
	"testing"

	"podesta/internal/lobby"
)

// TestCleanBot checks that levels can be given a seat, but not players that exist only for
// measurements.
func TestCleanBot(t *testing.T) {
	for name, want := range map[string]string{"": "hard", "Easy": "easy", "condottiere": "hard", "random": "random"} {
		if got, err := lobby.CleanBot(name); got != want || err != nil {
			t.Errorf("%q is %q, %v", name, got, err)
		}
	}
	for _, name := range []string{"dumbbot", "greedy", "chess"} {
		if got, err := lobby.CleanBot(name); err == nil || !strings.Contains(err.Error(), "there are principe, hard, even, easy, random") {
			t.Errorf("%q is %q, %v", name, got, err)
		}
	}
}

package suggest

import "testing"

func TestClosest(t *testing.T) {
	words := []string{"famine", "plague", "storms", "fortresses", "garrisons", "convoy-route", "coastal-convoys"}
	for _, c := range []struct{ word, want string }{
		{"famin", "famine"},
		{"FAMINE", "famine"},
		{"fmaine", "famine"},
		{"plauge", "plague"},
		{"storm", "storms"},
		{"fort", "fortresses"},
		{"convoyroute", "convoy-route"},
		{"coastal-convoy", "coastal-convoys"},
		{"xyz", ""},
		{"", ""},
		{"victory", ""},
	} {
		if got := Closest(c.word, words); got != c.want {
			t.Errorf("Closest(%q) = %q, want %q", c.word, got, c.want)
		}
	}
}

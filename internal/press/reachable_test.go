package press_test

import (
	"slices"
	"strings"
	"testing"

	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
)

// TestReachable checks to whom a role can write, depending on the rules and the state of the
// game.
func TestReachable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what   string
		rules  func(*hosting.PressRules)
		before func(*judgetest.Story)
		who    string
		want   string
	}{
		{"white press", nil, nil, "Milan", "Florence Naples Venice"},
		{"a master", func(r *hosting.PressRules) { r.None = true }, nil, "master", "Florence Milan Naples Venice"},
		{"an observer", nil, nil, "observer", "Florence Milan Naples Venice"},
		{"an observer who writes to all only", func(r *hosting.PressRules) { r.Observers = "white" }, nil, "observer", ""},
		{"a stranger", nil, nil, "stranger", ""},
		{"no press", func(r *hosting.PressRules) { r.None = true }, nil, "Milan", ""},
		{"grey press only", func(r *hosting.PressRules) { r.White = false }, nil, "Milan", "Florence Naples Venice"},
		{"broadcasts only", func(r *hosting.PressRules) { r.Partial, r.Fakes = false, "" }, nil, "Milan", ""},
		{"not in winter", func(r *hosting.PressRules) { r.NoMinor = true }, winter, "Milan", ""},
		{"orders first", func(r *hosting.PressRules) { r.MustOrder = true }, nil, "Milan", ""},
		{"orders are in", func(r *hosting.PressRules) { r.MustOrder = true }, func(s *judgetest.Story) { s.Send("Milan") }, "Milan", "Florence Naples Venice"},
		{"neighbours only", func(r *hosting.PressRules) { r.Touch = true }, nil, "Milan", "Florence"},
		{"paused", nil, mastersPause, "Milan", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			s := judgetest.BeginPress(t, c.rules)
			if c.before != nil {
				c.before(s)
			}
			role, _ := s.Who(c.who)
			reach, err := s.Press.Reachable(ctx, s.TheGame.ID, role)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, seat := range reach.Seats {
				setting := s.TheGame.Setting
				names = append(names, setting.Powers[setting.Seats[seat-1][0]].Name)
			}
			slices.Sort(names)
			if got := strings.Join(names, " "); got != c.want {
				t.Errorf("%s can write to %q, not to %q", c.who, got, c.want)
			}
		})
	}
}

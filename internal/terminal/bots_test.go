package terminal

import (
	"strings"
	"testing"
)

// TestBots plays scripts against computer players, and checks the expected texts in the output,
// in order.
func TestBots(t *testing.T) {
	for _, c := range []struct {
		name, bots, play, script string
		want                     []string
		refused                  int
	}{
		{
			"the powers of others are theirs", "condottiere", "milan", "A Pavia H\nA Florence H\nvenice: F Dalmatia H\norders",
			[]string{
				"You play Milan; computer players (hard) play the others.\n", "Milan: A Pavia H", "The army in Florence is Florentine, not yours",
				"A computer player orders for Venice; you play Milan.", "Milan     A Pavia H\nMilan     missing: A2 Milan, A3 Cremona, A4 Bologna, F1 Genoa\n",
			},
			2,
		},
		{"two powers", "random", "venice, milan", "A Pavia H\nF Dalmatia H\nA Florence H", []string{"You play Milan and Venice;", "Milan: A Pavia H", "Venice: F Dalmatia H", "A computer player orders for Florence"}, 1},
		{"the first power unless told", "random", "", "A Pistoia H", []string{"You play Florence;", "Florence: A Pistoia H"}, 0},
		{
			"a year by itself", "condottiere", "none", "process\nprocess\nprocess\nprocess\nhistory\nmilan: A Pavia H",
			[]string{"Computer players (hard) play all powers.", "Army Pavia -> ", "A computer player orders for Milan."},
			1,
		},
		{"undone and played again, it comes to the same", "condottiere", "florence", "process\nundo\nprocess\nhistory", []string{"Next: Summer 1385", "Back to Spring 1385", "Next: Summer 1385", "Summer 1385, orders: now"}, 0},
	} {
		s, err := New(Config{Scenario: "A", Variant: "A-4", Preset: "battleline-1978-basic", Bots: c.bots, Play: c.play})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		refused, err := s.Run(strings.NewReader(c.script), &b, false)
		if err != nil {
			t.Fatal(err)
		}
		rest := b.String()
		for _, w := range c.want {
			_, after, ok := strings.Cut(rest, w)
			if !ok {
				t.Errorf("%s: no %q in\n%s", c.name, w, b.String())
				break
			}
			rest = after
		}
		if refused != c.refused {
			t.Errorf("%s: %d refused, want %d:\n%s", c.name, refused, c.refused, b.String())
		}
	}
}

// TestRetreatsOfBots checks that retreats in which only computer players have
// orders to give do not wait for the person, and that undo skips them.
func TestRetreatsOfBots(t *testing.T) {
	s, err := New(Config{Scenario: "B", Preset: "njudge-classic", Bots: "condottiere", Play: "turks", Seed: "r"})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if _, err := s.Run(strings.NewReader(strings.Repeat("process\n", 8)), &b, false); err != nil {
		t.Fatal(err)
	}
	passed := 0
	for i, ph := range s.past {
		if ph.before.Phase.Step.String() == "retreats" && i < len(s.past)-1 {
			passed++
		}
	}
	if passed == 0 {
		t.Fatalf("no retreats in\n%s", b.String())
	}
	for len(s.past) > 0 {
		if _, err := s.Run(strings.NewReader("undo\n"), &b, false); err != nil {
			t.Fatal(err)
		}
		if s.idle() {
			t.Fatalf("undo stops at %s, where there is nothing to order", s.pos.Phase)
		}
	}
}

// TestBotErrors checks the errors for an unknown kind of player and an unknown power.
func TestBotErrors(t *testing.T) {
	for _, c := range []struct{ bots, play, want string }{
		{"esy", "", "did you mean easy?"},
		{"random", "mars", `There is no power "mars"`},
		{"", "milan", "name a kind of bot as well"},
	} {
		_, err := New(Config{Scenario: "A", Variant: "A-4", Preset: "battleline-1978-basic", Bots: c.bots, Play: c.play})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

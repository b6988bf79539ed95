package mcp_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
)

// TestToolTexts checks the texts of the tools if there is little to say, or if something does not
// exist.
func TestToolTexts(t *testing.T) {
	t.Parallel()
	x := seated(t, nil)
	milan := x.agents["milan"]
	one := "The game has no phase 9. It has only phase 1, spring 1385 orders."
	milan.refused("look", args{"game": "siena", "phase": 9}, one)
	milan.refused("look", args{"game": "siena", "phase": 9, "format": "picture"}, one)
	milan.refused("results", args{"game": "siena", "phase": 9}, one)
	milan.refused("results", args{"game": "siena", "phase": 9, "format": "json"}, one)
	milan.refused("look", args{"game": "nowhere", "phase": 9}, "no such game", "list_games")
	for _, revision := range []int{1, 99} {
		milan.refused("set_ready", args{"game": "siena", "ready": true, "revision": revision}, " is not the present revision of the game; that is 2 (spring 1385 orders, phase 1).")
	}
	if text, _ := milan.call("set_ready", args{"game": "siena", "ready": true, "revision": 99}); strings.Contains(text, "orders are for") {
		t.Errorf("there were no orders: %s", text)
	}
	milan.refused("answer_invitation", args{"game": "siena", "accept": true}, "You play in this game already")
	_, token := x.program("Elmo")
	x.house.agent(token).refused("answer_invitation", args{"game": "siena", "accept": true}, "You have no invitation")
	if text := milan.do("read_press", args{"game": "siena", "all": true}); strings.Contains(text, ", :") || strings.Contains(text, ", ,") || !regexp.MustCompile(`^#\d+, notice: `).MatchString(text) {
		t.Errorf("messages without a phase: %s", text)
	}
	x.resolve(nil)
	milan.refused("look", args{"game": "siena", "phase": 9}, "The game has no phase 9. It has the phases 1 to 2; the last is ")
	x.Must(x.Correct(x.At(x.game), "treasury milan 1", "A test."))
	if text := milan.do("look", args{"game": "siena"}); !strings.Contains(text, "milan (you): 1 ducat\n") {
		t.Errorf("one ducat: %s", text)
	}
	if text := milan.do("legal_orders", args{"game": "siena"}); !strings.Contains(text, "  1 ducat in the treasury") {
		t.Errorf("one ducat: %.500s", text)
	}
	milan.refused("set_ready", args{"game": "siena", "ready": true, "revision": 2}, "The reason: A test.")
}

// TestNotBeforeStart looks at a phase that cannot be resolved before a certain time.
func TestNotBeforeStart(t *testing.T) {
	t.Parallel()
	x := seated(t, nil)
	milan := x.agents["milan"]
	if text := milan.do("look", args{"game": "siena"}); strings.Contains(text, "Not resolved before") {
		t.Errorf("now: %s", text)
	}
	year := time.Now().Year() + 2
	start := time.Date(year, 3, 4, 5, 6, 0, 0, time.UTC)
	x.Clock.Advance(start.Add(-48 * time.Hour).Sub(x.Clock.Now()))
	x.Must(x.Judge.Clock.SetTimes(t.Context(), x.game, game.Role{Master: true, Account: x.bianca}, start.Add(time.Hour), start.Add(2*time.Hour), start))
	if text := milan.do("look", args{"game": "siena"}); !strings.Contains(text, "Not resolved before "+start.Format("2006-01-02 15:04 UTC")+", even if all are ready\n") {
		t.Errorf("later: %s", text)
	}
}

package env_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/env"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/turn"
)

// setup returns a setup, or fails the test.
func setup(t testing.TB, s env.Scenario) *env.Setup {
	t.Helper()
	u, err := env.NewSetup(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// newGame returns a game, or fails the test.
func newGame(t testing.TB, u *env.Setup, seed string, years int) *env.Game {
	t.Helper()
	g, err := env.NewGame(u, seed, years)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// pick appends a random order of each unit, and some builds and expenses, to
// lines.
func pick(rng *rand.Rand, c *legal.Choices, lines []turn.Line) []turn.Line {
	for i := range c.Groups {
		g := &c.Groups[i]
		if g.Kind != legal.ForUnit && rng.IntN(3) > 0 {
			continue
		}
		o := g.Orders[rng.IntN(len(g.Orders))]
		if o.Kind == order.Remove && rng.IntN(8) > 0 {
			continue
		}
		lines = append(lines, turn.Line{Power: g.Power, Order: o})
	}
	return lines
}

// everybody is a set with every power.
const everybody = machiavelli.PowerSet(1<<machiavelli.MaxPowers - 1)

// ask sends a request to a service and returns the answer.
func ask(t testing.TB, s *env.Service, request string) map[string]any {
	t.Helper()
	line := s.Answer(nil, []byte(request))
	var answer map[string]any
	if err := json.Unmarshal(line, &answer); err != nil {
		t.Fatalf("%s: %v in %s", request, err, line)
	}
	return answer
}

package history

import (
	"testing"

	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// opened returns a game of an edition and scenario, and its first position.
func opened(t *testing.T, preset, id, variant string) (*game.Game, *position.Position) {
	t.Helper()
	set, err := rules.Make(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New(id, variant, &set)
	if err != nil {
		t.Fatal(err)
	}
	return &game.Game{Setting: p.Setting, Rules: set}, p
}

// power returns the power of a game with that id.
func power(t *testing.T, g *game.Game, id string) machiavelli.Power {
	t.Helper()
	p, ok := g.Setting.Powers.Find(id)
	if !ok {
		t.Fatalf("no power %s", id)
	}
	return p
}

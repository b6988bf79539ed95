package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"podesta/machiavelli/bot"
	"podesta/machiavelli/opendata"
	"podesta/machiavelli/rules"
)

// TestFit checks that weights are found again from what they produce, with chance
// added, and that a part that is always zero has no weight.
func TestFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	want := []float64{0.3, -0.7, 0, 2}
	var all []sample
	for range 5000 {
		parts := make([]bot.Part, 3)
		s := sample{parts: parts, cities: want[3]}
		for i := range 2 {
			parts[i].Points = 20 * rng.Float64()
			s.cities += want[i] * parts[i].Points
		}
		s.cities += rng.NormFloat64()
		all = append(all, s)
	}
	for i, got := range fit(all) {
		if math.Abs(got-want[i]) > 0.05 {
			t.Errorf("weight %d is %.3f, not %.1f", i, got, want[i])
		}
	}
}

// TestPlay checks that every power of a game is measured in every campaign that
// has another one so much later.
func TestPlay(t *testing.T) {
	set, err := rules.Preset("battleline-1978-basic")
	if err != nil {
		t.Fatal(err)
	}
	c := opendata.Config{Scenario: "B", Rules: set, Players: []string{"greedy"}, Years: 2, Seed: 3}
	table, err := opendata.NewTable(c)
	if err != nil {
		t.Fatal(err)
	}
	got, err := play(table, &c, 0, 3)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 4*8 {
		t.Fatalf("%d positions", len(got))
	}
	for _, s := range got {
		if len(s.parts) != 12 || s.parts[0].Name != "forces" || s.parts[0].Points <= 0 || s.cities <= 0 {
			t.Errorf("%+v", s)
		}
	}
}

package main

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"podesta/machiavelli/bot"
	"podesta/machiavelli/opendata"
	"podesta/machiavelli/rules"
)

// TestFit checks that weights are recovered from data that they produce with added noise, and
// that a part that is always zero has no weight.
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

// TestPlay checks that every power of a game is measured in each campaign that is followed by
// another one the right number of years later.
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
		if len(s.parts) != 13 || s.parts[0].Name != "forces" || s.parts[0].Points <= 0 || s.cities <= 0 {
			t.Errorf("%+v", s)
		}
	}
}

// TestDeviations checks the standard errors against the theoretical ones for independent
// variables.
func TestDeviations(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var all []sample
	for range 4000 {
		all = append(all, sample{parts: []bot.Part{{Points: 0.5 * rng.NormFloat64()}, {Points: 2 * rng.NormFloat64()}}, cities: 3 * rng.NormFloat64()})
	}
	for i, want := range []float64{3 / 0.5, 3.0 / 2, 3} {
		want /= math.Sqrt(4000)
		if got := deviations(all)[i]; math.Abs(got-want) > 0.05*want {
			t.Errorf("standard error %d is %.4f, not %.4f", i, got, want)
		}
	}
}

// TestCompare checks that half of the seats are varied, each differently but reproducibly, and
// that weights are parsed.
func TestCompare(t *testing.T) {
	p := plan{scenario: "B", preset: "battleline-1978-basic", player: "greedy", years: 1, games: 2, seed: 4, jobs: 2, vary: 0.5, from: "danger=3,whim=2"}
	got, err := compare(&p)
	if err != nil {
		t.Fatal(err)
	}
	again, err := compare(&p)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 8 || !reflect.DeepEqual(got, again) {
		t.Fatalf("%d seats, not the same again", len(got))
	}
	seen := map[float64]bool{}
	for _, s := range got {
		if len(s.parts) != len(bot.Weights()) || seen[s.parts[0].Points] || s.cities <= 0 {
			t.Errorf("%+v", s)
		}
		seen[s.parts[0].Points] = true
	}
	for _, bad := range []string{"luck=1", "land", "land=x"} {
		if _, err := weights(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
	if w, err := weights("land=7"); err != nil || w[2] != (bot.Weight{Name: "land", Value: 7}) {
		t.Errorf("%v, %v", w, err)
	}
}

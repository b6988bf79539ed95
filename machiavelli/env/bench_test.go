package env_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"podesta/machiavelli/env"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/turn"
)

// BenchmarkPhases plays whole games of random players in Go: each iteration
// finds the legal orders of all powers, gives one to each unit, and resolves
// the phase.
func BenchmarkPhases(b *testing.B) {
	for _, w := range []env.Scenario{{Scenario: "diplomacy"}, {Scenario: "A", Preset: "battleline-1978-basic"}, {Scenario: "B"}} {
		b.Run(w.Scenario, func(b *testing.B) {
			u := setup(b, w)
			rng := rand.New(rand.NewPCG(1, 2))
			var c legal.Choices
			var lines []turn.Line
			games := 0
			g := newGame(b, u, "0", 10)
			b.ReportAllocs()
			for b.Loop() {
				if g.End() != env.Playing {
					games++
					g = newGame(b, u, strconv.Itoa(games), 10)
				}
				c.List(g.Position, u.Rules, everybody)
				lines = pick(rng, &c, lines[:0])
				if err := g.Step(lines); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "phases/s")
		})
	}
}

// BenchmarkRequests plays games through JSON requests whose answers include the legal orders of
// all powers as actions.
func BenchmarkRequests(b *testing.B) {
	for _, scenario := range []string{"diplomacy", "B"} {
		b.Run(scenario, func(b *testing.B) {
			s := env.NewService("test")
			ask(b, s, fmt.Sprintf(`{"op":"reset","scenario":%q,"seed":1,"years":1000}`, scenario))
			request := []byte(`{"id":1,"op":"step","game":1,"orders":{},"legal":true,"form":"actions"}`)
			var answer []byte
			b.ReportAllocs()
			for b.Loop() {
				answer = s.Answer(answer[:0], request)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "phases/s")
		})
	}
}

// BenchmarkVocabulary builds the vocabulary of the Balance of Power.
func BenchmarkVocabulary(b *testing.B) {
	u := setup(b, env.Scenario{Scenario: "B"})
	for b.Loop() {
		env.NewVocabulary(u.Setting(), u.Rules)
	}
}

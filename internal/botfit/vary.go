package main

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"podesta/machiavelli/arena"
	"podesta/machiavelli/bot"
)

// varied is the name of principe players with varied weights.
const varied = "varied"

// weights returns the default weights of principe, changed by a text such as "land=3,ducats=1.5".
func weights(text string) ([]bot.Weight, error) {
	w := bot.Weights()
	for change := range strings.SplitSeq(text, ",") {
		if change == "" {
			continue
		}
		name, value, _ := strings.Cut(change, "=")
		x, err := strconv.ParseFloat(value, 64)
		known := false
		for i := range w {
			if w[i].Name == name {
				w[i].Value, known = x, true
			}
		}
		if !known || err != nil {
			return nil, fmt.Errorf("%q is not a weight with a value, as in land=3", change)
		}
	}
	return w, nil
}

// vary returns a principe whose weights are the given ones, each multiplied by e to the power of
// a normally distributed number. It also returns these numbers, which are derived from the text
// game.
func vary(base []bot.Weight, spread float64, game string) (*bot.Principe, []bot.Part, error) {
	h := fnv.New64a()
	_, _ = h.Write([]byte(game))
	rng := rand.New(rand.NewPCG(h.Sum64(), 1))
	w, by := make([]bot.Weight, len(base)), make([]bot.Part, len(base))
	for i := range base {
		by[i] = bot.Part{Name: base[i].Name, Points: spread * rng.NormFloat64()}
		w[i] = bot.Weight{Name: base[i].Name, Value: base[i].Value * math.Exp(by[i].Points)}
	}
	p, err := bot.NewPrincipe(w)
	return p, by, err
}

// compare plays games in which half of the seats are principes with varied weights. For each of
// these seats it returns how the weights were varied, and how many cities the seat had at the
// end.
func compare(p *plan) ([]sample, error) {
	base, err := weights(p.from)
	if err != nil {
		return nil, err
	}
	s := arena.Settings{Scenario: p.scenario, Preset: p.preset, Years: p.years, Seed: p.seed}
	seats, err := s.Seats()
	if err != nil {
		return nil, err
	}
	lineup := arena.Lineup{}
	for i := range seats {
		if 2*i < seats {
			lineup.Players = append(lineup.Players, varied)
		} else {
			lineup.Players = append(lineup.Players, p.player)
		}
	}
	s.Lineups = []arena.Lineup{lineup}
	return p.measure(func() (func(n uint64) ([]sample, error), error) {
		return func(n uint64) ([]sample, error) { return p.compete(s, base, n) }, nil
	})
}

// compete plays game n of compare.
func (p *plan) compete(s arena.Settings, base []bot.Weight, n uint64) ([]sample, error) {
	var made [][]bot.Part // one element per varied seat, in the order of the seats
	match, err := arena.New(s, map[string]arena.Make{varied: func(game string) arena.Player {
		player, by, err := vary(base, p.vary, game)
		if err != nil { // the names come from bot.Weights, so they are valid
			panic(err)
		}
		made = append(made, by)
		return arena.Computer(player)
	}})
	if err != nil {
		return nil, err
	}
	g, err := match.Play(n, func() int64 { return 0 })
	if err != nil {
		return nil, err
	}
	var out []sample
	for i := range g.Seats {
		if x := &g.Seats[i]; x.Player == varied {
			out = append(out, sample{parts: made[len(out)], cities: float64(min(x.Cities, mostCities))})
		}
	}
	return out, nil
}

// mostCities is the maximum number of cities that count: cities beyond those needed for victory
// are ignored.
const mostCities = 16

// reportVaried prints how many more cities a power has at the end if a weight is e times as
// large, and the standard error of that number.
func reportVaried(all []sample) {
	w, e := fit(all), deviations(all)
	fmt.Printf("%d seats; if a weight is e times as great, so many cities more, and the standard error:\n", len(all))
	for i, part := range all[0].parts {
		fmt.Printf("%-10s %6.2f %6.2f\n", part.Name, w[i], e[i])
	}
}

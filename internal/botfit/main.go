// Command botfit determines the weights of the parts of a position's value for the strongest
// computer player. It plays games between computer players, and prints how many cities each
// part adds to those that a power has some campaigns later. docs/principe.md says how the
// weights in machiavelli/bot/taste.go follow from
//
//	go run ./internal/botfit -games 64 -seed 11
//
// and from
//
//	go run ./internal/botfit -vary 0.5 -years 8 -games 74 -seed 500 -from WEIGHTS
//
// which plays games in which half of the seats are principes with varied weights, and prints
// how many cities more a power has at the end if it has more of a weight. With the same flags
// the program always prints the same.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"sync"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/opendata"
	"podesta/machiavelli/position"
	"podesta/machiavelli/record"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// plan holds the games to play and what to measure in them.
type plan struct {
	scenario, preset, player string
	years, ahead             int // ahead is the number of campaigns after which the cities are counted
	games, seed              uint64
	jobs                     int
	vary                     float64
	from                     string
}

func main() {
	var p plan
	flag.StringVar(&p.scenario, "scenario", "B", "scenario of the games")
	flag.StringVar(&p.preset, "preset", "njudge-classic", "edition of the rules")
	flag.StringVar(&p.player, "player", "hard", "computer player in all seats")
	flag.IntVar(&p.years, "years", 15, "a game without a winner ends after so many years")
	flag.IntVar(&p.ahead, "ahead", 6, "the cities are counted after so many campaigns")
	flag.Uint64Var(&p.games, "games", 64, "number of games")
	flag.Uint64Var(&p.seed, "seed", 11, "number that decides the games")
	flag.IntVar(&p.jobs, "jobs", runtime.NumCPU(), "number of games that are played at the same time")
	flag.Float64Var(&p.vary, "vary", 0, "vary the weights of principes in half of the seats at random; 0.5 makes most of them 0.6 to 1.6 times as great")
	flag.StringVar(&p.from, "from", "", "with -vary: begin with these weights, as in land=3,ducats=1.5, instead of those of principe")
	flag.Parse()
	if err := run(&p); err != nil {
		fmt.Fprintln(os.Stderr, "botfit:", err)
		os.Exit(1)
	}
}

func run(p *plan) error {
	if p.vary > 0 {
		all, err := compare(p)
		if err != nil {
			return err
		}
		reportVaried(all)
		return nil
	}
	set, err := rules.Preset(p.preset)
	if err != nil {
		return err
	}
	config := opendata.Config{Scenario: p.scenario, Rules: set, Players: []string{p.player}, Years: p.years, Seed: p.seed}
	all, err := p.measure(func() (func(n uint64) ([]sample, error), error) {
		table, err := opendata.NewTable(config)
		return func(n uint64) ([]sample, error) { return play(table, &config, n, p.ahead) }, err
	})
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return fmt.Errorf("no game lasts for %d campaigns", p.ahead)
	}
	report(all)
	return nil
}

// measure returns the samples of all games, or the first error. Each job begins
// with start, and plays its games with the function that start returns.
func (p *plan) measure(start func() (func(n uint64) ([]sample, error), error)) ([]sample, error) {
	games, errs := make([][]sample, p.games), make([]error, p.games)
	var wg sync.WaitGroup
	for job := range uint64(p.jobs) {
		wg.Go(func() {
			play, err := start()
			for n := job; n < p.games; n += uint64(p.jobs) {
				if errs[n] = err; err == nil {
					games[n], errs[n] = play(n)
				}
			}
		})
	}
	wg.Wait()
	for n, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", n, err)
		}
	}
	return slices.Concat(games...), nil
}

// sample holds the features of a power at the beginning of a campaign, or how its weights were
// varied, and how many cities it had some campaigns later.
type sample struct {
	parts  []bot.Part
	cities float64
}

// play plays a game and returns its samples.
func play(table *opendata.Table, c *opendata.Config, n uint64, ahead int) ([]sample, error) {
	g, err := table.Play(n)
	if err != nil {
		return nil, err
	}
	start, err := scenario.New(c.Scenario, "", &c.Rules)
	if err != nil {
		return nil, err
	}
	codec := record.New(start.Setting)
	var campaigns []*position.Position
	keep := func(data []byte) error {
		p, err := codec.ReadPosition(data)
		if err == nil && p.Victors == 0 && p.Phase.Step == machiavelli.Orders {
			campaigns = append(campaigns, p)
		}
		return err
	}
	if err := keep(g.Opening.Position); err != nil {
		return nil, err
	}
	for i := range g.Phases {
		if err := keep(g.Phases[i].After); err != nil {
			return nil, err
		}
	}
	var out []sample
	for i := 0; i+ahead < len(campaigns); i++ {
		p, later := campaigns[i], campaigns[i+ahead]
		for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
			if p.Eliminated.Has(x) || p.Setting.Absent.Has(x) {
				continue
			}
			v := bot.Look(p, &c.Rules, bot.Alone(p, x), "botfit")
			s := sample{parts: bot.Parts(v, x)}
			if !later.Eliminated.Has(x) {
				s.cities = float64(turn.Cities(later, &c.Rules, x))
			}
			out = append(out, s)
		}
	}
	return out, nil
}

// report prints, for each part, how many later cities ten points of it are worth.
func report(all []sample) {
	w := fit(all)
	fmt.Printf("%d positions; ten points of each part are so many cities later:\n", len(all))
	for i, part := range all[0].parts {
		fmt.Printf("%-10s %6.2f\n", part.Name, 10*w[i])
	}
}

// ridge is the regularization strength. It keeps the weights of parts that are always zero at
// zero, and hardly changes the others.
const ridge = 1

// fit returns the weights of the parts, and a constant, that minimize the sum of the squared
// errors.
func fit(all []sample) []float64 {
	return solve(equations(all))
}

// deviations returns the standard errors of the weights that fit returns.
func deviations(all []sample) []float64 {
	w := fit(all)
	n := len(w)
	sum := 0.0
	for _, s := range all {
		e := s.cities - w[n-1]
		for i := range s.parts {
			e -= w[i] * s.parts[i].Points
		}
		sum += e * e
	}
	variance := sum / float64(max(len(all)-n, 1))
	out := make([]float64, n)
	for k := range n { // computes one column of the inverse matrix at a time
		rows := equations(all)
		for i := range rows {
			rows[i][n] = 0
		}
		rows[k][n] = 1
		out[k] = math.Sqrt(variance * solve(rows)[k])
	}
	return out
}

// equations returns the normal equations for the weights, including their right-hand sides.
func equations(all []sample) [][]float64 {
	n := len(all[0].parts) + 1
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, n+1)
		rows[i][i] = ridge
	}
	x := make([]float64, n+1)
	for _, s := range all {
		for i := range s.parts {
			x[i] = s.parts[i].Points
		}
		x[n-1], x[n] = 1, s.cities
		for i := range n {
			for j := range n + 1 {
				rows[i][j] += x[i] * x[j]
			}
		}
	}
	return rows
}

// solve returns the solution of linear equations by elimination. The matrix is
// positive definite, so that no pivot is zero.
func solve(rows [][]float64) []float64 {
	n := len(rows)
	for i := range n {
		for k := range n {
			if k == i {
				continue
			}
			f := rows[k][i] / rows[i][i]
			for j := i; j <= n; j++ {
				rows[k][j] -= f * rows[i][j]
			}
		}
	}
	out := make([]float64, n)
	for i := range n {
		out[i] = rows[i][n] / rows[i][i]
	}
	return out
}

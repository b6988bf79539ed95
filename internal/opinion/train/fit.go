package main

import (
	"bufio"
	"encoding/gob"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strings"

	"podesta/machiavelli/opinion"
	"podesta/machiavelli/turn"
)

// share is the divisor that splits the games: one part is used to choose the best epoch, one of
// the same size for the report, and the rest for learning. Each part contains all kinds of games.
const share = 8

// fit fits a network to games, writes its weights and reports how accurate they are.
func fit(args []string) error {
	fs := flag.NewFlagSet("fit", flag.ContinueOnError)
	out := fs.String("o", "", "`file` of weights to write")
	seed := fs.Uint64("seed", 1, "`number` that decides the first weights and the order of the positions")
	epochs := fs.Int("epochs", 12, "how `often` all positions are used at most; the best weights on the way are taken")
	rate := fs.Float64("rate", 4e-4, "`step` of learning at the start")
	lambda := fs.Float64("lambda", 0.95, "`weight` of the result against the network's estimate of the next position")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if *out == "" || fs.NArg() == 0 || *epochs < 1 {
		return errors.New("name the file to write with -o, and the files of games")
	}
	var learn, choose, test []*played
	for _, name := range fs.Args() {
		list, err := read(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, g := range list {
			switch g.Number / len(grounds) % share {
			case share - 1:
				test = append(test, g)
			case share - 2:
				choose = append(choose, g)
			default:
				learn = append(learn, g)
			}
		}
	}
	if len(learn) == 0 || len(choose) == 0 || len(test) == 0 {
		return fmt.Errorf("there are too few games: at least %d are needed", share*len(grounds))
	}
	l := newLearner(*seed)
	best, least := l.net, math.Inf(1)
	for e := range *epochs {
		l.rate = float32(*rate * (1 - float64(e)/float64(*epochs)))
		mix := float32(*lambda)
		if e < 2 { // at first the network has not learned anything
			mix = 1
		}
		learned := l.epoch(learn, mix)
		loss, _ := measure(choose, l.net.Expect)
		fmt.Fprintf(os.Stderr, "epoch %d: log loss %.4f; in games for choosing %.4f\n", e+1, learned, loss)
		if loss < least {
			best, least = l.net, loss
		}
	}
	report(os.Stdout, &best, learn, test)
	origin := opinion.Origin{
		Program: "podesta, engine " + turn.EngineVersion, Seed: *seed,
		Command: "go run ./internal/opinion/train fit " + strings.Join(args, " "),
	}
	return os.WriteFile(*out, best.Encode(origin), 0o644)
}

// read reads a file of games.
func read(name string) ([]*played, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	var list []*played
	from := gob.NewDecoder(bufio.NewReaderSize(f, 1<<20))
	for {
		g := new(played)
		switch err := from.Decode(g); {
		case errors.Is(err, io.EOF):
			return list, nil
		case err != nil:
			return nil, fmt.Errorf("not games that this program wrote: %w", err)
		}
		list = append(list, g)
	}
}

// learner fits a network by stochastic gradient descent (Adam).
type learner struct {
	net, slope     opinion.Network // slope is the sum of the gradients of a batch
	mean, variance opinion.Network
	steps          int
	rate           float32
	rng            *rand.Rand
}

// batch is the number of positions after which the weights change.
const batch = 32

func newLearner(seed uint64) *learner {
	l := &learner{rng: rand.New(rand.NewPCG(seed, 0))}
	fill := func(row []float32) {
		for k := range row {
			row[k] = float32(l.rng.NormFloat64() * math.Sqrt(2/float64(len(row))))
		}
	}
	for i := range l.net.First {
		fill(l.net.First[i][:])
	}
	for i := range l.net.Second {
		fill(l.net.Second[i][:])
	}
	l.net.Cities[0] = 3 // starts without corrections, because Last is zero
	return l
}

// epoch learns from all positions once, in random order, and returns the mean loss. The target of
// each position is a mixture of the result and of the network's estimates for later positions,
// which count less the later they are.
func (l *learner) epoch(games []*played, lambda float32) float64 {
	type sample struct {
		m      *moment
		target []float32
	}
	var all []sample
	for _, g := range games {
		for i := len(g.Moments) - 1; i >= 0; i-- {
			m := &g.Moments[i]
			target := m.Result
			if lambda < 1 && i+1 < len(g.Moments) {
				target = l.mixed(m, &g.Moments[i+1], lambda)
			}
			all = append(all, sample{m, target})
		}
	}
	l.rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	sum := 0.0
	for i, s := range all {
		sum += l.learn(s.m.Sides, s.target)
		if i%batch == batch-1 {
			l.step()
		}
	}
	return sum / float64(len(all))
}

// mixed returns the target of a position: its result, mixed with the estimate for the next
// position.
func (l *learner) mixed(m, next *moment, lambda float32) []float32 {
	target := make([]float32, len(m.Sides))
	expected := l.net.Expect(next.Sides)
	for k := range m.Sides {
		target[k] = lambda * m.Result[k]
		for j := range next.Sides {
			if next.Sides[j].Powers&m.Sides[k].Powers != 0 {
				target[k] += (1 - lambda) * float32(expected[j])
			}
		}
	}
	return target
}

// learn adds the gradient of a position, and returns its loss.
func (l *learner) learn(sides []opinion.Side, target []float32) float64 {
	expected := l.net.Expect(sides)
	for i := range sides {
		l.push(&sides[i], float32(expected[i])-target[i])
	}
	loss, _ := distance(expected, target)
	return loss
}

// push adds the gradient of a side whose score is too high by d.
func (l *learner) push(x *opinion.Side, d float32) {
	n, s, f := &l.net, &l.slope, &x.Features
	var at opinion.Layers
	n.Score(x, &at)
	s.Cities[0] += d * x.LogCities()
	var back [len(at.First)]float32
	for i, b := range at.Second {
		s.Last[i] += d * b
		if b <= 0 {
			continue
		}
		e := d * n.Last[i]
		s.SecondBias[i] += e
		for k, a := range at.First {
			s.Second[i][k] += e * a
			back[k] += e * n.Second[i][k]
		}
	}
	for i, a := range at.First {
		if a <= 0 {
			continue
		}
		s.FirstBias[i] += back[i]
		for k, x := range f {
			s.First[i][k] += back[i] * x
		}
	}
}

// step updates the weights with the gradients of a batch.
func (l *learner) step() {
	const keep, keepSquare, decay = 0.9, 0.999, 0.03
	l.steps++
	c1 := 1 / float32(1-math.Pow(keep, float64(l.steps)))
	c2 := 1 / float32(1-math.Pow(keepSquare, float64(l.steps)))
	n, s, m, v := l.net.Rows(), l.slope.Rows(), l.mean.Rows(), l.variance.Rows()
	for i := range n {
		for k := range n[i] {
			g := s[i][k] / batch
			m[i][k] = keep*m[i][k] + (1-keep)*g
			v[i][k] = keepSquare*v[i][k] + (1-keepSquare)*g*g
			n[i][k] -= l.rate * (m[i][k]*c1/(float32(math.Sqrt(float64(v[i][k]*c2)))+1e-8) + decay*n[i][k])
		}
	}
	l.slope = opinion.Network{}
}

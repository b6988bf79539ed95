package main

import (
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/opinion"
	"podesta/machiavelli/position"
)

// TestGradient compares the gradient of a position with the change in its loss after a small
// change to a weight.
func TestGradient(t *testing.T) {
	g, err := play(1, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := &g.Moments[len(g.Moments)/2]
	l := newLearner(1)
	for i := range l.net.Last {
		l.net.Last[i] = 0.1 * float32(i%3-1)
		// keeps the weights away from the points where the gradient is discontinuous
		l.net.SecondBias[i] = 40 * float32(i%4-1)
	}
	for i := range l.net.FirstBias {
		l.net.FirstBias[i] = 5 * float32(i%4-1)
	}
	l.learn(m.Sides, m.Result)
	loss := func() float64 {
		x, _ := distance(l.net.Expect(m.Sides), m.Result)
		return x
	}
	rows, slopes := l.net.Rows(), l.slope.Rows()
	checked := 0
	for i := range rows {
		for k := 0; k < len(rows[i]); k += 7 {
			const step = 1e-2
			was := rows[i][k]
			rows[i][k] = was + step
			up := loss()
			rows[i][k] = was - step
			down := loss()
			rows[i][k] = was
			want := (up - down) / (2 * step)
			if math.Abs(want-float64(slopes[i][k])) > 0.02*math.Abs(want)+1e-3 {
				t.Errorf("weight %d of row %d: gradient %g, by its effect %g", k, i, slopes[i][k], want)
			}
			if want != 0 {
				checked++
			}
		}
	}
	if checked < 50 {
		t.Errorf("only %d weights have an effect", checked)
	}
}

// TestPlay checks that a game is reproducible, and that the results of each position add up to
// one.
func TestPlay(t *testing.T) {
	a, err := play(3, 10)
	if err != nil {
		t.Fatal(err)
	}
	b, err := play(3, 10)
	if err != nil || !reflect.DeepEqual(a, b) {
		t.Errorf("played again, the game differs (%v)", err)
	}
	for _, m := range a.Moments {
		sum := float32(0)
		for _, x := range m.Result {
			sum += x
		}
		if math.Abs(float64(sum)-1) > 1e-6 {
			t.Errorf("the results add up to %g", sum)
		}
	}
}

// TestSettle checks the results of a game with two victors, one without, and one in
// which a power of a seat was eliminated.
func TestSettle(t *testing.T) {
	one, two, both := machiavelli.PowerSet(0).With(1), machiavelli.PowerSet(0).With(2), machiavelli.PowerSet(0).With(1).With(3)
	for _, x := range []struct {
		victors machiavelli.PowerSet
		end     []opinion.Side
		want    []float32
	}{
		{two, []opinion.Side{{Powers: both, Cities: 5}, {Powers: two, Cities: 3}}, []float32{0, 1}},
		{one | two, []opinion.Side{{Powers: both, Cities: 5}, {Powers: two, Cities: 3}}, []float32{0.5, 0.5}},
		{0, []opinion.Side{{Powers: one, Cities: 2}, {Powers: two, Cities: 4}}, []float32{0.2, 0.8}},
	} {
		g := &played{Moments: []moment{{Sides: []opinion.Side{{Powers: both}, {Powers: two}}}}}
		settle(g, &position.Position{Victors: x.victors}, x.end)
		if !reflect.DeepEqual(g.Moments[0].Result, x.want) {
			t.Errorf("victors %b: %v, want %v", x.victors, g.Moments[0].Result, x.want)
		}
	}
}

// TestLearn checks that a learner improves on data that it has seen, and that the simple
// estimates are as described.
func TestLearn(t *testing.T) {
	g, err := play(2, 1)
	if err != nil {
		t.Fatal(err)
	}
	games := []*played{g}
	l := newLearner(1)
	l.rate = 1e-3
	before, _ := measure(games, l.net.Expect)
	for range 20 {
		l.epoch(games, 0.95)
		l.step()
	}
	if after, _ := measure(games, l.net.Expect); after >= before {
		t.Errorf("the loss was %g and is %g", before, after)
	}
	sides := []opinion.Side{{Cities: 3}, {Cities: 1}}
	if x := uniform(sides); x[0] != 0.5 || x[1] != 0.5 {
		t.Errorf("uniform: %v", x)
	}
	if x := byCities(sides); math.Abs(x[0]-3.25/4.5) > 1e-9 {
		t.Errorf("by cities: %v", x)
	}
	if a, b := byPower(1)(sides), byCities(sides); math.Abs(a[0]-b[0]) > 1e-9 {
		t.Errorf("to the power of one: %v, %v", a, b)
	}
	if loss, brier := distance([]float64{0.5, 0.5}, []float32{1, 0}); math.Abs(loss-math.Ln2) > 1e-9 || brier != 0.5 {
		t.Errorf("distances %g, %g", loss, brier)
	}
}

// TestArguments checks that invalid arguments are refused with a reason.
func TestArguments(t *testing.T) {
	few := filepath.Join(t.TempDir(), "few")
	if err := run([]string{"collect", "-games", "1", "-first", "1", "-o", few}); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ args, want string }{
		{"", "collect or fit"},
		{"collect", "-o"},
		{"fit -o x", "files of games"},
		{"fit -o " + few + " " + few, "too few games: at least 96 are needed"},
		{"fit -o x train_test.go", "not games that this program wrote"},
		{"fit -o x nowhere", "nowhere"},
	} {
		if err := run(strings.Fields(x.args)); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v", x.args, err)
		}
	}
}

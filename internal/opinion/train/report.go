package main

import (
	"fmt"
	"io"
	"math"

	"podesta/machiavelli/opinion"
)

// guess is a function that estimates the shares of sides.
type guess func([]opinion.Side) []float64

// distance returns the distance of an estimate from a result, as log loss (cross entropy) and as
// Brier score (the sum of the squared errors).
func distance(expected []float64, result []float32) (loss, brier float64) {
	for i, p := range expected {
		t := float64(result[i])
		loss -= t * math.Log(max(p, 1e-9))
		brier += (p - t) * (p - t)
	}
	return loss, brier
}

// measure returns the mean distances of a guess over all positions of games.
func measure(games []*played, of guess) (loss, brier float64) {
	n := 0.0
	for _, g := range games {
		for i := range g.Moments {
			a, b := distance(of(g.Moments[i].Sides), g.Moments[i].Result)
			loss, brier, n = loss+a, brier+b, n+1
		}
	}
	return loss / max(n, 1), brier / max(n, 1)
}

// uniform expects the same share for all sides.
func uniform(sides []opinion.Side) []float64 {
	out := make([]float64, len(sides))
	for i := range out {
		out[i] = 1 / float64(len(sides))
	}
	return out
}

// byCities expects each side to get its share of all cities. It adds a quarter of a city to each,
// so that no estimate is certain.
func byCities(sides []opinion.Side) []float64 {
	out, sum := make([]float64, len(sides)), 0.0
	for i := range sides {
		out[i] = float64(sides[i].Cities) + 0.25
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// byPower returns a guess like byCities, with the shares raised to a power.
func byPower(power float64) guess {
	return func(sides []opinion.Side) []float64 {
		out, sum := byCities(sides), 0.0
		for i := range out {
			out[i] = math.Pow(out[i], power)
			sum += out[i]
		}
		for i := range out {
			out[i] /= sum
		}
		return out
	}
}

// report writes the accuracy of the network, and of simpler estimates, in games that were not
// used for learning.
func report(w io.Writer, net *opinion.Network, learned, test []*played) {
	power, least := 1.0, math.Inf(1)
	for x := 0.5; x <= 4; x += 0.25 {
		if loss, _ := measure(learned, byPower(x)); loss < least {
			power, least = x, loss
		}
	}
	positions := 0
	for _, g := range test {
		positions += len(g.Moments)
	}
	_, _ = fmt.Fprintf(w, "Estimates of %d positions of %d games that were not learned from:\n", positions, len(test))
	for _, x := range []struct {
		name string
		of   guess
	}{
		{"the same for all", uniform},
		{"part of the cities", byCities},
		{fmt.Sprintf("part of the cities to the power %g", power), byPower(power)},
		{"the network", net.Expect},
	} {
		loss, brier := measure(test, x.of)
		_, _ = fmt.Fprintf(w, "%-36s log loss %.4f, Brier %.4f\n", x.name, loss, brier)
	}
	for g := range grounds {
		var of []*played
		for _, x := range test {
			if x.Ground == g {
				of = append(of, x)
			}
		}
		a, _ := measure(of, byPower(power))
		b, _ := measure(of, net.Expect)
		_, _ = fmt.Fprintf(w, "%-24s %-26s log loss %.4f by cities, %.4f by the network\n", grounds[g].scenario+" "+grounds[g].variant, grounds[g].preset, a, b)
	}
	calibration(w, net, test)
}

// calibration writes how often the network's expectations come true.
func calibration(w io.Writer, net *opinion.Network, games []*played) {
	var expected, got, count [10]float64
	for _, g := range games {
		for i := range g.Moments {
			for k, p := range net.Expect(g.Moments[i].Sides) {
				b := min(int(p*10), 9)
				expected[b], got[b], count[b] = expected[b]+p, got[b]+float64(g.Moments[i].Result[k]), count[b]+1
			}
		}
	}
	for b := range count {
		if count[b] > 0 {
			_, _ = fmt.Fprintf(w, "expected %.2f, came true %.2f, of %.0f\n", expected[b]/count[b], got[b]/count[b], count[b])
		}
	}
}

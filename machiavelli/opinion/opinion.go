// Package opinion estimates how a game will end, and says what that means for a game that has
// been played: how the expectations of the powers rose and fell, what changed them, and which
// orders cost most.
//
// An estimate is the opinion of a computer player. It was learned from games between computer
// players (see internal/opinion/train) and knows nothing of the people who play, of what they
// have agreed on, or of what they plan.
package opinion

import (
	"math"
	"math/bits"

	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Name is the name of the computer player whose opinion is given.
const Name = "principe"

// Shares maps each power to the share of the victory that it may expect. They add up to 1,
// unless no power is left.
type Shares [machiavelli.MaxPowers]float64

// Of returns the total share of a set of powers.
func (s *Shares) Of(powers machiavelli.PowerSet) float64 {
	sum := 0.0
	for x := range s {
		if powers.Has(machiavelli.Power(x)) {
			sum += s[x]
		}
	}
	return sum
}

// Estimate returns the shares of the victory that the powers may expect in a position. known
// holds the powers whose treasuries and debts are known; those of others have no influence. The
// powers of a seat win together, and each has an equal part of what they may expect.
func (e *Estimator) Estimate(p *position.Position, r *rules.Set, known machiavelli.PowerSet) Shares {
	var out Shares
	if p.Victors != 0 {
		for x := range out {
			if p.Victors.Has(machiavelli.Power(x)) {
				out[x] = 1 / float64(bits.OnesCount16(uint16(p.Victors)))
			}
		}
		return out
	}
	sides := e.Look(p, r, known)
	shares := learned().Expect(sides)
	for i := range sides {
		powers := sides[i].Powers
		for x := range out {
			if powers.Has(machiavelli.Power(x)) {
				out[x] = shares[i] / float64(bits.OnesCount16(uint16(powers)))
			}
		}
	}
	return out
}

// Expect returns the shares of the victory that sides may expect.
func (n *Network) Expect(sides []Side) []float64 {
	out := make([]float64, len(sides))
	var l Layers
	for i := range sides {
		out[i] = float64(n.Score(&sides[i], &l))
	}
	softmax(out)
	return out
}

// softmax turns scores into shares.
func softmax(x []float64) {
	most := math.Inf(-1)
	for _, v := range x {
		most = max(most, v)
	}
	sum := 0.0
	for i := range x {
		x[i] = math.Exp(x[i] - most)
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
}

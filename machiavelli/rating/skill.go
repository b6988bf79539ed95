package rating

import (
	"math"
	"slices"
)

// The constants of OpenSkill for the Plackett-Luce model.
const (
	firstMu    = 25.0
	firstSigma = firstMu / 3
	beta       = firstSigma / 2 // deviation of a performance in one game from the skill
	kappa      = 0.0001         // the smallest factor by which a game changes a variance
)

// The displayed number is mu - 3 sigma, which the true skill exceeds with a probability of 99.9%,
// converted to a familiar scale. A newcomer has 1000, and an average player who has played often
// has about 1500.
const (
	shownFirst = 1000
	shownScale = 24
)

// Skill is what is known about the skill of a player. It is a normal distribution, given by its
// mean and its standard deviation. After a game, the distributions of its players are updated by
// the approximation of the Plackett-Luce model that Ruby C. Weng and Chih-Jen Lin describe in "A
// Bayesian Approximation Method for Online Ranking" (Journal of Machine Learning Research 12,
// 2011). Skill is unrelated to the ratings points of 1978 in the rest of this package.
type Skill struct{ Mu, Sigma float64 }

// Newcomer returns the skill of a player before their first game.
func Newcomer() Skill { return Skill{firstMu, firstSigma} }

// Shown returns the number that is displayed for the skill, which is 1000 for a
// newcomer.
func (s Skill) Shown() int {
	return int(math.Round(shownFirst + shownScale*(s.Mu-3*s.Sigma)))
}

// Rank returns the skills of the players after a game, in the order of their skills before it.
// The slice places holds their places in the same order. Tied players have equal places, and only
// the order of the numbers matters. With fewer than two players nothing changes.
func Rank(before []Skill, places []int) []Skill {
	out := slices.Clone(before)
	if len(before) < 2 {
		return out
	}
	var c2 float64
	for _, b := range before {
		c2 += b.Sigma*b.Sigma + beta*beta
	}
	c := math.Sqrt(c2)
	strength := make([]float64, len(before))
	for i, b := range before {
		strength[i] = math.Exp(b.Mu / c)
	}
	// Each place is a choice among those who have not taken a better place.
	field, tied := make([]float64, len(before)), make([]float64, len(before))
	for q := range before {
		for i := range before {
			if places[i] >= places[q] {
				field[q] += strength[i]
			}
			if places[i] == places[q] {
				tied[q]++
			}
		}
	}
	for i, b := range before {
		var omega, delta float64
		for q := range before {
			if places[q] > places[i] {
				continue
			}
			chance := strength[i] / field[q]
			delta += chance * (1 - chance) / tied[q]
			if q == i {
				omega += (1 - chance) / tied[q]
			} else {
				omega -= chance / tied[q]
			}
		}
		variance := b.Sigma * b.Sigma
		gamma := b.Sigma / c
		out[i].Mu += variance / c * omega
		out[i].Sigma *= math.Sqrt(max(1-variance/c2*gamma*delta, kappa))
	}
	return out
}

package arena

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Estimate is a mean over games with its 95 % interval.
type Estimate struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// The number of random samples from which the intervals of means and of Elo ratings are computed.
// Elo ratings take longer to compute.
const (
	samples    = 1000
	eloSamples = 200
)

// measure is a quantity that is averaged over the seats of a player.
type measure int

const (
	wins measure = iota
	draws
	squares
	survival
	cities
	most
	measures
)

// sums holds the number of a player's seats in one game, and the sums of the measures over them.
type sums struct {
	seats  float64
	values [measures]float64
}

// sum returns the sums of each player, in the order of names.
func (g *Game) sum(names []string) []sums {
	out := make([]sums, len(names))
	best, leaders, square, won := -1, 0.0, 0.0, false
	for i := range g.Seats {
		s := &g.Seats[i]
		won = won || s.Outcome == Won
		square += float64(s.Cities * s.Cities)
		switch n := s.standing(); {
		case n > best:
			best, leaders = n, 1
		case n == best:
			leaders++
		}
	}
	for i := range g.Seats {
		s := &g.Seats[i]
		x := &out[slices.Index(names, s.Player)]
		x.seats++
		x.values[cities] += float64(s.Cities)
		if !s.Out {
			x.values[survival]++
		}
		switch {
		case s.Outcome == Won:
			x.values[wins]++
			x.values[squares]++
		case !won && square > 0:
			x.values[squares] += float64(s.Cities*s.Cities) / square
		}
		if s.Outcome == Drew {
			x.values[draws]++
		}
		if s.standing() == best {
			x.values[most] += 1 / leaders
		}
	}
	return out
}

// standing returns the rank of a seat in its game; higher is better. Winners come first, then the
// other seats by their cities, and eliminated seats last.
func (s *Seat) standing() int {
	switch {
	case s.Outcome == Won:
		return math.MaxInt32
	case s.Out:
		return 0
	}
	return 1 + s.Cities
}

// estimate returns the averages of each player over games. The intervals are computed from random
// samples of the games (bootstrapping). The parameter seed determines the samples.
func estimate(games [][]sums, players int, seed uint64) [][measures]Estimate {
	out := make([][measures]Estimate, players)
	all := make([]int, len(games))
	for i := range all {
		all[i] = i
	}
	for x, means := range average(games, all, players) {
		for k, v := range means {
			out[x][k].Value = v
		}
	}
	drawn := make([][][measures]float64, samples)
	rng := rand.New(rand.NewPCG(seed, uint64(len(games))))
	for n := range drawn {
		for i := range all {
			all[i] = rng.IntN(len(games))
		}
		drawn[n] = average(games, all, players)
	}
	values := make([]float64, 0, samples)
	for x := range players {
		for k := range measures {
			values = values[:0]
			for n := range drawn {
				if v := drawn[n][x][k]; !math.IsNaN(v) { // NaN means that the player is in none of the games
					values = append(values, v)
				}
			}
			out[x][k].Low, out[x][k].High = interval(values)
		}
	}
	return out
}

// average returns the means of each player over a sample of games, and NaN for a player who is in
// none of them.
func average(games [][]sums, choice []int, players int) [][measures]float64 {
	out := make([][measures]float64, players)
	seats := make([]float64, players)
	for _, g := range choice {
		for x := range players {
			seats[x] += games[g][x].seats
			for k, v := range games[g][x].values {
				out[x][k] += v
			}
		}
	}
	for x := range out {
		for k := range out[x] {
			out[x][k] /= seats[x]
		}
	}
	return out
}

// interval returns the middle 95 % of values, which it sorts.
func interval(values []float64) (low, high float64) {
	if len(values) == 0 {
		return 0, 0
	}
	slices.Sort(values)
	at := func(part float64) float64 { return values[int(math.Round(part*float64(len(values)-1)))] }
	return at(0.025), at(0.975)
}

// scores holds the pairwise results of players over games: scores[i][j] is the score of i against
// j. For each seat of i and each of j in the same game, i scores one if it ranks higher, and a
// half for a tie.
type scores [][]float64

func newScores(players int) scores {
	s := make(scores, players)
	for i := range s {
		s[i] = make([]float64, players)
	}
	return s
}

// add adds the results of a game, for each pair of seats with different players.
func (s scores) add(g *Game, names []string) {
	for i := range g.Seats {
		for j := range i {
			a, b := &g.Seats[i], &g.Seats[j]
			x, y := slices.Index(names, a.Player), slices.Index(names, b.Player)
			switch m, n := a.standing(), b.standing(); {
			case x == y:
			case m > n:
				s[x][y]++
			case m < n:
				s[y][x]++
			default:
				s[x][y] += 0.5
				s[y][x] += 0.5
			}
		}
	}
}

// averageElo is the mean rating of the players of a pool.
const averageElo = 1500

// elo returns the ratings under which the scores are most likely (the model of Bradley and
// Terry), with averageElo as their mean. To each player, one draw against an average player is
// added, so that a player who has always won has a finite rating.
func (s scores) elo() []float64 {
	n := len(s)
	strength := make([]float64, n)
	for i := range strength {
		strength[i] = 1
	}
	for range 2000 {
		change := 0.0
		for i := range n {
			won, weight := 0.5, 1/(strength[i]+1)
			for j := range n {
				if i != j {
					won += s[i][j]
					weight += (s[i][j] + s[j][i]) / (strength[i] + strength[j])
				}
			}
			next := won / weight
			change = max(change, math.Abs(math.Log(next/strength[i])))
			strength[i] = next
		}
		if change < 1e-6 {
			break
		}
	}
	ratings := make([]float64, n)
	mean := 0.0
	for i, x := range strength {
		ratings[i] = 400 * math.Log10(x)
		mean += ratings[i] / float64(n)
	}
	for i := range ratings {
		ratings[i] += averageElo - mean
	}
	return ratings
}

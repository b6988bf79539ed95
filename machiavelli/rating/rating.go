package rating

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"podesta/machiavelli/rules"
)

// MinPlayers is the minimum number of players of a rated game (RATE-01).
const MinPlayers = 4

// The errors of Rate, besides ErrNoTable.
var (
	// ErrOff is returned for a game whose rules do not include ratings.
	ErrOff = errors.New("this game is played without ratings points")
	// ErrUnfinished is returned for a game that has not ended (RATE-01).
	ErrUnfinished = errors.New("only finished games are rated")
	// ErrFewPlayers is returned for a game of fewer than MinPlayers (RATE-01).
	ErrFewPlayers = errors.New("only games of four players or more are rated")
)

// Standing is the result of one competitor at the end of a game. If a player
// runs several powers that are rated separately (RATE-05), each of them is a
// competitor with the same Player.
type Standing struct {
	Player string
	Power  string
	Cities int
}

// Award is the result of rating a competitor.
type Award struct {
	Standing
	Place  int // first place that is covered, such as 2 for each of three tied for second
	Tied   int // number of competitors who share the place; 1 without a tie
	Points Score
}

// Rate returns the place and the points of each competitor. The numbers of cities determine the
// places. Tied competitors share the average of the places that they cover (RATE-03). The awards
// are in the order of their places, and tied awards are in the order of ended. Rate returns
// ErrOff, ErrUnfinished or ErrFewPlayers if the game cannot be rated, and ErrNoTable if the table
// lacks a place that someone took.
func Rate(r *rules.Set, t Table, finished bool, ended []Standing) ([]Award, error) {
	switch {
	case !r.Ratings:
		return nil, ErrOff
	case !finished:
		return nil, ErrUnfinished
	case len(ended) < MinPlayers:
		return nil, fmt.Errorf("%w; this one had %d", ErrFewPlayers, len(ended))
	}
	out := make([]Award, len(ended))
	for i, s := range ended {
		out[i] = Award{Standing: s}
	}
	slices.SortStableFunc(out, func(a, b Award) int { return b.Cities - a.Cities })
	for first := 0; first < len(out); {
		last := first
		for last+1 < len(out) && out[last+1].Cities == out[first].Cities {
			last++
		}
		n := last - first + 1
		var sum Points
		for place := first + 1; place <= last+1; place++ {
			p, err := t.place(place, len(out))
			if err != nil {
				return nil, err
			}
			sum += p
		}
		for i := first; i <= last; i++ {
			out[i].Place, out[i].Tied, out[i].Points = first+1, n, ratio(int64(sum), int64(n))
		}
		first = last + 1
	}
	return out, nil
}

// Total is what a player earned in a game with all their powers.
type Total struct {
	Player string
	Points Score
	Wins   bool // whether no other player earned more
}

// Totals adds up the awards of each player in a game (RATE-05). The best player comes first, and
// equal players are in the order of the awards. A player whose sum is the largest wins, and
// several players may have the largest sum.
func Totals(awards []Award) []Total {
	var out []Total
	at := map[string]int{}
	for _, a := range awards {
		i, ok := at[a.Player]
		if !ok {
			i = len(out)
			at[a.Player] = i
			out = append(out, Total{Player: a.Player})
		}
		out[i].Points = out[i].Points.Plus(a.Points)
	}
	slices.SortStableFunc(out, func(a, b Total) int { return b.Points.Cmp(a.Points) })
	for i := range out {
		out[i].Wins = out[i].Points.Cmp(out[0].Points) == 0
	}
	return out
}

// Score is an exact number of points, which may be a fraction. The zero value stands for zero
// points.
type Score struct{ r big.Rat }

func ratio(a, b int64) Score {
	var s Score
	s.r.SetFrac64(a, b)
	return s
}

// Whole returns a score of p points.
func Whole(p Points) Score { return ratio(int64(p), 1) }

// Plus returns the sum of two scores.
func (s Score) Plus(t Score) Score {
	var sum Score
	sum.r.Add(&s.r, &t.r)
	return sum
}

// Cmp returns a negative number, zero or a positive number if s is less than,
// equal to or more than t.
func (s Score) Cmp(t Score) int { return s.r.Cmp(&t.r) }

// Exact returns the score as a fraction, such as "20/3", in the form that
// math/big reads.
func (s Score) Exact() string { return s.r.String() }

// String returns the score with one decimal, or without decimals if it is
// whole.
func (s Score) String() string {
	if s.r.IsInt() {
		return s.r.Num().String()
	}
	return s.r.FloatString(1)
}

// Record is a player's rating record. It holds the number of rated games and
// their points. The zero value is the record of a player without games.
type Record struct {
	Games  int
	Points Score
}

// Add returns the record with one more game.
func (r Record) Add(points Score) Record {
	return Record{r.Games + 1, r.Points.Plus(points)}
}

// Skill returns the points per game with one decimal, such as "5.8". Without
// games it returns "0.0" (RATE-04).
func (r Record) Skill() string {
	if r.Games == 0 {
		return "0.0"
	}
	var q big.Rat
	q.Quo(&r.Points.r, new(big.Rat).SetInt64(int64(r.Games)))
	return q.FloatString(1)
}

// String returns the record as players quote it, with the number of games and
// the skill, as in "32-5.7" (RATE-04).
func (r Record) String() string { return fmt.Sprintf("%d-%s", r.Games, r.Skill()) }

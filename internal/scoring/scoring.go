// Package scoring turns the results of the games of a tournament into points,
// and points into standings. It is a pure function of its arguments.
package scoring

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"podesta/machiavelli/rating"
	"podesta/machiavelli/rules"
)

// Points is a number of points in thousandths.
type Points int64

// Whole is one point.
const Whole Points = 1000

// String returns the points with as many decimals as they need, up to three.
func (p Points) String() string {
	sign := ""
	if p < 0 {
		sign, p = "-", -p
	}
	out := sign + strconv.FormatInt(int64(p/Whole), 10)
	if rest := p % Whole; rest > 0 {
		out += "." + strings.TrimRight(fmt.Sprintf("%03d", int64(rest)), "0")
	}
	return out
}

// Expected is the expected score of a player of average strength at a table of any size, and the
// score of everyone who ends as they began.
const Expected = 50 * Whole

// Seat is the final state of a seat in a game.
type Seat struct {
	Cities   int
	Start    int  // number of cities at the beginning; 0 if growth is not considered
	Wins     bool // whether it is among the winners of a game that was won or conceded
	Survives bool // whether it has a unit or a city at the end
	Draws    bool // whether it shares a draw
}

// System is a way to score a game.
type System struct {
	Name  string
	Title string // ID of the message
	Doc   string // ID of the message with the explanation

	score  func(seats []Seat, table rating.Table) ([]*big.Rat, error)
	shared bool // whether larger tables allow more points, because the players divide their value
}

// Systems lists all scoring systems.
var Systems = []System{
	{
		Name: "places", Title: "Final places",
		Doc:   "First place at a table earns 100 points and last place none, with equal steps between them: at a table of five, the places earn 100, 75, 50, 25 and 0. Places are by growth. The winner is always first, and players who tie share the average of their places.",
		score: places,
	},
	{
		Name: "squares", Title: "Squares of cities",
		Doc:   "The points of a table are divided in proportion to the squares of the players’ growth. If one of three players doubles their cities and the others keep theirs, they earn 85.355, 32.322 and 32.322. The winner of a game gets the whole share: 120.711 points at a table of three, 150 at a table of five.",
		score: squares, shared: true,
	},
	{
		Name: "draws", Title: "Size of the draw",
		Doc:   "The winner of a game gets the whole share: 120.711 points at a table of three, 150 at a table of five. A draw divides it equally. If a round ends before the game does, all who survive share a draw.",
		score: draws, shared: true,
	},
	{
		Name: "points", Title: "Points of 1978",
		Doc:   "Each place at a table earns the ratings points of the rules of 1978, or of the judge’s own table, scaled so that their average is 50. Places are by growth, and players who tie share the average of their places. Only tables of a size whose points are all known can be scored.",
		score: points,
	},
}

// Find returns the scoring system with the given name.
func Find(name string) (*System, bool) {
	for i := range Systems {
		if Systems[i].Name == name {
			return &Systems[i], true
		}
	}
	return nil, false
}

// Even returns the points of the seats of a game, adjusted so that they are comparable between
// tables of different sizes: the average at a table is Expected. For systems in which players
// divide the value of a table, the deviations from the average are divided by the square root of
// the number of opponents, so that results vary equally at tables of all sizes. The arguments and
// the error are those of Score.
func (s *System) Even(seats []Seat, table rating.Table) ([]Points, error) {
	list, err := s.exact(seats, table)
	if err != nil {
		return nil, err
	}
	sum := new(big.Rat)
	for _, x := range list {
		sum.Add(sum, x)
	}
	mean := big.NewRat(int64(Expected/Whole), 1)
	narrow := big.NewRat(1, 1)
	if s.shared && len(seats) > 2 {
		narrow = overRoot(len(seats) - 1)
	}
	for i, x := range list {
		if sum.Sign() == 0 {
			list[i] = mean
			continue
		}
		y := new(big.Rat).Quo(x, sum)
		y.Mul(y, big.NewRat(int64(len(list)), 1)).Mul(y, mean).Sub(y, mean)
		list[i] = y.Mul(y, narrow).Add(y, mean)
	}
	return rounded(list), nil
}

// overRoot returns 1 divided by the square root of a number, exact to nine digits.
func overRoot(n int) *big.Rat {
	root := big.NewInt(1e18)
	root.Quo(root, big.NewInt(int64(n))).Sqrt(root)
	return new(big.Rat).SetFrac(root, big.NewInt(1e9))
}

// Score returns the points of the seats of a game. table is the judge's table of rating points.
// The error wraps rating.ErrNoTable or rating.ErrFewPlayers if the system cannot score a table of
// this size.
func (s *System) Score(seats []Seat, table rating.Table) ([]Points, error) {
	list, err := s.exact(seats, table)
	if err != nil {
		return nil, err
	}
	return rounded(list), nil
}

// exact returns the points of Score before they are rounded.
func (s *System) exact(seats []Seat, table rating.Table) ([]*big.Rat, error) {
	if len(seats) == 0 {
		return nil, errors.New("a game without seats")
	}
	return s.score(seats, table)
}

// rounded returns points rounded to thousandths. They are never negative.
func rounded(list []*big.Rat) []Points {
	out := make([]Points, len(list))
	for i, x := range list {
		num, den := new(big.Int).Mul(x.Num(), big.NewInt(2*int64(Whole))), x.Denom()
		num.Add(num, den).Quo(num, new(big.Int).Mul(den, big.NewInt(2)))
		out[i] = Points(num.Int64())
	}
	return out
}

// Suits returns an error if the system cannot score tables of a given size.
func (s *System) Suits(size int, table rating.Table) error {
	seats := make([]Seat, size)
	for i := range seats {
		seats[i].Cities = i
	}
	_, err := s.Score(seats, table)
	return err
}

// grown returns for each seat a number that is proportional to its final cities divided by its
// initial cities.
func grown(seats []Seat) []int64 {
	all := int64(1)
	for i := range seats {
		start := int64(max(1, seats[i].Start))
		all = all / gcd(all, start) * start
	}
	out := make([]int64, len(seats))
	for i := range seats {
		out[i] = int64(seats[i].Cities) * (all / int64(max(1, seats[i].Start)))
	}
	return out
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// ranked returns the indexes of the seats, beginning with the first place, and for each place the
// number of seats that share it. Winners come first, then the others by growth.
func ranked(seats []Seat) [][]int {
	growth := grown(seats)
	order := make([]int, len(seats))
	for i := range order {
		order[i] = i
	}
	rank := func(i int) int64 {
		if seats[i].Wins {
			return math.MaxInt64
		}
		return growth[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rank(b), rank(a)) })
	var out [][]int
	for i, seat := range order {
		if i == 0 || rank(seat) != rank(order[i-1]) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], seat)
	}
	return out
}

// Place returns the place of each seat of a game, counted from 1: first the winners, then the
// others by growth. Tied seats share the first of their places.
func Place(seats []Seat) []int {
	out := make([]int, len(seats))
	n := 1
	for _, tied := range ranked(seats) {
		for _, seat := range tied {
			out[seat] = n
		}
		n += len(tied)
	}
	return out
}

func places(seats []Seat, _ rating.Table) ([]*big.Rat, error) {
	out := make([]*big.Rat, len(seats))
	if len(seats) == 1 {
		return []*big.Rat{big.NewRat(100, 1)}, nil
	}
	first := 0
	for _, tied := range ranked(seats) {
		// The doubled average of the places from first to first+len(tied)-1.
		behind := 2*(len(seats)-1) - (2*first + len(tied) - 1)
		for _, seat := range tied {
			out[seat] = big.NewRat(int64(100*behind), int64(2*(len(seats)-1)))
		}
		first += len(tied)
	}
	return out, nil
}

// round returns the rounded quotient of numbers that are not negative.
func round(a, b int64) Points { return Points((2*a + b) / (2 * b)) }

// divided divides 100 points in proportion to the given numbers. If all are zero, nobody gets
// points.
func divided(numbers []*big.Int) []*big.Rat {
	sum := new(big.Int)
	for _, n := range numbers {
		sum.Add(sum, n)
	}
	out := make([]*big.Rat, len(numbers))
	for i, n := range numbers {
		if out[i] = new(big.Rat); sum.Sign() > 0 {
			out[i].SetFrac(new(big.Int).Mul(n, big.NewInt(100)), sum)
		}
	}
	return out
}

// shared divides 100 points equally among some seats, and reports whether there are any.
func shared(seats []Seat, among func(*Seat) bool) ([]*big.Rat, bool) {
	numbers := make([]*big.Int, len(seats))
	found := false
	for i := range seats {
		if numbers[i] = new(big.Int); among(&seats[i]) {
			numbers[i].SetInt64(1)
			found = true
		}
	}
	return divided(numbers), found
}

func squares(seats []Seat, _ rating.Table) ([]*big.Rat, error) {
	if out, won := shared(seats, func(s *Seat) bool { return s.Wins }); won {
		return out, nil
	}
	var numbers []*big.Int
	for _, n := range grown(seats) {
		square := big.NewInt(n)
		numbers = append(numbers, square.Mul(square, square))
	}
	return divided(numbers), nil
}

func draws(seats []Seat, _ rating.Table) ([]*big.Rat, error) {
	var out []*big.Rat
	for _, among := range []func(*Seat) bool{
		func(s *Seat) bool { return s.Wins },
		func(s *Seat) bool { return s.Draws },
		func(s *Seat) bool { return s.Survives },
	} {
		found := false
		if out, found = shared(seats, among); found {
			break
		}
	}
	return out, nil
}

func points(seats []Seat, table rating.Table) ([]*big.Rat, error) {
	if table == nil {
		table = rating.Handed()
	}
	list := make([]rating.Standing, len(seats))
	growth := grown(seats)
	order := slices.Sorted(slices.Values(growth))
	for i, n := range growth {
		at, _ := slices.BinarySearch(order, n) // only the order matters
		list[i] = rating.Standing{Player: strconv.Itoa(i), Cities: at}
	}
	awards, err := rating.Rate(&rules.Set{Ratings: true}, table, true, list)
	if err != nil {
		return nil, err
	}
	out := make([]*big.Rat, len(seats))
	for _, a := range awards {
		i, err := strconv.Atoi(a.Player)
		if err != nil {
			return nil, err
		}
		exact, ok := new(big.Rat).SetString(a.Points.Exact())
		if !ok {
			return nil, fmt.Errorf("a score of %s", a.Points.Exact())
		}
		out[i] = exact
	}
	return out, nil
}

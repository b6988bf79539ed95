// Package scoring turns the results of the games of a tournament into points,
// and points into standings. It is a pure function of its arguments.
package scoring

import (
	"errors"
	"fmt"
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

// Seat is how a seat of a game has ended.
type Seat struct {
	Cities   int
	Wins     bool // is among the winners of a game that was won or conceded
	Survives bool // has a unit or a city at the end
	Draws    bool // shares a draw
}

// System is a way to score a game.
type System struct {
	Name  string
	Title string // the ID of a message
	Doc   string // that of the sentences that explain it

	score func(seats []Seat, table rating.Table) ([]Points, error)
}

// Systems lists all scoring systems.
var Systems = []System{
	{
		Name: "places", Title: "Places",
		Doc:   "First place at a table earns 100 points and last place none, with equal steps between them: at a table of five, the places earn 100, 75, 50, 25 and 0. Places are by cities at the end. The winner is always first, and players who tie share the average of their places.",
		score: places,
	},
	{
		Name: "squares", Title: "Squares of cities",
		Doc:   "100 points are divided in proportion to the squares of the numbers of cities that the players control at the end: with ten, five and five cities, 66.667, 16.667 and 16.667. The winner of a game earns all 100.",
		score: squares,
	},
	{
		Name: "draws", Title: "Size of the draw",
		Doc:   "The winner of a game earns 100 points. A draw divides them equally among those who share it. If a round ends before the game does, all who survive share a draw.",
		score: draws,
	},
	{
		Name: "points", Title: "Points of 1978",
		Doc:   "Each place at a table earns the ratings points of the rules of 1978, or of the judge's own table. Places are by cities at the end, and players who tie share the average of their places. Only tables of a size whose points are all known can be scored.",
		score: points,
	},
}

// Find returns the scoring system with a name.
func Find(name string) (*System, bool) {
	for i := range Systems {
		if Systems[i].Name == name {
			return &Systems[i], true
		}
	}
	return nil, false
}

// Score returns the points of the seats of a game. table is the judge's table of
// ratings points. The error wraps rating.ErrNoTable or rating.ErrFewPlayers if the
// system cannot score a table of this size.
func (s *System) Score(seats []Seat, table rating.Table) ([]Points, error) {
	if len(seats) == 0 {
		return nil, errors.New("a game without seats")
	}
	return s.score(seats, table)
}

// Suits returns an error if the system cannot score tables of a size.
func (s *System) Suits(size int, table rating.Table) error {
	seats := make([]Seat, size)
	for i := range seats {
		seats[i].Cities = i
	}
	_, err := s.Score(seats, table)
	return err
}

// ranked returns the numbers of seats, the first place first, and the number of
// seats that share each place: the winners, then by cities.
func ranked(seats []Seat) [][]int {
	order := make([]int, len(seats))
	for i := range order {
		order[i] = i
	}
	rank := func(i int) int {
		if seats[i].Wins {
			return 1 << 30
		}
		return seats[i].Cities
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(b) - rank(a) })
	var out [][]int
	for i, seat := range order {
		if i == 0 || rank(seat) != rank(order[i-1]) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], seat)
	}
	return out
}

// Place returns the place of each seat of a game, from 1: the winners, then by
// cities. Those who tie have the first of the places that they share.
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

func places(seats []Seat, _ rating.Table) ([]Points, error) {
	out := make([]Points, len(seats))
	if len(seats) == 1 {
		return []Points{100 * Whole}, nil
	}
	first := 0
	for _, tied := range ranked(seats) {
		// The average of the places first to first+len(tied)-1, doubled.
		behind := 2*(len(seats)-1) - (2*first + len(tied) - 1)
		for _, seat := range tied {
			out[seat] = round(int64(100*Whole)*int64(behind), int64(2*(len(seats)-1)))
		}
		first += len(tied)
	}
	return out, nil
}

// round returns a quotient of numbers that are not negative, rounded.
func round(a, b int64) Points { return Points((2*a + b) / (2 * b)) }

// won returns the points of a game that was won or conceded: the winners divide
// 100 points. It reports whether there are winners.
func won(seats []Seat) ([]Points, bool) {
	return shared(seats, func(s *Seat) bool { return s.Wins })
}

// shared divides 100 points among some seats, and reports whether there are any.
func shared(seats []Seat, among func(*Seat) bool) ([]Points, bool) {
	out := make([]Points, len(seats))
	n := int64(0)
	for i := range seats {
		if among(&seats[i]) {
			n++
		}
	}
	for i := range seats {
		if among(&seats[i]) {
			out[i] = round(int64(100*Whole), n)
		}
	}
	return out, n > 0
}

func squares(seats []Seat, _ rating.Table) ([]Points, error) {
	out, ok := won(seats)
	if ok {
		return out, nil
	}
	sum := int64(0)
	for _, s := range seats {
		sum += int64(s.Cities) * int64(s.Cities)
	}
	for i, s := range seats {
		if sum > 0 {
			out[i] = round(int64(100*Whole)*int64(s.Cities)*int64(s.Cities), sum)
		}
	}
	return out, nil
}

func draws(seats []Seat, _ rating.Table) ([]Points, error) {
	for _, among := range []func(*Seat) bool{
		func(s *Seat) bool { return s.Wins },
		func(s *Seat) bool { return s.Draws },
		func(s *Seat) bool { return s.Survives },
	} {
		if out, ok := shared(seats, among); ok {
			return out, nil
		}
	}
	return make([]Points, len(seats)), nil
}

func points(seats []Seat, table rating.Table) ([]Points, error) {
	if table == nil {
		table = rating.Handed()
	}
	list := make([]rating.Standing, len(seats))
	for i, s := range seats {
		list[i] = rating.Standing{Player: strconv.Itoa(i), Cities: s.Cities}
	}
	awards, err := rating.Rate(&rules.Set{Ratings: true}, table, true, list)
	if err != nil {
		return nil, err
	}
	out := make([]Points, len(seats))
	for _, a := range awards {
		i, err := strconv.Atoi(a.Player)
		if err != nil {
			return nil, err
		}
		exact, ok := new(big.Rat).SetString(a.Points.Exact())
		if !ok {
			return nil, fmt.Errorf("a score of %s", a.Points.Exact())
		}
		exact.Mul(exact, big.NewRat(int64(Whole), 1))
		if !exact.Num().IsInt64() {
			return nil, fmt.Errorf("a score of %s", a.Points.Exact())
		}
		out[i] = round(exact.Num().Int64(), exact.Denom().Int64())
	}
	return out, nil
}

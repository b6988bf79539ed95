package scoring

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli/rating"
)

// ended returns seats with the given final numbers of cities.
func ended(cities ...int) []Seat {
	var out []Seat
	for _, n := range cities {
		out = append(out, Seat{Cities: n, Survives: n > 0})
	}
	return out
}

// winner marks a seat as the winner.
func winner(seats []Seat, i int) []Seat {
	seats[i].Wins = true
	return seats
}

// drawn makes some seats share a draw.
func drawn(seats []Seat, among ...int) []Seat {
	for _, i := range among {
		seats[i].Draws = true
	}
	return seats
}

func TestScore(t *testing.T) {
	t.Parallel()
	table := rating.Table{5: {10, 8, 6, 4, 2}}
	for _, x := range []struct {
		system string
		seats  []Seat
		want   string
	}{
		{"places", ended(8, 6, 4, 2, 0), "100 75 50 25 0"},
		{"places", ended(0, 6, 6, 2, 0), "12.5 87.5 87.5 50 12.5"},
		{"places", ended(3, 3, 3), "50 50 50"},
		{"places", winner(ended(9, 8, 1), 1), "50 100 0"},
		{"places", ended(4), "100"},
		{"squares", ended(10, 5, 5), "66.667 16.667 16.667"},
		{"squares", ended(3, 0, 0), "100 0 0"},
		{"squares", ended(0, 0), "0 0"},
		{"squares", winner(ended(12, 5, 5), 0), "100 0 0"},
		{"draws", winner(ended(12, 5, 5), 0), "100 0 0"},
		{"draws", winner(winner(ended(12, 5, 5), 0), 1), "50 50 0"},
		{"draws", drawn(ended(5, 4, 4, 1), 0, 1, 2), "33.333 33.333 33.333 0"},
		{"draws", ended(5, 4, 4, 0), "33.333 33.333 33.333 0"},
		{"draws", ended(0, 0), "0 0"},
		{"points", ended(8, 6, 4, 2, 0), "10 8 6 4 2"},
		{"points", ended(8, 4, 4, 4, 0), "10 6 6 6 2"},
	} {
		s, ok := Find(x.system)
		if !ok {
			t.Fatalf("no system %s", x.system)
		}
		got, err := s.Score(x.seats, table)
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		for _, p := range got {
			words = append(words, p.String())
		}
		if out := strings.Join(words, " "); out != x.want {
			t.Errorf("%s of %+v: %s, want %s", x.system, x.seats, out, x.want)
		}
	}
}

func TestSuits(t *testing.T) {
	t.Parallel()
	s, _ := Find("points")
	for size, want := range map[int]error{3: rating.ErrFewPlayers, 4: rating.ErrNoTable, 5: nil, 8: rating.ErrNoTable} {
		if err := s.Suits(size, nil); !errors.Is(err, want) {
			t.Errorf("%d players: %v", size, err)
		}
	}
	for _, s := range Systems[:3] {
		if err := s.Suits(8, nil); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
	if _, ok := Find("chess"); ok {
		t.Error("a system that does not exist")
	}
}

// TestSystemsAreFair scores random games, and checks that more cities never earn fewer points,
// unless someone has won, and that systems that distribute 100 points per game distribute all of
// them.
func TestSystemsAreFair(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		seats := make([]Seat, 5)
		for i := range seats {
			seats[i].Cities = rng.IntN(8)
			seats[i].Survives = seats[i].Cities > 0
		}
		for _, s := range Systems {
			got, err := s.Score(seats, nil)
			if err != nil {
				t.Fatal(err)
			}
			sum := Points(0)
			for i := range seats {
				sum += got[i]
				for k := range seats {
					if seats[i].Cities > seats[k].Cities && got[i] < got[k] {
						t.Errorf("%s: %v earn %v", s.Name, seats, got)
					}
				}
			}
			worth := map[string]Points{"places": 250, "squares": 100, "draws": 100, "points": 30}[s.Name] * Whole
			if d := sum - worth; (d > 5 || d < -5) && slices.ContainsFunc(seats, func(s Seat) bool { return s.Survives }) {
				t.Errorf("%s: %v earn %v together", s.Name, seats, sum)
			}
		}
	}
}

func TestPlace(t *testing.T) {
	t.Parallel()
	if got := Place(winner(ended(5, 7, 5, 2), 3)); !slices.Equal(got, []int{3, 2, 3, 1}) {
		t.Errorf("places %v", got)
	}
}

// roundOf returns the cells of a round: the points of the players in order, at tables of a given
// size.
func roundOf(size int, points ...int) []Cell {
	var out []Cell
	for i, p := range points {
		out = append(out, Cell{Kind: Played, Table: i/size + 1, Points: Points(p) * Whole, Won: p == 100})
	}
	return out
}

// ranks returns the players in the order of the standings, with their ranks.
func ranks(rows []Row) (players, rank []int) {
	for _, r := range rows {
		players, rank = append(players, r.Player), append(rank, r.Rank)
	}
	return players, rank
}

func TestStandings(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name          string
		t             Tournament
		players, rank []int
	}{
		{"totals", Tournament{Rounds: [][]Cell{roundOf(2, 10, 20, 30, 40), roundOf(2, 5, 5, 5, 5)}}, []int{3, 2, 1, 0}, []int{1, 2, 3, 4}},
		{"best round", Tournament{Rounds: [][]Cell{roundOf(1, 30, 40), roundOf(1, 30, 20)}}, []int{1, 0}, []int{1, 2}},
		{"against each other", Tournament{Rounds: [][]Cell{roundOf(2, 40, 20, 30, 35), roundOf(1, 20, 40, 0, 0)}}, []int{0, 1, 3, 2}, []int{1, 2, 3, 4}},
		{"wins", Tournament{Rounds: [][]Cell{
			{{Kind: Played, Table: 1, Points: 9}, {Kind: Played, Table: 2, Points: 9, Won: true}},
		}}, []int{1, 0}, []int{1, 2}},
		{"opponents", Tournament{Rounds: [][]Cell{roundOf(2, 20, 10, 20, 15)}}, []int{2, 0, 3, 1}, []int{1, 2, 3, 4}},
		{"nothing separates them", Tournament{Rounds: [][]Cell{roundOf(1, 20, 30, 20)}}, []int{1, 0, 2}, []int{1, 2, 2}},
		{"best two of three", Tournament{Best: 2, Rounds: [][]Cell{roundOf(1, 50, 34), roundOf(1, 50, 34), roundOf(1, 0, 33)}}, []int{0, 1}, []int{1, 2}},
	} {
		players, rank := ranks(Standings(&x.t, len(x.t.Rounds[0])))
		if !slices.Equal(players, x.players) || !slices.Equal(rank, x.rank) {
			t.Errorf("%s: players %v with ranks %v", x.name, players, rank)
		}
	}
}

func TestByesAndMissedRounds(t *testing.T) {
	t.Parallel()
	rounds := [][]Cell{
		{{Kind: Played, Table: 1, Points: 80}, {Kind: Played, Table: 1, Points: 20}, {Kind: Bye}, {Kind: Missed}},
		{{Kind: Played, Table: 1, Points: 40}, {Kind: Bye}, {Kind: None}, {Kind: Played, Table: 1, Points: 60}},
		{{Kind: Bye}, {Kind: Missed}, {Kind: None}, {Kind: Bye}},
	}
	rows := Standings(&Tournament{Rounds: rounds}, 4)
	total := map[int]Points{}
	for _, r := range rows {
		total[r.Player] = r.Total
	}
	// The first player has 80, 40 and their average; the second 20 and, for the missed round, half
	// of their average; the third no game; the fourth 60 and 30.
	if total[0] != 180 || total[1] != 30 || total[2] != 0 || total[3] != 90 {
		t.Errorf("totals %v", total)
	}
	rows = Standings(&Tournament{Rounds: rounds, Best: 1}, 4)
	if r := rows[0]; r.Player != 0 || r.Total != 80 || !slices.Equal(r.Counted, []bool{true, false, false}) {
		t.Errorf("the best one of three: %+v", r)
	}
}

func TestTopBoard(t *testing.T) {
	t.Parallel()
	top := make([]Cell, 4)
	top[1], top[2] = Cell{Kind: Played, Table: 1, Points: 10}, Cell{Kind: Played, Table: 1, Points: 10}
	rows := Standings(&Tournament{Rounds: [][]Cell{roundOf(1, 5, 20, 30, 40)}, Top: top}, 4)
	players, rank := ranks(rows)
	if !slices.Equal(players, []int{2, 1, 3, 0}) || !slices.Equal(rank, []int{1, 2, 3, 4}) || rows[0].Top == nil || rows[2].Top != nil {
		t.Errorf("players %v with ranks %v", players, rank)
	}
}

func TestPointsInWords(t *testing.T) {
	t.Parallel()
	for p, want := range map[Points]string{0: "0", 1500: "1.5", 33333: "33.333", 20: "0.02", -1250: "-1.25"} {
		if p.String() != want {
			t.Errorf("%d: %s", int64(p), p)
		}
	}
}

// begins sets the initial numbers of cities of seats.
func begins(seats []Seat, cities ...int) []Seat {
	for i, n := range cities {
		seats[i].Start = n
	}
	return seats
}

func TestEvenPoints(t *testing.T) {
	t.Parallel()
	table := rating.Table{4: {10, 6, 3, 1}, 5: {10, 8, 6, 4, 2}}
	for _, x := range []struct {
		system string
		seats  []Seat
		want   string
	}{
		{"places", begins(ended(8, 6, 4, 2, 0), 4, 4, 4, 4, 4), "100 75 50 25 0"},
		{"places", begins(ended(8, 6, 4), 8, 6, 4), "50 50 50"},
		{"places", begins(ended(8, 6, 4), 8, 5, 4), "25 100 25"},
		{"places", begins(winner(ended(8, 6, 4), 0), 8, 5, 4), "100 50 0"},
		{"squares", begins(ended(8, 4, 4), 4, 4, 4), "85.355 32.322 32.322"},
		{"squares", begins(ended(8, 7, 6), 8, 7, 6), "50 50 50"},
		{"squares", begins(ended(0, 0), 3, 3), "50 50"},
		{"squares", begins(winner(ended(12, 5, 5), 0), 4, 4, 4), "120.711 14.645 14.645"},
		{"squares", begins(winner(ended(12, 5, 5, 1, 1), 0), 4, 4, 4, 4, 4), "150 25 25 25 25"},
		{"draws", drawn(ended(5, 4, 4, 1), 0, 1), "78.868 78.868 21.132 21.132"},
		{"draws", ended(3, 3, 3), "50 50 50"},
		{"points", begins(ended(8, 6, 4, 2, 0), 4, 4, 4, 4, 4), "83.333 66.667 50 33.333 16.667"},
		{"points", begins(ended(8, 6, 4, 3), 8, 6, 4, 3), "50 50 50 50"},
		{"points", begins(ended(8, 6, 4, 6), 8, 6, 4, 3), "33.333 33.333 33.333 100"},
	} {
		s, _ := Find(x.system)
		got, err := s.Even(x.seats, table)
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		for _, p := range got {
			words = append(words, p.String())
		}
		if out := strings.Join(words, " "); out != x.want {
			t.Errorf("%s of %+v: %s, want %s", x.system, x.seats, out, x.want)
		}
	}
}

// TestEvenAcrossTables plays many games of equal players at tables of three, four and five, some
// of whom begin with two powers. It checks that all sizes have the same mean and about the same
// variance, and that everyone gets the mean in games without changes.
func TestEvenAcrossTables(t *testing.T) {
	t.Parallel()
	const games = 4000
	rng := rand.New(rand.NewPCG(2, 2))
	table := rating.Table{4: {10, 7, 5, 2}, 5: {10, 8, 6, 4, 2}}
	for _, system := range Systems {
		spread := map[int]float64{}
		for _, size := range []int{3, 4, 5} {
			if system.Suits(size, table) != nil {
				continue
			}
			sum, squares, n := 0.0, 0.0, 0.0
			for range games {
				seats := played(rng, size)
				still := slices.Clone(seats)
				for i := range still {
					still[i].Cities, still[i].Survives = still[i].Start, true
				}
				same, err := system.Even(still, table)
				if err != nil || slices.ContainsFunc(same, func(p Points) bool { return p != Expected }) {
					t.Fatalf("%s: a table of %d that nobody has played earns %v (%v)", system.Name, size, same, err)
				}
				got, err := system.Even(seats, table)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range got {
					x := float64(p) / float64(Whole)
					sum, squares, n = sum+x, squares+x*x, n+1
				}
			}
			mean := sum / n
			spread[size] = math.Sqrt(squares/n - mean*mean)
			if math.Abs(mean-float64(Expected/Whole)) > .01 {
				t.Errorf("%s: the mean at tables of %d is %.3f", system.Name, size, mean)
			}
		}
		t.Logf("%s: %.1f, %.1f and %.1f", system.Name, spread[3], spread[4], spread[5])
		for size, s := range spread {
			if ratio := s / spread[5]; ratio < .75 || ratio > 1.34 {
				t.Errorf("%s: results differ by %.1f at tables of %d, by %.1f at tables of five", system.Name, s, size, spread[5])
			}
		}
	}
}

// played returns the end of a game of equal players: each city that changes hands is won by one
// of them, with a probability proportional to their cities.
func played(rng *rand.Rand, size int) []Seat {
	seats := make([]Seat, size)
	for i := range seats {
		seats[i].Start = 3 + rng.IntN(2)
		if size < 5 && i < 5-size {
			seats[i].Start += 4 // a second power
		}
		seats[i].Cities = seats[i].Start
	}
	for range 12 {
		all := 0
		for i := range seats {
			all += seats[i].Cities
		}
		pick := func() int {
			n := rng.IntN(all)
			for i := range seats {
				if n -= seats[i].Cities; n < 0 {
					return i
				}
			}
			return 0
		}
		from, to := pick(), pick()
		seats[from].Cities--
		seats[to].Cities++
	}
	for i := range seats {
		seats[i].Survives = seats[i].Cities > 0
	}
	return seats
}

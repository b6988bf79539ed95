package seating

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// board returns a board of n places.
func board(n int) Board {
	var b Board
	for i := range n {
		b.Places = append(b.Places, fmt.Sprintf("power %d", i+1))
	}
	return b
}

// field is a group of players over several rounds.
type field struct{ Request }

func newField(n int, boards ...Board) *field {
	f := &field{Request{Boards: boards, Met: map[Pair]int{}, Apart: map[Pair]Distance{}}}
	for range n {
		f.Players = append(f.Players, Player{Played: map[string]int{}})
	}
	return f
}

// play seats a round, checks it, and records who has met.
func (f *field) play(t *testing.T) Result {
	t.Helper()
	r, err := Seat(f.Request)
	if err != nil {
		t.Fatal(err)
	}
	f.check(t, &r)
	for _, table := range r.Tables {
		for i, a := range table.Players {
			f.Players[a].Played[f.Boards[table.Board].Places[i]]++
			for _, b := range table.Players[:i] {
				f.Met[Couple(a, b)]++
			}
		}
	}
	for _, p := range r.Byes {
		f.Players[p].Byes++
	}
	return r
}

// check reports everything that is not allowed in a round.
func (f *field) check(t *testing.T, r *Result) {
	t.Helper()
	seen := map[int]int{}
	again, repeats := 0, 0
	for _, table := range r.Tables {
		places := f.Boards[table.Board].Places
		if len(table.Players) != len(places) {
			t.Errorf("a table of %d has %d players", len(places), len(table.Players))
		}
		for i, p := range table.Players {
			seen[p]++
			if f.Players[p].Played[places[i]] > 0 {
				repeats++
			}
			for _, q := range table.Players[:i] {
				if f.Met[Couple(p, q)] > 0 {
					again++
				}
				if f.Apart[Couple(p, q)] == Never {
					t.Errorf("%d and %d sit at one table", p, q)
				}
			}
		}
	}
	for _, p := range r.Byes {
		seen[p]++
		if f.Players[p].Reserve {
			t.Errorf("%d is in reserve and has a bye", p)
		}
	}
	for p := range f.Players {
		if want := 1; seen[p] != want && (!f.Players[p].Reserve || seen[p] > want) {
			t.Errorf("player %d has %d places", p, seen[p])
		}
	}
	if again != r.Again || repeats != r.Repeats {
		t.Errorf("%d meet again and %d repeat a power; reported are %d and %d", again, repeats, r.Again, r.Repeats)
	}
	if !slices.IsSorted(r.Byes) {
		t.Errorf("byes %v", r.Byes)
	}
}

// TestNobodyMeetsAgain seats tournaments in which a solution exists without repeated meetings
// and without repeated powers, and checks that it is found.
func TestNobodyMeetsAgain(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ players, size, rounds int }{{105, 7, 4}, {104, 8, 4}, {35, 5, 3}, {48, 6, 3}, {400, 8, 3}} {
		f := newField(x.players, board(x.size))
		for round := range x.rounds {
			if r := f.play(t); r.Again+r.Repeats+len(r.Byes) > 0 {
				t.Errorf("%d players at %d, round %d: %d meet again, %d repeat a power, %d sit out", x.players, x.size, round+1, r.Again, r.Repeats, len(r.Byes))
			}
		}
	}
}

// TestSmallField seats 35 players at tables of seven. In the second round, each table has seven
// players from five earlier tables, so at least two pairs have met.
func TestSmallField(t *testing.T) {
	t.Parallel()
	f := newField(35, board(7))
	f.play(t)
	if r := f.play(t); r.Again != 10 || r.Repeats != 0 {
		t.Errorf("%d pairs meet again, and %d repeat a power", r.Again, r.Repeats)
	}
	f.play(t)
	most := 0
	for _, times := range f.Met {
		most = max(most, times)
	}
	if most > 2 {
		t.Errorf("two players have met %d times in three rounds", most)
	}
}

func TestByes(t *testing.T) {
	t.Parallel()
	f := newField(35, board(8)) // three sit out
	for range 11 {
		f.play(t)
	}
	for i, p := range f.Players {
		if p.Byes > 1 {
			t.Errorf("player %d has had %d byes before all have had one", i, p.Byes)
		}
	}
}

func TestReserves(t *testing.T) {
	t.Parallel()
	f := newField(33, board(8))
	for i := 30; i < 33; i++ {
		f.Players[i].Reserve = true // two of the three are needed
	}
	r := f.play(t)
	if len(r.Byes) != 0 || len(r.Tables) != 4 {
		t.Errorf("%d tables, byes %v", len(r.Tables), r.Byes)
	}
	f = newField(31, board(8))
	for i := 25; i < 31; i++ { // too few to fill a fourth table
		f.Players[i].Reserve = true
	}
	if r := f.play(t); len(r.Byes) != 1 || len(r.Tables) != 3 {
		t.Errorf("%d tables, byes %v", len(r.Tables), r.Byes)
	}
}

// TestSmallerBoards seats numbers of players that are not a multiple of any board's size.
func TestSmallerBoards(t *testing.T) {
	t.Parallel()
	for n := 12; n < 60; n++ {
		f := newField(n, board(8), board(7), board(6))
		for range 3 {
			r := f.play(t)
			if n != 17 && len(r.Byes) > 0 && n > 17 {
				t.Errorf("%d of %d players sit out", len(r.Byes), n)
			}
		}
	}
	f := newField(30, board(8), board(7))
	r := f.play(t)
	var sizes []int
	for _, table := range r.Tables {
		sizes = append(sizes, len(table.Players))
	}
	if !slices.Equal(sizes, []int{8, 8, 7, 7}) {
		t.Errorf("tables of %v", sizes)
	}
}

func TestApart(t *testing.T) {
	t.Parallel()
	f := newField(16, board(8))
	for p := 1; p < 8; p++ { // player 0 can then sit only with 8 to 15, of whom one must sit elsewhere
		f.Apart[Couple(0, p)] = Avoid
	}
	f.Apart[Couple(8, 9)] = Never
	f.Apart[Couple(10, 11)] = Avoid
	r := f.play(t)
	at := map[int]int{}
	for i, table := range r.Tables {
		for _, p := range table.Players {
			at[p] = i
		}
	}
	meet := 0
	for pair, d := range f.Apart {
		if d == Avoid && at[pair[0]] == at[pair[1]] {
			meet++
		}
	}
	if meet != 1 { // 8 or 9, and one of 10 and 11, sit elsewhere, so at least one of 1 to 7 sits with 0
		t.Errorf("%d pairs meet who should not", meet)
	}
	f = newField(8, board(8))
	f.Apart[Couple(2, 5)], f.Apart[Couple(0, 1)] = Never, Avoid
	_, err := Seat(f.Request)
	var apart *ApartError
	if !errors.As(err, &apart) || !slices.Equal(apart.Pairs, []Pair{{2, 5}}) {
		t.Errorf("one table for two who must not meet: %v", err)
	}
	delete(f.Apart, Couple(2, 5))
	f.play(t)
}

func TestBadRequests(t *testing.T) {
	t.Parallel()
	if _, err := Seat(newField(7, board(8)).Request); !errors.Is(err, ErrFew) {
		t.Errorf("seven players at a board for eight: %v", err)
	}
	if _, err := Seat(newField(0, board(8)).Request); !errors.Is(err, ErrFew) {
		t.Errorf("no players: %v", err)
	}
	for name, r := range map[string]Request{
		"no board":        newField(8).Request,
		"a board for one": newField(8, board(1)).Request,
		"unknown pair":    {Players: make([]Player, 8), Boards: []Board{board(8)}, Met: map[Pair]int{{3, 8}: 1}},
		"pair of one":     {Players: make([]Player, 8), Boards: []Board{board(8)}, Apart: map[Pair]Distance{{3, 3}: Never}},
	} {
		if _, err := Seat(r); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestRandomFields seats random numbers of players with random histories. It checks all
// requirements, and that equal requests give equal results.
func TestRandomFields(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	for range 60 {
		size := 4 + rng.IntN(5)
		boards := []Board{board(size)}
		if rng.IntN(2) == 0 {
			boards = append(boards, board(size-1))
		}
		f := newField(2*size+rng.IntN(60), boards...)
		f.Seed = rng.Uint64()
		for i := range f.Players {
			f.Players[i].Reserve = i >= size && rng.IntN(8) == 0
			for range 5 {
				if j := rng.IntN(len(f.Players)); j != i {
					f.Met[Couple(i, j)]++
				}
			}
		}
		for range 3 {
			f.Apart[Couple(0, 1+rng.IntN(len(f.Players)-1))] = Never
		}
		for range 3 {
			before := f.Request
			a, err := Seat(before)
			if err != nil {
				t.Fatal(err)
			}
			if b, _ := Seat(before); !reflect.DeepEqual(a, b) {
				t.Fatal("the same request has another result")
			}
			f.play(t)
		}
	}
}

func TestSeedsDiffer(t *testing.T) {
	t.Parallel()
	f := newField(24, board(8))
	a := f.play(t)
	f = newField(24, board(8))
	f.Seed = 1
	if b := f.play(t); reflect.DeepEqual(a, b) {
		t.Error("another seed forms the same tables")
	}
}

// BenchmarkSeat seats the sixth round of 105 players at tables of seven.
func BenchmarkSeat(b *testing.B) {
	f := newField(105, board(7))
	for range 5 {
		r, err := Seat(f.Request)
		if err != nil {
			b.Fatal(err)
		}
		for _, table := range r.Tables {
			for i, p := range table.Players {
				f.Players[p].Played[f.Boards[0].Places[i]]++
				for _, q := range table.Players[:i] {
					f.Met[Couple(p, q)]++
				}
			}
		}
	}
	again := 0
	for b.Loop() {
		r, err := Seat(f.Request)
		if err != nil {
			b.Fatal(err)
		}
		again = r.Again
	}
	b.ReportMetric(float64(again), "again")
}

// TestTablesAreEvenlySized forms tables for all numbers of players. It checks that as many as
// possible are seated, at as few tables as possible, and that the sizes of the tables differ as
// little as possible.
func TestTablesAreEvenlySized(t *testing.T) {
	t.Parallel()
	for players, want := range map[int][]int{
		21: {5, 4, 4, 4, 4}, 22: {5, 5, 4, 4, 4}, 23: {5, 5, 5, 4, 4}, 20: {5, 5, 5, 5}, 12: {4, 4, 4}, 7: {4, 3}, 13: {5, 4, 4}, 6: {3, 3}, 3: {3},
	} {
		if got := sizes(t, players, 5, 4, 3); !slices.Equal(got, want) {
			t.Errorf("%d players: tables of %v, want %v", players, got, want)
		}
	}
	for _, boards := range [][]int{{5, 4, 3}, {7, 6, 5}, {8, 6}, {4}} {
		for players := boards[0]; players < 45; players++ {
			got := sizes(t, players, boards...)
			seated, spread := brute(boards, players)
			if n := sum(got); n != seated || slices.Max(got)-slices.Min(got) != spread {
				t.Errorf("%d players at %v: tables of %v; %d could play, at as few tables that differ by %d", players, boards, got, seated, spread)
			}
		}
	}
}

// sizes returns the sizes of the tables for some players, the largest first.
func sizes(t *testing.T, players int, boards ...int) []int {
	t.Helper()
	var list []Board
	for _, n := range boards {
		list = append(list, board(n))
	}
	counts, err := (&Request{Players: make([]Player, players), Boards: list}).counts()
	if err != nil {
		t.Fatal(err)
	}
	var out []int
	for i, n := range counts {
		out = append(out, slices.Repeat([]int{boards[i]}, n)...)
	}
	return out
}

// brute tries all combinations of tables. It returns the maximum number of players that can be
// seated, and the minimum difference in size with as few tables as possible.
func brute(boards []int, players int) (seated, spread int) {
	tables := 0
	var try func(rest []int, left int, used []int)
	try = func(rest []int, left int, used []int) {
		if n := players - left; n > 0 {
			d := slices.Max(used) - slices.Min(used)
			if c := cmp.Or(cmp.Compare(n, seated), cmp.Compare(tables, len(used)), cmp.Compare(spread, d)); c > 0 {
				seated, tables, spread = n, len(used), d
			}
		}
		for i, size := range rest {
			if size <= left {
				try(rest[i:], left-size, append(slices.Clone(used), size))
			}
		}
	}
	try(boards, players, nil)
	return seated, spread
}

// Package seating forms the tables of a round of a tournament: the same two players meet as
// rarely as possible, and each plays every power as evenly as possible. It is a pure function
// of its arguments, with a seed for random choices.
package seating

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"podesta/internal/matching"
)

// Player is a player to be seated. Players are identified by their indexes in a request.
type Player struct {
	Byes    int            // number of rounds that the player has sat out
	Played  map[string]int // how often the player has played each place, keyed by place
	Reserve bool           // whether the player is only seated if a table lacks a player
}

// Board is a kind of table.
type Board struct {
	Places []string // what its players play, such as the names of powers
}

// Pair is two players, the one with the smaller number first.
type Pair [2]int

// Couple returns the pair of two players.
func Couple(a, b int) Pair { return Pair{min(a, b), max(a, b)} }

// Distance says how important it is to keep two players apart.
type Distance int

// The distances.
const (
	Avoid Distance = iota + 1 // seat them together only if that is unavoidable
	Never                     // never seat them together
)

// Request asks for the tables of one round.
type Request struct {
	Players []Player
	Boards  []Board      // the kinds of tables, the preferred one first
	Met     map[Pair]int // number of times that the two players have met
	Apart   map[Pair]Distance
	Seed    uint64 // selects one of several equally good results
}

// Table is one table of a round.
type Table struct {
	Board   int   // an index of Request.Boards
	Players []int // players, in the order of the board's places
}

// Result holds the tables of a round.
type Result struct {
	Tables  []Table
	Byes    []int // the players without a table, in order, except those in reserve
	Again   int   // number of pairs who have met before
	Repeats int   // number of players who play a place that they have played before
}

// ErrFew is returned if there are not enough players for one table.
var ErrFew = errors.New("there are not enough players for a table")

// ApartError is returned if players who must not meet cannot be kept apart.
type ApartError struct {
	Pairs []Pair // the pairs that would sit at the same table
}

func (e *ApartError) Error() string {
	return fmt.Sprintf("%d pairs of players cannot be kept apart", len(e.Pairs))
}

// The costs that the search minimises. Each is far larger than the sum of all less important
// ones.
const (
	neverCost = 1 << 40
	byeCost   = 1 << 24 // multiplied by the square of the number of byes
	avoidCost = 1 << 12
	metCost   = 2 // per earlier meeting, which minimises the sum of their squares
)

// Limits of the search.
const (
	turns    = 3000 // attempted moves per player
	maxTurns = 600_000
	hot      = 6.0 // initial temperature of the annealing, in the unit of costs
	cold     = 0.15
	spreads  = 4 // number of passes over the tables that distribute the powers
)

// Seat forms the tables of a round. As many players as possible are seated; the players with the
// fewest byes sit out. Players in reserve are used only if needed. As few tables as possible are
// formed, and their sizes differ as little as possible. Equal requests give equal results.
func Seat(r Request) (Result, error) {
	if err := r.check(); err != nil {
		return Result{}, err
	}
	counts, err := r.counts()
	if err != nil {
		return Result{}, err
	}
	s := newSearch(&r, counts)
	s.anneal()
	s.descend()
	if bad := s.forbidden(); len(bad) > 0 {
		return Result{}, &ApartError{Pairs: bad}
	}
	s.assignAll()
	s.spread()
	return s.result(), nil
}

func (r *Request) check() error {
	if len(r.Boards) == 0 {
		return errors.New("there is no board")
	}
	for _, b := range r.Boards {
		if len(b.Places) < 2 {
			return fmt.Errorf("a board for %d players", len(b.Places))
		}
	}
	for _, pairs := range [][]Pair{keys(r.Met), keys(r.Apart)} {
		for _, p := range pairs {
			if p[0] < 0 || p[0] >= p[1] || p[1] >= len(r.Players) {
				return fmt.Errorf("there is no pair of players %v", p)
			}
		}
	}
	return nil
}

func keys[V any](m map[Pair]V) []Pair {
	out := make([]Pair, 0, len(m))
	for p := range m {
		out = append(out, p)
	}
	return out
}

// counts returns the number of tables of each kind. As many players as possible are seated, at as
// few tables as possible. Of these solutions, it chooses one whose sizes differ least, and then
// the preferred kinds.
func (r *Request) counts() ([]int, error) {
	regular, all := 0, len(r.Players)
	for i := range r.Players {
		if !r.Players[i].Reserve {
			regular++
		}
	}
	best := make([][]int, all+1) // indexed by the number of seated players; nil if impossible
	spread := make([]int, all+1) // maximum difference between the sizes of these tables
	better := func(n, differ int, with []int) bool {
		return best[n] == nil || cmp.Or(cmp.Compare(sum(best[n]), sum(with)), cmp.Compare(spread[n], differ), slices.Compare(with, best[n])) > 0
	}
	for _, small := range r.Boards {
		for _, large := range r.Boards {
			low, high := len(small.Places), len(large.Places)
			for n, with := range r.between(low, high, all) {
				if with != nil && better(n, high-low, with) {
					best[n], spread[n] = with, high-low
				}
			}
		}
	}
	for n := regular; n <= all; n++ {
		if best[n] != nil && n > 0 {
			return best[n], nil
		}
	}
	for n := regular; n > 0; n-- {
		if best[n] != nil {
			return best[n], nil
		}
	}
	return nil, ErrFew
}

// between returns the number of tables of each kind for seating 0 to all players, indexed by that
// number, using only tables within a range of sizes.
func (r *Request) between(low, high, all int) [][]int {
	if low > high {
		return nil
	}
	best := make([][]int, all+1)
	best[0] = make([]int, len(r.Boards))
	for n := 1; n <= all; n++ {
		for i, b := range r.Boards {
			size := len(b.Places)
			left := n - size
			if size < low || size > high || left < 0 || best[left] == nil {
				continue
			}
			with := slices.Clone(best[left])
			with[i]++
			if best[n] == nil || cmp.Or(cmp.Compare(sum(best[n]), sum(with)), slices.Compare(with, best[n])) > 0 {
				best[n] = with
			}
		}
	}
	return best
}

// search is the state of a search for good tables. The last table is the bench, for players who
// sit out.
type search struct {
	r      *Request
	rng    *rand.Rand
	weight [][]int64 // cost of a meeting of two players
	alone  []int64   // cost of letting each player sit out
	boards []int     // index of the board of each table
	tables [][]int   // players at each table
	at     []int     // the table of each player
	sum    [][]int64 // sum of a player's weights with those at a table, by table and player
	lots   [][]int64 // lots for the places, indexed by player and board
}

func (s *search) bench() int { return len(s.tables) - 1 }

func newSearch(r *Request, counts []int) *search {
	n := len(r.Players)
	s := &search{r: r, rng: rand.New(rand.NewPCG(r.Seed, uint64(n))), at: make([]int, n), alone: make([]int64, n)}
	s.weight = make([][]int64, n)
	for i := range s.weight {
		s.weight[i] = make([]int64, n)
	}
	put := func(p Pair, w int64) {
		s.weight[p[0]][p[1]] += w
		s.weight[p[1]][p[0]] += w
	}
	for p, times := range r.Met {
		put(p, metCost*int64(times))
	}
	for p, d := range r.Apart {
		put(p, map[Distance]int64{Avoid: avoidCost, Never: neverCost}[d])
	}
	for i := range r.Players {
		if p := &r.Players[i]; !p.Reserve {
			s.alone[i] = byeCost * int64(p.Byes+1) * int64(p.Byes+1)
		}
	}
	order := s.rng.Perm(n)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.alone[b], s.alone[a]) })
	for board, many := range counts {
		for range many {
			size := len(r.Boards[board].Places)
			s.boards, s.tables = append(s.boards, board), append(s.tables, slices.Clone(order[:size]))
			order = order[size:]
		}
	}
	s.tables = append(s.tables, order)
	s.sum = make([][]int64, len(s.tables))
	for t, players := range s.tables {
		s.sum[t] = make([]int64, n)
		for _, p := range players {
			s.at[p] = t
			if t == s.bench() {
				continue
			}
			for q, w := range s.weight[p] {
				s.sum[t][q] += w
			}
		}
	}
	return s
}

// gain returns the changes in the costs, of meetings and of byes, if two players at different
// tables swap places.
func (s *search) gain(a, b int) (meetings, byes int64) {
	ta, tb := s.at[a], s.at[b]
	if ta != s.bench() {
		meetings += s.sum[ta][b] - s.weight[a][b] - s.sum[ta][a]
	} else {
		byes += s.alone[b] - s.alone[a]
	}
	if tb != s.bench() {
		meetings += s.sum[tb][a] - s.weight[a][b] - s.sum[tb][b]
	} else {
		byes += s.alone[a] - s.alone[b]
	}
	return meetings, byes
}

// swap lets two players of different tables swap places.
func (s *search) swap(a, b int) {
	ta, tb := s.at[a], s.at[b]
	s.tables[ta][slices.Index(s.tables[ta], a)] = b
	s.tables[tb][slices.Index(s.tables[tb], b)] = a
	s.at[a], s.at[b] = tb, ta
	of, by := s.weight[a], s.weight[b]
	if ta != s.bench() {
		for p := range by {
			s.sum[ta][p] += by[p] - of[p]
		}
	}
	if tb != s.bench() {
		for p := range by {
			s.sum[tb][p] += of[p] - by[p]
		}
	}
}

// cost returns the total cost of the meetings.
func (s *search) cost() int64 {
	out := int64(0)
	for t, players := range s.tables[:s.bench()] {
		for _, p := range players {
			out += s.sum[t][p]
		}
	}
	return out / 2
}

// anneal makes random changes. The more a change costs and the longer the search has lasted, the
// less likely the change is accepted.
func (s *search) anneal() {
	n := len(s.at)
	moves := min(turns*n, maxTurns)
	cost := s.cost()
	factor := math.Pow(cold/hot, 1/float64(moves))
	for heat := hot; moves > 0 && cost > 0; moves-- {
		heat *= factor
		a, b := s.rng.IntN(n), s.rng.IntN(n)
		if s.at[a] == s.at[b] {
			continue
		}
		meetings, byes := s.gain(a, b)
		if d := meetings + byes; d > 0 && s.rng.Float64() >= math.Exp(-float64(d)/heat) {
			continue
		}
		s.swap(a, b)
		cost += meetings
	}
}

// descend makes changes until none of them reduces the cost.
func (s *search) descend() {
	for better := true; better; {
		better = false
		for a := range s.at {
			for b := range a {
				if s.at[a] == s.at[b] {
					continue
				}
				if meetings, byes := s.gain(a, b); meetings+byes < 0 {
					s.swap(a, b)
					better = true
				}
			}
		}
	}
}

// forbidden returns the pairs at a table who must not meet.
func (s *search) forbidden() []Pair {
	var out []Pair
	for _, players := range s.tables[:s.bench()] {
		for i, a := range players {
			for _, b := range players[:i] {
				if s.r.Apart[Couple(a, b)] == Never {
					out = append(out, Couple(a, b))
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b Pair) int { return slices.Compare(a[:], b[:]) })
	return out
}

// lotSize exceeds the sum of all lots of a table.
const lotSize = 1 << 20

// assigned returns the players of a table in the order of its places, and how often they have
// already played these places.
func (s *search) assigned(board int, players []int) (seats []int, repeats int64) {
	places := s.r.Boards[board].Places
	players = slices.Sorted(slices.Values(players))
	cost := make([][]int64, len(players))
	for i, p := range players {
		cost[i] = make([]int64, len(places))
		for k, place := range places {
			played := int64(s.r.Players[p].Played[place])
			cost[i][k] = played*played*lotSize*int64(len(places)) + s.lots[p][board*maxPlaces(s.r)+k]
		}
	}
	seats = make([]int, len(players))
	for i, k := range matching.Assign(cost) {
		seats[k] = players[i]
		played := int64(s.r.Players[players[i]].Played[places[k]])
		repeats += played * played
	}
	return seats, repeats
}

// maxPlaces returns the number of places of the largest board.
func maxPlaces(r *Request) int {
	n := 0
	for _, b := range r.Boards {
		n = max(n, len(b.Places))
	}
	return n
}

// assignAll draws the lots and gives all seated players their places.
func (s *search) assignAll() {
	s.lots = make([][]int64, len(s.at))
	for p := range s.lots {
		s.lots[p] = make([]int64, len(s.r.Boards)*maxPlaces(s.r))
		for i := range s.lots[p] {
			s.lots[p][i] = s.rng.Int64N(lotSize)
		}
	}
	for t := range s.tables[:s.bench()] {
		s.tables[t], _ = s.assigned(s.boards[t], s.tables[t])
	}
}

// spread swaps players at tables where someone would repeat a place with players at other tables,
// if this reduces the repetitions without adding repeated meetings.
func (s *search) spread() {
	repeats := make([]int64, s.bench())
	for t := range repeats {
		_, repeats[t] = s.assigned(s.boards[t], s.tables[t])
	}
	for range spreads {
		before := sum(repeats)
		for t := range repeats {
			if repeats[t] > 0 {
				s.spreadTable(t, repeats)
			}
		}
		if after := sum(repeats); after == 0 || after == before {
			return
		}
	}
}

// spreadTable does the same for one table.
func (s *search) spreadTable(t int, repeats []int64) {
	for _, a := range slices.Clone(s.tables[t]) {
		for b := 0; b < len(s.at) && repeats[t] > 0 && s.at[a] == t; b++ {
			u := s.at[b]
			if u == t || u == s.bench() {
				continue
			}
			if meetings, _ := s.gain(a, b); meetings > 0 {
				continue
			}
			here, less := s.assigned(s.boards[t], replaced(s.tables[t], a, b))
			there, more := s.assigned(s.boards[u], replaced(s.tables[u], b, a))
			if less+more >= repeats[t]+repeats[u] {
				continue
			}
			s.swap(a, b)
			s.tables[t], s.tables[u] = here, there
			repeats[t], repeats[u] = less, more
		}
	}
}

func sum[N int | int64](list []N) N {
	out := N(0)
	for _, n := range list {
		out += n
	}
	return out
}

func replaced(list []int, old, by int) []int {
	out := slices.Clone(list)
	out[slices.Index(out, old)] = by
	return out
}

func (s *search) result() Result {
	var out Result
	for t, players := range s.tables[:s.bench()] {
		out.Tables = append(out.Tables, Table{Board: s.boards[t], Players: players})
		places := s.r.Boards[s.boards[t]].Places
		for i, a := range players {
			if s.r.Players[a].Played[places[i]] > 0 {
				out.Repeats++
			}
			for _, b := range players[:i] {
				if s.r.Met[Couple(a, b)] > 0 {
					out.Again++
				}
			}
		}
	}
	slices.SortFunc(out.Tables, func(a, b Table) int {
		return cmp.Or(cmp.Compare(a.Board, b.Board), cmp.Compare(slices.Min(a.Players), slices.Min(b.Players)))
	})
	for _, p := range s.tables[s.bench()] {
		if !s.r.Players[p].Reserve {
			out.Byes = append(out.Byes, p)
		}
	}
	slices.Sort(out.Byes)
	return out
}

package scoring

import (
	"cmp"
	"slices"
)

// Kind is a player's part in a round.
type Kind int

// The kinds.
const (
	None   Kind = iota // nothing that counts: the player had not entered yet, or the game is not over
	Played             // the game counts
	// the player sat out; this counts as the average of their own games, or as Tournament.Bye if
	// they have none
	Bye
	Missed // the player was absent or lost the seat; this counts as no points
)

// Cell is a player's result in a round.
type Cell struct {
	Kind   Kind
	Table  int // number of the table, counted from 1
	Points Points
	Won    bool // whether the player won alone
}

// Row is a player in the standings.
type Row struct {
	Player    int
	Rank      int // counted from 1; equal for players whom no tie-break separates
	Total     Points
	Rounds    []Cell // results by round, with the points for byes
	Counted   []bool // for each round, whether it is among the best that count
	Best      Points // the best single round
	Against   Points // margin in common games over players with the same total and best round
	Wins      int
	Opponents Points // the average total of all opponents
	Top       *Cell  // result at the top board
}

// Tournament is the input for the standings.
type Tournament struct {
	Rounds [][]Cell // indexed by round and player
	Best   int      // number of rounds that count for each player; 0 for all
	Bye    Points   // value of a bye for players without any other round
	Top    []Cell   // results of each player at the top board, which decide its places; nil if there is none
}

// Standings returns the standings, the best player first. Players are identified by their
// indexes.
//
// Ties are broken by the best single round, the points in games against each other, the number of
// wins, and the average total of the opponents, in this order. Players at the top board come
// first, by their points there, then by their previous standings.
func Standings(t *Tournament, players int) []Row {
	rows := make([]Row, players)
	for p := range rows {
		rows[p] = t.row(p)
	}
	t.opponents(rows)
	order := make([]int, players)
	for i := range order {
		order[i] = i
	}
	first := func(a, b int) int {
		return cmp.Or(cmp.Compare(rows[b].Total, rows[a].Total), cmp.Compare(rows[b].Best, rows[a].Best))
	}
	slices.SortStableFunc(order, first)
	for from := 0; from < players; {
		to := from + 1
		for to < players && first(order[from], order[to]) == 0 {
			to++
		}
		t.against(rows, order[from:to])
		from = to
	}
	compare := func(a, b int) int {
		x, y := &rows[a], &rows[b]
		return cmp.Or(first(a, b), cmp.Compare(y.Against, x.Against), cmp.Compare(y.Wins, x.Wins), cmp.Compare(y.Opponents, x.Opponents))
	}
	slices.SortStableFunc(order, compare)
	if t.Top != nil {
		compare = t.top(rows, order, compare)
	}
	out := make([]Row, 0, players)
	for i, p := range order {
		rows[p].Rank = i + 1
		if i > 0 && compare(order[i-1], p) == 0 {
			rows[p].Rank = out[i-1].Rank
		}
		out = append(out, rows[p])
	}
	return out
}

// row returns a player's points, and which of the rounds count.
func (t *Tournament) row(p int) Row {
	r := Row{Player: p, Rounds: make([]Cell, len(t.Rounds)), Counted: make([]bool, len(t.Rounds))}
	sum, games := Points(0), int64(0)
	for i := range t.Rounds {
		c := t.Rounds[i][p]
		r.Rounds[i] = c
		switch c.Kind {
		case Played:
			sum += c.Points
			games++
			r.Best = max(r.Best, c.Points)
			if c.Won {
				r.Wins++
			}
		case Missed:
			r.Rounds[i].Points = 0
			games++ // otherwise a bye would be worth more for players who have been absent
		case None, Bye:
		}
	}
	var counts []int
	for i := range r.Rounds {
		c := &r.Rounds[i]
		if c.Kind == Bye {
			c.Points = t.Bye
			if games > 0 {
				c.Points = round(int64(sum), games)
			}
		}
		if c.Kind != None {
			counts = append(counts, i)
		}
	}
	slices.SortStableFunc(counts, func(a, b int) int { return cmp.Compare(r.Rounds[b].Points, r.Rounds[a].Points) })
	if t.Best > 0 && len(counts) > t.Best {
		counts = counts[:t.Best]
	}
	for _, i := range counts {
		r.Counted[i] = true
		r.Total += r.Rounds[i].Points
	}
	return r
}

// opponents computes the average totals of the opponents.
func (t *Tournament) opponents(rows []Row) {
	for p := range rows {
		sum, n := int64(0), int64(0)
		for _, round := range t.Rounds {
			for q := range rows {
				if q != p && together(round, p, q) {
					sum += int64(rows[q].Total)
					n++
				}
			}
		}
		if n > 0 {
			rows[p].Opponents = round(sum, n)
		}
	}
}

// together reports whether two players have played at the same table in a round.
func together(round []Cell, p, q int) bool {
	return round[p].Kind == Played && round[q].Kind == Played && round[p].Table == round[q].Table
}

// against computes the margin of each tied player over the others in games that they played
// together.
func (t *Tournament) against(rows []Row, tied []int) {
	for _, p := range tied {
		for _, round := range t.Rounds {
			for _, q := range tied {
				if p != q && together(round, p, q) {
					rows[p].Against += round[p].Points - round[q].Points
				}
			}
		}
	}
}

// top moves the players at the top board to the top, and returns the comparison function that
// results.
func (t *Tournament) top(rows []Row, order []int, before func(a, b int) int) func(a, b int) int {
	for p := range rows {
		if t.Top[p].Kind != None {
			c := t.Top[p]
			rows[p].Top = &c
		}
	}
	compare := func(a, b int) int {
		x, y := rows[a].Top, rows[b].Top
		switch {
		case x != nil && y != nil:
			return cmp.Or(cmp.Compare(y.Points, x.Points), before(a, b))
		case x != nil:
			return -1
		case y != nil:
			return 1
		}
		return before(a, b)
	}
	slices.SortStableFunc(order, compare)
	return compare
}

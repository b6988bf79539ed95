package tournament

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"podesta/internal/game"
	"podesta/internal/seating"
)

// The problems that keep the judge from forming the tables of a round.
const (
	ProblemFew   = "few"   // not enough players have confirmed
	ProblemApart = "apart" // too few remain after separating people who have blocked each other
)

// pool returns the players for a round: those who want to play, in the order in which they
// entered, and those who are missing.
func (x *loaded) pool(r *game.Round) (come []string, missed []string, c *company, err error) {
	var all []string
	for i := range x.entrants {
		if x.entrants[i].Plays() {
			all = append(all, x.entrants[i].Account)
		}
	}
	if c, err = x.company(all); err != nil {
		return nil, nil, nil, err
	}
	for _, id := range all {
		switch {
		case c.able(id) && !slices.Contains(r.Absent, id) && (r.All || slices.Contains(r.Confirmed, id)):
			come = append(come, id)
		case !r.Top && !x.entrant(id).Reserve:
			missed = append(missed, id)
		}
	}
	return come, missed, c, nil
}

// seed forms the tables of a round. If that is impossible, it records the reason in the round.
func (x *loaded) seed(r *game.Round) error {
	come, missed, c, err := x.pool(r)
	if err != nil {
		return err
	}
	boards, err := x.boards(r)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(x.rounds, func(r game.Round) bool { return r.Status != game.RoundCalled }) && !x.Even {
		x.Even = true
		if err := x.tx.Tournaments.SaveTournament(x.Tournament); err != nil {
			return err
		}
	}
	// Only 53 bits are used, which every JSON parser represents exactly.
	r.Seed, r.Seedings = binary.LittleEndian.Uint64(game.RandomBytes(8))>>11, r.Seedings+1
	r.Tables, r.Byes, r.Missed, r.Problem = nil, nil, missed, ""
	if r.Top {
		come = x.best(come, c, len(boards[0].Places))
	}
	var out []string // players who give way to people whom they have blocked
	for {
		q := x.request(r, come, boards, c)
		result, err := seating.Seat(q)
		var apart *seating.ApartError
		switch {
		case errors.As(err, &apart):
			id := c.yields(come[apart.Pairs[0][0]], come[apart.Pairs[0][1]])
			come = slices.DeleteFunc(slices.Clone(come), func(s string) bool { return s == id })
			if !x.entrant(id).Reserve {
				out = append(out, id)
			}
			continue
		case errors.Is(err, seating.ErrFew):
			if r.Problem = ProblemFew; len(out) > 0 {
				r.Problem = ProblemApart
			}
			r.Status = game.RoundCalled
			if err := x.tx.Tournaments.SaveRound(*r); err != nil {
				return err
			}
			return x.tellProblem(r)
		case err != nil:
			return err
		}
		giveWay(&result, come, c, func(p int) bool { return q.Players[p].Reserve }, func(p int) int { return q.Players[p].Byes })
		r.Tables = x.tables(&result, come, boards)
		r.Byes = out
		for _, p := range result.Byes {
			r.Byes = append(r.Byes, come[p])
		}
		break
	}
	r.Status = game.RoundSeeded
	if err := x.tx.Tournaments.SaveRound(*r); err != nil {
		return err
	}
	return x.tellTables(r, c)
}

// giveWay swaps a player who sits out with a player who has blocked them, unless the latter has
// sat out more often, because perhaps only the block keeps the other player from playing.
func giveWay(result *seating.Result, come []string, c *company, reserve func(int) bool, byes func(int) int) {
	for i, out := range result.Byes {
		for _, t := range result.Tables {
			for k, in := range t.Players {
				if reserve(in) || !c.blocks(come[in], come[out]) || c.blocks(come[out], come[in]) || byes(in) > byes(out) {
					continue
				}
				meets := slices.ContainsFunc(t.Players, func(p int) bool { return p != in && c.distance(come[p], come[out]) == seating.Never })
				if !meets && result.Byes[i] == out {
					t.Players[k], result.Byes[i] = out, in
				}
			}
		}
	}
}

// boards returns the kinds of tables of a round.
func (x *loaded) boards(r *game.Round) ([]seating.Board, error) {
	var out []seating.Board
	variants := x.Variants
	if r.Top {
		variants = variants[:1]
	}
	for _, v := range variants {
		layout, err := x.layout(v)
		if err != nil {
			return nil, err
		}
		var b seating.Board
		for _, powers := range layout.Seats {
			b.Places = append(b.Places, strings.Join(powers, "+"))
		}
		out = append(out, b)
	}
	return out, nil
}

// best returns the players for the top board: the best in the standings. If two of them must not
// meet, the one who has blocked the other gives way to the next player.
func (x *loaded) best(come []string, c *company, size int) []string {
	rows, players := x.standings()
	var list []string
	for _, row := range rows {
		if id := players[row.Player]; slices.Contains(come, id) {
			list = append(list, id)
		}
	}
	for {
		top := list[:min(size, len(list))]
		yields := ""
		for i, a := range top {
			for _, b := range top[i+1:] {
				if yields == "" && c.distance(a, b) == seating.Never {
					yields = c.yields(a, b)
				}
			}
		}
		if yields == "" {
			return top
		}
		list = slices.DeleteFunc(slices.Clone(list), func(id string) bool { return id == yields })
	}
}

// request returns the request to package seating for the tables of a round with some players.
func (x *loaded) request(r *game.Round, come []string, boards []seating.Board, c *company) seating.Request {
	q := seating.Request{Boards: boards, Met: map[seating.Pair]int{}, Apart: map[seating.Pair]seating.Distance{}, Seed: r.Seed}
	at := map[string]int{}
	for i, id := range come {
		at[id] = i
		q.Players = append(q.Players, seating.Player{Played: map[string]int{}, Reserve: x.entrant(id).Reserve && !r.Top})
	}
	for i := range x.rounds {
		past := &x.rounds[i]
		if past.Number >= r.Number {
			continue
		}
		for _, id := range past.Byes {
			if p, ok := at[id]; ok {
				q.Players[p].Byes++
			}
		}
		for k := range past.Tables {
			for n, s := range past.Tables[k].Seats {
				p, ok := at[s.Account]
				if !ok {
					continue
				}
				q.Players[p].Played[strings.Join(s.Powers, "+")]++
				for _, o := range past.Tables[k].Seats[:n] {
					if other, ok := at[o.Account]; ok {
						q.Met[seating.Couple(p, other)]++
					}
				}
			}
		}
	}
	for i, a := range come {
		for k, b := range come[:i] {
			if d := c.distance(a, b); d != 0 {
				q.Apart[seating.Pair{k, i}] = d
			}
		}
	}
	return q
}

// tables converts a result of package seating to tables.
func (x *loaded) tables(result *seating.Result, come []string, boards []seating.Board) []game.RoundTable {
	var out []game.RoundTable
	for _, t := range result.Tables {
		table := game.RoundTable{Variant: x.Variants[t.Board]}
		for i, p := range t.Players {
			table.Seats = append(table.Seats, game.RoundSeat{Account: come[p], Powers: strings.Split(boards[t.Board].Places[i], "+")})
		}
		out = append(out, table)
	}
	return out
}

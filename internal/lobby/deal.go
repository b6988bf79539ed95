package lobby

import (
	"cmp"
	"fmt"
	"slices"

	"podesta/internal/matching"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/scenario"
)

// DealScope replaces the campaign in the names of the rolls of the deal.
const DealScope = "deal"

// Dealt is the result of a deal.
type Dealt struct {
	Seats  [][]string // the powers of each seat, indexed by seat number - 1
	SeatOf []int      // the seat of each player, indexed by player number - 1
}

// DealPowers deals the powers of a variant to as many players as there are seats. First the seats
// with fixed powers are filled. Then in each of the variant's rounds each player gets one more of
// the powers that can be chosen.
//
// When the seats are filled and in each round, players who want a random power draw one, in the
// order of their numbers. The others get powers such that the sum of the ranks of these powers in
// their lists is minimal (the rank of several powers together is their mean). Among deals with the
// same sum, the rolls choose the one with the smallest sum of lots, one for each player and power.
//
// The rolls are "deal random 3 round 1" for a draw of player 3, and "deal 3 milan round 1" for a
// lot. The filling of seats is round 0.
func DealPowers(v scenario.VariantInfo, roster machiavelli.Roster, players []Preference, d *dice.Dice) (Dealt, error) {
	out := Dealt{Seats: make([][]string, len(players)), SeatOf: make([]int, len(players))}
	have := make([][]string, len(players)) // the powers of each player
	if len(v.Seats) > 0 {
		if len(v.Seats) != len(players) {
			return out, fmt.Errorf("%d players for %d seats", len(players), len(v.Seats))
		}
		got, err := dealRound(roster, players, v.Seats, d, 0)
		if err != nil {
			return out, err
		}
		for p, s := range got {
			have[p], out.SeatOf[p] = slices.Clone(v.Seats[s]), s+1
		}
	}
	var free [][]string
	for _, id := range v.Powers {
		if slices.Contains(v.ChooseFrom, id) {
			free = append(free, []string{id})
		}
	}
	for round := 1; round <= v.ChooseEach && len(free) > 0; round++ {
		got, err := dealRound(roster, players, free, d, round)
		if err != nil {
			return out, err
		}
		var left [][]string
		for i, f := range free {
			if p := slices.Index(got, i); p >= 0 {
				have[p] = append(have[p], f...)
			} else {
				left = append(left, f)
			}
		}
		free = left
	}
	if len(v.Seats) == 0 {
		// Seats are in the order of their first powers, so that their numbers
		// do not reveal who joined when.
		order := make([]int, len(players))
		for p := range order {
			order[p] = p
		}
		first := func(p int) int {
			if len(have[p]) == 0 {
				return len(v.Powers)
			}
			return slices.Index(v.Powers, have[p][0])
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(first(a), first(b)) })
		for s, p := range order {
			out.SeatOf[p] = s + 1
		}
	}
	for p, s := range out.SeatOf {
		out.Seats[s-1] = have[p]
	}
	return out, nil
}

// lots is the number of different lots in a deal.
const lots = 1_000_000

// dealRound assigns one of the portions to each player. It returns the index of each player's
// portion, or -1 for a player who gets none because there are fewer portions than players.
func dealRound(roster machiavelli.Roster, players []Preference, portions [][]string, d *dice.Dice, round int) ([]int, error) {
	var all []machiavelli.Power
	powers := make([][]machiavelli.Power, len(portions))
	common := int64(1) // a common multiple of the sizes of all portions
	for i, ids := range portions {
		for _, id := range ids {
			p, ok := roster.Find(id)
			if !ok {
				return nil, fmt.Errorf("no power %q", id)
			}
			powers[i], all = append(powers[i], p), append(all, p)
		}
		common = multiple(common, int64(len(ids)))
	}
	var left []int
	for i := range max(len(portions), len(players)) {
		if i >= len(portions) {
			i = -1
		}
		left = append(left, i)
	}
	out := make([]int, len(players))
	var choosers []int
	for p := range players {
		if !players[p].Random {
			choosers = append(choosers, p)
			continue
		}
		n := d.Lot(fmt.Sprintf("deal random %d round %d", p+1, round), len(left)) - 1
		out[p] = left[n]
		left = slices.Delete(left, n, n+1)
	}
	cost := make([][]int64, len(choosers))
	for i, p := range choosers {
		ranks := players[p].Ranks(all)
		for _, portion := range left {
			if portion < 0 {
				cost[i] = append(cost[i], 0)
				continue
			}
			sum := int64(0)
			for _, power := range powers[portion] {
				sum += ranks[power]
			}
			lot := d.Lot(fmt.Sprintf("deal %d %s round %d", p+1, portions[portion][0], round), lots)
			sum *= common / int64(len(powers[portion]))
			cost[i] = append(cost[i], sum*lots*int64(len(players)+1)+int64(lot))
		}
	}
	for i, at := range matching.Assign(cost) {
		out[choosers[i]] = left[at]
	}
	return out, nil
}

// multiple returns the least common multiple of two numbers, or a if b is 0.
func multiple(a, b int64) int64 {
	if b == 0 {
		return a
	}
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}

// Chosen returns the powers of a variant for which players can state preferences.
func Chosen(v scenario.VariantInfo, roster machiavelli.Roster) machiavelli.PowerSet {
	var out machiavelli.PowerSet
	for _, id := range v.Powers {
		if p, ok := roster.Find(id); ok {
			out = out.With(p)
		}
	}
	return out
}

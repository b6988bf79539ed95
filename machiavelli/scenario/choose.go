package scenario

import (
	"fmt"
	"slices"
	"strings"
)

// Choose returns the seats of the variant after its players have chosen. The
// parameter chosen lists the ids of the powers that each player has chosen. It
// may include those that the variant assigns to the player. The error names a
// choice that the variant does not offer.
func (v *VariantInfo) Choose(chosen [][]string) ([][]string, error) {
	if v.ChooseEach == 0 {
		return nil, fmt.Errorf("in variant %s nobody chooses: the powers of its %d players are given", v.ID, v.Players)
	}
	if len(chosen) != v.Players {
		return nil, fmt.Errorf("variant %s has %d players: expected a list of powers for each, found %d", v.ID, v.Players, len(chosen))
	}
	open := strings.Join(v.ChooseFrom, ", ")
	owner := map[string]int{}
	for i, given := range v.Seats {
		for _, id := range given {
			owner[id] = i + 1
		}
	}
	seats := make([][]string, len(chosen))
	for i, ids := range chosen {
		if i < len(v.Seats) {
			seats[i] = slices.Clone(v.Seats[i])
		}
		n := 0
		for _, id := range ids {
			switch by := owner[id]; {
			case by == i+1 && slices.Contains(seats[i], id) && !slices.Contains(v.ChooseFrom, id):
				continue // the variant assigns this power to the player
			case !slices.Contains(v.ChooseFrom, id):
				return nil, fmt.Errorf("player %d cannot choose %q in variant %s; the choice is among %s", i+1, id, v.ID, open)
			case by == i+1:
				return nil, fmt.Errorf("player %d chooses %s twice", i+1, id)
			case by != 0:
				return nil, fmt.Errorf("player %d chooses %s, which is player %d's", i+1, id, by)
			}
			owner[id] = i + 1
			seats[i] = append(seats[i], id)
			n++
		}
		if n != v.ChooseEach {
			return nil, fmt.Errorf("player %d chooses %d of the powers; in variant %s each chooses %d of %s", i+1, n, v.ID, v.ChooseEach, open)
		}
	}
	return seats, nil
}

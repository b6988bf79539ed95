package interchange

import (
	"fmt"
	"slices"

	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// Seat seats the players of a start position. The parameter chosen lists the ids of the powers of
// each player. In a variant whose players choose their powers, chosen lists these choices. In
// every variant each power may have a seat of its own, as in a solitaire game. The position start
// becomes the start of a game with these players, and gets its own copy of the setting.
func Seat(start *position.Position, chosen [][]string, r *rules.Set) error {
	v, err := variantOf(start.Setting)
	if err != nil {
		return err
	}
	seats := chosen
	if !apart(v, chosen) {
		if seats, err = v.Choose(chosen); err != nil {
			return err
		}
	}
	p, err := scenario.BuiltIn().Seated(start.Setting.Scenario, start.Setting.Variant, r, seats)
	if err != nil {
		return err
	}
	*start = *p
	return nil
}

// Seats lists the ids of the powers of each player, as Seat takes them. It
// returns nil if the seats are those of the variant, or if the scenario is not
// one of the judge's own.
func Seats(set *position.Setting) ([][]string, error) {
	if _, ok := scenario.Find(set.Scenario); !ok {
		return nil, nil
	}
	v, err := variantOf(set)
	if err != nil {
		return nil, err
	}
	out := make([][]string, len(set.Seats))
	for i, seat := range set.Seats {
		for _, p := range set.Given(seat) {
			out[i] = append(out[i], set.Powers[p].ID)
		}
	}
	if slices.EqualFunc(bySeat(out), bySeat(v.Seats), slices.Equal) {
		return nil, nil
	}
	return out, nil
}

// variantOf returns the variant of a setting.
func variantOf(set *position.Setting) (*scenario.VariantInfo, error) {
	info, ok := scenario.Find(set.Scenario)
	if !ok {
		return nil, fmt.Errorf("there is no scenario %q", set.Scenario)
	}
	return info.Variant(set.Variant)
}

// apart reports whether each power of a variant has a seat of its own.
func apart(v *scenario.VariantInfo, seats [][]string) bool {
	var ids []string
	for _, seat := range seats {
		if len(seat) != 1 {
			return false
		}
		ids = append(ids, seat[0])
	}
	slices.Sort(ids)
	return slices.Equal(ids, slices.Sorted(slices.Values(v.Powers)))
}

// bySeat returns a sorted copy of seats, so that the order of seats and of their powers is
// ignored in comparisons.
func bySeat(seats [][]string) [][]string {
	out := make([][]string, len(seats))
	for i := range seats {
		out[i] = slices.Sorted(slices.Values(seats[i]))
	}
	slices.SortFunc(out, slices.Compare)
	return out
}

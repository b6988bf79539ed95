package queue

import (
	"slices"

	"podesta/internal/game"
)

// Choice is a game that the queue offers.
type Choice struct {
	Edition, Scenario, Variant, Pace string
	Players                          int
}

// Choices returns the games that someone accepts, in the order of the offers.
func Choices(w game.Wants) []Choice {
	o := Offered()
	p := person(&game.Waiting{Wants: w}, nil)
	var out []Choice
	for _, k := range o.kinds {
		if !p.Editions.Has(k.Edition) || !p.Paces.Has(k.Pace) || !p.Players.Has(k.Players) {
			continue
		}
		for i := range o.Scenarios {
			if (p.Scenarios & k.Scenarios).Has(i) {
				edition := o.Editions[k.Edition].ID
				out = append(out, Choice{edition, o.Scenarios[i].ID, o.variant(edition, i, k.Players), o.Paces[k.Pace].Name, k.Players})
			}
		}
	}
	return out
}

// Accepts reports whether someone accepts a game.
func Accepts(w game.Wants, c Choice) bool { return slices.Contains(Choices(w), c) }

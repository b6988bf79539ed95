package gamestate

import (
	"fmt"
	"slices"
	"strings"

	"podesta/internal/game"
	"podesta/machiavelli/turn"
)

// Roll returns the name of a possible roll of the current phase in its
// canonical form. The error lists the rolls, or the values that its dice can
// show. Value 0 means the dice. A roll that was set can always be left to the
// dice again.
func (t *Table) Roll(name string, value int) (string, error) {
	all := turn.Rolls(t.Position, &t.Rules)
	i := slices.IndexFunc(all, func(r turn.Roll) bool { return strings.EqualFold(r.Name, name) })
	if i < 0 {
		for known := range t.Given {
			if value == 0 && strings.EqualFold(known, name) {
				return known, nil
			}
		}
		return "", t.CheckRoll(name, all)
	}
	r := all[i]
	switch most := r.Dice * r.Faces; {
	case value == 0 || value >= r.Dice && (r.Faces == 0 || value <= most):
		return r.Name, nil
	case r.Dice == 1:
		return "", game.Invalidf("The roll %s is one die: it shows 1 to %d. 0 leaves it to the dice.", r.Name, most)
	default:
		return "", game.Invalidf("The roll %s is the sum of %d dice: it comes to %d to %d. 0 leaves it to the dice.", r.Name, r.Dice, r.Dice, most)
	}
}

// mostRolls is how many rolls of one kind an error lists individually.
const mostRolls = 24

// CheckRoll returns an error that the phase has no such roll. It lists the
// existing rolls of the kind that was meant, or of every kind.
func (t *Table) CheckRoll(name string, all []turn.Roll) error {
	what := fmt.Sprintf("%s has no roll \"%s\".", t.Phase.Title(), name)
	if len(all) == 0 {
		return game.Invalidf("%s Nothing is thrown in this phase.", what)
	}
	var kinds []string
	of := map[string][]string{}
	for _, r := range all {
		kind := rollKind(r.Name)
		if of[kind] == nil {
			kinds = append(kinds, kind)
		}
		of[kind] = append(of[kind], r.Name)
	}
	first, _, _ := strings.Cut(strings.ToLower(name), " ")
	if meant := slices.DeleteFunc(slices.Clone(kinds), func(kind string) bool { return !strings.HasPrefix(kind, first) }); len(meant) > 0 {
		kinds = meant
	}
	var parts []string
	for _, kind := range kinds {
		meant := strings.HasPrefix(kind, first)
		switch names := of[kind]; {
		case meant, len(names) <= 6:
			if more := len(names) - mostRolls; more > 0 {
				names = append(slices.Clone(names[:mostRolls]), fmt.Sprintf("%d more", more))
			}
			parts = append(parts, strings.Join(names, ", "))
		default:
			parts = append(parts, fmt.Sprintf("%d of the kind \"%s\"", len(names), names[0]))
		}
	}
	return game.Invalidf("%s It can throw: %s.", what, strings.Join(parts, "; "))
}

// rollKind returns the kind of a roll: "famine", "bribe tie".
func rollKind(name string) string {
	for _, two := range []string{"bribe tie", "autonomous retreat", "plague spread"} {
		if strings.HasPrefix(name, two+" ") {
			return two
		}
	}
	kind, _, _ := strings.Cut(name, " ")
	return kind
}

package gamestate

import (
	"slices"
	"strings"

	"podesta/internal/game"
	"podesta/machiavelli/message"
	"podesta/machiavelli/turn"
)

// Roll returns the name of a possible roll of the current phase in its canonical form. The error
// lists the rolls, or the values that its dice can show. The value 0 leaves the roll to the dice,
// which is always possible for a roll that was set.
func (t *Board) Roll(name string, value int) (string, error) {
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
		return "", game.Refuse(game.Invalid, message.New("The roll {roll} is one die: it shows 1 to {most}. 0 leaves it to the dice.", message.Order(r.Name), message.Number(most)))
	default:
		return "", game.Refuse(game.Invalid, message.New("The roll {roll} is the sum of {dice} dice: it comes to {dice} to {most}. 0 leaves it to the dice.", message.Order(r.Name), message.Number(r.Dice), message.Number(most)))
	}
}

// mostRolls is how many rolls of one kind an error lists individually.
const mostRolls = 24

// CheckRoll returns an error which says that the phase has no roll of the given name. It lists the
// existing rolls of the kind that was meant, or summarises those of every kind.
func (t *Board) CheckRoll(name string, all []turn.Roll) error {
	phase, roll := message.Phase(t.Phase), message.Name(name)
	if len(all) == 0 {
		return game.Refuse(game.Invalid, message.New("{Phase} has no roll \"{roll}\". Nothing is thrown in this phase.", phase, roll))
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
	var parts []message.Message
	for _, kind := range kinds {
		meant := strings.HasPrefix(kind, first)
		switch names := of[kind]; {
		case meant, len(names) <= 6:
			list := message.Order(strings.Join(names[:min(len(names), mostRolls)], ", "))
			if more := len(names) - mostRolls; more > 0 {
				parts = append(parts, message.New("{rolls}, {n} more", list, message.Number(more)))
			} else {
				parts = append(parts, message.New("{rolls}", list))
			}
		default:
			parts = append(parts, message.New("{n} of the kind \"{roll}\"", message.Number(len(names)), message.Order(names[0])))
		}
	}
	return game.Refuse(game.Invalid, message.New("{Phase} has no roll \"{roll}\". It can throw: {rolls}.", phase, roll, message.ListOf(message.Clauses, parts)))
}

// rollKind returns the kind of a roll, such as "famine" or "bribe tie".
func rollKind(name string) string {
	for _, two := range []string{"bribe tie", "autonomous retreat", "plague spread"} {
		if strings.HasPrefix(name, two+" ") {
			return two
		}
	}
	kind, _, _ := strings.Cut(name, " ")
	return kind
}

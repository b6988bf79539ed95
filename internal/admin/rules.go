package admin

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"podesta/internal/game"
	"podesta/internal/gamestate"
)

// RulesItem is the kind of the items that hold the rules by which a game was
// played before they were changed, by the number of the first phase for which
// they no longer held.
const RulesItem = "rules"

// KeepRules keeps the rules of a game before they are changed in its current
// phase, for its history to be replayed by them.
func KeepRules(tx game.Tx, g *gamestate.State) error {
	key := fmt.Sprintf("%04d", g.Number)
	items, err := tx.List(g.ID, RulesItem)
	if err != nil || items[key] != nil {
		return err
	}
	return tx.Put(g.ID, RulesItem, key, g.Record.Rules)
}

// RulesAt gives the rules by which phase n of a game was played, 0 standing for
// its opening.
func RulesAt(tx game.Tx, g *game.GameRecord, n int) ([]byte, error) {
	items, err := tx.List(g.ID, RulesItem)
	if err != nil {
		return nil, err
	}
	for _, key := range slices.Sorted(maps.Keys(items)) {
		before, err := strconv.Atoi(key)
		if err != nil {
			return nil, fmt.Errorf("rules until %s: %w", key, err)
		}
		if n < before {
			return items[key], nil
		}
	}
	return g.Rules, nil
}

// revertRules puts the record of former rules right when a game goes back to
// phase number, which will be played by the present ones.
func revertRules(tx game.Tx, g *gamestate.State, number int) error {
	items, err := tx.List(g.ID, RulesItem)
	if err != nil {
		return err
	}
	now := fmt.Sprintf("%04d", number)
	for _, key := range slices.Sorted(maps.Keys(items)) {
		if key <= now {
			continue
		}
		if items[now] == nil {
			items[now] = items[key]
			if err := tx.Put(g.ID, RulesItem, now, items[key]); err != nil {
				return err
			}
		}
		if err := tx.Drop(g.ID, RulesItem, key); err != nil {
			return err
		}
	}
	return nil
}

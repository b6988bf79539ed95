package admin

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"podesta/internal/game"
	"podesta/internal/gamestate"
)

// RulesItem is the kind of the items that contain former rules of a game, keyed by the number of
// the first phase for which they no longer applied.
const RulesItem = "rules"

// KeepRules stores the rules of a game before they are changed in its current
// phase, for the replay of its history.
func KeepRules(tx *game.Tx, g *gamestate.State) error {
	key := fmt.Sprintf("%04d", g.Number)
	items, err := tx.Items.List(g.ID, RulesItem)
	if err != nil || items[key] != nil {
		return err
	}
	return tx.Items.Put(g.ID, RulesItem, key, g.Record.Rules)
}

// RulesAt returns the rules of phase n of a game; 0 means its opening.
func RulesAt(tx *game.Tx, g *game.GameRecord, n int) ([]byte, error) {
	items, err := tx.Items.List(g.ID, RulesItem)
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

// revertRules corrects the record of former rules when a game is rolled back to the phase with the
// given number, which will be played by the current rules.
func revertRules(tx *game.Tx, g *gamestate.State, number int) error {
	items, err := tx.Items.List(g.ID, RulesItem)
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
			if err := tx.Items.Put(g.ID, RulesItem, now, items[key]); err != nil {
				return err
			}
		}
		if err := tx.Items.Drop(g.ID, RulesItem, key); err != nil {
			return err
		}
	}
	return nil
}

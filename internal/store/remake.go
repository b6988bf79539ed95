package store

import "podesta/internal/game"

// Remake writes the rules and the opening of a game, if the game has the given revision.
func (x *tx) Remake(g game.GameRecord) error {
	if err := x.guard(g.ID, g.Revision); err != nil {
		return err
	}
	return x.change("UPDATE game SET rules = ?, opening = ?, opening_throws = ?, facets = ? WHERE id = ?",
		orEmpty(g.Rules), orEmpty(g.Opening), encoded{g.OpeningThrows}, facetsOf(&g), g.ID)
}

// Recast writes the settings of a forming game and replaces its seats, if the game has the given
// revision.
func (x *tx) Recast(g game.GameRecord, seats []game.SeatRecord) error {
	if err := x.guard(g.ID, g.Revision); err != nil {
		return err
	}
	if err := x.change("UPDATE game SET scenario = ?, variant = ?, rules = ?, facets = ? WHERE id = ?", g.Scenario, g.Variant, orEmpty(g.Rules), facetsOf(&g), g.ID); err != nil {
		return err
	}
	if _, err := x.exec("DELETE FROM seat WHERE game = ?", g.ID); err != nil {
		return err
	}
	for _, s := range seats {
		if err := x.AddSeat(g.ID, s); err != nil {
			return err
		}
	}
	return nil
}

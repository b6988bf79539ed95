package store

import "podesta/internal/judge"

// Remake writes what a game is played by, for its revision.
func (x *tx) Remake(g judge.GameRecord) error {
	if err := x.guard(g.ID, g.Revision); err != nil {
		return err
	}
	return x.change("UPDATE game SET rules = ?, opening = ?, opening_throws = ? WHERE id = ?",
		orEmpty(g.Rules), orEmpty(g.Opening), encoded{g.OpeningThrows}, g.ID)
}

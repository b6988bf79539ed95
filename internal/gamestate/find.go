package gamestate

import (
	"context"
	"errors"
	"strings"

	"podesta/internal/game"
)

// FindGame returns the game with an ID or, if there is none, with a name. In names only letters
// and digits count, and case is ignored. Only hosted games are found by name. If no game
// matches, it returns ErrNoGame.
func (b *Base) FindGame(ctx context.Context, name string) (*game.Game, error) {
	var out *game.Game
	err := b.Read(ctx, func(tx *game.Tx) error {
		g, err := b.Load(tx, strings.ToLower(strings.TrimSpace(name)))
		if errors.Is(err, game.ErrNoGame) {
			id, problem := tx.Items.Get("", NameItem, NameKey(name))
			if errors.Is(problem, game.ErrNoRecord) {
				return game.ErrNoGame
			}
			if problem != nil {
				return problem
			}
			g, err = b.Load(tx, string(id))
		}
		if err == nil {
			out = g.Game
		}
		return err
	})
	return out, err
}

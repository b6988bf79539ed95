package gamepage

import (
	"context"

	"podesta/internal/game"
)

// Afterwards describes the rematch that can follow a finished game, for those who took part in it.
type Afterwards struct {
	Rematch bool       // whether the visitor can propose a rematch
	Again   *game.Game // the rematch that was proposed; nil if there is none
}

// Afterwards returns what can follow a game for a role.
func (s *Base) Afterwards(ctx context.Context, g *game.Game, role game.Role) (a Afterwards, err error) {
	if g.Hosting.Links || g.Status != game.Over || !role.Takes() {
		return a, nil
	}
	if a.Again, err = s.Judge.Lobby.RematchOf(ctx, g.ID); err != nil || a.Again != nil {
		return a, err
	}
	a.Rematch, err = s.Judge.Lobby.MayRematch(ctx, g.ID, role)
	return a, err
}

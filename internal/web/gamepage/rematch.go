package gamepage

import (
	"context"

	"podesta/internal/game"
)

// Afterwards is what follows a game that is over, for those who take part in it.
type Afterwards struct {
	Rematch bool       // the visitor can propose a rematch
	Again   *game.Game // the rematch that was proposed; nil: none
}

// Afterwards returns what follows a game for a role.
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

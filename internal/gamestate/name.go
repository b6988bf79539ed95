package gamestate

import (
	"context"

	"podesta/internal/game"
)

// PlayerAt returns the name of the player at a seat. It is empty if the role
// may not know it, or if the seat is vacant.
func (g *State) PlayerAt(role game.Role, seat int) string {
	if seat < 1 || seat > len(g.Seats) || !g.View(role).SeesName(seat, g.BotAt(seat) != "") {
		return ""
	}
	return g.Seats[seat-1].Player
}

// NameAt returns the name of the player at a seat. It is empty if the seat is
// vacant. In a game that conceals its players, only masters and the player can
// see it.
func (b *Base) NameAt(ctx context.Context, gameID string, role game.Role, seat int) (string, error) {
	var name string
	err := b.Read(ctx, func(tx *game.Tx) error {
		g, err := b.Load(tx, gameID)
		if err == nil {
			name = g.PlayerAt(role, seat)
		}
		return err
	})
	return name, err
}

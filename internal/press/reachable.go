package press

import (
	"context"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/machiavelli"
)

// Reach says to whom a role can write at the moment.
type Reach struct {
	Seats []int                // the seats that pass the checks of Say, in order
	Gone  machiavelli.PowerSet // the powers that are out of the game
}

// Reachable returns the seats and powers to which a role can write at the moment.
func (p *Press) Reachable(ctx context.Context, gameID string, role game.Role) (Reach, error) {
	var out Reach
	err := p.base.Read(ctx, func(tx *game.Tx) error {
		out = Reach{}
		g, role, err := p.base.LoadPrivate(tx, gameID, role)
		if err != nil || g.Number == 0 || !role.Takes() {
			return err
		}
		s, err := p.speaker(tx, g, role, role.Seat)
		if err != nil {
			return err
		}
		out.Gone = s.c.Position.Eliminated
		r := &g.Hosting.Press
		for i := range g.Seats {
			if i+1 == role.Seat {
				continue
			}
			m := NewMessage{To: journal.OnlySeats(i + 1), Grey: r.Grey && !r.White}
			switch err := s.allow(&m); game.ErrorCode(err) {
			case "":
				out.Seats = append(out.Seats, i+1)
			case game.Forbidden, game.Conflict:
			default:
				return err
			}
		}
		return nil
	})
	return out, err
}

package clock

import (
	"podesta/internal/game"
	"podesta/internal/gamestate"
)

// Awaited returns the seats that a phase waits for, according to the states of all seats: first
// those with a player, then those without one, which someone would have to take over.
func Awaited(states []game.SeatState) (played, open []int) {
	for i, st := range states {
		switch {
		case !st.Awaited:
		case st.Abandoned || st.Disorder:
			open = append(open, i+1)
		default:
			played = append(played, i+1)
		}
	}
	return played, open
}

// awaited returns the seats whose orders the current phase waits for, except those of computer
// players, as far as a role may know. In a quiet game only masters learn about other seats.
//
// A seat that could only spend ducats is not shown to others if treasuries are
// hidden, since it would reveal that it has ducats.
func (k *Clockwork) awaited(tx *game.Tx, g *gamestate.State, role game.Role) (map[int]bool, error) {
	out := map[int]bool{}
	if g.Number == 0 || g.Finished || g.Status != game.Active {
		return out, nil
	}
	c, err := k.Course(tx, g)
	if err != nil {
		return nil, err
	}
	for _, n := range c.state().Missing() {
		powers, eyes := c.Seats[n-1].Powers, g.View(role)
		if c.States[n-1].Bot == "" && eyes.SeesLate(n) {
			out[n] = eyes.SeesMeans(powers...) || c.OwesUnits(powers)
		}
	}
	return out, nil
}

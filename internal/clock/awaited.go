package clock

import (
	"podesta/internal/game"
	"podesta/internal/gamestate"
)

// Awaited sorts the seats that a phase waits for, by their states: those with a
// player, and those that nobody plays, for whom somebody would have to take over.
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

// awaited are the seats whose orders the current phase of a game waits
// for, as a role may know it: those that its clock waits for, but for computer
// players. In a quiet game only masters know of others.
//
// Who could only spend ducats is not told to others where treasuries are hidden:
// it would tell them that there are some.
func (k *Clockwork) awaited(tx game.Tx, g *gamestate.State, role game.Role) (map[int]bool, error) {
	out := map[int]bool{}
	if g.Number == 0 || g.Finished || g.Status != game.Active {
		return out, nil
	}
	c, err := k.ClockState(tx, g)
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

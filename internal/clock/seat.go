package clock

import (
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/internal/ratings"
	"podesta/internal/schedule"
)

// StartClock begins the course of a game at its first phase, which must be
// stored: it makes the plan and queues the first look at it. The status is
// Active then. Telling that the game begins is left to the caller, with the
// times that are given back.
func (k *Clockwork) StartClock(tx game.Tx, g *gamestate.State) (*journal.Times, error) {
	c, err := k.ClockState(tx, g)
	if err != nil {
		return nil, err
	}
	c.Record.Status, g.Status = game.Active, game.Active
	c.Timing = gamestate.Timing{First: !g.Hosting.Links} // players of a game that is held by links know each other already
	if err := c.Begin(); err != nil {
		return nil, err
	}
	return c.Times(), c.Save()
}

// VacateSeat notes that a seat has lost its player: it is open to others, and its
// deadline stays where it is. resigned tells that the player's record shall say
// so; it must be called before the member is gone. Telling is left to the caller.
func (k *Clockwork) VacateSeat(tx game.Tx, g *gamestate.State, seat int, resigned bool) error {
	c, err := k.ClockState(tx, g)
	if err != nil {
		return err
	}
	x := &c.States[seat-1]
	if resigned && !x.Abandoned && !x.Disorder && !c.Finished && !c.Out(seat) {
		if err := ratings.RecordSeats(c.H, g, map[int]schedule.Outcome{seat: schedule.Resigned}); err != nil {
			return err
		}
	}
	x.Abandoned, x.Wait = true, false
	if err := ForgetPlayer(tx, g.ID, seat); err != nil {
		return err
	}
	if err := DropDeferred(tx, g.ID, seat); err != nil {
		return err
	}
	return c.Save()
}

// ForgetPlayer deletes the vote and the absences of a seat whose player changes.
func ForgetPlayer(tx game.Tx, game string, seat int) error {
	if err := tx.DropBallot(game, seat); err != nil {
		return err
	}
	return tx.SetAbsences(game, seat, nil)
}

// OccupySeat notes that somebody has taken a seat over, who must be a member
// already: nothing of lateness before counts against him, and the others wait
// for him until the deadline. When no seat is vacant any more the phase has its
// full time again, and everybody whom it concerns may think anew: unless it is
// the former player who has come back, and nothing is new. It gives the times of
// the phase, and whether they are new. Telling is left to the caller.
func (k *Clockwork) OccupySeat(tx game.Tx, g *gamestate.State, seat int, former bool) (times *journal.Times, anew bool, err error) {
	c, err := k.ClockState(tx, g)
	if err != nil {
		return nil, false, err
	}
	c.States[seat-1] = game.SeatState{Wait: !former}
	if err := ForgetPlayer(tx, g.ID, seat); err != nil {
		return nil, false, err
	}
	if !former {
		if err := tx.DropNotes(g.ID, seat); err != nil {
			return nil, false, err
		}
	}
	c.JudgeSeat(seat)
	if len(c.Vacant()) == 0 && c.Status == game.Active && !former {
		for i := range c.States {
			if !c.Out(i+1) && (c.Hosting.Press.Any() || c.Seats[i].Owes) {
				c.States[i].Wait = true
			}
		}
		if err := c.replan(); err != nil {
			return nil, false, err
		}
		anew = true
	}
	return c.Times(), anew, c.Save()
}

// ResetClock looks anew at the orders of all seats and at the clock of a game whose
// rules or hosting have changed. Deadlines stay.
func (k *Clockwork) ResetClock(tx game.Tx, game string) error {
	g, err := k.Load(tx, game)
	if err != nil || g.Number == 0 {
		return err
	}
	c, err := k.ClockState(tx, g)
	if err != nil {
		return err
	}
	for i := range c.States {
		c.JudgeSeat(i + 1)
	}
	return c.Save()
}

package clock

import (
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/internal/ratings"
	"podesta/internal/schedule"
)

// StartClock begins the course of a game at its first phase, which must already be stored: it
// plans the phase, queues the first check of the clock and makes the game active. It returns the
// times; the caller announces the beginning.
func (k *Clockwork) StartClock(tx *game.Tx, g *gamestate.State) (*journal.Times, error) {
	c, err := k.Course(tx, g)
	if err != nil {
		return nil, err
	}
	c.Record.Status, g.Status = game.Active, game.Active
	c.Timing = gamestate.Timing{First: !g.Hosting.Links} // players of a game held by links know each other already
	if err := c.Begin(); err != nil {
		return nil, err
	}
	return c.Times(), c.Save()
}

// VacateSeat records that a seat has lost its player. The seat becomes open to others, and the
// deadline of the phase stays. If resigned is true, that is added to the player's record, so
// VacateSeat must be called before the member is deleted. The caller sends the notices.
func (k *Clockwork) VacateSeat(tx *game.Tx, g *gamestate.State, seat int, resigned bool) error {
	c, err := k.Course(tx, g)
	if err != nil {
		return err
	}
	x := &c.States[seat-1]
	if resigned && !x.Abandoned && !x.Disorder && !c.Finished && !c.Out(seat) {
		if err := ratings.RecordSeats(c.Tx, g, map[int]schedule.Outcome{seat: schedule.Resigned}); err != nil {
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

// ForgetPlayer deletes the vote and the absences of a seat whose player
// changes.
func ForgetPlayer(tx *game.Tx, game string, seat int) error {
	if err := tx.Votes.DropBallot(game, seat); err != nil {
		return err
	}
	return tx.Absences.SetAbsences(game, seat, nil)
}

// OccupySeat records that someone, who must already be a member, has taken over a seat. Earlier
// lateness of the seat does not count against them, and the others wait for them until the
// deadline. When no seat is vacant any more, the phase gets its full time again, and everyone
// concerned may reconsider, unless the former player has come back and nothing has changed. It
// returns the times of the phase, and whether they are new. The caller sends the notices.
func (k *Clockwork) OccupySeat(tx *game.Tx, g *gamestate.State, seat int, former bool) (times *journal.Times, anew bool, err error) {
	c, err := k.Course(tx, g)
	if err != nil {
		return nil, false, err
	}
	c.States[seat-1] = game.SeatState{Wait: !former}
	if err := ForgetPlayer(tx, g.ID, seat); err != nil {
		return nil, false, err
	}
	if !former {
		if err := tx.Diaries.DropNotes(g.ID, seat); err != nil {
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

// ResetClock re-evaluates the orders of all seats and the clock of a game whose
// rules or hosting have changed. Deadlines stay.
func (k *Clockwork) ResetClock(tx *game.Tx, game string) error {
	g, err := k.base.Load(tx, game)
	if err != nil || g.Number == 0 {
		return err
	}
	c, err := k.Course(tx, g)
	if err != nil {
		return err
	}
	for i := range c.States {
		c.JudgeSeat(i + 1)
	}
	return c.Save()
}

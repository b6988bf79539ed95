package clock

import (
	"context"
	"errors"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// Plan returns when the current phase of a game begins and ends. The plan of a forming game is
// zero.
func (k *Clockwork) Plan(ctx context.Context, gameID string) (schedule.Plan, error) {
	var p schedule.Plan
	err := k.base.Read(ctx, func(tx *game.Tx) error {
		g, err := k.base.Load(tx, gameID)
		if err != nil {
			return err
		}
		t, err := gamestate.ReadTiming(&g.Record)
		p = t.Plan
		return err
	})
	return p, err
}

// States returns the states of the seats of a game in the current phase, in the order of the seats.
// A master sees everything, and a player sees everything about their own seat. About other seats,
// everyone sees whether they are late or given up (except in a quiet game), and how often they have
// been late if the game shows it.
func (k *Clockwork) States(ctx context.Context, gameID string, role game.Role) ([]game.SeatState, error) {
	var out []game.SeatState
	err := k.base.Read(ctx, func(tx *game.Tx) error {
		g, err := k.base.Load(tx, gameID)
		if err != nil {
			return err
		}
		out = nil
		awaited, err := k.awaited(tx, g, role)
		if err != nil {
			return err
		}
		for i := range g.Seats {
			s, err := g.SeatState(i + 1)
			if err != nil {
				return err
			}
			if eyes := g.View(role); !eyes.SeesSeat(i + 1) {
				seen := game.SeatState{Abandoned: s.Abandoned, Disorder: s.Disorder, Bot: s.Bot}
				if eyes.SeesReady(i + 1) {
					seen.Ready = s.Ready
				}
				if eyes.SeesLate(i + 1) {
					seen.Late, seen.Covered = s.Late, s.Late && s.Covered
				}
				if eyes.SeesLateCount(i + 1) {
					seen.LateCount = s.LateCount
				}
				s = seen
			}
			s.Awaited = awaited[i+1]
			out = append(out, s)
		}
		return nil
	})
	return out, err
}

// SetWait delays the current phase until its deadline, or ends the delay. Seat
// 0 is for callers without a seat: masters and observers.
func (k *Clockwork) SetWait(ctx context.Context, gameID string, role game.Role, seat int, wait bool) error {
	_, err := k.holdPhase(ctx, gameID, role, seat, wait)
	return err
}

// holdPhase implements SetWait. When the delay is ended, it returns why the phase still waits
// for the seat, or an empty message if it does not.
func (k *Clockwork) holdPhase(ctx context.Context, gameID string, role game.Role, seat int, wait bool) (why message.Message, err error) {
	err = k.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := k.base.LoadRunning(tx, gameID, role)
		if err != nil {
			return err
		}
		if err := k.wait(tx, g, role, seat, wait); err != nil || seat == 0 || wait {
			return err
		}
		why, err = k.inTheWay(tx, g, seat)
		return err
	})
	return why, err
}

// Released returns a sentence that says that a seat does not delay the current phase, and why the
// phase still waits for it.
func (k *Clockwork) Released(ctx context.Context, gameID string, role game.Role, seat int) (said message.Message, err error) {
	err = k.base.Read(ctx, func(tx *game.Tx) error {
		g, role, err := k.base.LoadRunning(tx, gameID, role)
		if err != nil {
			return err
		}
		if err := g.CheckSeat(role, seat); err != nil {
			return err
		}
		why, err := k.inTheWay(tx, g, seat)
		said = released(why)
		return err
	})
	return said, err
}

// inTheWay returns what keeps a seat from being ready, or an empty message.
func (k *Clockwork) inTheWay(tx *game.Tx, g *gamestate.State, seat int) (message.Message, error) {
	c, err := k.Course(tx, g)
	if err != nil {
		return message.Message{}, err
	}
	if err := c.unready(seat); err != nil {
		return message.Of(err), nil
	}
	return message.Message{}, nil
}

func (k *Clockwork) wait(tx *game.Tx, g *gamestate.State, role game.Role, seat int, wait bool) error {
	if seat == 0 && (role.Master || role.Observer) {
		return k.waitOther(tx, g, role, wait)
	}
	if err := g.CheckSeat(role, seat); err != nil {
		return err
	}
	c, err := k.Course(tx, g)
	if err != nil {
		return err
	}
	if err := c.heard(role, seat); err != nil {
		return err
	}
	c.States[seat-1].Wait = wait
	return c.Save()
}

// waitOther records whether someone without a seat delays the phase.
func (k *Clockwork) waitOther(tx *game.Tx, g *gamestate.State, role game.Role, wait bool) error {
	kind, key := game.Observer, "observer "+role.Account
	if role.Master {
		kind, key = game.Master, "master "+role.Account
	}
	if kind == game.Observer && wait && g.Hosting.StrictWait {
		return game.Refuse(game.Forbidden, message.New("In this game only masters and players who owe orders can hold a phase."))
	}
	var err error
	if wait {
		err = tx.Items.Put(g.ID, WaitItem, key, []byte(kind))
	} else {
		err = tx.Items.Drop(g.ID, WaitItem, key)
	}
	if err != nil {
		return err
	}
	return k.rewind(tx, g)
}

// rewind reschedules the clock of a game after a change to something on which
// it depends.
func (k *Clockwork) rewind(tx *game.Tx, g *gamestate.State) error {
	c, err := k.Course(tx, g)
	if err != nil {
		return err
	}
	return c.Save()
}

// SetPass sets whether the judge may resolve phases without waiting for a seat that has money but
// no units.
func (k *Clockwork) SetPass(ctx context.Context, gameID string, role game.Role, seat int, pass bool) error {
	_, err := k.passing(ctx, gameID, role, seat, pass)
	return err
}

// passing implements SetPass. It also reports whether the current phase needs orders from the
// seat.
func (k *Clockwork) passing(ctx context.Context, gameID string, role game.Role, seat int, pass bool) (owes bool, err error) {
	err = k.inSeat(ctx, gameID, role, seat, func(_ *game.Tx, c *Course) error {
		c.States[seat-1].Passes = pass
		c.JudgeSeat(seat)
		owes = c.Seats[seat-1].Owes && !c.States[seat-1].Complete
		return c.Save()
	})
	return owes, err
}

// inSeat runs a command of a seat that concerns the clock of a running game.
func (k *Clockwork) inSeat(ctx context.Context, gameID string, role game.Role, seat int, do func(tx *game.Tx, c *Course) error) error {
	return k.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := k.base.LoadRunning(tx, gameID, role)
		if err != nil {
			return err
		}
		if err := g.CheckSeat(role, seat); err != nil {
			return err
		}
		c, err := k.Course(tx, g)
		if err != nil {
			return err
		}
		return do(tx, c)
	})
}

// SetTimes sets the deadline, the end of the grace period and the earliest time of resolution of
// the current phase. Zero times leave these unchanged. Everyone is notified.
func (k *Clockwork) SetTimes(ctx context.Context, gameID string, role game.Role, deadline, grace, start time.Time) error {
	return k.base.Write(ctx, func(tx *game.Tx) error {
		g, _, err := k.base.LoadRunningAsMaster(tx, gameID, role)
		if err != nil {
			return err
		}
		return k.ChangeTimes(tx, g, deadline, grace, start)
	})
}

// ChangeTimes sets the times of the current phase that are not zero, and notifies
// everyone.
func (k *Clockwork) ChangeTimes(tx *game.Tx, g *gamestate.State, deadline, grace, start time.Time) error {
	c, err := k.Course(tx, g)
	if err != nil {
		return err
	}
	o, err := c.Opening()
	if err != nil {
		return err
	}
	for _, x := range []struct {
		at    time.Time
		set   func(schedule.Opening, time.Time) (schedule.Plan, error)
		topic journal.Topic
		said  message.Message
	}{
		{start, schedule.SetStart, journal.TopicStart, message.New("The earliest time at which this phase is resolved has changed.")},
		{deadline, schedule.SetDeadline, journal.TopicDeadline, message.New("This phase has a new deadline.")},
		{grace, schedule.SetGrace, journal.TopicGrace, message.New("This phase has a new grace period.")},
	} {
		if x.at.IsZero() {
			continue
		}
		old := o.Old
		if o.Old, err = x.set(o, x.at); err != nil {
			return calendarError(err)
		}
		c.Timing.Plan = o.Old
		if !old.Deadline.Equal(o.Old.Deadline) {
			c.adopt(c.state().Rearm())
		}
		if err := gamestate.Notice(tx, g, journal.Everybody, journal.Notice{Topic: x.topic, Said: x.said, Times: c.Times()}); err != nil {
			return err
		}
	}
	return c.Save()
}

// Extension is the outcome of a request for more time.
type Extension string

// The possible outcomes.
const (
	Extended  Extension = "extended"
	OverNow   Extension = "over"     // the game is over
	Unbegun   Extension = "unbegun"  // the game has no phase yet
	PausedNow Extension = "paused"   // the game gets a new deadline when it is resumed
	Untimed   Extension = "untimed"  // the phase has no deadline
	Nobody    Extension = "complete" // the phase waits for nobody, so it is resolved before its deadline
)

// Extend moves the deadline of the current phase of a game by a duration, from now if the deadline
// has passed, and notifies everyone. It returns Extended and the new deadline, or the reason why it
// changes nothing.
func (k *Clockwork) Extend(tx *game.Tx, gameID string, by time.Duration) (Extension, time.Time, error) {
	g, err := k.base.Load(tx, gameID)
	switch {
	case errors.Is(err, game.ErrNoGame):
		return OverNow, time.Time{}, nil
	case err != nil:
		return "", time.Time{}, err
	case g.Ended():
		return OverNow, time.Time{}, nil
	case g.Number == 0:
		return Unbegun, time.Time{}, nil
	case g.Status == game.Paused:
		return PausedNow, time.Time{}, nil
	}
	c, err := k.Course(tx, g)
	if err != nil {
		return "", time.Time{}, err
	}
	s := c.state()
	switch {
	case s.Plan.Deadline.IsZero():
		return Untimed, time.Time{}, nil
	case len(s.Missing()) == 0 && len(s.Waiting()) == 0:
		return Nobody, time.Time{}, nil
	}
	at := s.Plan.Deadline
	if at.Before(c.At) {
		at = c.At
	}
	at = at.Add(by)
	return Extended, at, k.ChangeTimes(tx, g, at, time.Time{}, time.Time{})
}

// steer runs a master's command on the clock of a running game.
func (k *Clockwork) steer(ctx context.Context, gameID string, role game.Role, do func(c *Course) error) error {
	return k.base.Write(ctx, func(tx *game.Tx) error {
		g, _, err := k.base.LoadRunningAsMaster(tx, gameID, role)
		if err != nil {
			return err
		}
		c, err := k.Course(tx, g)
		if err != nil {
			return err
		}
		if err := c.errRunning(); err != nil {
			return err
		}
		return do(c)
	})
}

// SetNormal makes a new plan for the current phase that ignores the extensions
// of the previous phases: the deadline is what it would have been without them,
// or in a day if that is later. Everyone is notified.
func (k *Clockwork) SetNormal(ctx context.Context, gameID string, role game.Role) error {
	return k.steer(ctx, gameID, role, func(c *Course) error {
		o, err := c.Opening()
		if err != nil {
			return err
		}
		if o.Old.Deadline.IsZero() {
			return game.Refuse(game.Conflict, message.New("This phase has no deadline."))
		}
		c.Timing.Plan, c.Timing.Why = schedule.Normal(o)
		c.adopt(c.state().Rearm())
		err = gamestate.Notice(c.Tx, c.State, journal.Everybody, journal.Notice{
			Topic: journal.TopicDeadline, Said: message.New("The deadline is back to the game's usual pace."), Times: c.Times(),
		})
		if err != nil {
			return err
		}
		return c.Save()
	})
}

// calendarError converts an error of package schedule about an invalid input to an error of the
// judge.
func calendarError(err error) error {
	var e *schedule.Error
	if errors.As(err, &e) {
		return game.Wrong(err)
	}
	return err
}

// Pause stops the clock of a game: nothing is due until the game is resumed, and messages can
// only be sent to masters. Orders are still accepted.
func (k *Clockwork) Pause(ctx context.Context, game string, role game.Role) error {
	return k.steer(ctx, game, role, func(c *Course) error {
		return c.Pause(message.New("The game is paused. You can still send orders, but nothing is resolved and there are no deadlines until it is resumed."))
	})
}

// Pause stops the clock, and announces it to everyone.
func (c *Course) Pause(said message.Message) error {
	c.Timing.Paused = c.At
	c.Record.Status, c.Status = game.Paused, game.Paused
	if err := gamestate.Notice(c.Tx, c.State, journal.Everybody, journal.Notice{Topic: journal.TopicPaused, Said: said}); err != nil {
		return err
	}
	return c.Save()
}

// Resume continues a paused game, or one that was terminated after it had begun. The phase gets a
// new deadline, and votes are cleared. Masters may call it, and players if the game allows it.
func (k *Clockwork) Resume(ctx context.Context, gameID string, role game.Role) error {
	return k.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := k.base.LoadRunning(tx, gameID, role)
		if err != nil {
			return err
		}
		has, err := gamestate.HasMaster(tx, g)
		switch {
		case err != nil:
			return err
		case !has && !role.Master && g.Status == game.Terminated:
			return game.Refuse(game.Conflict, message.New("All players have agreed to give the game up; it cannot be resumed."))
		case !role.Master && (role.Seat == 0 || has && !g.Hosting.PlayersResume):
			return game.ErrMaster
		case g.Status == game.Active:
			return game.Refuse(game.Conflict, message.New("The game is neither paused nor given up."))
		}
		c, err := k.Course(tx, g)
		if err != nil {
			return err
		}
		if err := c.ClearVotes(); err != nil {
			return err
		}
		c.Record.Status, g.Status = game.Active, game.Active
		c.Timing.Paused = time.Time{}
		if err := c.replan(); err != nil {
			return err
		}
		said := message.New("The game has been resumed, and the phase has a new deadline.")
		if c.Times().Deadline.IsZero() {
			said = message.New("The game has been resumed.")
		}
		err = gamestate.Notice(tx, g, journal.Everybody, journal.Notice{Topic: journal.TopicResumed, Times: c.Times(), Said: said})
		if err != nil {
			return err
		}
		return c.Save()
	})
}

// replan makes a new plan for the running phase, from now on. Lateness and its
// consequences are determined again by the new deadline.
func (c *Course) replan() error {
	o, err := c.Opening()
	if err != nil {
		return err
	}
	began := c.Timing.Plan.Began
	c.Timing.Plan, c.Timing.Why = schedule.NewPhase(o)
	if !began.IsZero() {
		c.Timing.Plan.Start = Earlier(c.Timing.Plan.Start, began.Add(c.Timing.Timing.Min))
	}
	c.Timing.Told = schedule.Told{}
	c.adopt(c.state().Rearm())
	return nil
}

// Earlier returns the earlier of two times.
func Earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

package admin

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// maxReason is the maximum length of the reason for an act, in characters.
const maxReason = 500

// Acts returns the acts of masters in the game, the oldest first. Corrections
// of secrets are shown only to their owners and to masters.
func (u *Admin) Acts(ctx context.Context, gameID string, role game.Role) ([]gamestate.Act, error) {
	var out []gamestate.Act
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		g, err := u.base.Load(tx, gameID)
		if err != nil {
			return err
		}
		kept, err := gamestate.Acts(tx, g.ID)
		if err != nil {
			return g.WrapError(err)
		}
		for _, k := range kept {
			a := k.Act
			if !g.View(role).SeesNames() {
				a.Who = ""
			}
			switch {
			case role.Master && k.FullPoints != nil:
				a.Points = k.FullPoints
			case role.Master && !k.Full.IsZero():
				a.Changes = k.Full
			case role.Seat > 0 && k.SeatPoints[role.Seat] != nil:
				a.Points = k.SeatPoints[role.Seat]
			case role.Seat > 0 && !k.Seats[role.Seat].IsZero():
				a.Changes = k.Seats[role.Seat]
			}
			out = append(out, a)
		}
		return nil
	})
	return out, err
}

// cleanReason returns a reason as one line, or an error if it is invalid, or is missing although it
// is needed.
func cleanReason(why string, needed bool) (string, error) {
	why = strings.Join(strings.Fields(why), " ")
	switch {
	case why == "" && needed:
		return "", game.Refuse(game.Invalid, message.New("Say why: everyone reads the reason for a correction."))
	case !utf8.ValidString(why) || strings.ContainsFunc(why, game.Hidden):
		return "", game.Refuse(game.Invalid, message.New("The reason has characters that cannot be printed."))
	case utf8.RuneCountInString(why) > maxReason:
		return "", game.Refuse(game.Invalid, message.New("The reason is longer than {n} characters.", message.Number(maxReason)))
	}
	return why, nil
}

// usualNotice is the minimum time that players have after a rollback or
// correction, unless their phases are shorter.
const usualNotice = 24 * time.Hour

// restart restarts the current phase of a game after a master changed it. The states of the seats
// are derived from their orders; votes and waits are deleted. The deadline stays, but is extended
// if necessary to leave a day, or a whole phase if that is shorter. Since all orders may already
// have been sent, the phase is not resolved before half of that time, except by the master's
// command.
func (u *Admin) restart(tx *game.Tx, g *gamestate.State) error {
	c, err := u.clock.Course(tx, g)
	if err != nil {
		return err
	}
	old, began := c.Timing.Plan, c.At
	if err := c.ClearVotes(); err != nil {
		return err
	}
	c.Timing.First = false
	if err := c.Begin(); err != nil {
		return err
	}
	for i := range c.States {
		if _, sent := c.Texts[i+1]; sent {
			c.States[i].Ordered, c.States[i].Written = c.At, time.Time{}
			c.JudgeSeat(i + 1)
		}
	}
	notice := usualNotice
	if next := c.Timing.Timing.Next; next > 0 {
		notice = min(notice, next)
	}
	switch {
	case c.Timing.Plan.Deadline.IsZero() || old.Deadline.IsZero():
	case !old.Deadline.Before(began.Add(notice)):
		old.Began, old.Start = began, c.Timing.Plan.Start
		c.Timing.Plan, c.Timing.Why.Kept = old, true
	default:
		o, err := c.Opening()
		if err != nil {
			return err
		}
		o.Old.Deadline, o.Old.Grace = time.Time{}, time.Time{}
		o.Timing.Next, o.Timing.Min = notice, min(o.Timing.Min, notice)
		c.Timing.Plan, c.Timing.Why = schedule.NewPhase(o)
	}
	if c.Hosting.OnReady { // everyone has to declare readiness again
		return c.Save()
	}
	plan := &c.Timing.Plan
	if soonest := began.Add(notice / 2).Truncate(time.Second); plan.Start.Before(soonest) {
		plan.Start = soonest
	}
	if !plan.Deadline.IsZero() {
		plan.Start = clock.Earlier(plan.Start, plan.Deadline)
	}
	return c.Save()
}

package clock

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// Ready sets whether a seat is ready. In a game that waits for everyone to be ready, the phase is
// resolved at once when the last seat is. In any other game, Ready is the opposite of SetWait:
// the others wait for a seat that is not ready. There, a seat cannot become ready while a line of
// its orders is refused or an order is missing: nothing changes then, and the error, with code
// "not_ready", says why.
func (k *Clockwork) Ready(ctx context.Context, id string, role game.Role, seat, revision int, ready bool) error {
	return k.base.Write(ctx, func(tx *game.Tx) error {
		g, err := k.base.LoadForSeat(tx, id, role, seat)
		if err != nil {
			return err
		}
		if err := cmp.Or(g.CheckRevision(tx, revision), g.CheckPerson(seat)); err != nil {
			return err
		}
		if g.Hosting.OnReady {
			return k.setReady(tx, g, seat, ready)
		}
		if ready {
			c, err := k.Course(tx, g)
			if err != nil {
				return err
			}
			if err := c.unready(seat); err != nil {
				return err
			}
		}
		return k.wait(tx, g, role, seat, !ready)
	})
}

// unready returns an error that says what keeps a seat from being ready in a game with
// deadlines, or nil if nothing does.
func (c *Course) unready(seat int) error {
	if !c.Seats[seat-1].Owes || c.States[seat-1].Complete {
		return nil
	}
	const shown = 5
	refused, lines := 0, []message.Message{}
	for _, r := range c.Read(seat, c.Texts[seat]) {
		if v := &r.Verdict; v.Refused() {
			if refused++; refused <= shown {
				lines = append(lines, message.New("Line {n}, {text}: {Why}", message.Number(v.Line), message.Order(fmt.Sprintf("%.60q", strings.TrimSpace(v.Text))), v.Error))
			}
		}
	}
	if refused > 0 {
		return game.Refuse(game.NotReady, message.Plural(refused, "You are not ready, because {n} line of your orders is refused. Correct it or delete it.\n{lines}",
			"You are not ready, because {n} lines of your orders are refused. Correct them or delete them.\n{lines}", message.ListOf(message.Lines, lines)))
	}
	return game.Refuse(game.NotReady, message.New("You are not ready, because orders are missing. Send an order for each unit, and whatever else this phase asks of you."))
}

// setReady records whether a seat is ready, in a game that is resolved only when all seats are.
func (k *Clockwork) setReady(tx *game.Tx, g *gamestate.State, seat int, ready bool) error {
	c, err := k.Course(tx, g)
	if err != nil {
		return err
	}
	c.States[seat-1].Ready = ready
	c.JudgeSeat(seat)
	if err := c.Touch(); err != nil {
		return err
	}
	_, err = c.Settle()
	return err
}

// Process resolves the current phase on a master's command and returns it.
func (k *Clockwork) Process(ctx context.Context, id string, role game.Role, revision int) (*game.Phase, error) {
	if !role.Master {
		return nil, game.ErrMaster
	}
	var out *game.Phase
	err := k.base.Write(ctx, func(tx *game.Tx) error {
		g, err := k.base.Load(tx, id)
		if err != nil {
			return err
		}
		if err := g.CheckRevision(tx, revision); err != nil {
			return err
		}
		out, err = k.processNow(tx, g, role)
		return err
	})
	return out, err
}

// SetDeadline sets the deadline of the current phase, or removes it if at is zero. Only masters
// may call it.
func (k *Clockwork) SetDeadline(ctx context.Context, id string, role game.Role, at time.Time) error {
	if !role.Master {
		return game.ErrMaster
	}
	if !at.IsZero() && !at.After(k.base.Now()) {
		return game.Refuse(game.Invalid, message.New("The deadline must be in the future."))
	}
	return k.base.Write(ctx, func(tx *game.Tx) error {
		g, err := k.base.Load(tx, id)
		if err != nil {
			return err
		}
		if g.Finished {
			return game.ErrOver
		}
		if role, err := k.base.Confirm(tx, g, role); err != nil || !role.Private().Master {
			return cmp.Or(err, error(game.ErrMaster))
		}
		if at.IsZero() {
			return k.dropDeadline(tx, g)
		}
		return k.ChangeTimes(tx, g, at, time.Time{}, time.Time{})
	})
}

// dropDeadline removes the deadline of the current phase.
func (k *Clockwork) dropDeadline(tx *game.Tx, g *gamestate.State) error {
	if !g.Hosting.OnReady {
		return game.Refuse(game.Invalid, message.New("The phases of this game have deadlines. Set another one, or pause the game."))
	}
	c, err := k.Course(tx, g)
	if err != nil {
		return err
	}
	c.Timing.Plan = schedule.NoDeadline(c.Timing.Plan)
	err = gamestate.Notice(tx, g, journal.Everybody, journal.Notice{Topic: journal.TopicDeadline, Said: message.New("This phase has no deadline any more."), Times: c.Times()})
	if err != nil {
		return err
	}
	return c.Save()
}

package judge

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/schedule"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
)

// Current is the phase in which the game stands.
func (j *Judge) Current(ctx context.Context, id string) (*game.Phase, error) {
	return j.Phase(ctx, id, 0)
}

// Phase is a phase of the game by its number; 0 is the current one. Orders of
// the current phase are not in it.
func (j *Judge) Phase(ctx context.Context, id string, number int) (*game.Phase, error) {
	var out *game.Phase
	err := j.read(ctx, func(tx game.Tx) error {
		g, err := j.game(tx, id)
		if err != nil {
			return err
		}
		if number == 0 {
			number = g.Number
		}
		r, err := tx.Phase(id, number)
		if errors.Is(err, game.ErrNoRecord) {
			return game.ErrNoPhase
		}
		if err != nil {
			return err
		}
		if out, err = g.readPhase(tx, &r); err != nil {
			return g.errInternal(err)
		}
		if out.After != nil {
			out.Orders, err = tx.Orders(id, number)
		}
		return err
	})
	return out, err
}

// readPhase reads a phase of the game; within Look each thing in it once.
func (g *opened) readPhase(tx game.Tx, r *game.PhaseRecord) (*game.Phase, error) {
	look, ok := tx.(*lookTx)
	if !ok {
		return readPhase(g.made.codec, r)
	}
	return readPhase(&lookCodec{look, g}, r)
}

// phaseReader reads what is stored of a phase.
type phaseReader interface {
	ReadPosition(stored []byte) (*position.Position, error)
	ReadEvents(stored []byte) ([]event.Event, error)
}

func readPhase(c phaseReader, r *game.PhaseRecord) (*game.Phase, error) {
	before, err := c.ReadPosition(r.Position)
	if err != nil {
		return nil, err
	}
	p := &game.Phase{Number: r.Number, Phase: r.Phase, Before: before, Throws: r.Throws, Given: r.Given, Engine: r.Engine, Done: r.Done}
	if r.After == nil {
		return p, nil
	}
	p.Salt = r.Salt
	if p.After, err = c.ReadPosition(r.After); err != nil {
		return nil, err
	}
	p.Events, err = c.ReadEvents(r.Events)
	return p, err
}

// Phases lists the phases of the game, the current one last.
func (j *Judge) Phases(ctx context.Context, id string) ([]game.PhaseInfo, error) {
	var out []game.PhaseInfo
	err := j.read(ctx, func(tx game.Tx) error {
		if _, err := j.game(tx, id); err != nil {
			return err
		}
		var err error
		out, err = tx.Phases(id)
		return err
	})
	return out, err
}

// seated reads a game for somebody who may act for the seat.
func (j *Judge) seated(tx game.Tx, id string, role game.Role, seat int) (*opened, error) {
	g, err := j.game(tx, id)
	if err != nil {
		return nil, err
	}
	if role, err = j.confirm(tx, g, role); err != nil {
		return nil, err
	}
	return g, g.errSeat(role, seat)
}

// storable is a text without the bytes that not every database keeps; where
// they stand the line is refused as before.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// Ready says that a seat is ready, or no longer. In a game that waits for
// everyone to say so, the phase is resolved at once when the last one does. In
// any other game it is another word for SetWait: if you are not ready, the others
// wait for you.
func (j *Judge) Ready(ctx context.Context, id string, role game.Role, seat, revision int, ready bool) error {
	return j.write(ctx, func(tx game.Tx) error {
		g, err := j.seated(tx, id, role, seat)
		if err != nil {
			return err
		}
		if err := cmp.Or(g.errAt(tx, revision), g.errBotSeat(seat)); err != nil {
			return err
		}
		if g.Hosting.OnReady {
			return j.setReady(tx, g, seat, ready)
		}
		return j.wait(tx, g, role, seat, !ready)
	})
}

// setReady notes that a seat is ready, or no longer, in a game that waits for
// that.
func (j *Judge) setReady(tx game.Tx, g *opened, seat int, ready bool) error {
	c, err := j.course(tx, g)
	if err != nil {
		return err
	}
	c.states[seat-1].Ready = ready
	c.judgeSeat(seat)
	if err := c.touch(); err != nil {
		return err
	}
	_, err = c.settle()
	return err
}

// Process carries the current phase out on the master's word and gives it as
// it is now in the history.
func (j *Judge) Process(ctx context.Context, id string, role game.Role, revision int) (*game.Phase, error) {
	if !role.Master {
		return nil, game.ErrMaster
	}
	var out *game.Phase
	err := j.write(ctx, func(tx game.Tx) error {
		g, err := j.game(tx, id)
		if err != nil {
			return err
		}
		if err := g.errAt(tx, revision); err != nil {
			return err
		}
		out, err = j.processNow(tx, g, role)
		return err
	})
	return out, err
}

// SetDeadline sets the deadline of the current phase, or takes it away with the
// zero time; it is for the master.
func (j *Judge) SetDeadline(ctx context.Context, id string, role game.Role, at time.Time) error {
	if !role.Master {
		return game.ErrMaster
	}
	if !at.IsZero() && !at.After(j.now()) {
		return game.Invalidf("The deadline must lie in the future.")
	}
	return j.write(ctx, func(tx game.Tx) error {
		g, err := j.game(tx, id)
		if err != nil {
			return err
		}
		if g.Finished {
			return game.ErrOver
		}
		if role, err := j.confirm(tx, g, role); err != nil || !role.Private().Master {
			return cmp.Or(err, error(game.ErrMaster))
		}
		if at.IsZero() {
			return j.dropDeadline(tx, g)
		}
		return j.setTimes(tx, g, at, time.Time{}, time.Time{})
	})
}

// dropDeadline takes the deadline of the current phase away.
func (j *Judge) dropDeadline(tx game.Tx, g *opened) error {
	if !g.Hosting.OnReady {
		return game.Invalidf("The phases of this game have deadlines. Set another one, or pause the game.")
	}
	c, err := j.course(tx, g)
	if err != nil {
		return err
	}
	c.timing.Plan = schedule.NoDeadline(c.timing.Plan)
	err = notice(tx, g, journal.Everybody, journal.Notice{Topic: journal.TopicDeadline, Text: "This phase has no deadline any more.", Times: c.times()})
	if err != nil {
		return err
	}
	return c.save()
}

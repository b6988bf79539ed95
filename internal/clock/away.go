package clock

import (
	"context"
	"errors"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// absences returns the current and future absences of all players and masters. Vacations count,
// except those of players whose powers are out of the game.
func (c *Course) absences() ([]schedule.Absence, error) {
	all, err := c.Tx.Absences.Absences(c.ID)
	if err != nil {
		return nil, err
	}
	vacations, err := c.Vacations(c.Tx)
	for _, v := range vacations {
		if v.Seat == schedule.Master || !c.Out(v.Seat) {
			all = append(all, v)
		}
	}
	return schedule.Pending(all, c.At), err
}

// absencesOf returns the current and future absences of a seat, or of the
// masters for seat 0.
func absencesOf(tx *game.Tx, g *gamestate.State, seat int) ([]schedule.Absence, error) {
	all, err := tx.Absences.Absences(g.ID)
	all = slices.DeleteFunc(all, func(a schedule.Absence) bool { return a.Seat != seat })
	return schedule.Pending(all, g.At), err
}

// away changes the absences of a seat to the result of f.
func (k *Clockwork) away(ctx context.Context, gameID string, role game.Role, seat int, f func(tx *game.Tx, g *gamestate.State, own []schedule.Absence) ([]schedule.Absence, error)) error {
	return k.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := k.base.LoadPrivate(tx, gameID, role)
		switch {
		case err != nil:
			return err
		case g.Finished || g.Status == game.Terminated:
			return game.ErrOver
		}
		if err := g.CheckAway(role, seat); err != nil {
			return err
		}
		own, err := absencesOf(tx, g, seat)
		if err != nil {
			return err
		}
		if own, err = f(tx, g, own); err != nil {
			return err
		}
		return tx.Absences.SetAbsences(gameID, seat, own)
	})
}

// SetAbsence records an absence of a seat, or of the master for seat 0. New
// deadlines avoid it; the current one stays. The masters are notified. An
// absence longer than players may set themselves is refused, and the masters
// are asked to set it.
func (k *Clockwork) SetAbsence(ctx context.Context, gameID string, role game.Role, seat int, a schedule.Absence) error {
	var refused error
	err := k.away(ctx, gameID, role, seat, func(tx *game.Tx, g *gamestate.State, own []schedule.Absence) ([]schedule.Absence, error) {
		refused = nil
		if seat != schedule.Master && g.Number > 0 {
			t, err := k.base.Board(tx, g)
			if err != nil {
				return nil, err
			}
			if t.Out(seat) {
				return nil, game.Refuse(game.Conflict, message.New("This seat is out of the game: nobody waits for it."))
			}
		}
		a.Seat = seat
		next, err := schedule.AddAbsence(own, a, g.At, g.Hosting.MaxAbsence, role.Master)
		n := journal.Notice{Topic: journal.TopicAbsence, From: a.Start, Until: a.End}
		n.Said = message.New("The master will be away. New deadlines avoid that time.")
		if seat != schedule.Master {
			n.Seats, n.Said = []int{seat}, awayUntil(g.Called(seat))
		}
		if schedule.Code(err) == schedule.LongAbsence {
			refused, next = askedError{calendarError(err)}, own
			if has, err := gamestate.HasMaster(tx, g); err != nil {
				return nil, err
			} else if !has {
				refused = game.Refuse(game.Invalid, message.New("In a game without a master an absence can last {n} days at most. Give a shorter one; you can set another when it is over.", message.Number(g.Hosting.MaxAbsence)))
			}
			n.Topic = journal.TopicAbsenceOver
			n.Said = message.New("{Powers} {powers?pl:ask|asks} for a longer absence than players can set themselves. If you agree, set it for the seat.", g.Called(seat))
		} else if err != nil {
			return nil, calendarError(err)
		}
		return next, gamestate.Log(tx, g, game.NoticeEntry, journal.MastersOnly, seat, n)
	})
	if err != nil {
		return err
	}
	return refused
}

// awayUntil returns the notice that the players of seats will be away.
func awayUntil(called message.List) message.Message {
	return message.New("{Powers} will be away. New deadlines avoid that time.", called)
}

// notAway returns the notice that the players of seats will not be away, although an absence was
// announced.
func notAway(called message.List) message.Message {
	return message.New("{Powers} will not be away after all.", called)
}

// ErrAsked is wrapped by errors of requests for which a master was asked instead.
var ErrAsked = errors.New("the master was asked")

type askedError struct{ reason error }

func (e askedError) Error() string { return e.reason.Error() }

func (e askedError) Is(target error) bool { return target == ErrAsked }

func (e askedError) Unwrap() error { return e.reason }

// DropAbsence deletes the absence of a seat that contains an instant, or the
// first that begins within a day after it. The masters are notified.
func (k *Clockwork) DropAbsence(ctx context.Context, gameID string, role game.Role, seat int, at time.Time) error {
	return k.away(ctx, gameID, role, seat, func(tx *game.Tx, g *gamestate.State, own []schedule.Absence) ([]schedule.Absence, error) {
		i := slices.IndexFunc(own, func(a schedule.Absence) bool { return a.Holds(at) })
		if i < 0 {
			day := schedule.Absence{Start: at, End: at.Add(24 * time.Hour)}
			i = slices.IndexFunc(own, func(a schedule.Absence) bool { return day.Holds(a.Start) })
		}
		if i < 0 {
			return nil, game.Refuse(game.NotFound, message.New("There is no absence on that date."))
		}
		a := own[i]
		n := journal.Notice{Topic: journal.TopicAbsenceOff, From: a.Start, Until: a.End}
		n.Said = message.New("The master will not be away after all.")
		if seat != schedule.Master {
			n.Seats, n.Said = []int{seat}, notAway(g.Called(seat))
		}
		return slices.Delete(own, i, i+1), gamestate.Log(tx, g, game.NoticeEntry, journal.MastersOnly, seat, n)
	})
}

// Absences returns the current and future absences of a seat, or of the masters
// for seat 0.
func (k *Clockwork) Absences(ctx context.Context, gameID string, role game.Role, seat int) ([]schedule.Absence, error) {
	var out []schedule.Absence
	err := k.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		g, role, err := k.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		if err := g.CheckAway(role, seat); err != nil {
			return err
		}
		out, err = absencesOf(tx, g, seat)
		return err
	})
	return out, err
}

package inbox

import (
	"context"
	"errors"

	"podesta/internal/account"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/phrase"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// dates returns the context of the writer's dates.
func (s *session) dates() schedule.DateContext {
	d := schedule.DateContext{Now: s.o.clock.Now().UTC(), Zone: account.Zone(s.account), Clock: schedule.NoClock}
	if s.game != nil {
		if loc, err := schedule.Zone(s.game.Hosting.Zone); err == nil {
			d.ClockZone = loc
		}
		d.Clock = s.game.Hosting.Timing[clock.ClassOf(s.game.Phase)].Clock
	}
	return d
}

// dated converts an error of the calendar to one for the writer.
func dated(err error) error {
	if err == nil {
		return nil
	}
	return game.Wrong(err)
}

// absence runs SET ABSENCE.
func (s *session) absence(ctx context.Context, c command.Absence) (message.Message, error) {
	seat := s.seat
	if seat == 0 && !s.role.Master {
		return message.Message{}, errNoSeat
	}
	if c.No {
		d := s.dates()
		at, err := schedule.ParseDate(c.Dates, d)
		if err != nil {
			d.Mode = schedule.Past
			if past, e := schedule.ParseDate(c.Dates, d); e == nil {
				at, err = past, nil
			}
		}
		if err != nil {
			return message.Message{}, dated(err)
		}
		return message.New("The absence is withdrawn."), s.o.judge.DropAbsence(ctx, s.game.ID, s.role, seat, at)
	}
	a, err := schedule.ParseAbsence(c.Dates, seat, s.dates())
	if err != nil {
		return message.Message{}, dated(err)
	}
	err = s.o.judge.SetAbsence(ctx, s.game.ID, s.role, seat, a)
	if errors.Is(err, clock.ErrAsked) {
		return message.Of(err), nil
	}
	return message.New("You are away from {from} to {until}. New deadlines avoid it; the current one stays.", phrase.At(a.Start), phrase.At(a.End)), err
}

// vacation runs VACATION and NO VACATION.
func (s *session) vacation(ctx context.Context, c command.Vacation) (message.Message, error) {
	me, err := s.self()
	if err != nil {
		return message.Message{}, err
	}
	var v *clock.Vacation
	switch {
	case c.No:
		return message.New("Your vacation is cancelled."), s.o.judge.DropVacation(ctx, me.ID)
	case c.Dates == "":
		if v, err = s.o.judge.Vacation(ctx, me.ID); err == nil && v == nil {
			return message.New("You have set no vacation."), nil
		}
	default:
		a, e := schedule.ParseAbsence(c.Dates, 0, s.dates())
		if e != nil {
			return message.Message{}, dated(e)
		}
		v, err = s.o.judge.SetVacation(ctx, me.ID, a.Start, a.End)
	}
	if err != nil {
		return message.Message{}, err
	}
	lines := []message.Message{message.New("You are away from all your games from {from} to {until}.", phrase.At(v.Start), phrase.At(v.End))}
	for _, g := range v.Games {
		lines = append(lines, message.New("{game}: {what}", message.Name(phrase.OneLine(g.Name, 60)), g.Says))
	}
	return message.New("{lines}", message.ListOf(message.Lines, lines)), nil
}

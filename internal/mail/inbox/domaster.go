package inbox

import (
	"context"
	"strings"
	"time"

	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/phrase"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// correct makes successive corrections, all of them or none. The text after
// BECAUSE, in any of them, is the reason.
func (s *session) correct(ctx context.Context) error {
	items := s.edits
	s.edits = nil
	if len(items) == 0 {
		return nil
	}
	if s.game == nil {
		for _, it := range items {
			s.refuse(it, errNoSession)
		}
		return nil
	}
	var lines, reasons []string
	for _, it := range items {
		text, why := reason(it.Command.(command.Edit).Text)
		lines = append(lines, text)
		if why != "" {
			reasons = append(reasons, why)
		}
	}
	last := items[len(items)-1]
	name := nameStep(s.block, items[0].Line, last.Line, strings.Join(lines, "\n"))
	if done, ok := s.w.progress.did(name); ok {
		return s.pastCorrection(ctx, items, done)
	}
	changes := admin.ReadChanges(strings.Join(lines, "\n"))
	told, err := s.o.judge.Admin.CheckEdit(ctx, s.game.ID, s.role, s.game.Revision, changes)
	if err == nil && len(reasons) == 0 {
		err = game.Refuse(game.Invalid, message.New("Give the reason after BECAUSE in one of the lines; everyone reads it. Example: {example}", message.Order("EDIT treasury venice +3 BECAUSE a payment was forgotten")))
	}
	if err == nil {
		err = s.o.judge.Admin.Edit(s.w.progress.noting(ctx, name, step{}), s.game.ID, s.role, s.game.Revision, changes, strings.Join(reasons, "; "))
	}
	if err != nil {
		if s.w.later(err) {
			return err
		}
		for _, it := range items[:len(items)-1] {
			s.refuse(it, game.Refuse(game.Conflict, message.New("Not made, because one of the corrections in this group has an error; see the last of them.")))
		}
		s.refuse(last, err)
		return nil
	}
	text := phrase.Lines(message.New("Corrected:"), changed(told))
	s.w.progress.answered(name, text)
	return s.pastCorrection(ctx, items, step{Told: true, Said: text})
}

// pastCorrection answers corrections that were made, now or before the judge
// was interrupted.
func (s *session) pastCorrection(ctx context.Context, items []*command.Item, done step) error {
	for _, it := range items[:len(items)-1] {
		s.confirm(it, message.New("Made, together with the corrections below."))
	}
	return s.pastItem(ctx, items[len(items)-1], done)
}

// reason splits a text at BECAUSE.
func reason(text string) (rest, why string) {
	const word = " BECAUSE "
	text = " " + text + " " // the reason may be alone
	i := strings.LastIndex(strings.ToUpper(text), word)
	if i < 0 {
		return strings.TrimSpace(text), ""
	}
	return strings.TrimSpace(text[:i]), strings.TrimSpace(text[i+len(word):])
}

// setTime sets the deadline, the end of grace or the earliest processing of the
// current phase.
func (s *session) setTime(ctx context.Context, c command.SetTime) (message.Message, error) {
	if !s.role.Master {
		return message.Message{}, errMaster
	}
	if strings.EqualFold(c.What, "DEADLINE") && strings.EqualFold(strings.TrimSpace(c.When), "NORMAL") {
		if err := s.o.judge.Clock.SetNormal(ctx, s.game.ID, s.role); err != nil {
			return message.Message{}, err
		}
		return message.New("The phase has its usual times again. {times}", s.times(ctx)), nil
	}
	at, err := schedule.ParseDate(c.When, s.dates())
	if err != nil {
		return message.Message{}, dated(err)
	}
	var deadline, grace, start time.Time
	switch c.What {
	case "DEADLINE":
		deadline = at
	case "GRACE":
		grace = at
	default:
		start = at
	}
	if err := s.o.judge.Clock.SetTimes(ctx, s.game.ID, s.role, deadline, grace, start); err != nil {
		return message.Message{}, err
	}
	switch {
	case !grace.IsZero():
		return message.New("The grace period ends {when}.", phrase.At(at)), nil
	case !start.IsZero():
		return message.New("Nothing is resolved before {when}. {times}", phrase.At(at), s.times(ctx)), nil
	}
	return s.times(ctx), nil
}

// times returns the deadline and the end of grace of the current phase. Each
// change of one can move the other, so answers always say both.
func (s *session) times(ctx context.Context) message.Message {
	p := s.o.deadline(ctx, s.game)
	switch {
	case p.Deadline.IsZero():
		return message.New("This phase has no deadline.")
	case !p.Grace.After(p.Deadline):
		return message.New("The deadline is {when}.", phrase.At(p.Deadline))
	}
	return message.New("The deadline is {when}. The grace period ends {end}.", phrase.At(p.Deadline), phrase.At(p.Grace))
}

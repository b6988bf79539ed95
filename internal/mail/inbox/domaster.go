package inbox

import (
	"context"
	"strings"

	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// correct makes either all or none of several successive corrections. The text after BECAUSE in any
// of them is the reason.
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

// pastCorrection answers corrections that have already been made, now or before the judge was
// interrupted.
func (s *session) pastCorrection(ctx context.Context, items []*command.Item, done step) error {
	for _, it := range items[:len(items)-1] {
		s.confirm(it, message.New("Made, together with the corrections below."))
	}
	return s.pastItem(ctx, items[len(items)-1], done)
}

// reason splits a text at BECAUSE.
func reason(text string) (rest, why string) {
	const word = " BECAUSE "
	text = " " + text + " " // the reason may be the whole text
	i := strings.LastIndex(strings.ToUpper(text), word)
	if i < 0 {
		return strings.TrimSpace(text), ""
	}
	return strings.TrimSpace(text[:i]), strings.TrimSpace(text[i+len(word):])
}

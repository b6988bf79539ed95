package inbox

import (
	"context"
	"strings"

	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/phrase"
	"podesta/internal/users"
	"podesta/machiavelli/message"
)

// setWish changes which e-mail the writer wants, and returns a confirmation.
func (s *session) setWish(ctx context.Context, c command.Letters) (string, error) {
	if s.account == nil {
		return "", errAnonymous
	}
	if s.became {
		return "", game.Refuse(game.Forbidden, message.New("Only the player can choose which letters they get."))
	}
	w, err := users.ReadWishes(s.account)
	if err != nil {
		return "", err
	}
	switch c.What {
	case command.Reminders:
		w.NoReminders = !c.On
	case command.Waiting:
		w.NoWaiting = !c.On
	case command.Broadcasts:
		w.NoBroadcasts = !c.On
	case command.Full:
		w.Plain = !c.On
	}
	return s.saveWishes(ctx, w)
}

// saveWishes saves which e-mail the writer wants, and returns a confirmation.
func (s *session) saveWishes(ctx context.Context, w users.Wishes) (string, error) {
	if err := s.o.judge.SaveWishes(ctx, s.account.ID, w); err != nil {
		return "", err
	}
	a, err := s.o.judge.Account(ctx, s.account.ID)
	if err == nil {
		s.account = a
	}
	return wishWords(w), err
}

// wishWords describes which e-mail an account receives.
func wishWords(w users.Wishes) string {
	var without []string
	for _, x := range []struct {
		no   bool
		what string
	}{
		{w.NoReminders, "reminders before deadlines"},
		{w.NoWaiting, "notices that a game is still waiting"},
		{w.NoCopies, "press among players in games of which you are a master"},
		{w.NoBroadcasts, "broadcasts in games in which you do not play"},
	} {
		if x.no {
			without = append(without, x.what)
		}
	}
	text := "You get all letters about your games"
	if len(without) > 0 {
		text += " except " + phrase.List(without)
	}
	text += ", with pictures and appointments."
	if w.Plain {
		text = strings.TrimSuffix(text, ", with pictures and appointments.") + ", as text alone."
	}
	return text
}

// allPress requests copies of press among players, or cancels this: for a
// master in all their games, whose logs contain it anyway, and for an observer
// in this one.
func (s *session) allPress(ctx context.Context, on bool) (string, error) {
	if !s.role.Master {
		text := "You now get copies of all press. The players are notified."
		if !on {
			text = "You no longer get copies of press between others."
		}
		return text, s.o.judge.SetCopies(ctx, s.game.ID, s.role, on)
	}
	w, err := users.ReadWishes(s.account)
	if err != nil {
		return "", err
	}
	w.NoCopies = !on
	return s.saveWishes(ctx, w)
}

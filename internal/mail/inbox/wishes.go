package inbox

import (
	"context"

	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/users"
	"podesta/machiavelli/message"
)

// setWish changes which e-mail the writer wants, and returns a confirmation.
func (s *session) setWish(ctx context.Context, c command.Letters) (message.Message, error) {
	if s.account == nil {
		return message.Message{}, errAnonymous
	}
	if s.became {
		return message.Message{}, game.Refuse(game.Forbidden, message.New("Only the player can choose which e-mails they get."))
	}
	w, err := users.ReadWishes(s.account)
	if err != nil {
		return message.Message{}, err
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
func (s *session) saveWishes(ctx context.Context, w users.Wishes) (message.Message, error) {
	if err := s.o.judge.SaveWishes(ctx, s.account.ID, w); err != nil {
		return message.Message{}, err
	}
	a, err := s.o.judge.Account(ctx, s.account.ID)
	if err == nil {
		s.account = a
	}
	return wishWords(w), err
}

// wishWords describes which e-mail an account receives.
func wishWords(w users.Wishes) message.Message {
	var without []message.Message
	for _, x := range []struct {
		no   bool
		what message.Message
	}{
		{w.NoReminders, message.New("reminders before deadlines")},
		{w.NoWaiting, message.New("notices that a game is still waiting")},
		{w.NoCopies, message.New("press among players in games of which you are a master")},
		{w.NoBroadcasts, message.New("broadcasts in games in which you do not play")},
	} {
		if x.no {
			without = append(without, x.what)
		}
	}
	list := message.ListOf(message.And, without)
	switch {
	case len(without) > 0 && w.Plain:
		return message.New("You get all e-mail about your games except {kinds}, as text alone.", list)
	case len(without) > 0:
		return message.New("You get all e-mail about your games except {kinds}, with pictures and appointments.", list)
	case w.Plain:
		return message.New("You get all e-mail about your games, as text alone.")
	}
	return message.New("You get all e-mail about your games, with pictures and appointments.")
}

// allPress requests copies of press among players, or cancels this: for a
// master in all their games, whose logs contain it anyway, and for an observer
// in this one.
func (s *session) allPress(ctx context.Context, on bool) (message.Message, error) {
	if !s.role.Master {
		text := message.New("You now get copies of all press. The players are notified.")
		if !on {
			text = message.New("You no longer get copies of press between others.")
		}
		return text, s.o.judge.SetCopies(ctx, s.game.ID, s.role, on)
	}
	w, err := users.ReadWishes(s.account)
	if err != nil {
		return message.Message{}, err
	}
	w.NoCopies = !on
	return s.saveWishes(ctx, w)
}

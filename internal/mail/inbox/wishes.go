package inbox

import (
	"cmp"
	"context"
	"slices"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/phrase"
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
	if e, ok := letterEvents[c.What]; ok {
		return s.setNotices(ctx, func(n *account.Notices) {
			n.Mail.Events = slices.DeleteFunc(n.Mail.Events, func(x game.Event) bool { return x == e })
			if c.On {
				n.Mail.Events = append(n.Mail.Events, e)
			}
		})
	}
	w, err := account.ReadWishes(s.account)
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

// letterEvents are the kinds of events of the e-mails that can be chosen.
var letterEvents = map[command.LetterKind]game.Event{
	command.ResultLetters: game.EventResolved, command.MessageLetters: game.EventMessage, command.VoteLetters: game.EventVote,
	command.StartLetters: game.EventBegins, command.CommentLetters: game.EventComment, command.OtherLetters: game.EventOther,
}

// setNotices changes how the writer is notified, and returns a confirmation.
func (s *session) setNotices(ctx context.Context, change func(*account.Notices)) (message.Message, error) {
	if s.account == nil {
		return message.Message{}, errAnonymous
	}
	if s.became {
		return message.Message{}, game.Refuse(game.Forbidden, message.New("Only the player can choose which e-mails they get."))
	}
	w, err := account.ReadWishes(s.account)
	if err != nil {
		return message.Message{}, err
	}
	n := w.Notices()
	change(&n)
	if err := s.o.judge.Users.SaveNotices(ctx, s.account.ID, n); err != nil {
		return message.Message{}, err
	}
	if s.account, err = s.o.judge.Users.Account(ctx, s.account.ID); err != nil {
		return message.Message{}, err
	}
	if w, err = account.ReadWishes(s.account); err != nil {
		return message.Message{}, err
	}
	return wishWords(w), nil
}

// setOpenData says whether researchers may have the writer's games.
func (s *session) setOpenData(ctx context.Context, agreed bool) (message.Message, error) {
	a, err := s.self()
	if err != nil {
		return message.Message{}, err
	}
	if err := s.o.judge.Users.SetOpenData(ctx, a.ID, agreed); err != nil {
		return message.Message{}, err
	}
	if s.account, err = s.o.judge.Users.Account(ctx, a.ID); err != nil {
		return message.Message{}, err
	}
	if !agreed {
		return message.New("Researchers get none of your games from now on. Copies that were already given cannot be called back."), nil
	}
	return message.New("Researchers may have your public games when they are over, if everyone who played in them agrees. Your name is replaced, and messages are left out."), nil
}

// saveWishes saves which e-mail the writer wants, and returns a confirmation.
func (s *session) saveWishes(ctx context.Context, w account.Wishes) (message.Message, error) {
	if err := s.o.judge.Users.SaveWishes(ctx, s.account.ID, w); err != nil {
		return message.Message{}, err
	}
	a, err := s.o.judge.Users.Account(ctx, s.account.ID)
	if err == nil {
		s.account = a
	}
	return wishWords(w), err
}

// wishWords describes which e-mail an account receives, and when.
func wishWords(w account.Wishes) message.Message {
	all := []message.Message{whichWords(w)}
	if w.MailDaily {
		all = append(all, message.New("What can wait is one e-mail a day, at {time}.", message.Order(cmp.Or(w.Daily, account.UsualDaily))))
	}
	if w.QuietFrom != "" {
		all = append(all, message.New("Nothing that can wait is sent between {from} and {until}.", message.Order(w.QuietFrom), message.Order(w.QuietUntil)))
	}
	return phrase.Sentences(all...)
}

// whichWords describes which e-mail an account receives.
func whichWords(w account.Wishes) message.Message {
	var without []message.Message
	for _, x := range []struct {
		no   bool
		what message.Message
	}{
		{w.NoReminders, message.New("reminders before deadlines")},
		{w.NoWaiting, message.New("notices that a game is still waiting")},
		{w.NoCopies, message.New("press among players in games of which you are a master")},
		{w.NoBroadcasts, message.New("broadcasts in games in which you do not play")},
		{slices.Contains(w.NoMail, game.EventResolved), message.New("results")},
		{slices.Contains(w.NoMail, game.EventMessage), message.New("messages from players")},
		{slices.Contains(w.NoMail, game.EventVote), message.New("votes")},
		{slices.Contains(w.NoMail, game.EventBegins), message.New("the beginning of games")},
		{slices.Contains(w.NoMail, game.EventComment), message.New("comments on games that are over")},
		{slices.Contains(w.NoMail, game.EventOther), message.New("other notices")},
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
		return text, s.o.judge.Press.SetCopies(ctx, s.game.ID, s.role, on)
	}
	w, err := account.ReadWishes(s.account)
	if err != nil {
		return message.Message{}, err
	}
	w.NoCopies = !on
	return s.saveWishes(ctx, w)
}

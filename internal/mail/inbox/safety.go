package inbox

import (
	"context"
	"strings"

	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/safety"
	"podesta/machiavelli/message"
)

// self returns the account of the sender, for a command about their own account.
func (s *session) self() (*game.Account, error) {
	switch {
	case s.account == nil:
		return nil, errAnonymous
	case s.became:
		return nil, game.Refuse(game.Forbidden, message.New("Only the player can do this."))
	}
	return s.account, nil
}

// writerSeat returns the seat of a power, given its letter or name; 0 stands for the observers. It
// needs a session in a game.
func (s *session) writerSeat(word string) (int, error) {
	if s.game == nil {
		return 0, errNoSession
	}
	if strings.EqualFold(word, "O") {
		return 0, nil
	}
	if p, ok := s.game.Setting.Powers.Match(word); ok && len(word) > 1 {
		word = string(s.game.Setting.Powers[p].Letter)
	}
	a, err := s.game.Letters(word)
	if err != nil {
		return 0, err
	}
	if len(a.Seats) != 1 || a.Observers {
		return 0, game.Refuse(game.Invalid, message.New("Name one power, by its letter or its name, or {o} for the observers.", message.Order("O")))
	}
	return a.Seats[0], nil
}

// accuse runs REPORT.
func (s *session) accuse(ctx context.Context, c command.Report) (message.Message, error) {
	a, err := s.self()
	if err != nil {
		return message.Message{}, err
	}
	n := safety.NewReport{Kind: c.Kind, Reason: c.Reason, Note: c.Note}
	switch c.Kind {
	case game.NameReport:
		n.Name = c.Who
	default:
		if s.game == nil {
			return message.Message{}, errNoSession
		}
		n.Game = s.game.ID
	}
	if c.Kind == game.PlayerReport {
		to, err := s.game.Letters(c.Who)
		if err != nil {
			return message.Message{}, err
		}
		if to.Observers || len(to.Seats) == 0 {
			return message.Message{}, game.Refuse(game.Invalid, message.New("Name the powers whose players you report, by their letters."))
		}
		n.Seats = to.Seats
	}
	if c.Kind == game.LetterReport {
		seat := 0
		if !c.Grey {
			if seat, err = s.writerSeat(c.Who); err != nil {
				return message.Message{}, err
			}
		}
		if n.Letter, err = s.o.judge.Press.LastLetterOf(ctx, s.game.ID, s.role, seat, c.Grey); err != nil {
			return message.Message{}, err
		}
	}
	return message.New("Reported. The operators will look at it, and you will learn what they decide."), s.o.judge.Safety.Report(ctx, a.ID, n)
}

// appeal runs APPEAL.
func (s *session) appeal(ctx context.Context, c command.Appeal) (message.Message, error) {
	a, err := s.self()
	if err != nil {
		return message.Message{}, err
	}
	return message.New("Your appeal was sent to the operators. You will learn what they decide."), s.o.judge.Safety.Appeal(ctx, a.ID, "", c.Text)
}

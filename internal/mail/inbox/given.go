package inbox

import (
	"context"

	"podesta/internal/act"
	"podesta/internal/mail/command"
	"podesta/machiavelli/message"
)

// given runs a command of package act.
func (s *session) given(ctx context.Context, g command.Given) (message.Message, error) {
	c := s.o.commands[g.Command.Name]
	by := act.Caller{Game: s.game, Role: s.role, Seat: s.seat}
	if s.o.c.BaseURL != "" {
		by.Address = s.o.address
	}
	switch {
	case c.Scope == act.Judge:
		a, err := s.self()
		if err != nil && c.Who&act.Anyone == 0 {
			return message.Message{}, err
		} else if err == nil {
			by.Account = a.ID
		}
	case c.Scope == act.Seat:
		if _, err := s.seated(); err != nil {
			return message.Message{}, err
		}
	case s.game == nil:
		return message.Message{}, errNoSession
	}
	answer, err := c.Run(ctx, by, g.Values)
	if err != nil {
		return message.Message{}, err
	}
	if s.game != nil && !c.Reads {
		if err := s.reload(ctx); err != nil {
			return message.Message{}, err
		}
	}
	return answer.What(), nil
}

package inbox

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"podesta/internal/act"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/lobby"
	"podesta/internal/mail/command"
	"podesta/internal/mail/outbox"
	"podesta/machiavelli/message"
)

// given runs a command of package act.
func (s *session) given(ctx context.Context, g command.Given) (message.Message, error) {
	c := s.o.commands[g.Command.Name]
	by := act.Caller{Game: s.game, Role: s.role, Seat: s.seat, Languages: s.o.c.Languages}
	if s.o.c.BaseURL != "" {
		by.Address = s.o.address
	}
	if c.Name == wishCommand && s.wished && wishOf(g) == s.wish { // it was already used to join
		return lobby.SayWish(s.wish), nil
	}
	switch {
	case c.NeedsAccount():
		a, err := s.self()
		if err != nil && c.Who&act.Anyone == 0 {
			return message.Message{}, err
		} else if err == nil {
			by.Account = a.ID
		}
		if c.Scope != act.Judge && s.game == nil {
			return message.Message{}, errNoSession
		}
	case c.Scope == act.Seat:
		if _, err := s.seated(); err != nil {
			return message.Message{}, err
		}
	case s.game == nil:
		return message.Message{}, errNoSession
	}
	if c.Final && (s.seat > 0 || s.role.Master) && s.hearsay(s.game.ID, s.token) {
		return message.Message{}, errHearsay
	}
	if c.Resolve {
		if err := s.flush(ctx); err != nil {
			return message.Message{}, err
		}
	}
	if c.Told && command.Holds(g.String(), s.secrets) {
		return message.Message{}, errHolds
	}
	values, err := s.instants(g.Command, g.Values)
	if err != nil {
		return message.Message{}, err
	}
	if s.game != nil && c.Arg("revision") != nil {
		values["revision"] = s.game.Revision
	}
	if c.Name == wishCommand {
		values["preferences"] = act.Words(wishOf(g))
	}
	answer, err := c.Run(ctx, by, values)
	switch {
	// these errors only describe the present state, so they are answers
	case errors.Is(err, clock.ErrAsked), c.Reads && game.ErrorCode(err) == game.NotFound:
		return message.Of(err), nil
	case err != nil:
		return message.Message{}, err
	}
	if c.Scope == act.Judge && by.Account != "" && !c.Reads { // the command may have changed the language
		if s.account, err = s.o.judge.Users.Account(ctx, by.Account); err != nil {
			return message.Message{}, err
		}
	}
	if s.game != nil && !c.Reads {
		if err := s.reload(ctx); err != nil {
			return message.Message{}, err
		}
	}
	if answer.IsList() && !c.Part.IsZero() {
		s.add(c.Part, outbox.TextBlocks(s.say(answer.What()))...)
		return message.New("See below."), nil
	}
	return answer.What(), nil
}

// wishCommand is the name of the command that sets preferred powers. When its sender joins a game
// in the same block, the preferences are applied immediately.
const wishCommand = "set preferences"

// wishOf returns the preferred powers in a command named wishCommand.
func wishOf(c command.Given) string {
	text := ""
	if c.Values["preferences"] != nil {
		text = strings.ToUpper(strings.NewReplacer(" ", "", ",", "").Replace(fmt.Sprint(c.Values["preferences"])))
	}
	if strings.Contains(text, "*") { // the star leaves everything to chance
		return "*"
	}
	return text
}

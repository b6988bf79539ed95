package inbox

import (
	"context"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/mail/command"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// set applies a setting of a game or of its rules.
func (s *session) set(ctx context.Context, c command.Command) (message.Message, error) {
	h, err := s.o.judge.Lobby.Hosting(ctx, s.game.ID)
	if err != nil {
		return message.Message{}, err
	}
	to, err := changeOf(c, h)
	if err != nil {
		return message.Message{}, err
	}
	var changes []message.Message
	switch {
	case len(to.Rules) > 0:
		changes, err = s.o.judge.Lobby.SetRules(ctx, s.game.ID, s.role, to.Rules)
	case to.Cast != lobby.Recasting{}:
		changes, err = s.o.judge.Lobby.Recast(ctx, s.game.ID, s.role, to.Cast)
	default:
		changes, err = s.o.judge.Lobby.SetHosting(ctx, s.game.ID, s.role, to.Hosting)
	}
	if err != nil {
		return message.Message{}, err
	}
	return changed(changes), nil // including the remarks
}

// changeOf returns the changes that a setting makes in a game with the given hosting.
func changeOf(c command.Command, h hosting.Hosting) (*command.Change, error) {
	x, ok := c.(command.Changer)
	if !ok {
		return nil, game.Refuse(game.Conflict, message.New("{command} has no effect on this judge. Nothing was changed.", message.Order(phrase.OneLine(c.String(), 40))))
	}
	to := &command.Change{Rules: map[string]string{}, Hosting: h}
	x.Change(to)
	switch {
	case to.NotGiven != "":
		return nil, game.Refuse(game.Invalid, message.New("GUNBOAT is the only option that can be switched off like this. SET VARIANT and a name chooses another variant, SET OPTION name value another rule."))
	case to.Variant != "":
		var n lobby.NewGame
		var other hosting.Hosting
		if err := createWord(&n, &other, to.Variant); err != nil {
			return nil, err
		}
		if n.Plays || len(n.Options) > 0 {
			return nil, game.Refuse(game.Invalid, message.New("After SET VARIANT, write a scenario, a variant of one, an edition, or GUNBOAT."))
		}
		to.Cast = lobby.Recasting{Scenario: n.Scenario, Variant: n.Variant, Preset: n.Preset}
	}
	return to, to.Err
}

// changed lists changes, one on each line.
func changed(changes []message.Message) message.Message {
	if len(changes) == 0 {
		return message.New("Nothing to change: it is set this way already.")
	}
	return phrase.Lines(changes...)
}

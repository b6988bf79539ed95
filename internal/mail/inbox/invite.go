package inbox

import (
	"context"
	"strings"

	"podesta/internal/game"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// invitations lists the invitations and invitation links to the session's game, if the sender may
// invite people to it, or otherwise the sender's own invitations.
func (s *session) invitations(ctx context.Context) (message.Message, error) {
	a, err := s.self()
	if err != nil {
		return message.Message{}, err
	}
	if s.game != nil {
		text, err := s.invites(ctx)
		if game.ErrorCode(err) != game.Forbidden {
			return text, err
		}
	}
	offers, err := s.o.judge.Lobby.InvitedTo(ctx, a.ID)
	if err != nil {
		return message.Message{}, err
	}
	if len(offers) == 0 {
		return message.New("You have no open invitations."), nil
	}
	var lines []string
	for _, o := range offers {
		if o.Host == "" {
			lines = append(lines, s.say(message.New("You are invited to {game}. To join, write {command}.", message.Name(o.Game.Name), message.Order("ACCEPT "+phrase.Typed(o.Game.Name)))))
			continue
		}
		lines = append(lines, s.say(message.New("{host} invites you to {game}. To join, write {command}.",
			message.Name(o.Host), message.Name(o.Game.Name), message.Order("ACCEPT "+phrase.Typed(o.Game.Name)))))
	}
	return verbatim(lines), nil
}

// verbatim returns a message that consists of lines that are already in the reader's language.
func verbatim(lines []string) message.Message {
	return message.New("{text}", message.Name(strings.Join(lines, "\n")))
}

// invites lists the invitations to the session's game, with the people's answers, and the valid
// invitation links.
func (s *session) invites(ctx context.Context) (message.Message, error) {
	all, err := s.o.judge.Lobby.Invites(ctx, s.game.ID, s.role)
	if err != nil {
		return message.Message{}, err
	}
	var lines []string
	for _, p := range all.People {
		name := message.Name(p.Name)
		text := message.New("{name} has not answered.", name)
		switch p.State {
		case game.InviteAccepted:
			text = message.New("{name} has accepted.", name)
		case game.InviteDeclined:
			text = message.New("{name} has declined.", name)
		case game.InviteWithdrawn:
			text = message.New("{name}: the invitation was withdrawn.", name)
		}
		lines = append(lines, s.say(text))
	}
	for _, l := range all.Links {
		if l.Works {
			lines = append(lines, s.linkAddress(l.Key))
		}
	}
	if len(lines) == 0 {
		return message.New("Nobody is invited to this game."), nil
	}
	return verbatim(lines), nil
}

// linkAddress returns the URL of an invitation link.
func (s *session) linkAddress(key string) string { return s.o.c.BaseURL + "/invite/" + key }

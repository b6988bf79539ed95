package inbox

import (
	"context"
	"strings"

	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// together runs the commands about people and games that need no session. done
// reports whether the command is one of them.
func (s *session) together(ctx context.Context, c command.Command) (text message.Message, done bool, err error) {
	switch c := c.(type) {
	case command.Invitations:
		text, err = s.invitations(ctx)
	case command.Befriend:
		text, err = s.befriend(ctx, c)
	case command.Friends:
		text, err = s.friends(ctx)
	case command.Follow:
		text, err = s.follow(ctx, c)
	case command.Following:
		text, err = s.following(ctx)
	default:
		return text, false, nil
	}
	return text, true, err
}

// invitations lists the invitations to the game of the session, if the writer may
// invite people to it, or else those of the writer.
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
	offers, err := s.o.judge.InvitedTo(ctx, a.ID)
	if err != nil {
		return message.Message{}, err
	}
	if len(offers) == 0 {
		return message.New("You have no invitation that you have not answered."), nil
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

// verbatim returns lines that are in the reader's language already.
func verbatim(lines []string) message.Message {
	return message.New("{text}", message.Name(strings.Join(lines, "\n")))
}

// invites lists the invitations to the game of the session.
func (s *session) invites(ctx context.Context) (message.Message, error) {
	all, err := s.o.judge.Invites(ctx, s.game.ID, s.role)
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

// linkAddress returns the address of an invitation by link.
func (s *session) linkAddress(key string) string { return s.o.c.BaseURL + "/invite/" + key }

// rematch runs REMATCH.
func (s *session) rematch(ctx context.Context) (message.Message, error) {
	g, err := s.o.judge.Rematch(ctx, s.game.ID, s.role)
	if err != nil {
		return message.Message{}, err
	}
	return message.New("The rematch is set up as {game}, and the others are invited. It begins when all seats are taken.", message.Name(g.Name)), nil
}

// befriend runs FRIEND and UNFRIEND.
func (s *session) befriend(ctx context.Context, c command.Befriend) (message.Message, error) {
	a, err := s.self()
	if err != nil {
		return message.Message{}, err
	}
	name := message.Name(phrase.OneLine(c.Name, 60))
	if c.Off {
		return message.New("{name} is no friend of yours. They are not notified.", name), s.o.judge.Unfriend(ctx, a.ID, c.Name)
	}
	agreed, err := s.o.judge.Befriend(ctx, a.ID, c.Name)
	if agreed {
		return message.New("You and {name} are friends now.", name), err
	}
	return message.New("{name} is asked, and can agree or decline.", name), err
}

// friends runs FRIENDS.
func (s *session) friends(ctx context.Context) (message.Message, error) {
	a, err := s.self()
	if err != nil {
		return message.Message{}, err
	}
	list, err := s.o.judge.Friends(ctx, a.ID)
	if err != nil {
		return message.Message{}, err
	}
	var lines []string
	for _, f := range list {
		name := message.Name(f.Name)
		switch {
		case f.Agreed:
			lines = append(lines, f.Name)
		case f.Asked:
			lines = append(lines, s.say(message.New("{name} asks to be your friend. To agree, write {command}.", name, message.Order("FRIEND "+f.Name))))
		default:
			lines = append(lines, s.say(message.New("{name} has not answered you.", name)))
		}
	}
	if len(lines) == 0 {
		return message.New("You have no friends here yet. Ask a person with {command}.", message.Order("FRIEND Marco Polo")), nil
	}
	return verbatim(lines), nil
}

// follow runs FOLLOW and UNFOLLOW.
func (s *session) follow(ctx context.Context, c command.Follow) (message.Message, error) {
	a, err := s.self()
	if err != nil {
		return message.Message{}, err
	}
	g, err := s.o.judge.FindGame(ctx, c.Game)
	if err != nil {
		return message.Message{}, err
	}
	name := message.Name(phrase.OneLine(g.Name, 60))
	switch {
	case c.Off:
		return message.New("You no longer follow {game}.", name), s.o.judge.UnfollowGame(ctx, g.ID, a.ID)
	case c.Notices:
		return message.New("You follow {game}, and will be notified of its results.", name), s.o.judge.FollowGame(ctx, g.ID, a.ID, true)
	}
	return message.New("You follow {game}.", name), s.o.judge.FollowGame(ctx, g.ID, a.ID, false)
}

// following runs FOLLOWING.
func (s *session) following(ctx context.Context) (message.Message, error) {
	a, err := s.self()
	if err != nil {
		return message.Message{}, err
	}
	list, err := s.o.judge.Followed(ctx, a.ID)
	if err != nil {
		return message.Message{}, err
	}
	var lines []string
	for _, f := range list {
		if f.Notices {
			lines = append(lines, s.say(message.New("{game} (you are notified)", message.Name(f.Game.Name))))
			continue
		}
		lines = append(lines, f.Game.Name)
	}
	if len(lines) == 0 {
		return message.New("You follow no game."), nil
	}
	return verbatim(lines), nil
}

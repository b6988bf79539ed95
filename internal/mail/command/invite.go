package command

import (
	"strings"

	"podesta/machiavelli/message"
)

// Invitations lists the invitations to the game that is signed on to, or else
// those of the writer.
type Invitations struct{}

func (c Invitations) String() string { return "INVITATIONS" }

// Rematch proposes a rematch of the game that is signed on to.
type Rematch struct{}

func (c Rematch) String() string { return "REMATCH" }

// Befriend asks a person to be the writer's friend, or agrees to it; with Off it
// ends the friendship, or declines.
type Befriend struct {
	Name string
	Off  bool
}

func (c Befriend) String() string {
	if c.Off {
		return joined("UNFRIEND", c.Name)
	}
	return joined("FRIEND", c.Name)
}

// Friends lists the writer's friends, and friend requests.
type Friends struct{}

func (c Friends) String() string { return "FRIENDS" }

// Follow follows a game, with notifications of its phases or without; with Off it
// ends that.
type Follow struct {
	Game    string
	Notices bool
	Off     bool
}

func (c Follow) String() string {
	switch {
	case c.Off:
		return joined("UNFOLLOW", c.Game)
	case c.Notices:
		return joined("FOLLOW", c.Game) + " NOTIFY"
	}
	return joined("FOLLOW", c.Game)
}

// Following lists the games that the writer follows.
type Following struct{}

func (c Following) String() string { return "FOLLOWING" }

// parsePerson reads the name of a person.
func parsePerson(s *scanner, example message.Order) (string, *Error) {
	name := strings.TrimSpace(s.rest())
	if name == "" {
		return "", s.missing(message.New("the name of a person"), example)
	}
	return name, nil
}

// parseBefriend returns the parser of FRIEND or UNFRIEND.
func parseBefriend(off bool) func(*scanner) (Command, *Error) {
	return func(s *scanner) (Command, *Error) {
		c := Befriend{Off: off}
		var err *Error
		c.Name, err = parsePerson(s, message.Order(Befriend{"Marco Polo", off}.String()))
		return c, err
	}
}

// parseFollow returns the parser of FOLLOW or UNFOLLOW.
func parseFollow(off bool) func(*scanner) (Command, *Error) {
	return func(s *scanner) (Command, *Error) {
		name := s.word()
		if name == "" {
			return nil, s.missing(message.New("the name of a game"), message.Order(Follow{Game: "medici", Off: off}.String()))
		}
		notices := !off && s.keyword("NOTIFY")
		return Follow{name, notices, off}, s.endAfter(message.New("the name of a game"))
	}
}

// namedGame reads the name of a game, and nothing behind it.
func namedGame(s *scanner, example message.Order) (string, *Error) {
	name := s.word()
	if name == "" {
		return "", s.missing(message.New("the name of a game"), example)
	}
	return name, s.endAfter(message.New("the name of a game"))
}

func parseInvitations(s *scanner) (Command, *Error) { return Invitations{}, s.end("INVITATIONS") }
func parseRematch(s *scanner) (Command, *Error)     { return Rematch{}, s.end("REMATCH") }
func parseFriends(s *scanner) (Command, *Error)     { return Friends{}, s.end("FRIENDS") }
func parseFollowing(s *scanner) (Command, *Error)   { return Following{}, s.end("FOLLOWING") }

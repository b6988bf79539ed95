package command

// Invitations lists the invitations to the game of the SIGNON, or else those of the sender.
type Invitations struct{}

func (c Invitations) String() string { return "INVITATIONS" }

func parseInvitations(s *scanner) (Command, *Error) { return Invitations{}, s.end("INVITATIONS") }

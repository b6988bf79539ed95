package command

// Invitations lists the invitations to the game of the SIGNON or, without a SIGNON, the sender's
// invitations.
type Invitations struct{}

func (c Invitations) String() string { return "INVITATIONS" }

func parseInvitations(s *scanner) (Command, *Error) { return Invitations{}, s.end("INVITATIONS") }

package command

// Invitations lists the invitations to the game that is signed on to, or else
// those of the writer.
type Invitations struct{}

func (c Invitations) String() string { return "INVITATIONS" }

func parseInvitations(s *scanner) (Command, *Error) { return Invitations{}, s.end("INVITATIONS") }

package command

import (
	"strconv"

	"podesta/machiavelli/message"
)

// ConfirmSeat says that the writer is there, before the game begins.
type ConfirmSeat struct{}

func (c ConfirmSeat) String() string { return "CONFIRM" }

// DeclineSeat gives the seat of a writer who was asked to confirm to someone else.
type DeclineSeat struct{}

func (c DeclineSeat) String() string { return "DECLINE" }

// ExtendMuster gives players more time to confirm.
type ExtendMuster struct{ Minutes int }

func (c ExtendMuster) String() string { return "EXTEND MUSTER " + strconv.Itoa(c.Minutes) }

func parseExtendMuster(s *scanner) (Command, *Error) {
	w := s.word()
	n, err := strconv.Atoi(w)
	if err != nil || n < 1 {
		return nil, s.missing(message.New("a number of minutes"), "EXTEND MUSTER 120")
	}
	return ExtendMuster{n}, s.end("EXTEND MUSTER")
}

// parseDecline reads DECLINE alone: that of an invitation is a form of package act.
func parseDecline(s *scanner) (Command, *Error) { return DeclineSeat{}, s.end("DECLINE") }

package command

import (
	"strconv"

	"podesta/machiavelli/message"
)

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

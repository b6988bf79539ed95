package command

import (
	"strconv"
	"strings"

	"podesta/machiavelli/message"
)

func itoa(n int) string { return strconv.Itoa(n) }

// onOff returns the verb, or "NO" and the verb if on is false.
func onOff(on bool, verb string) string {
	if on {
		return verb
	}
	return "NO " + verb
}

// SetPassword changes the password.
type SetPassword struct{ Password Secret }

func (c SetPassword) String() string { return "SET PASSWORD " + stars }

// SetAddress changes the address that receives reports. Without an argument, the sender's address
// becomes that address.
type SetAddress struct{ Addresses []string }

func (c SetAddress) String() string { return joined("SET ADDRESS", strings.Join(c.Addresses, ", ")) }

// ClearDeferred deletes the orders stored by PHASE.
type ClearDeferred struct{}

func (c ClearDeferred) String() string { return "CLEAR" }

// ClearOrders deletes the orders for the current phase.
type ClearOrders struct{}

func (c ClearOrders) String() string { return "CLEAR ORDERS" }

// ShowOrders asks for the present orders.
type ShowOrders struct{}

func (c ShowOrders) String() string { return "ORDERS" }

// Undo removes the last N lines of orders.
type Undo struct{ N int }

func (c Undo) String() string { return "UNDO " + itoa(c.N) }

func parseSignoff(s *scanner) (Command, *Error) { return Signoff{}, s.end("SIGNOFF") }
func parseOrders(s *scanner) (Command, *Error)  { return ShowOrders{}, s.end("ORDERS") }

func parseClear(s *scanner) (Command, *Error) { return ClearDeferred{}, s.end("CLEAR") }

func parseClearOrders(s *scanner) (Command, *Error) { return ClearOrders{}, s.end("CLEAR ORDERS") }

func parseUndo(s *scanner) (Command, *Error) {
	if s.done() {
		return Undo{1}, nil
	}
	n, err := s.number("UNDO", 1, 1000)
	if err != nil {
		return nil, err
	}
	return Undo{n}, s.endAfter(message.New("the number"))
}

func parsePassword(s *scanner) (Command, *Error) {
	w := s.word()
	switch {
	case w == "":
		return nil, s.missing(message.New("the new password"), "SET PASSWORD word")
	case strings.Trim(w, "*") == "":
		return nil, s.fail(CodeBad, message.New("The judge shows stars in place of passwords. Write the new password itself."))
	case !s.done():
		return nil, s.fail(CodeUnread, message.New("A password must not contain spaces and must be alone on its line."))
	}
	return SetPassword{NewSecret(w)}, nil
}

func parseAddress(s *scanner) (Command, *Error) {
	at := s.pos
	rest := s.rest()
	var c SetAddress
	for _, a := range emails.FindAllString(rest, 20) {
		a = strings.TrimPrefix(a, "mailto:")
		twice := false
		for _, b := range c.Addresses {
			twice = twice || strings.EqualFold(a, b)
		}
		if !twice {
			c.Addresses = append(c.Addresses, a)
		}
	}
	if rest != "" && len(c.Addresses) == 0 {
		s.pos = at
		return nil, s.fail(CodeBad, message.New("{word} is not an e-mail address.", quote(rest)))
	}
	return c, nil
}

// atSetting reports whether a setting can end here: at the end of the line, at a comma, or before
// another setting.
func (s *scanner) atSetting() bool {
	s.blanks()
	if s.pos == len(s.s) || s.s[s.pos] == ',' {
		return true
	}
	probe := *s
	return findSetting(&probe) != nil
}

package command

import (
	"strconv"
	"strings"

	"podesta/machiavelli/message"
)

func itoa(n int) string { return strconv.Itoa(n) }

// onOff returns the verb of something that is switched on, or with "NO" off.
func onOff(on bool, verb string) string {
	if on {
		return verb
	}
	return "NO " + verb
}

// SetPassword changes the password.
type SetPassword struct{ Password Secret }

func (c SetPassword) String() string { return "SET PASSWORD " + stars }

// SetAddress changes the address of reports; without addresses it is the
// sender's.
type SetAddress struct{ Addresses []string }

func (c SetAddress) String() string { return joined("SET ADDRESS", strings.Join(c.Addresses, ", ")) }

// SetZone sets the writer's time zone, as written.
type SetZone struct{ Zone string }

func (c SetZone) String() string { return "SET ZONE " + c.Zone }

// SetLanguage sets the language of the writer's e-mail and pages, as written: a
// tag or a name.
type SetLanguage struct{ Language string }

func (c SetLanguage) String() string { return "SET LANGUAGE " + c.Language }

// ClearDeferred deletes the orders that PHASE stored for later.
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

// AllPress requests copies of all partial press, or cancels this.
type AllPress struct{ On bool }

func (c AllPress) String() string {
	if c.On {
		return "SET ALL PRESS"
	}
	return "SET NORMAL PRESS"
}

// Letters determines which e-mail about games the writer receives.
type Letters struct {
	What LetterKind
	On   bool
}

// LetterKind is a kind of e-mail, or of its format.
type LetterKind string

// The kinds of e-mail.
const (
	Broadcasts LetterKind = "BROADCAST"
	Reminders  LetterKind = "REMINDERS"    // before deadlines
	Waiting    LetterKind = "IDLE NOTICES" // that a game is still waiting
	Full       LetterKind = "FULL LETTERS" // with HTML, map and calendar entry

	ResultLetters  LetterKind = "RESULT LETTERS"
	MessageLetters LetterKind = "MESSAGE LETTERS"
	VoteLetters    LetterKind = "VOTE LETTERS"
	StartLetters   LetterKind = "GAME START LETTERS"
	CommentLetters LetterKind = "COMMENT LETTERS"
	OtherLetters   LetterKind = "OTHER LETTERS"
)

// QuietHours sets the hours in which the writer gets no notifications. Both
// times are empty for none.
type QuietHours struct{ From, Until string }

func (c QuietHours) String() string {
	if c.From == "" {
		return "SET NO QUIET HOURS"
	}
	return "SET QUIET HOURS " + c.From + " " + c.Until
}

// DailyLetter makes all e-mail to the writer that can wait one e-mail a day.
type DailyLetter struct {
	On bool
	At string // the time of day; empty: as before
}

func (c DailyLetter) String() string {
	if !c.On {
		return "SET NO DAILY LETTER"
	}
	return joined("SET DAILY LETTER", c.At)
}

// OpenData says whether researchers may have the writer's public games when they
// are over.
type OpenData struct{ On bool }

func (c OpenData) String() string { return "SET " + onOff(c.On, "OPEN DATA") }

func parseQuietHours(s *scanner) (Command, *Error) {
	var c QuietHours
	c.From, c.Until, _ = strings.Cut(s.word(), "-")
	if c.Until == "" {
		c.Until = s.word()
	}
	if c.Until == "-" {
		c.Until = s.word()
	}
	if c.From == "" || c.Until == "" {
		return nil, s.missing(message.New("the beginning and the end"), "SET QUIET HOURS 22:00 07:30")
	}
	return c, s.endAfter(message.New("the end"))
}

func parseDailyLetter(s *scanner) (Command, *Error) {
	return DailyLetter{true, s.word()}, s.endAfter(message.New("the time"))
}

func (c Letters) String() string {
	if c.What == Full && !c.On {
		return "SET PLAIN LETTERS"
	}
	return "SET " + onOff(c.On, string(c.What))
}

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
		return nil, s.fail(CodeUnread, message.New("A password has no blanks, and nothing else can stand on its line."))
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
		return nil, s.fail(CodeBad, message.New("{word} is no mail address.", quote(rest)))
	}
	return c, nil
}

func parseZone(s *scanner) (Command, *Error) {
	w := s.word()
	if w == "" {
		return nil, s.missing(message.New("the time zone"), "SET ZONE Europe/Rome")
	}
	return SetZone{w}, s.endAfter(message.New("the time zone"))
}

func parseLanguage(s *scanner) (Command, *Error) {
	w := s.word()
	if w == "" {
		return nil, s.missing(message.New("the language"), "SET LANGUAGE Italian")
	}
	return SetLanguage{w}, s.endAfter(message.New("the language"))
}

// atSetting reports whether a setting can end here: at the end, or before
// another one.
func (s *scanner) atSetting() bool {
	s.blanks()
	if s.pos == len(s.s) || s.s[s.pos] == ',' {
		return true
	}
	probe := *s
	return findSetting(&probe) != nil
}

package command

import (
	"strconv"
	"strings"

	"podesta/internal/act"
	"podesta/machiavelli/message"
)

// Timing determines when phases end: the pairs of items and values after SET
// MOVES, RETREATS and ADJUSTS, as written, for package schedule.
type Timing struct {
	Class string   // "MOVES", "RETREATS" or "ADJUSTS"
	Words []string // item, value, item, value...
}

func (c Timing) String() string { return "SET " + c.Class + " " + strings.Join(c.Words, " ") }

// Flag is a setting that is on or off. Name is one of the names of Flags, which
// are the words of the command.
type Flag struct {
	Name string
	On   bool
}

func (c Flag) String() string { return "SET " + onOff(c.On, c.Name) }

// Number is a setting that is a number. Name is the command of one of
// hosting.Numbers, or CITIES, PLAYERS, POWERS or VICTORY HOMES.
type Number struct {
	Name  string
	Value int
}

func (c Number) String() string { return "SET " + c.Name + " " + itoa(c.Value) }

// OnTime is a threshold for joining: the share of turns in which newcomers must
// have been on time, from 0 to 1.
type OnTime struct{ Value float64 }

func (c OnTime) String() string {
	return "SET ONTIMERAT " + strconv.FormatFloat(c.Value, 'f', -1, 64)
}

// Edition chooses the Basic or the Advanced game.
type Edition struct{ Advanced bool }

func (c Edition) String() string {
	if c.Advanced {
		return "SET ADVANCED"
	}
	return "SET BASIC"
}

// SetComment sets the comment of a game in one line; Text may be empty.
type SetComment struct{ Text string }

func (c SetComment) String() string { return joined("SET COMMENT", c.Text) }

// HouseRules sets the house rules of a game.
type HouseRules struct{ Text string }

func (c HouseRules) String() string {
	if c.Text == "" {
		return "SET COMMENT BEGIN\nENDCOMMENT"
	}
	return "SET COMMENT BEGIN\n" + c.Text + "\nENDCOMMENT"
}

func (c HouseRules) withText(text string) Command { c.Text = text; return c }

// Variant chooses a variant or an option of one. Not drops the option.
type Variant struct {
	Not  bool
	Name string // lower case
}

func (c Variant) String() string {
	if c.Not {
		return "SET NOT VARIANT " + c.Name
	}
	return "SET VARIANT " + c.Name
}

// PreferenceMode determines how powers are assigned: PRFLIST, PRFBOTH or
// PRFRAND.
type PreferenceMode struct{ Mode string }

func (c PreferenceMode) String() string { return "SET " + c.Mode }

// PressRule is a setting of press, by its canonical words.
type PressRule string

// The settings of press.
const (
	PressWhite       PressRule = "WHITE"
	PressGrey        PressRule = "GREY"
	PressWhiteGrey   PressRule = "WHITE/GREY" // both, white by default
	PressGreyWhite   PressRule = "GREY/WHITE" // both, grey by default
	PressNone        PressRule = "NO PRESS"
	PressPartial     PressRule = "PARTIAL"
	PressNoPartial   PressRule = "NO PARTIAL"
	PressNoFake      PressRule = "NO FAKE"
	PressMayFake     PressRule = "PARTIAL MAY BE FAKED"
	PressFakes       PressRule = "PARTIAL FAKES BROADCAST"
	PressFakeDefault PressRule = "PARTIAL FAKES BROADCAST BY DEFAULT"
	ObserverAny      PressRule = "OBSERVER ANY"
	ObserverWhite    PressRule = "OBSERVER WHITE"
	ObserverNone     PressRule = "OBSERVER NO"
)

// SetPress sets one of them.
type SetPress struct{ Rule PressRule }

func (c SetPress) String() string { return "SET " + string(c.Rule) }

// AccessList allows players to join a game, or denies it.
type AccessList struct {
	Allow   bool // else deny
	Remove  bool // remove from the list
	Address string
}

func (c AccessList) String() string {
	s := "SET DENY "
	if c.Allow {
		s = "SET ALLOW "
	}
	s += "PLAYER "
	if c.Remove {
		s += "-"
	}
	return s + c.Address
}

// Option sets an option of the rules by its name in the rulebook.
type Option struct{ Name, Value string }

func (c Option) String() string { return "SET OPTION " + c.Name + " " + c.Value }

// WinterDefault determines what happens to units without an order in winter.
type WinterDefault struct{ Remove bool }

func (c WinterDefault) String() string {
	if c.Remove {
		return "SET ADJUST DEFAULT REMOVE"
	}
	return "SET ADJUST DEFAULT MAINTAIN"
}

// timingItems lists the items after SET MOVES, abbreviated and in full.
var timingItems = [][2]string{{"C", "CLOCK"}, {"M", "MINIMUM"}, {"N", "NEXT"}, {"G", "GRACE"}, {"DE", "DELAY"}, {"DA", "DAYS"}}

func isTimingItem(w string) bool {
	w = strings.ToUpper(w)
	for _, t := range timingItems {
		if strings.HasPrefix(w, t[0]) && strings.HasPrefix(t[1], w) {
			return true
		}
	}
	return false
}

func parseTiming(class string) func(*scanner) (Command, *Error) {
	return func(s *scanner) (Command, *Error) {
		c := Timing{Class: class}
		for {
			s.separators()
			at := s.pos
			item := timingWord(s)
			if !isTimingItem(item) || len(c.Words) > 0 && s.pastSetting(at, item) {
				s.pos = at
				break
			}
			value := timingWord(s)
			if value == "" {
				return nil, s.missing(message.New("the value of {word}", message.Order(strings.ToUpper(item))), message.Order("SET "+class+" NEXT 71"))
			}
			c.Words = append(c.Words, strings.ToUpper(item), value)
		}
		if len(c.Words) == 0 {
			if s.done() {
				return nil, s.missing(message.New("what to set"), message.Order("SET "+class+" CLOCK 1410 NEXT 71 GRACE 167 DAYS -MTWTF-"))
			}
			err := s.fail(CodeUnknown, message.New("{setting} has no {word}; it has CLOCK, MIN, NEXT, GRACE, DELAY and DAYS.", message.Order(class), quote(s.peek())))
			err.Suggest = s.closest(s.peek(), []string{"CLOCK", "MIN", "NEXT", "GRACE", "DELAY", "DAYS"})
			return nil, err
		}
		return c, nil
	}
}

// timingWord reads a word, up to a blank, a comma or an equals sign.
func timingWord(s *scanner) string {
	for s.pos < len(s.s) && strings.IndexByte(" ,=", s.s[s.pos]) >= 0 {
		s.pos++
	}
	from := s.pos
	for s.pos < len(s.s) && strings.IndexByte(" ,=", s.s[s.pos]) < 0 {
		s.pos++
	}
	return s.s[from:s.pos]
}

// pastSetting reports whether the item GRACE, read from at on, is the setting
// GRACE of the current phase instead: it is followed by PRESS or a date of
// several words, not by a number of hours.
func (s *scanner) pastSetting(at int, item string) bool {
	if !strings.EqualFold(item, "GRACE") {
		return false
	}
	probe := *s
	value := timingWord(&probe)
	return value == "" || value[0] < '0' || value[0] > '9'
}

// timeWords end a date after DEADLINE, GRACE and START.
var timeWords = []string{"DEADLINE", "GRACE", "START"}

// readTimes reads a date up to the next of the times of a phase.
func readTimes(x *pattern, s *scanner) (act.Values, *Error) {
	if len(x.rest) == 0 {
		return nil, nil
	}
	var words []string
	for !s.done() {
		probe := *s
		probe.separators()
		if len(words) > 0 && atAny(probe.s[probe.pos:], timeWords) {
			break
		}
		words = append(words, s.word())
	}
	a, when := x.rest[0].Args[0], strings.TrimRight(strings.Join(words, " "), ", ")
	if when == "" {
		return nil, s.missing(a.Ask(), message.Order(x.Example))
	}
	return act.Values{a.Name: act.Words(when)}, nil
}

func atAny(s string, words []string) bool {
	for _, w := range words {
		if match(s, 0, w) >= 0 {
			return true
		}
	}
	return false
}

func parseNumber(name string, least, most int) func(*scanner) (Command, *Error) {
	return func(s *scanner) (Command, *Error) {
		n, err := s.number(message.Order(name), least, most)
		if err != nil {
			return nil, err
		}
		return Number{name, n}, nil
	}
}

func parseOnTime(s *scanner) (Command, *Error) {
	s.separators()
	at := s.pos
	f, err := strconv.ParseFloat(s.item(), 64)
	if err != nil || !(f >= 0 && f <= 1) {
		s.pos = at
		return nil, s.fail(CodeNumber, message.New("ONTIMERAT takes a number from 0 to 1, such as 0.9."))
	}
	return OnTime{f}, nil
}

func parseComment(s *scanner) (Command, *Error) {
	if s.keyword("BEGIN") {
		return HouseRules{}, s.end("COMMENT BEGIN")
	}
	return SetComment{s.rest()}, nil
}

func parseVariant(not bool) func(*scanner) (Command, *Error) {
	return func(s *scanner) (Command, *Error) {
		w := strings.ToLower(s.item())
		if w == "" {
			return nil, s.missing(message.New("the name of the variant"), "SET VARIANT mach_eos")
		}
		return Variant{not, w}, nil
	}
}

// parseAccess reads what follows ALLOW PLAYER and similar commands.
func parseAccess(allow bool) func(*scanner) (Command, *Error) {
	return func(s *scanner) (Command, *Error) {
		c := AccessList{Allow: allow}
		w := s.item()
		if strings.HasPrefix(w, "-") {
			c.Remove = true
			if w = strings.TrimPrefix(w, "-"); w == "" {
				w = s.item()
			}
		}
		if c.Address = strings.Trim(w, "<>"); c.Address == "" {
			return nil, s.missing(message.New("the address"), "SET ALLOW PLAYER marco@example.org")
		}
		return c, nil
	}
}

func parseOption(s *scanner) (Command, *Error) {
	name := strings.ToLower(timingWord(s))
	value := strings.ToLower(strings.TrimLeft(s.rest(), "= "))
	if name == "" || value == "" {
		return nil, s.missing(message.New("the name of the option, then its value"), "SET OPTION treasury-visibility hidden")
	}
	return Option{name, value}, nil
}

func parseWinter(s *scanner) (Command, *Error) {
	switch {
	case s.keyword("MAINTAIN", "KEEP"):
		return WinterDefault{}, nil
	case s.keyword("REMOVE", "DISBAND"):
		return WinterDefault{Remove: true}, nil
	}
	return nil, s.missing(message.New("MAINTAIN or REMOVE"), "SET ADJUST DEFAULT MAINTAIN")
}

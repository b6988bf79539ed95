package command

import (
	"strconv"
	"strings"

	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// Timing sets when phases end. It contains the items and values after SET MOVES, RETREATS or
// ADJUSTS as written; package schedule parses them.
type Timing struct {
	Class string   // "MOVES", "RETREATS" or "ADJUSTS"
	Words []string // item, value, item, value...
}

func (c Timing) String() string { return "SET " + c.Class + " " + strings.Join(c.Words, " ") }

// Change sets the timing.
func (c Timing) Change(to *Change) {
	class, _ := schedule.ParseClass(c.Class)
	t, rest, err := schedule.ParseItems(to.Hosting.Timing[class], c.Words)
	switch {
	case err != nil:
		to.Err = game.Wrong(err)
	case len(rest) > 0:
		to.Err = game.Refuse(game.Invalid, message.New("{command} cannot read {word}.", message.Order("SET "+c.Class), quote(rest[0])))
	default:
		to.Hosting.Timing[class] = t
		to.Remarks = t.Remarks(to.Hosting.NMR)
	}
}

// HouseRules sets the house rules of a game.
type HouseRules struct{ Text string }

func (c HouseRules) String() string {
	if c.Text == "" {
		return "SET COMMENT BEGIN\nENDCOMMENT"
	}
	return "SET COMMENT BEGIN\n" + c.Text + "\nENDCOMMENT"
}

func (c HouseRules) withText(text string) Command { c.Text = text; return c }

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

// timingWord reads a word, up to a space, a comma or an equals sign.
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

// pastSetting reports whether the word GRACE at a position is not an item. It begins the setting
// GRACE PRESS if PRESS follows, and the setting GRACE if a date of several words follows instead of
// a number of hours.
func (s *scanner) pastSetting(at int, item string) bool {
	if !strings.EqualFold(item, "GRACE") {
		return false
	}
	probe := *s
	value := timingWord(&probe)
	return value == "" || value[0] < '0' || value[0] > '9'
}

// timeWords lists the words that end a date after DEADLINE, GRACE or START.
var timeWords = []string{"DEADLINE", "GRACE", "START"}

// readTimes reads a date, which ends at the next setting of a phase's times.
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

// readHours reads the beginning and the end of quiet hours, with or without a hyphen between them.
func readHours(x *pattern, s *scanner) (act.Values, *Error) {
	if len(x.rest) == 0 {
		return nil, nil
	}
	hours := strings.FieldsFunc(s.rest(), func(r rune) bool { return r == ' ' || r == '-' })
	if len(hours) != 2 {
		return nil, s.missing(x.rest[0].Args[0].Ask(), message.Order(x.Example))
	}
	return act.Values{"from": act.Words(hours[0]), "until": act.Words(hours[1])}, nil
}

func atAny(s string, words []string) bool {
	for _, w := range words {
		if match(s, 0, w) >= 0 {
			return true
		}
	}
	return false
}

func parseComment(s *scanner) (Command, *Error) {
	if s.keyword("BEGIN") {
		return HouseRules{}, s.end("COMMENT BEGIN")
	}
	return Setting{"COMMENT", true, s.rest()}, nil
}

// number returns a function that reads a number from least to most.
func number(name string, least, most int) func(*scanner) (string, *Error) {
	return func(s *scanner) (string, *Error) {
		n, err := s.number(message.Order(name), least, most)
		return itoa(n), err
	}
}

// readOnTime reads a percentage.
func readOnTime(s *scanner) (string, *Error) {
	s.separators()
	at := s.pos
	f, err := strconv.ParseFloat(s.item(), 64)
	if err != nil || !(f >= 0 && f <= 1) {
		s.pos = at
		return "", s.fail(CodeNumber, message.New("ONTIMERAT takes a number from 0 to 1, such as 0.9."))
	}
	return strconv.FormatFloat(f, 'f', -1, 64), nil
}

func readVariant(s *scanner) (string, *Error) {
	if w := strings.ToLower(s.item()); w != "" {
		return w, nil
	}
	return "", s.missing(message.New("the name of the variant"), "SET VARIANT mach_eos")
}

// readAccess reads an address. A hyphen before it means that it is to be removed.
func readAccess(s *scanner) (string, *Error) {
	w, remove := strings.CutPrefix(s.item(), "-")
	if remove && w == "" {
		w = s.item()
	}
	if w = strings.Trim(w, "<>"); w == "" {
		return "", s.missing(message.New("the address"), "SET ALLOW PLAYER marco@example.org")
	}
	return pick(remove, "-", "") + w, nil
}

func readOption(s *scanner) (string, *Error) {
	name := strings.ToLower(timingWord(s))
	value := strings.ToLower(strings.TrimLeft(s.rest(), "= "))
	if name == "" || value == "" {
		return "", s.missing(message.New("the name of the option, then its value"), "SET OPTION treasury-visibility hidden")
	}
	return name + " " + value, nil
}

func readWinter(s *scanner) (string, *Error) {
	switch {
	case s.keyword("MAINTAIN", "KEEP"):
		return "MAINTAIN", nil
	case s.keyword("REMOVE", "DISBAND"):
		return "REMOVE", nil
	}
	return "", s.missing(message.New("MAINTAIN or REMOVE"), "SET ADJUST DEFAULT MAINTAIN")
}

package command

import (
	"regexp"
	"strconv"
	"strings"

	"podesta/internal/act"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// Become makes the sender act as a power for the rest of a block. Power is the letter or name of
// the power as written, in upper case. "MASTER" means acting as the master of a game that has none.
type Become struct{ Power string }

func (c Become) String() string { return "BECOME " + c.Power }

// Predict asks for a preview of the phase's result with the present orders.
type Predict struct{}

func (c Predict) String() string { return "PREDICT" }

// Edit corrects a position. Text is the rest of the line.
type Edit struct{ Text string }

func (c Edit) String() string { return "EDIT " + c.Text }

func parseBecome(s *scanner) (Command, *Error) {
	s.keyword("THE")
	w := strings.ToUpper(strings.TrimRight(s.rest(), "."))
	if w == "" {
		return nil, s.missing(message.New("the power"), "BECOME MILAN")
	}
	if len(strings.Fields(w)) > 3 {
		return nil, s.fail(CodeUnread, message.New("Expected one power after BECOME."))
	}
	return Become{strings.Join(strings.Fields(w), " ")}, nil
}

func parsePredict(s *scanner) (Command, *Error) { return Predict{}, s.end("PREDICT") }

// readProcess reads the phase that PROCESS names.
func readProcess(_ *pattern, s *scanner) (act.Values, *Error) {
	if s.done() {
		return nil, s.missing(message.New("the phase, so that the judge resolves the one you mean"), "PROCESS SUMMER 1456 ORDERS")
	}
	p, err := readPhase(s, CodePhase)
	if err != nil {
		return nil, err
	}
	return act.Values{"phase": phaseText(p)}, s.endAfter(message.New("the phase"))
}

// readRollback reads the number or the name of a phase, and the reason after BECAUSE.
func readRollback(_ *pattern, s *scanner) (act.Values, *Error) {
	v := act.Values{}
	s.keyword("TO")
	s.keyword("TURN")
	if i := strings.Index(strings.ToUpper(s.s[s.pos:]), "BECAUSE "); i >= 0 {
		v["why"] = strings.TrimSpace(s.s[s.pos+i+len("BECAUSE "):])
		s = &scanner{s: s.s[:s.pos+i], pos: s.pos, line: s.line, at: s.at, quiet: s.quiet}
	}
	if s.done() {
		return v, nil
	}
	if w := s.peek(); w[0] < '0' || w[0] > '9' {
		p, err := readPhase(s, CodePhase)
		if err != nil {
			return nil, err
		}
		v["phase"] = phaseText(p)
		return v, s.endAfter(message.New("the phase"))
	}
	n, err := s.number("ROLLBACK", 1, 99999)
	if err != nil {
		return nil, err
	}
	v["number"] = n
	return v, s.endAfter(message.New("the number of the turn"))
}

// readRoll reads the name of a roll, which may have several words and end with
// a number, followed by the dice: a sum, or the dice separated by commas or
// plus signs.
func readRoll(_ *pattern, s *scanner) (act.Values, *Error) {
	v := act.Values{}
	text := s.rest()
	if i := strings.Index(strings.ToUpper(text+" "), " BECAUSE "); i >= 0 {
		v["why"], text = strings.TrimSpace(text[min(i+len(" BECAUSE "), len(text)):]), text[:i]
	}
	text = diceSigns.ReplaceAllString(strings.TrimSpace(text), "$1")
	i := strings.LastIndexByte(text, ' ')
	if i < 0 || !diceForm.MatchString(text[i+1:]) {
		return nil, s.missing(message.New("the name of the roll, then its result"), "SET ROLL famine row 7")
	}
	roll, sum := strings.Trim(strings.TrimSpace(text[:i]), "\"'="), 0
	for die := range strings.FieldsFuncSeq(text[i+1:], func(r rune) bool { return r == ',' || r == '+' }) {
		n, _ := strconv.Atoi(die) // at most four digits
		sum += n
	}
	if roll = strings.Join(strings.Fields(roll), " "); roll == "" {
		return nil, s.missing(message.New("the name of the roll, then its result"), "SET ROLL famine row 7")
	}
	v["roll"], v["value"] = roll, sum
	return v, nil
}

// diceSigns separates dice, and diceForm matches them.
var (
	diceSigns = regexp.MustCompile(`\s*([,+])\s*`)
	diceForm  = regexp.MustCompile(`^\d{1,4}([,+]\d{1,4})*$`)
)

func parseEdit(s *scanner) (Command, *Error) {
	t := s.rest()
	if t == "" {
		return nil, s.missing(message.New("what to correct"), "EDIT TREASURY MILAN 12")
	}
	return Edit{t}, nil
}

// phaseText returns a phase as it is written in commands: "SUMMER 1456 ORDERS".
func phaseText(p machiavelli.Phase) string { return strings.ToUpper(p.String()) }

// readPhase reads a phase. It is written as a season, a year and a step, whose words can be
// abbreviated, or as the six characters used in listings (U1456M).
func readPhase(s *scanner, code string) (machiavelli.Phase, *Error) {
	at := s.pos
	fail := func(problem message.Message) (machiavelli.Phase, *Error) {
		s.pos = at
		return machiavelli.Phase{}, s.fail(code, message.New("{problem} Expected a season, a year and the kind of phase, as in {example}, or a code such as {code}.", problem, message.Order("SUMMER 1456 ORDERS"), message.Order("U1456M")))
	}
	first := strings.ToUpper(s.item())
	if len(first) >= 5 && len(first) <= 7 && first[1] >= '0' && first[1] <= '9' {
		return phaseCode(first, fail)
	}
	var p machiavelli.Phase
	if p.Season = season(first); p.Season == 0 {
		return fail(message.New("{word} is not a season.", quote(first)))
	}
	year := s.item()
	if year == "" {
		return fail(message.New("The year is missing."))
	}
	n, err := strconv.Atoi(year)
	if err != nil || n < 1 || n > 9999 {
		return fail(message.New("{word} is not a year.", quote(year)))
	}
	p.Year = n
	from := s.pos
	word := strings.ToUpper(s.item())
	if p.Step = step(word); p.Step == 0 {
		if p.Season != machiavelli.Winter && word == "" {
			return fail(message.New("The kind of phase is missing."))
		}
		if p.Season != machiavelli.Winter {
			return fail(message.New("{word} is not ORDERS, RETREATS or ADJUSTMENTS.", quote(word)))
		}
		s.pos = from
		p.Step = machiavelli.Adjustments
	}
	return settle(p, fail)
}

// settle converts the adjustments of a fall to the winter phase, and refuses phases that do not
// exist.
func settle(p machiavelli.Phase, fail func(message.Message) (machiavelli.Phase, *Error)) (machiavelli.Phase, *Error) {
	if p.Step == machiavelli.Adjustments && p.Season == machiavelli.Fall {
		p.Season = machiavelli.Winter
	}
	if (p.Season == machiavelli.Winter) != (p.Step == machiavelli.Adjustments) {
		return fail(message.New("Winter has adjustments, and only winter."))
	}
	return p, nil
}

// phaseCode reads a code: S, U, F or W, the year, and M, R or B.
func phaseCode(code string, fail func(message.Message) (machiavelli.Phase, *Error)) (machiavelli.Phase, *Error) {
	var p machiavelli.Phase
	p.Season = season(code[:1])
	p.Year, _ = strconv.Atoi(code[1 : len(code)-1])
	switch code[len(code)-1] {
	case 'M':
		p.Step = machiavelli.Orders
	case 'R':
		p.Step = machiavelli.Retreats
	case 'B':
		p.Step = machiavelli.Adjustments
	}
	if p.Season == 0 || p.Step == 0 || p.Year < 1 {
		return fail(message.New("{word} is not a phase.", quote(code)))
	}
	return settle(p, fail)
}

// season parses a season from its first letters; a single letter is the letter of a phase code.
func season(w string) machiavelli.Season {
	switch {
	case w == "":
	case w == "S" || len(w) > 1 && strings.HasPrefix("SPRING", w):
		return machiavelli.Spring
	case w == "U" || len(w) > 1 && strings.HasPrefix("SUMMER", w):
		return machiavelli.Summer
	case strings.HasPrefix("FALL", w) || len(w) > 1 && strings.HasPrefix("AUTUMN", w):
		return machiavelli.Fall
	case strings.HasPrefix("WINTER", w):
		return machiavelli.Winter
	}
	return 0
}

// step parses a step from its first letters.
func step(w string) machiavelli.Step {
	switch {
	case w == "":
	case strings.HasPrefix("MOVEMENTS", w) || strings.HasPrefix("MOVES", w) || strings.HasPrefix("ORDERS", w):
		return machiavelli.Orders
	case strings.HasPrefix("RETREATS", w):
		return machiavelli.Retreats
	case strings.HasPrefix("ADJUSTMENTS", w) || strings.HasPrefix("BUILDS", w):
		return machiavelli.Adjustments
	}
	return 0
}

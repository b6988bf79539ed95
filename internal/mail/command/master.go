package command

import (
	"regexp"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// Become makes the rest of a block run as a power, given by its letter or its
// name as written, in upper case. "MASTER" is the master of a game that has
// none.
type Become struct{ Power string }

func (c Become) String() string { return "BECOME " + c.Power }

// Process processes the current phase at once, if it is the named one.
type Process struct{ Phase machiavelli.Phase }

func (c Process) String() string { return "PROCESS " + phaseText(c.Phase) }

// Rollback returns the game to the beginning of a turn, 0 for the latest, or of
// a phase if one is given.
type Rollback struct {
	Turn  int
	Phase machiavelli.Phase // zero: not given
	Why   string            // the reason, for the players; "": none
}

func (c Rollback) String() string {
	out := "ROLLBACK"
	switch {
	case c.Turn > 0:
		out += " " + itoa(c.Turn)
	case c.Phase.Season != 0:
		out += " " + phaseText(c.Phase)
	}
	if c.Why != "" {
		out += " BECAUSE " + c.Why
	}
	return out
}

// Predict asks for a preview with the present orders.
type Predict struct{}

func (c Predict) String() string { return "PREDICT" }

// Eject removes a player from a seat: a power by its letter or name, or an
// address.
type Eject struct{ Who string }

func (c Eject) String() string { return "EJECT " + c.Who }

// Promote makes an observer a master.
type Promote struct{ Who string }

func (c Promote) String() string { return "PROMOTE " + c.Who }

// Pause stops a game's clock.
type Pause struct{}

func (c Pause) String() string { return "PAUSE" }

// Resume starts a game's clock again, and continues a game that was terminated.
type Resume struct{}

func (c Resume) String() string { return "RESUME" }

// Terminate ends a game without a winner.
type Terminate struct{}

func (c Terminate) String() string { return "TERMINATE" }

// Begin starts a full game.
type Begin struct{}

func (c Begin) String() string { return "START" }

// Unstart undoes the start of a game.
type Unstart struct{}

func (c Unstart) String() string { return "UNSTART" }

// ForceBegin starts a game with empty seats, or with computer players in them.
type ForceBegin struct {
	Bots bool
	Kind string // of the computer players, as written; empty: the default
}

func (c ForceBegin) String() string {
	if c.Bots {
		return strings.TrimSpace("FORCE BEGIN BOTS " + c.Kind)
	}
	return "FORCE BEGIN"
}

// Bot assigns a vacant seat to a computer player of a kind, as written (empty:
// the default), or with Not removes one. Power is a name or a letter.
type Bot struct {
	Not         bool
	Power, Kind string
}

func (c Bot) String() string {
	if c.Not {
		return "NO BOT " + c.Power
	}
	return strings.TrimSpace("BOT " + c.Power + " " + c.Kind)
}

// Edit corrects a position. Text is the rest of the line.
type Edit struct{ Text string }

func (c Edit) String() string { return "EDIT " + c.Text }

// SetRoll sets a roll: its name, and the dice with the reason after BECAUSE, as
// written.
type SetRoll struct{ Roll, Dice string }

func (c SetRoll) String() string { return "SET ROLL " + c.Roll + " " + c.Dice }

// Approve lets newcomers give orders, or revokes this. Letters are their
// powers.
type Approve struct {
	Not     bool
	Letters string
}

func (c Approve) String() string {
	if c.Not {
		return "SET NOT APPROVED " + c.Letters
	}
	return "SET APPROVED " + c.Letters
}

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

func parseProcess(s *scanner) (Command, *Error) {
	if s.done() {
		return nil, s.missing(message.New("the phase, so that the judge resolves the one you mean"), "PROCESS SUMMER 1456 ORDERS")
	}
	p, err := readPhase(s, CodePhase)
	if err != nil {
		return nil, err
	}
	return Process{p}, s.endAfter(message.New("the phase"))
}

func parseRollback(s *scanner) (Command, *Error) {
	var c Rollback
	s.keyword("TO")
	s.keyword("TURN")
	if i := strings.Index(strings.ToUpper(s.s[s.pos:]), "BECAUSE "); i >= 0 {
		c.Why = strings.TrimSpace(s.s[s.pos+i+len("BECAUSE "):])
		s = &scanner{s: s.s[:s.pos+i], pos: s.pos, line: s.line, at: s.at, quiet: s.quiet}
	}
	if s.done() {
		return c, nil
	}
	var err *Error
	if w := s.peek(); w[0] < '0' || w[0] > '9' {
		if c.Phase, err = readPhase(s, CodePhase); err != nil {
			return nil, err
		}
		return c, s.endAfter(message.New("the phase"))
	}
	if c.Turn, err = s.number("ROLLBACK", 1, 99999); err != nil {
		return nil, err
	}
	return c, s.endAfter(message.New("the number of the turn"))
}

func parsePredict(s *scanner) (Command, *Error)   { return Predict{}, s.end("PREDICT") }
func parsePause(s *scanner) (Command, *Error)     { return Pause{}, s.end("PAUSE") }
func parseResume(s *scanner) (Command, *Error)    { return Resume{}, s.end("RESUME") }
func parseTerminate(s *scanner) (Command, *Error) { return Terminate{}, s.end("TERMINATE") }
func parseUnstart(s *scanner) (Command, *Error)   { return Unstart{}, s.end("UNSTART") }
func parseBegin(s *scanner) (Command, *Error)     { return Begin{}, s.end("START") }

func parseForceBegin(s *scanner) (Command, *Error) {
	c := ForceBegin{Bots: s.keyword("WITH BOTS", "BOTS")}
	if c.Bots {
		c.Kind = s.word()
	}
	return c, s.endAfter(message.Name(c.String()))
}

func parseBot(s *scanner) (Command, *Error) {
	c := Bot{Power: s.word(), Kind: s.word()}
	if c.Power == "" {
		return nil, s.missing(message.New("the power"), "BOT MILAN")
	}
	return c, s.endAfter(message.New("the computer player"))
}

func parseNoBot(s *scanner) (Command, *Error) {
	c := Bot{Not: true, Power: s.word()}
	if c.Power == "" {
		return nil, s.missing(message.New("the power"), "NO BOT MILAN")
	}
	return c, s.endAfter(message.New("the power"))
}

func parseEject(s *scanner) (Command, *Error) {
	w := strings.Trim(s.rest(), "<>")
	if w == "" {
		return nil, s.missing(message.New("the power or the address"), "EJECT MILAN")
	}
	return Eject{w}, nil
}

func parsePromote(s *scanner) (Command, *Error) {
	w := strings.Trim(s.rest(), "<>")
	if w == "" {
		return nil, s.missing(message.New("the address of the observer"), "PROMOTE marco@example.org")
	}
	return Promote{w}, nil
}

func parseEdit(s *scanner) (Command, *Error) {
	t := s.rest()
	if t == "" {
		return nil, s.missing(message.New("what to correct"), "EDIT TREASURY MILAN 12")
	}
	return Edit{t}, nil
}

// parseRoll reads the name of a roll, which may have several words and end with
// a number, followed by the dice: a sum, or the dice separated by commas or
// plus signs.
func parseRoll(s *scanner) (Command, *Error) {
	text, why := s.rest(), ""
	if i := strings.Index(strings.ToUpper(text+" "), " BECAUSE "); i >= 0 {
		text, why = text[:i], strings.TrimSpace(text[i:])
	}
	text = diceSigns.ReplaceAllString(strings.TrimSpace(text), "$1")
	i := strings.LastIndexByte(text, ' ')
	if i < 0 || !diceForm.MatchString(text[i+1:]) {
		return nil, s.missing(message.New("the name of the roll, then its result"), "SET ROLL famine row 7")
	}
	roll, dice := strings.Trim(strings.TrimSpace(text[:i]), "\"'="), text[i+1:]
	if roll = strings.Join(strings.Fields(roll), " "); roll == "" {
		return nil, s.missing(message.New("the name of the roll, then its result"), "SET ROLL famine row 7")
	}
	return SetRoll{roll, strings.TrimSpace(dice + " " + why)}, nil
}

// diceSigns are the separators of dice, and diceForm matches dice.
var (
	diceSigns = regexp.MustCompile(`\s*([,+])\s*`)
	diceForm  = regexp.MustCompile(`^\d{1,4}([,+]\d{1,4})*$`)
)

func parseApprove(not bool) func(*scanner) (Command, *Error) {
	return func(s *scanner) (Command, *Error) {
		var a Audience
		if err := letters(s, &a, "SET APPROVED FV"); err != nil {
			return nil, err
		}
		if len(a.Names) > 0 {
			return nil, s.fail(CodeLetters, message.New("Write powers as letters, for example: {example}", message.Order("SET APPROVED FV")))
		}
		return Approve{Not: not, Letters: a.Letters}, nil
	}
}

// phaseText returns a phase as in commands: "SUMMER 1456 ORDERS".
func phaseText(p machiavelli.Phase) string { return strings.ToUpper(p.String()) }

// readPhase reads a phase: season, year and step, each abbreviated to its first
// letters, or the six characters of listings (U1456M).
func readPhase(s *scanner, code string) (machiavelli.Phase, *Error) {
	at := s.pos
	fail := func(problem message.Message) (machiavelli.Phase, *Error) {
		s.pos = at
		return machiavelli.Phase{}, s.fail(code, message.New("{problem} Expected a season, a year and what is owed, as in {example}, or a code such as {code}.", problem, message.Order("SUMMER 1456 ORDERS"), message.Order("U1456M")))
	}
	first := strings.ToUpper(s.item())
	if len(first) >= 5 && len(first) <= 7 && first[1] >= '0' && first[1] <= '9' {
		return phaseCode(first, fail)
	}
	var p machiavelli.Phase
	if p.Season = season(first); p.Season == 0 {
		return fail(message.New("{word} is no season.", quote(first)))
	}
	year := s.item()
	if year == "" {
		return fail(message.New("The year is missing."))
	}
	n, err := strconv.Atoi(year)
	if err != nil || n < 1 || n > 9999 {
		return fail(message.New("{word} is no year.", quote(year)))
	}
	p.Year = n
	from := s.pos
	word := strings.ToUpper(s.item())
	if p.Step = step(word); p.Step == 0 {
		if p.Season != machiavelli.Winter && word == "" {
			return fail(message.New("What is owed is missing."))
		}
		if p.Season != machiavelli.Winter {
			return fail(message.New("{word} is not ORDERS, RETREATS or ADJUSTMENTS.", quote(word)))
		}
		s.pos = from
		p.Step = machiavelli.Adjustments
	}
	return settle(p, fail)
}

// settle treats the adjustments after a fall as those of winter, and refuses
// phases that no year has.
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
		return fail(message.New("{word} is no phase.", quote(code)))
	}
	return settle(p, fail)
}

// season reads a season by its first letters; a single letter is that of the
// codes.
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

// step reads a step by its first letters.
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

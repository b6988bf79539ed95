package command

import (
	"strings"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// Mute stops the messages of a person in all games or, with Block, keeps them out
// of the writer's new games, too; with Off it ends that. In one game it is about a
// power, as written, or the observers (O).
type Mute struct {
	Name  string // of the person
	Power string // in the game that is signed on to
	Block bool
	Off   bool
}

func (c Mute) String() string {
	verb := "MUTE"
	if c.Block {
		verb = "BLOCK"
	}
	if c.Off {
		verb = "UN" + verb
	}
	if c.Power != "" {
		return verb + " POWER " + c.Power
	}
	return joined(verb, c.Name)
}

// Report reports a message, a name or a game to the operators.
type Report struct {
	Reason game.ReportReason
	Kind   game.ReportKind
	Grey   bool   // of a message: the last one whose writer is hidden
	Who    string // of players: their letters; of a message: the power that wrote the last one, or O; of a name: the name
	Note   string
}

func (c Report) String() string {
	reason := " " + string(c.Reason)
	switch {
	case c.Kind == game.PlayerReport:
		return joined("REPORT PLAYERS "+c.Who+reason, c.Note)
	case c.Kind == game.GameReport:
		return joined("REPORT GAME"+reason, c.Note)
	case c.Kind == game.NameReport && c.Note != "":
		return "REPORT NAME" + reason + " " + c.Who + ": " + c.Note
	case c.Kind == game.NameReport:
		return "REPORT NAME" + reason + " " + c.Who
	case c.Grey:
		return joined("REPORT GREY"+reason, c.Note)
	}
	return joined("REPORT POWER "+c.Who+reason, c.Note)
}

// Appeal asks the operators to look again at what they have decided about the writer.
type Appeal struct{ Text string }

func (c Appeal) String() string               { return "APPEAL" + endPress(c.Text) }
func (c Appeal) withText(text string) Command { c.Text = text; return c }

func parseAppeal(s *scanner) (Command, *Error) { return Appeal{}, s.end("APPEAL") }

// parseMute returns the parser of MUTE, BLOCK, UNMUTE or UNBLOCK and the name of a
// person.
func parseMute(c Mute) func(*scanner) (Command, *Error) {
	return func(s *scanner) (Command, *Error) {
		c := c
		if c.Name = s.rest(); c.Name == "" {
			return nil, s.missing(message.New("the name of a person"), message.Order(c.String()+" Marco Polo"))
		}
		return c, nil
	}
}

// parseMutePower returns the parser of MUTE POWER or UNMUTE POWER.
func parseMutePower(off bool) func(*scanner) (Command, *Error) {
	return func(s *scanner) (Command, *Error) {
		power, err := reportedPower(s)
		c := Mute{Power: power, Off: off}
		if err != nil {
			return nil, err
		}
		return c, s.endAfter(message.New("{command} and a power", message.Order("MUTE POWER")))
	}
}

func reportedPower(s *scanner) (string, *Error) {
	w := strings.TrimRight(s.word(), ":,.")
	if w == "" {
		return "", s.missing(message.New("a power, or O for the observers"), "V")
	}
	return w, nil
}

// parseReport returns the parser of REPORT POWER, PLAYERS, GREY, GAME or NAME.
func parseReport(c Report) func(*scanner) (Command, *Error) {
	return func(s *scanner) (Command, *Error) {
		c := c
		var err *Error
		if c.Kind == game.LetterReport && !c.Grey || c.Kind == game.PlayerReport {
			if c.Who, err = reportedPower(s); err != nil {
				return nil, err
			}
		}
		if c.Reason, err = reportReason(s); err != nil {
			return nil, err
		}
		c.Note = s.rest()
		if c.Kind == game.NameReport {
			name, note, _ := strings.Cut(c.Note, ":")
			if c.Who, c.Note = strings.TrimSpace(name), strings.TrimSpace(note); c.Who == "" {
				return nil, s.missing(message.New("the name of a person"), "REPORT NAME spam Marco Polo: he sells maps")
			}
		}
		return c, nil
	}
}

// reportReason reads the reason of a report.
func reportReason(s *scanner) (game.ReportReason, *Error) {
	var names []string
	var all []message.Order
	for _, r := range game.ReportReasons {
		if s.keyword(strings.ToUpper(string(r))) {
			return r, nil
		}
		names, all = append(names, string(r)), append(all, message.Order(r))
	}
	err := s.fail(CodeUnknown, message.New("Here the reason is expected: {reasons}.", message.ListOf(message.Or, all)))
	err.Suggest = s.closest(s.peek(), names)
	return "", err
}

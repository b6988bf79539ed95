package command

import (
	"strings"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// Report reports a message, players, a name or a game to the operators.
type Report struct {
	Reason game.ReportReason
	Kind   game.ReportKind
	Grey   bool // for a message: whether to report the last one whose writer is hidden
	// for players, their letters; for a message, the power (or O for observers) whose last message
	// is reported; for a name, the name
	Who  string
	Note string
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

// Appeal asks the operators to reconsider their decision about the sender.
type Appeal struct{ Text string }

func (c Appeal) String() string               { return "APPEAL" + endPress(c.Text) }
func (c Appeal) withText(text string) Command { c.Text = text; return c }

func parseAppeal(s *scanner) (Command, *Error) { return Appeal{}, s.end("APPEAL") }

func reportedPower(s *scanner) (string, *Error) {
	w := strings.TrimRight(s.word(), ":,.")
	if w == "" {
		return "", s.missing(message.New("a power, or O for the observers"), "V")
	}
	return w, nil
}

// parseReport returns the parser for the rest of REPORT POWER, PLAYERS, GREY, GAME or NAME.
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

package terminal

import (
	"fmt"

	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// process processes the phase, prints the report and begins the next phase.
// Retreats in which only computer players have orders to give are processed at
// once.
func (s *Session) process() {
	for s.advance() && s.idle() {
	}
}

// advance processes one phase. It returns false if that is impossible.
func (s *Session) advance() bool {
	lines := make([]turn.Line, 0, len(s.given))
	for _, g := range s.given {
		lines = append(lines, g.line)
	}
	if s.pos.Victors == 0 {
		lines = append(lines, s.botLines()...)
	}
	res, err := turn.Process(s.pos, lines, &s.rules, s.dice(s.pos.Phase.Campaign()))
	if err != nil {
		s.refuse(0, fmt.Sprintf("The phase cannot be carried out: %v.", err), nil)
		return false
	}
	s.past = append(s.past, phase{s.pos, res.Next, s.given, res.Events})
	s.printf("\n")
	s.report(len(s.past) - 1)
	s.pos, s.given, s.power = res.Next, nil, s.home()
	if s.pos.Victors != 0 {
		s.printf("\nThe game is over.\n\n")
		return true
	}
	s.printf("\nNext: %s.\n\n", s.pos.Phase.Title())
	return true
}

// report prints the results of the i-th phase, then why orders failed.
func (s *Session) report(i int) {
	p := s.past[i]
	// Both write to a buffer, whose error Run reports when it is flushed.
	_ = report.Results{
		Before: p.before, After: p.after, Events: p.events, Rules: &s.rules, Viewer: report.Viewer{Master: true}, Game: s.config.Name, Number: i + 1,
	}.Classic(s.out)
	_ = report.Reasons(s.out, p.before, p.events)
}

package terminal

import (
	"podesta/internal/words"
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// process resolves the phase, prints the report and begins the next phase. Retreats in which only
// computer players have orders to give are resolved immediately.
func (s *Session) process() {
	for s.advance() && s.idle() {
	}
}

// advance resolves one phase. It returns false if that is impossible.
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
		s.refuse(0, message.New("The phase cannot be resolved: {why}.", message.Of(err)), nil)
		return false
	}
	s.past = append(s.past, phase{s.pos, res.Next, s.given, res.Events})
	s.printf("\n")
	s.report(len(s.past) - 1)
	s.pos, s.given, s.power = res.Next, nil, s.home()
	if s.pos.Victors != 0 {
		s.printf("\n%s\n\n", s.in(message.New("The game is over.")))
		return true
	}
	s.printf("\n%s\n\n", s.in(message.New("Next: {phase}.", message.Phase(s.pos.Phase))))
	return true
}

// report prints the results of the i-th phase, and then why orders failed. The classic report is
// in English; in other languages the results are sentences.
func (s *Session) report(i int) {
	p := s.past[i]
	if s.config.Language != words.English() {
		s.results(p)
		return
	}
	// Both write to a buffer, and Run reports errors when it flushes the buffer.
	_ = report.Results{
		Before: p.before, After: p.after, Events: p.events, Rules: &s.rules, Viewer: report.Viewer{Master: true}, Game: s.config.Name, Number: i + 1,
	}.Classic(s.out)
	_ = report.Reasons(s.out, p.before, p.events)
}

// results prints the results of a phase in sentences.
func (s *Session) results(p phase) {
	s.say(message.New("{phase}", message.Phase(p.before.Phase)))
	s.say(s.tell.Headline(p.events))
	for _, c := range s.tell.Story(p.events) {
		s.printf("\n")
		s.say(c.Title)
		for _, l := range c.Lines {
			s.printf("  %s\n", s.in(l))
		}
	}
	s.printf("\n")
	for _, e := range p.events {
		switch e := e.(type) {
		case event.Ordered:
			if e.Unit.Owner != machiavelli.Nobody {
				s.say(s.tell.Came(p.events, e))
			}
		case event.Retreated, event.Adjusted:
			s.say(s.tell.Sentence(e))
		}
	}
}

// reasons prints why orders of a phase failed.
func (s *Session) reasons(p phase) {
	if s.config.Language == words.English() {
		_ = report.Reasons(s.out, p.before, p.events) // Run reports the buffer's error
		return
	}
	for _, e := range p.events {
		if o, ok := e.(event.Ordered); ok && !s.tell.Why(p.events, o).IsZero() {
			s.say(s.tell.Came(p.events, o))
		}
	}
}

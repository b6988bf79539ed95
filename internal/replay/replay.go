// Package replay splits a resolved phase into steps that can be watched on the map one after the
// other: payments, assassinations, fights, changes of control. It uses only positions and events,
// interprets no rules, and reveals nothing beyond the events that it receives.
package replay

import (
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// Kind is the kind of a step, which determines its symbol.
type Kind string

// The kinds of steps.
const (
	Money     Kind = "money"     // payments, loans, and purchases
	Murder    Kind = "murder"    // assassinations
	Rebellion Kind = "rebellion" // rebellions begin or end
	Orders    Kind = "orders"    // all orders at once, before they are resolved
	Moves     Kind = "moves"     // moves without opposition
	Fight     Kind = "fight"     // a contest
	Vain      Kind = "vain"      // orders that failed without a fight
	Siege     Kind = "siege"     // sieges begun, completed, lifted
	Lost      Kind = "lost"      // units that leave the board
	Retreat   Kind = "retreat"   // the fate of dislodged units
	Control   Kind = "control"   // provinces and cities change hands
	Disaster  Kind = "disaster"  // famine, plague, storms
	Income    Kind = "income"    // the year's income
	Winter    Kind = "winter"    // builds, removals, upkeep
	Great     Kind = "great"     // conquest, elimination, victory
	Now       Kind = "now"       // the position afterwards
)

// Step is one step of a phase.
type Step struct {
	Kind  Kind
	Title message.Message // a word or two, such as "Retreats"
	Text  message.Message // a sentence; empty if the lines contain everything
	Lines []Line          // the details, one by one
	Why   []report.Reason
	Rules []string        // IDs of the rules that explain Text
	Areas []board.ID      // the areas concerned
	Walk  []Walk          // units that move
	Shake []position.Unit // units that tried to move and stayed, in their state after the step
	Ring  []board.ID      // cities that come under siege
	Clash []Clash         // contests
	// Position is the position after the step, as far as a map shows it. Its money is unchanged
	// since the start of the phase.
	Position *position.Position
	// Drawn holds the results to draw on the map.
	Drawn []event.Event
}

// Line is one detail of a step.
type Line struct {
	Text   message.Message
	Failed bool
	Why    []report.Reason
	Rules  []string // IDs of the rules that explain Text
}

// Walk is a unit that moves, before and after the step.
type Walk struct{ From, To position.Unit }

// Clash is a contest for a place with the two strengths.
type Clash struct {
	At                board.ID
	Strength, Against int8
	Won               bool // whether a unit entered
}

// Steps splits a phase into steps. events holds the phase's events that the viewer may see
// (report.Seen). The position of the last step is after. before and after are not changed.
func Steps(before, after *position.Position, events []event.Event, r *rules.Set) []Step {
	m := &maker{tell: report.New(before.Setting), pos: before.Clone(), before: before, after: after, events: events, rules: r}
	for m.at = 0; m.at < len(events); m.at++ {
		m.event(events[m.at])
	}
	m.close()
	m.now()
	return m.steps
}

// maker converts the events of a phase into steps. pos is the position reached so far.
type maker struct {
	tell          report.Teller
	pos           *position.Position
	before, after *position.Position
	events        []event.Event
	rules         *rules.Set
	at            int // index of the current event
	steps         []Step
	open          *Step // a step to which further events of its kind are added
	openTag       string
	kept          []position.Unit // units maintained by the power whose winter is being described
	moved         bool            // whether the orders of units have already been described
}

// begin returns a step to which further events with the same tag are added: the open step if it
// has this tag, or else a new one.
func (m *maker) begin(tag string, kind Kind, title message.Message) *Step {
	if m.open != nil && m.openTag == tag {
		return m.open
	}
	m.close()
	m.open, m.openTag = &Step{Kind: kind, Title: title}, tag
	return m.open
}

// close closes the open step and gives it the current position. If the step has only one line,
// the line becomes its text.
func (m *maker) close() {
	s := m.open
	m.open, m.openTag = nil, ""
	if s == nil || s.Text.IsZero() && len(s.Lines) == 0 {
		return
	}
	if s.Text.IsZero() && len(s.Lines) == 1 {
		s.Text, s.Why, s.Rules, s.Lines = s.Lines[0].Text, s.Lines[0].Why, s.Lines[0].Rules, nil
	}
	s.Position = m.pos.Clone()
	m.steps = append(m.steps, *s)
}

// alone adds a step for a single event.
func (m *maker) alone(s Step) {
	m.close()
	m.open = &s
	m.close()
}

// line describes an event as a line.
func (m *maker) line(e event.Event) Line {
	return Line{Text: m.tell.Sentence(e), Why: m.tell.Chain(m.events, e)}
}

// add adds a line to a step, with the areas concerned.
func (s *Step) add(l Line, areas ...board.ID) {
	if !l.Text.IsZero() {
		s.Lines = append(s.Lines, l)
	}
	s.about(areas...)
}

// about adds areas to the areas of the step.
func (s *Step) about(areas ...board.ID) {
	for _, a := range areas {
		seen := a == board.None
		for _, x := range s.Areas {
			seen = seen || x == a
		}
		if !seen {
			s.Areas = append(s.Areas, a)
		}
	}
}

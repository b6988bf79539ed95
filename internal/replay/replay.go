// Package replay takes a processed phase apart into steps that can be watched
// one after the other on the map: what was paid, who was murdered, who met
// whom, what changed hands. It knows positions and events only, decides no
// rule, and tells nothing that the events it is given do not tell.
package replay

import (
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// Kind says of what sort a step is, for its mark.
type Kind string

// The kinds of steps.
const (
	Money     Kind = "money"     // payments, loans, and what ducats bought
	Murder    Kind = "murder"    // assassinations
	Rebellion Kind = "rebellion" // provinces rise, or are quiet again
	Orders    Kind = "orders"    // all orders at once, before they are carried out
	Moves     Kind = "moves"     // what nobody stood against
	Fight     Kind = "fight"     // a contest
	Vain      Kind = "vain"      // orders that came to nothing without a fight
	Siege     Kind = "siege"     // sieges begun, completed, lifted
	Lost      Kind = "lost"      // units that leave the board
	Retreat   Kind = "retreat"   // what became of the dislodged
	Control   Kind = "control"   // provinces and cities change hands
	Disaster  Kind = "disaster"  // famine, plague, storms
	Income    Kind = "income"    // the year's income
	Winter    Kind = "winter"    // builds, removals, upkeep
	Great     Kind = "great"     // conquest, elimination, victory
	Now       Kind = "now"       // how it stands afterwards
)

// Step is one thing to watch.
type Step struct {
	Kind  Kind
	Title message.Message // a word or two: "Retreats"
	Text  message.Message // a sentence; empty where the lines say all
	Lines []Line          // what belongs to it, one by one
	Why   []report.Reason
	Rules []string        // ids of the rules behind what Text says
	Areas []board.ID      // what it is about
	Walk  []Walk          // units that change their place
	Shake []position.Unit // units that tried and stay, as they stand after the step
	Ring  []board.ID      // cities round which a siege closes
	Clash []Clash         // contests
	// Position is how it stands after the step, as far as a map shows it; money is
	// as it was at the start of the phase.
	Position *position.Position
	// Drawn are the results to draw into the map with it.
	Drawn []event.Event
}

// Line is one of several things of a step.
type Line struct {
	Text   message.Message
	Failed bool
	Why    []report.Reason
	Rules  []string // ids of the rules behind what Text says
}

// Walk is a unit that changes its place, as it stood before and stands after.
type Walk struct{ From, To position.Unit }

// Clash is a contest for a place with the two strengths.
type Clash struct {
	At                board.ID
	Strength, Against int8
	Won               bool // somebody came in
}

// Steps takes a phase apart. events are those of the phase, without what the
// viewer must not know (report.Seen). The position of the last step is after
// itself; before and after are not changed.
func Steps(before, after *position.Position, events []event.Event, r *rules.Set) []Step {
	m := &maker{tell: report.New(before.Setting), pos: before.Clone(), before: before, after: after, events: events, rules: r}
	for m.at = 0; m.at < len(events); m.at++ {
		m.event(events[m.at])
	}
	m.close()
	m.now()
	return m.steps
}

// maker goes through the events of a phase. pos is the position as far as it
// has come.
type maker struct {
	tell          report.Teller
	pos           *position.Position
	before, after *position.Position
	events        []event.Event
	rules         *rules.Set
	at            int // the event that is looked at
	steps         []Step
	open          *Step // a step that further events of its kind are added to
	openTag       string
	kept          []position.Unit // maintained by the power whose winter is told
	moved         bool            // the orders of units have been told
}

// begin opens a step that further events with the same tag are added to; the
// step that is open goes on if it has the tag.
func (m *maker) begin(tag string, kind Kind, title message.Message) *Step {
	if m.open != nil && m.openTag == tag {
		return m.open
	}
	m.close()
	m.open, m.openTag = &Step{Kind: kind, Title: title}, tag
	return m.open
}

// close ends the step that is open: it is drawn as the position is now. A step
// with a single line has it as its sentence.
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

// alone adds a step of its own.
func (m *maker) alone(s Step) {
	m.close()
	m.open = &s
	m.close()
}

// line tells an event as a line.
func (m *maker) line(e event.Event) Line {
	return Line{Text: m.tell.Sentence(e), Why: m.tell.Chain(m.events, e)}
}

// add puts a line into a step, with the areas that it is about.
func (s *Step) add(l Line, areas ...board.ID) {
	if !l.Text.IsZero() {
		s.Lines = append(s.Lines, l)
	}
	s.about(areas...)
}

// about adds areas to those of the step.
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

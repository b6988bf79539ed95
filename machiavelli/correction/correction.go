// Package correction edits a position by hand, for game masters. It has a small language of
// statements such as "treasury venice 12" or "unit move milan A Pavia to Turin". Either all
// statements are executed or none. If the resulting position is impossible, all reasons are
// reported. The changes are described in words, and those that not everyone may know are marked.
package correction

import (
	"maps"
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/position/check"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// MaxStatements is the maximum number of statements at a time.
const MaxStatements = 500

// maxStatement is the longest statement, in bytes.
const maxStatement = 300

// Problem is an error in a correction. Line is the number of the statement,
// counted from 1. It is 0 if the resulting position is impossible.
type Problem struct {
	Line    int
	Text    string          // the statement
	Message message.Message // what is wrong and what to do, in sentences
	Mend    string          // the only statement that would solve the problem, or empty
}

// String describes the problem with its statement, in English.
func (p Problem) String() string { return p.Say().String() }

// Say describes the problem with its statement.
func (p Problem) Say() message.Message {
	if p.Line == 0 {
		return p.Message
	}
	return message.New("{statement}: {problem}", message.Order(p.Text), p.Message)
}

// Result is the result of a correction.
type Result struct {
	Position *position.Position
	Changes  []Change
}

// Split splits a text into statements. Statements are on separate lines or
// separated by semicolons. "#" and "//" begin a comment, and the word EDIT
// before a statement is skipped.
func Split(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		line, _, _ = strings.Cut(line, "//")
		for s := range strings.SplitSeq(line, ";") {
			words := strings.Fields(s)
			if len(words) > 0 && strings.EqualFold(words[0], "edit") {
				words = words[1:]
			}
			if len(words) > 0 {
				out = append(out, strings.Join(words, " "))
			}
		}
	}
	return out
}

// Apply executes statements on a copy of p, one after the other, and checks only the final
// result, so that two units can change places. If anything is wrong, there is no result, and
// every problem is returned. Apply does not change p. A correction cannot change the phase.
func Apply(p *position.Position, r *rules.Set, statements []string) (*Result, []Problem) {
	if len(statements) > MaxStatements {
		return nil, []Problem{{Message: message.New("There are {n} statements; send at most {most} at a time.", message.Number(len(statements)), message.Number(MaxStatements))}}
	}
	e := newEditor(p, r)
	for i, s := range statements {
		e.statement(i+1, s)
	}
	if len(e.problems) == 0 {
		e.settle()
		e.whole()
	}
	if len(e.problems) > 0 {
		return nil, e.problems
	}
	return &Result{e.p, e.differences()}, nil
}

// editor is a correction in progress.
type editor struct {
	before *position.Position
	p      *position.Position
	r      *rules.Set
	origin []int // maps the index of each unit in p to its index in before; -1 for a new unit

	n        int // number of the current statement
	text     string
	problems []Problem
	sieges   map[board.ID]int  // maps sieges that must exist in the result to the statement
	choices  map[board.ID]bool // dislodged units whose retreats a statement set
}

func newEditor(p *position.Position, r *rules.Set) *editor {
	e := &editor{before: p, p: p.Clone(), r: r, sieges: map[board.ID]int{}, choices: map[board.ID]bool{}}
	for i := range p.Units {
		e.origin = append(e.origin, i)
	}
	return e
}

func (e *editor) fail(m message.Message) {
	e.problems = append(e.problems, Problem{Line: e.n, Text: e.text, Message: m})
}

// statement executes one statement.
func (e *editor) statement(n int, text string) {
	e.n, e.text = n, strings.Join(strings.Fields(text), " ")
	if len(e.text) > maxStatement {
		e.text = strings.ToValidUTF8(e.text[:40], "") + "…"
		e.fail(message.New("The statement is longer than {n} characters.", message.Number(maxStatement)))
		return
	}
	w := &words{e: e, rest: e.text}
	name := strings.ToLower(w.word())
	for i := range statements {
		s := &statements[i]
		if s.Word != name {
			continue
		}
		if err := s.do(w); err != nil {
			e.fail(message.Of(err))
		} else if w.rest != "" {
			e.fail(message.New("The statement is read up to here, but not {text} after it. It is written: {form}.", quoted(w.rest), message.Order(s.Form)))
		}
		return
	}
	e.fail(message.New("There is no statement {word}; the statements are {statements}.", guess(name, names()), listed(names())))
}

// settle applies consequences that need no statement. It ends sieges without a
// besieger, cancels strategic movements of units that are gone, and removes
// occupied places from retreats.
func (e *editor) settle() {
	p := e.p
	for _, at := range e.before.BesiegedCities().IDs() {
		if _, said := e.sieges[at]; !said && !p.Besieged(at) {
			p.Sieges.Remove(at)
		}
	}
	p.Scorched = p.Scorched.Intersect(p.Famine)
	var transfers []position.Transfer
	for _, t := range p.Transfers {
		if p.Field(t.From) >= 0 {
			transfers = append(transfers, t)
		}
	}
	p.Transfers = transfers
	for i := range p.Dislodged {
		d := &p.Dislodged[i]
		if e.choices[d.Unit.At] {
			continue
		}
		var free []board.Place
		for _, to := range d.Retreats {
			if p.Field(to.At) < 0 {
				free = append(free, to)
			}
		}
		d.Retreats = free
		d.IntoCity = d.IntoCity && p.Garrison(d.Unit.At) < 0
	}
}

// whole checks the resulting position as a whole.
func (e *editor) whole() {
	e.n, e.text = 0, ""
	for _, at := range slices.Sorted(maps.Keys(e.sieges)) {
		if !e.p.Besieged(at) {
			e.problems = append(e.problems, Problem{Line: e.sieges[at], Text: "siege " + e.area(at), Message: message.New(
				"Nobody besieges the city of {place}: a unit must stand outside a garrison of another owner, or of rebels against its own.", e.place(at))})
		}
	}
	for _, x := range check.Position(e.p, e.r) {
		problem := x.Say()
		if x.Mend != "" {
			problem = message.New("{problem} Add: {statement}.", problem, message.Order(x.Mend))
		}
		e.problems = append(e.problems, Problem{Message: problem, Mend: x.Mend})
	}
	if e.p.Victors == 0 && e.everybodyOut() {
		e.problems = append(e.problems, Problem{Message: message.New("Everyone would be out of the game.")})
	}
}

func (e *editor) everybodyOut() bool {
	for p := machiavelli.Power(1); int(p) < len(e.p.Setting.Powers); p++ {
		if !e.p.Eliminated.Has(p) && !e.p.Setting.Absent.Has(p) {
			return false
		}
	}
	return true
}

// findRetreats sets the retreats of a dislodged unit to those that the rules allow.
func (e *editor) findRetreats(d *position.Dislodged) { legal.FindRetreats(e.p, e.r, d) }

// area returns the name of an area.
func (e *editor) area(at board.ID) string { return e.p.Setting.Board.Areas[at].Name }

// place returns an area as an argument of messages.
func (e *editor) place(at board.ID) message.Place { return report.New(e.p.Setting).AreaOf(at) }

// Package correction puts a position right by hand: a small language of
// statements such as "treasury venice 12" or "unit move milan A Pavia to
// Turin", for whoever runs a game. All statements are carried out or none, and
// a position that cannot be is refused with everything that is wrong with it.
// What has changed is told in words, with what only some may know apart.
package correction

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/position"
	"podesta/machiavelli/position/check"
	"podesta/machiavelli/rules"
)

// MaxStatements bounds what is carried out at a time.
const MaxStatements = 500

// maxStatement is the longest statement, in bytes.
const maxStatement = 300

// Problem is something wrong with a correction. Line is the number of the
// statement, from 1; 0 where it is the position that comes out which cannot be.
type Problem struct {
	Line    int
	Text    string // the statement
	Message string // what is wrong and what to do, in sentences
	Mend    string // the statement that would put it right, where there is one only
}

// String tells the problem with its statement.
func (p Problem) String() string {
	if p.Line == 0 {
		return p.Message
	}
	return p.Text + ": " + p.Message
}

// Result is what a correction comes to.
type Result struct {
	Position *position.Position
	Changes  []Change
}

// Split takes a text apart into statements: one a line, or several with
// semicolons between them. "#" and "//" begin a comment, and the word EDIT
// before a statement is left out.
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

// Apply carries statements out on a copy of p, one after the other, and looks
// at what comes of all of them together: so two units can change places. If
// anything is wrong there is no result, and every problem is told. p is not
// changed; the phase stays what it is.
func Apply(p *position.Position, r *rules.Set, statements []string) (*Result, []Problem) {
	if len(statements) > MaxStatements {
		return nil, []Problem{{Message: fmt.Sprintf("There are %d statements; at most %d are carried out at a time.", len(statements), MaxStatements)}}
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

// editor is a correction under way.
type editor struct {
	before *position.Position
	p      *position.Position
	r      *rules.Set
	origin []int // of each unit of p, its index in before; -1 for a new one

	n        int // the statement being carried out
	text     string
	problems []Problem
	sieges   map[board.ID]int  // sieges that must come out as such, by the statement that said so
	choices  map[board.ID]bool // dislodged units whose retreats a statement named
}

func newEditor(p *position.Position, r *rules.Set) *editor {
	e := &editor{before: p, p: p.Clone(), r: r, sieges: map[board.ID]int{}, choices: map[board.ID]bool{}}
	for i := range p.Units {
		e.origin = append(e.origin, i)
	}
	return e
}

func (e *editor) fail(format string, args ...any) {
	e.problems = append(e.problems, Problem{Line: e.n, Text: e.text, Message: fmt.Sprintf(format, args...)})
}

// statement carries one statement out.
func (e *editor) statement(n int, text string) {
	e.n, e.text = n, strings.Join(strings.Fields(text), " ")
	if len(e.text) > maxStatement {
		e.text = strings.ToValidUTF8(e.text[:40], "") + "…"
		e.fail("The statement is longer than %d characters.", maxStatement)
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
			e.fail("%s", err)
		} else if w.rest != "" {
			e.fail("The statement is read up to here, but not %q behind it. It is written: %s.", w.rest, s.Form)
		}
		return
	}
	e.fail("There is no statement %q%s; the statements are %s.", name, didYouMean(name, names()), strings.Join(names(), ", "))
}

// settle draws the consequences that nobody would write: sieges whose besieger
// is gone are over, strategic movements of units that are gone do not happen,
// and nobody retreats to where somebody stands now.
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

// whole looks at the position that comes out.
func (e *editor) whole() {
	e.n, e.text = 0, ""
	for _, at := range slices.Sorted(maps.Keys(e.sieges)) {
		if !e.p.Besieged(at) {
			e.problems = append(e.problems, Problem{Line: e.sieges[at], Text: "siege " + e.area(at), Message: "Nobody besieges the city of " + e.area(at) +
				": a unit must stand outside a garrison of another owner, or of rebels against its own."})
		}
	}
	for _, x := range check.Position(e.p, e.r) {
		message := x.String()
		if x.Mend != "" {
			message += " Add: " + x.Mend + "."
		}
		e.problems = append(e.problems, Problem{Message: message, Mend: x.Mend})
	}
	if e.p.Victors == 0 && e.everybodyOut() {
		e.problems = append(e.problems, Problem{Message: "Everybody would be out of the game."})
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

// findRetreats gives a dislodged unit the retreats that the rules allow it.
func (e *editor) findRetreats(d *position.Dislodged) { legal.FindRetreats(e.p, e.r, d) }

// area is the name of an area.
func (e *editor) area(at board.ID) string { return e.p.Setting.Board.Areas[at].Name }

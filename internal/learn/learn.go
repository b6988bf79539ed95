// Package learn holds the material for new players: the steps of a course, practice positions
// for every kind of order and expense, and the introductory game of the 1978 rules with a
// commentary on each campaign. Positions and texts are embedded data. The engine resolves all
// orders.
package learn

import (
	"slices"
	"sync"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// Exercise is a position with a task.
type Exercise struct {
	ID     string // ID in addresses, such as "cut-support"
	Title  string
	Topic  string   // ID of its Topic
	Teach  []string // explanation beforehand, in paragraphs
	Goal   string   // the task in a sentence
	Hint   string   // how to solve it, without the order itself
	After  string   // additional information afterwards; may be empty
	Shows  []string // the words of order.Kind and order.ExpenseKind that it teaches; "expense d" for a row of the cost table
	Ledger []string // IDs of the relevant rules

	Position *position.Position // the position; read-only
	Rules    *rules.Set
	Ground   Ground
	You      machiavelli.Power // the reader's power
	Text     string            // initial text of the text box: orders that were sent before
	Focus    []board.ID        // the areas that matter
	Answers  []Answer          // there is at least one; the first is shown as the solution
	Wrong    []string          // legal orders that do not reach the goal

	others []turn.Line // the orders of the other powers
	wants  []condition
	rolls  map[string]int
}

// Answer is a way to reach a goal.
type Answer struct {
	Orders string // one order per line
	Why    string // the advantage of this answer; may be empty
}

// Ground holds a position's rules: a preset, and the options whose values differ from the preset's.
type Ground struct {
	Preset  string
	Options map[string]string
}

// Prose returns the English texts of an exercise that readers see, except its title.
func (x *Exercise) Prose() []string {
	out := append(slices.Clone(x.Teach), x.Goal, x.Hint, x.After)
	for _, a := range x.Answers {
		out = append(out, a.Why)
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// Topic is a group of exercises.
type Topic struct {
	ID        string
	Title     string
	About     string
	Course    bool // whether it is part of the course, not of the practice positions
	Exercises []*Exercise
}

// Course lists the parts of the course for beginners, in order.
func Course() []Topic { return read().course }

// First returns all steps of the course in order.
func First() []*Exercise { return flat(read().course) }

// flat returns the exercises of all topics in order.
func flat(topics []Topic) []*Exercise {
	var out []*Exercise
	for _, t := range topics {
		out = append(out, t.Exercises...)
	}
	return out
}

// Practice lists the topics of the practice positions.
func Practice() []Topic { return read().topics }

// Find returns an exercise of the course or of the practice positions by its
// id.
func Find(id string) (*Exercise, bool) {
	x, ok := read().byID[id]
	return x, ok
}

// Place returns the exercise's topic, its number within the topic, counted from 1, and the previous
// and next exercises, which are nil at the ends. The sequence continues from one topic to the next,
// separately in the course and in the practice positions.
func (x *Exercise) Place() (group Topic, number int, before, after *Exercise) {
	l := read()
	for _, t := range slices.Concat(l.course, l.topics) {
		if t.ID == x.Topic {
			group = t
		}
	}
	row := flat(l.topics)
	if group.Course {
		row = flat(l.course)
	}
	i := slices.Index(row, x)
	if i > 0 {
		before = row[i-1]
	}
	if i+1 < len(row) {
		after = row[i+1]
	}
	return group, slices.Index(group.Exercises, x) + 1, before, after
}

// library holds all embedded material.
type library struct {
	course []Topic
	topics []Topic // topics of the practice positions
	byID   map[string]*Exercise
}

// read parses the embedded data once. A test ensures that they are valid.
var read = sync.OnceValue(func() *library {
	l, err := load()
	if err != nil {
		panic("learn: " + err.Error())
	}
	return l
})

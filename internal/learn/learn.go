// Package learn holds what somebody plays who has never seen the game: the
// steps of a course, a practice position for every kind of order and
// every expense, and the introductory game of the rules of 1978 told campaign
// by campaign. The positions and their words are embedded data; what orders
// come to is worked out by the engine, whatever they are.
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

// Exercise is one position with something to do in it.
type Exercise struct {
	ID     string // in addresses: "cut-support"
	Title  string
	Topic  string   // of its Topic
	Teach  []string // what to know before, by paragraphs
	Goal   string   // what to do, a sentence
	Hint   string   // how, without the order itself
	After  string   // what is worth knowing once it is done; may be empty
	Shows  []string // what it teaches, by the words of order.Kind and order.ExpenseKind; "expense d" for a row of the cost table
	Ledger []string // the rules behind it

	Position *position.Position // the position, not to be changed
	Rules    *rules.Set
	Ground   Ground
	You      machiavelli.Power // whose orders are asked for
	Text     string            // what stands in the box at first: orders that were sent before
	Focus    []board.ID        // the areas that matter
	Answers  []Answer          // at least one; the first is the one to show
	Wrong    []string          // lawful orders that do not reach the goal

	others []turn.Line // what the other powers order
	wants  []condition
	rolls  map[string]int
}

// Answer is one way to reach a goal.
type Answer struct {
	Orders string // one a line
	Why    string // what speaks for this way; may be empty
}

// Ground is by which rules a position is played: a preset and the options in
// which it differs.
type Ground struct {
	Preset  string
	Options map[string]string
}

// Topic is a group of exercises.
type Topic struct {
	ID        string
	Title     string
	About     string
	Course    bool // it is a part of the course, not of the practice
	Exercises []*Exercise
}

// Course lists the parts of the course, which is walked through in its order by
// somebody who has never played.
func Course() []Topic { return read().course }

// First is the whole course: its steps in their order.
func First() []*Exercise { return flat(read().course) }

// flat are the exercises of topics, one after the other.
func flat(topics []Topic) []*Exercise {
	var out []*Exercise
	for _, t := range topics {
		out = append(out, t.Exercises...)
	}
	return out
}

// Practice lists the practice positions by topics.
func Practice() []Topic { return read().topics }

// Find is the exercise of that id, of the course or of the practice.
func Find(id string) (*Exercise, bool) {
	x, ok := read().byID[id]
	return x, ok
}

// Place tells where an exercise stands: its group, its number in it from 1, and
// the exercises before and after it; nil at the ends. Course and practice go on
// from one topic to the next, and each ends by itself.
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

// library is all that is embedded.
type library struct {
	course []Topic
	topics []Topic // of the practice
	byID   map[string]*Exercise
}

// read reads the embedded data once. That it can be read is tested; a fault in
// it is a fault of the program.
var read = sync.OnceValue(func() *library {
	l, err := load()
	if err != nil {
		panic("learn: " + err.Error())
	}
	return l
})

//go:build linux

package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

// maxSeats is the largest number of seats of a game.
const maxSeats = 8

// The model's knowledge about a seat.
const (
	no    = 0
	yes   = 1
	maybe = 2
)

// anyOrders stands for orders that the model does not know.
const anyOrders = -1

// state is the state of a game in the model. Texts of orders are numbers.
type state struct {
	revision, number int
	orders           [maxSeats]int
	affirmed         [maxSeats]bool // whether lines of the orders that do not count may have been removed
	complete         [maxSeats]int8 // whether nothing is missing, in a game that waits for complete orders
	ready            [maxSeats]int8 // whether the game does not wait for the seat
	past             string         // orders of resolved phases
}

// step is an operation in the model: a client's request, or an action of the judge according to
// its log.
type step struct {
	*Op
	text     int           // number of the request's text
	resolved [maxSeats]int // orders with which a phase was resolved
	allowed  bool          // whether the phase may be resolved without all players, by a master or at the deadline
	owes     []int         // the seats that the phase waits for, as far as is known
	links    bool
	texts    *texts
}

// texts numbers texts of orders. Texts with only irrelevant differences have the same number; an
// empty text has the number 0.
type texts struct {
	numbers map[string]int
	lines   []map[string]bool // for each number, the lines of all texts that have it
}

func newTexts() *texts { return &texts{map[string]int{"": 0}, []map[string]bool{{}}} }

// number returns the number of a text.
func (t *texts) number(text string) int {
	key := normal(text)
	n, known := t.numbers[key]
	if !known {
		n = len(t.lines)
		t.numbers[key], t.lines = n, append(t.lines, map[string]bool{})
	}
	for l := range strings.Lines(text) {
		if l = plainLine(l); l != "" {
			t.lines[n][l] = true
		}
	}
	return n
}

// part reports whether a text equals another one, or is what remains of it when lines are
// removed.
func (t *texts) part(of, whole int) bool {
	for l := range t.lines[of] {
		if !t.lines[whole][l] {
			return false
		}
	}
	return true
}

// holds reports whether a seat's orders may equal a text.
func (s *state) holds(k, text int, t *texts) bool {
	return s.orders[k] == anyOrders || s.orders[k] == text || s.affirmed[k] && t.part(text, s.orders[k])
}

// remember adds the orders of a phase to the state's memory, and returns it.
func remember(past string, number int, orders [maxSeats]int) string {
	return fmt.Sprintf("%s%d=%v;", past, number, orders)
}

// recall returns the orders of a past phase, and the memory of the earlier phases.
func recall(past string, number int) (orders [maxSeats]int, before string, found bool) {
	i := strings.LastIndex(";"+past, fmt.Sprintf(";%d=", number))
	if i < 0 {
		return orders, "", false
	}
	text := past[i:]
	_, text, _ = strings.Cut(text, "=[")
	text, _, _ = strings.Cut(text, "]")
	for k, f := range strings.Fields(text) {
		_, _ = fmt.Sscan(f, &orders[k]) // remember has written it
	}
	return orders, past[:i], true
}

// apply performs an operation on a state, and reports whether its answer is
// possible there.
func apply(s state, in *step) (bool, state) {
	k := in.Seat - 1
	named := in.Revision == s.revision
	switch in.Kind {
	case lookOp:
		return in.GotRevision == s.revision && in.GotNumber == s.number, s
	case readOp:
		if in.GotRevision != s.revision || in.GotNumber != s.number || !s.holds(k, in.text, in.texts) {
			return false, s
		}
		if s.affirmed[k] { // now it is known which lines were removed
			s.orders[k], s.affirmed[k] = in.text, false
		}
		return true, s
	case saveOp:
		switch {
		case in.Outcome == stale:
			return !named, s
		case in.Outcome == refused: // its phase may still be the current one
			return true, s
		case in.late():
			// An e-mail or a chat command counts for the phase in which it is read. In a phase
			// other than the one for which it was written, it changes some of the orders. In
			// the same phase it replaces all of them, because the seat sends orders only in
			// this way, and for each unit.
			s.complete[k], s.affirmed[k] = maybe, false
			if named && s.orders[k] != anyOrders {
				s.orders[k] = in.text
			} else {
				s.orders[k] = anyOrders
			}
			return true, s
		case !named:
			return in.Outcome == unknown, s
		}
		s.complete[k] = maybe
		if in.Faulty {
			s.complete[k] = no
		}
		switch {
		case in.Then == "ready":
			s.ready[k] = yes
		case in.Then == "draft" && !in.links:
			s.ready[k] = no
		case in.links && s.orders[k] != in.text:
			// the seat may no longer be ready if the text changed, because the model does not
			// know comments
			s.ready[k] = maybe
		}
		s.orders[k], s.affirmed[k] = in.text, false
		return true, s
	case pressOp:
		// An e-mail without an error confirms its sender's earlier orders, from which refused
		// lines are removed, so that incomplete orders can become complete. The model does not
		// know which lines these are.
		if s.orders[k] > 0 {
			s.affirmed[k] = true
			if s.complete[k] == no {
				s.complete[k] = maybe
			}
		}
		return true, s
	case readyOp:
		switch {
		case in.Outcome == stale:
			return !named, s
		case in.Outcome == refused:
			return true, s
		case !named:
			return in.Outcome == unknown, s
		}
		s.ready[k] = no
		if in.Ready {
			s.ready[k] = yes
		}
		return true, s
	case processOp:
		if in.Outcome == stale {
			return !named, s
		}
		if !named || in.Number != s.number {
			return false, s
		}
		for i, o := range in.resolved {
			if !s.holds(i, o, in.texts) {
				return false, s
			}
		}
		for _, seat := range in.owes {
			if !in.allowed && (s.ready[seat-1] == no || !in.links && s.complete[seat-1] == no) {
				return false, s
			}
		}
		s.past = remember(s.past, s.number, in.resolved)
		s.revision++
		s.number++
		s.clear(in.links)
		return true, s
	case rollbackOp:
		if !named {
			return false, s
		}
		orders, before, found := recall(s.past, in.Number)
		if !found {
			return false, s
		}
		s.revision++
		s.number, s.past = in.Number, before
		s.clear(in.links)
		s.orders = orders
		for i := range s.complete {
			s.complete[i] = maybe
		}
		return true, s
	}
	panic("no such operation: " + in.Kind)
}

// clear begins a phase, in which nobody has sent orders. A hosted game does not wait for seats
// with complete orders; one played by links waits for everyone.
func (s *state) clear(links bool) {
	s.orders, s.affirmed, s.complete, s.ready = [maxSeats]int{}, [maxSeats]bool{}, [maxSeats]int8{}, [maxSeats]int8{}
	if !links {
		for i := range s.ready {
			s.ready[i] = yes
		}
	}
}

// model returns the model of a game for porcupine.
func model(g *Record) porcupine.Model {
	first := state{revision: g.Revision, number: g.Number}
	first.clear(g.Links)
	return porcupine.Model{
		Init: func() any { return first },
		Step: func(s, in, _ any) (bool, any) {
			possible, next := apply(s.(state), in.(*step))
			return possible, next
		},
		DescribeOperation: func(in, _ any) string { return in.(*step).String() },
		DescribeState: func(s any) string {
			x := s.(state)
			return fmt.Sprintf("revision %d, phase %d, orders %v, ready %v", x.revision, x.number, x.orders[:g.Seats], x.ready[:g.Seats])
		},
	}
}

// String describes an operation in a line.
func (o *Op) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s by %s to process %d", o.Kind, o.Outcome, o.Door, o.Process)
	if o.Seat > 0 {
		fmt.Fprintf(&b, ", seat %d", o.Seat)
	}
	if o.Revision > 0 {
		fmt.Fprintf(&b, ", for revision %d", o.Revision)
	}
	if o.Kind == readyOp {
		fmt.Fprintf(&b, ", %t", o.Ready)
	}
	if o.Then != "" {
		fmt.Fprintf(&b, ", %s", o.Then)
	}
	if o.Number > 0 {
		fmt.Fprintf(&b, ", phase %d", o.Number)
	}
	if o.GotRevision > 0 {
		fmt.Fprintf(&b, ": revision %d, phase %d", o.GotRevision, o.GotNumber)
	}
	if text := o.Text + o.GotText; text != "" && o.Kind != pressOp {
		fmt.Fprintf(&b, " %q", text)
	}
	return b.String()
}

// forever is the return time of operations that may take effect at any time.
const forever = time.Duration(math.MaxInt64)

// clockTolerance is the maximum difference between the deadlines of clients and the times in
// the log.
const clockTolerance = 2 * time.Second

// porcupineTime limits the check of one game.
const porcupineTime = 5 * time.Minute

// operations returns the operations on a game for the check. moves are the
// changes of its revision according to the log.
func operations(g *Record, ops []*Op, moves []move) []porcupine.Operation {
	texts := newTexts()
	number := texts.number
	// An operation for a revision has no effect once the game has a later one.
	over := map[int]time.Duration{} // end times, keyed by revision
	for _, o := range ops {
		if o.Outcome == ok && o.GotRevision > 0 {
			if at, known := over[o.GotRevision-1]; !known || o.Return < at {
				over[o.GotRevision-1] = o.Return
			}
		}
	}
	least := forever
	for r := g.Last; r >= g.Revision; r-- {
		if at, known := over[r]; known {
			least = min(least, at)
		}
		over[r] = least
	}
	var out []porcupine.Operation
	add := func(s *step, call, end time.Duration) {
		s.links, s.texts = g.Links, texts
		out = append(out, porcupine.Operation{Input: s, Call: int64(call), Return: int64(max(call, end))})
	}
	// Orders that nobody has seen since may or may not have been saved, and nothing depends on
	// it. Without them there are far fewer possible orders of operations to try.
	type written struct{ seat, text int }
	seen := map[written]bool{}
	for _, o := range ops {
		if o.Kind == readOp && o.Outcome == ok {
			seen[written{o.Seat, number(o.GotText)}] = true
		}
	}
	for _, m := range moves {
		for seat, text := range m.orders {
			seen[written{seat, number(text)}] = true
		}
	}
	type declared struct{ revision, seat int }
	unsure := map[declared]bool{} // seats that may have become ready
	byMaster := map[int]*Op{}     // confirmed requests, keyed by revision
	asked := map[int]bool{}       // revisions that a master may have resolved
	due := map[int]time.Time{}
	rolled := map[string]*Op{}
	for _, o := range ops {
		s := &step{Op: o, text: number(o.Text)}
		if o.Outcome == refused && (o.Kind == lookOp || o.Kind == readOp) {
			continue
		}
		switch o.Kind {
		case lookOp, readOp:
			if o.Outcome == ok {
				s.text = number(o.GotText)
				add(s, o.Call, o.Return)
			}
		case saveOp, readyOp:
			end := o.Return
			if o.Outcome == unknown && !o.late() {
				if o.Ready || o.Then == "ready" {
					unsure[declared{o.Revision, o.Seat}] = true
				}
				if o.Kind == readyOp || !seen[written{o.Seat, s.text}] {
					continue
				}
			}
			if o.Outcome == unknown {
				end = forever
				if !o.late() {
					end = over[o.Revision]
				}
			}
			add(s, o.Call, end)
		case pressOp:
			// Only e-mails and chat commands affect orders here. If one was not confirmed, it
			// may have been read, or may still be read.
			switch {
			case !o.late() || o.Outcome == refused:
			case o.Outcome == unknown:
				add(s, o.Call, forever)
			default:
				add(s, o.Call, o.Return)
			}
		case processOp:
			switch o.Outcome {
			case ok:
				byMaster[o.Revision] = o
				asked[o.Revision] = true
			case unknown:
				asked[o.Revision] = true
			case stale:
				add(s, o.Call, o.Return)
			}
		case rollbackOp:
			rolled[o.Token] = o
		case timesOp:
			if at, known := due[o.Revision]; o.Outcome != refused && (!known || o.Deadline.Before(at)) {
				due[o.Revision] = o.Deadline
			}
		}
	}
	for _, m := range moves {
		var call time.Duration
		end := over[m.revision]
		if m.rollback {
			s := &step{Op: &Op{Kind: rollbackOp, Outcome: ok, Door: "log", Revision: m.revision, Number: m.number}}
			if o := rolled[m.token]; o != nil {
				if call = o.Call; o.Outcome == ok {
					end = min(end, o.Return)
				}
			}
			add(s, call, end)
			continue
		}
		s := &step{Op: &Op{Kind: processOp, Outcome: ok, Door: "log", Revision: m.revision, Number: m.number}}
		for seat, text := range m.orders {
			s.resolved[seat-1] = number(text)
		}
		owes := g.Owes[m.revision]
		if owes == nil {
			owes = m.owes
		}
		for _, seat := range owes {
			if !unsure[declared{m.revision, seat}] {
				s.owes = append(s.owes, seat)
			}
		}
		s.allowed = asked[m.revision]
		// A deadline stays when a phase is resolved early or rolled back.
		for r, at := range due {
			s.allowed = s.allowed || r <= m.revision && !m.at.Before(at.Add(-clockTolerance))
		}
		if o := byMaster[m.revision]; o != nil {
			call, end = o.Call, min(end, o.Return)
		}
		add(s, call, end)
	}
	return out
}

// linear checks that the operations on a game took effect one after the other, each between its
// request and its answer.
func linear(g *Record, ops []*Op, moves []move) []string {
	all := operations(g, ops, moves)
	result, info := porcupine.CheckOperationsVerbose(model(g), all, porcupineTime)
	switch result {
	case porcupine.Ok:
		return nil
	case porcupine.Unknown:
		return []string{fmt.Sprintf("whether the %d operations on the game are linearizable could not be decided in %s", len(all), porcupineTime)}
	}
	return []string{fmt.Sprintf("the %d operations on the game are not linearizable. %s", len(all), explain(g, all, info))}
}

// explain describes where the longest possible order of operations ends.
func explain(g *Record, all []porcupine.Operation, info porcupine.LinearizationInfo) string {
	var best []int
	for _, part := range info.PartialLinearizations() {
		for _, l := range part {
			if len(l) > len(best) {
				best = l
			}
		}
	}
	m := model(g)
	s := m.Init()
	done := map[int]bool{}
	for _, i := range best {
		done[i] = true
		_, s = m.Step(s, all[i].Input, nil)
	}
	var left []int
	for i := range all {
		if !done[i] {
			left = append(left, i)
		}
	}
	slices.SortFunc(left, func(a, b int) int { return int(min(1, max(-1, all[a].Return-all[b].Return))) })
	var b strings.Builder
	fmt.Fprintf(&b, "After %d of them its state is: %s.\n", len(best), m.DescribeState(s))
	show := func(i int) {
		end := "?"
		if all[i].Return != int64(forever) {
			end = time.Duration(all[i].Return).Round(time.Microsecond).String()
		}
		fmt.Fprintf(&b, "      %s to %s: %s\n", time.Duration(all[i].Call).Round(time.Microsecond), end, m.DescribeOperation(all[i].Input, nil))
	}
	b.WriteString("    The last of them:\n")
	for _, i := range best[max(0, len(best)-8):] {
		show(i)
	}
	b.WriteString("    Of these, none can follow:\n")
	for _, i := range left[:min(8, len(left))] {
		show(i)
	}
	return b.String()
}

package reference_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
)

// tally counts what occurred in the random positions. It counts all positions, the positions that
// were compared to the end, the lines, and the events by their content.
type tally struct {
	positions, whole, lines int
	events                  map[string]int
	plots                   plots
	seats                   seats
	rare                    rare
}

func (n *tally) String() string {
	text := fmt.Sprintf("%d positions, %d of them compared to the last; %d lines", n.positions, n.whole, n.lines)
	text += fmt.Sprintf("; purchases in sieges %d, in which besieger and garrison became friends %d, then the besieger left %d and another came %d"+
		"; conquests in a campaign with an elimination %d; countries lost to a power that died in the same campaign %d",
		n.plots.bought, n.plots.friends, n.plots.left, n.plots.replaced, n.plots.conquests, n.plots.orphans)
	text += fmt.Sprintf("; players with several powers: separate %d, one in the names of all %d, one %d; their plots against each other %d",
		n.seats.separate, n.seats.apart, n.seats.joined, n.seats.plots)
	text += n.rare.String()
	for _, what := range slices.Sorted(maps.Keys(n.events)) {
		text += fmt.Sprintf("; %s %d", what, n.events[what])
	}
	return text
}

func (n *tally) count(events []event.Event) {
	if n.events == nil {
		n.events = map[string]int{}
	}
	for _, e := range events {
		what := e.Kind()
		switch e := e.(type) {
		case event.Expense:
			what += " " + e.Order.Expense.String() + ": " + e.Verdict.String() + " " + string(e.Failure)
		case event.Payment:
			what += ": " + e.Verdict.String() + " " + string(e.Failure)
		case event.Borrowed:
			what += ": " + e.Verdict.String() + " " + string(e.Failure)
		case event.ChitGiven:
			what += ": " + e.Verdict.String() + " " + string(e.Failure)
		case event.Exchanged:
			what += ": " + e.Verdict.String() + " " + string(e.Failure)
		case event.Attempted:
			what += fmt.Sprintf(": hit %v", e.Hit)
		case event.Paralysed:
			what += fmt.Sprintf(": by the bank %v", e.Bank)
		case event.Revolt:
			what += fmt.Sprintf(": rose %v", e.Rose)
		case event.Removed:
			what += ": " + string(e.Reason)
		case event.RebellionEnded:
			what += ": " + e.How
		case event.Bribed:
			what += fmt.Sprintf(": bought %v", e.To != machiavelli.Nobody)
		case event.Adjusted:
			what += " " + e.Order.Kind.String() + ": " + e.Verdict.String()
		}
		n.events[strings.TrimSpace(what)]++
	}
}

package whatif

import (
	"math"
	"slices"
	"strconv"

	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/report"
)

// Fact is something that can happen, with its probability.
type Fact struct {
	Message message.Message
	Chance  float64
}

// Case describes what happens under some combinations of choices, in addition
// to what always happens. When lists the combinations. Each combination
// consists of the index of a choice for every unknown.
type Case struct {
	When  [][]int
	Facts []Fact
}

// Summary is an answer in words. It says what happens in every world, and what
// happens in the cases that differ. The cases are in the order of the choices.
type Summary struct {
	Always []message.Message
	Cases  []Case
}

// Summary describes the answer a to the question q. Facts are sentences of package report.
// Disasters and income at the season's end are omitted, since no orders change their dice.
func (a Answer) Summary(q *Question) Summary {
	teller := report.New(q.Position.Setting)
	type combination struct {
		choices []int
		order   []message.Message
		chance  map[string]float64 // probabilities, keyed by the English text
	}
	var all []*combination
	for _, w := range a.Worlds {
		if n := len(all); n == 0 || !slices.Equal(all[n-1].choices, w.Choices) {
			all = append(all, &combination{choices: w.Choices, chance: map[string]float64{}})
		}
		c := all[len(all)-1]
		seen := map[string]bool{}
		for _, e := range w.Result.Events {
			fact := tell(teller, q, w.Result.Events, e)
			text := fact.String()
			if fact.IsZero() || seen[text] {
				continue
			}
			seen[text] = true
			if _, known := c.chance[text]; !known {
				c.order = append(c.order, fact)
			}
			c.chance[text] += w.Chance
		}
	}
	certain := func(c *combination, text string) bool { return math.Abs(c.chance[text]-1) < 1e-9 }
	always := func(text string) bool {
		return !slices.ContainsFunc(all, func(c *combination) bool { return !certain(c, text) })
	}
	var s Summary
	for i, c := range all {
		var facts []Fact
		for _, fact := range c.order {
			switch text := fact.String(); {
			case !always(text):
				facts = append(facts, Fact{fact, c.chance[text]})
			case i == 0:
				s.Always = append(s.Always, fact)
			}
		}
		k := slices.IndexFunc(s.Cases, func(x Case) bool { return equal(x.Facts, facts) })
		if k < 0 {
			k = len(s.Cases)
			s.Cases = append(s.Cases, Case{Facts: facts})
		}
		s.Cases[k].When = append(s.Cases[k].When, c.choices)
	}
	return s
}

// equal compares facts as sets, because two combinations may have equal results
// in different orders.
func equal(a, b []Fact) bool {
	if len(a) != len(b) {
		return false
	}
	return !slices.ContainsFunc(a, func(x Fact) bool {
		return !slices.ContainsFunc(b, func(y Fact) bool { return x.Message.Equal(y.Message) && math.Abs(x.Chance-y.Chance) < 1e-9 })
	})
}

// tell returns the sentence about an event that orders can change. For other
// events it returns nothing.
func tell(t report.Teller, q *Question, events []event.Event, e event.Event) message.Message {
	switch e := e.(type) {
	case event.Disaster, event.Income, event.Allowance, event.Noted:
		return message.Message{}
	case event.Refused:
		return message.New("{line} cannot be used: {why}", message.Order(strconv.Quote(e.Given)), e.Error)
	case event.Attempted, event.Revolt: // the expense and the rebellion describe these without rolls
		return message.Message{}
	case event.Removed:
		if e.Reason == event.ByPlague || e.Reason == event.ByStorm {
			return message.Message{}
		}
	case event.Ordered:
		if e.Order.Kind == order.Hold && e.Given == "" && e.Result.Verdict == event.Succeeded && !e.Result.Dislodged {
			return message.Message{} // it held because it had no order, and nothing happened to it
		}
		return t.Account(q.Position, events, e)
	}
	return t.Sentence(e)
}

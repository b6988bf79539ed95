package report

import (
	"fmt"
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
)

// disasters writes famine, plague and storms with their rolls and the units
// lost.
func (c classic) disasters(events []event.Event) {
	say := c.paragraph("")
	told := spent(events)
	for _, e := range events {
		if d, ok := e.(event.Attrition); ok && !told.repeats(d) {
			say(c.Sentence(d).String())
		}
	}
	for _, e := range events {
		d, ok := e.(event.Disaster)
		if !ok {
			continue
		}
		say := c.paragraph("")
		say(disasterNames[d.What] + " results: " + c.rolls(d))
		say("Provinces struck: " + c.struck(d) + ".")
	}
	say = c.paragraph("")
	for _, e := range events {
		r, ok := e.(event.Removed)
		if word := killers[r.Reason]; ok && word != "" {
			say(message.Capital(c.Adjective(r.Unit.Owner)) + " " + titled(kind(r.Unit)) + " in " + c.place(r.Unit.Place()) + " eliminated by " + word + ".")
		}
	}
}

var (
	disasterNames = map[string]string{"famine": "Famine", "plague": "Plague", "storm": "Storm"}
	killers       = map[event.RemovalReason]string{event.ByFamine: "famine", event.ByPlague: "plague", event.ByStorm: "storm"}
)

// rolls returns a line such as "5. Bad year, row 7 and column 3."
func (c classic) rolls(d event.Disaster) string {
	s := ""
	if d.Severity > 0 {
		s = strconv.Itoa(d.Severity) + ".  "
	}
	switch {
	case d.Row > 0 && d.Column > 0:
		return s + fmt.Sprintf("Bad year, row %d and column %d.", d.Row, d.Column)
	case d.Row > 0:
		return s + fmt.Sprintf("Good year, row %d only.", d.Row)
	case d.Column > 0:
		return s + fmt.Sprintf("Good year, column %d only.", d.Column)
	case d.Seed != board.None && d.Radius > 0:
		return s + fmt.Sprintf("It begins in %s and reaches %s far.", c.area(d.Seed), count(d.Radius, "province", "provinces"))
	case d.Seed != board.None:
		return s + "It begins in " + c.area(d.Seed) + "."
	case d.Struck.Empty():
		return s + "No disaster."
	}
	return s + "It goes on."
}

// struck lists the places struck.
func (c classic) struck(d event.Disaster) string {
	var names []string
	for _, id := range d.Struck.IDs() {
		names = append(names, c.area(id))
	}
	if len(names) == 0 {
		return "none"
	}
	return commas(names)
}

// treasuries writes the table of what each power has and owes, as far as the
// reader may know it.
func (c classic) treasuries(r Results) {
	if r.After == nil || r.Rules == nil || !r.Rules.Money {
		return
	}
	wide := c.nameWidth()
	c.line("")
	fmt.Fprintf(c.out, "%-*s  Treasury\n%s  --------\n", wide, "Power", dashes(wide))
	for p := machiavelli.Power(1); int(p) < len(c.s.Powers); p++ {
		if r.After.Eliminated.Has(p) || !SeesTreasury(p, r.Viewer, r.Rules) {
			continue
		}
		s := fmt.Sprintf("%-*s  %5dd", wide, c.Power(p), r.After.Treasury[p])
		for _, l := range r.After.Loans {
			if l.Power == p {
				s += fmt.Sprintf(", %d+%dd due %s %d", l.Principal, l.Interest, message.Capital(l.Season.String()), l.Year)
			}
		}
		if r.After.Bankrupt.Has(p) {
			s += ", Prior loan default"
		}
		c.line(s)
	}
}

// chits lists the assassination chits that the reader may know of.
func (c classic) chits(r Results) {
	if r.After == nil || r.Rules == nil || !r.Rules.Assassinations {
		return
	}
	say := c.paragraph("Assassination chits owned:")
	for p := machiavelli.Power(1); int(p) < len(c.s.Powers); p++ {
		if r.After.Eliminated.Has(p) || !SeesChits(p, r.Viewer) {
			continue
		}
		var names []string
		for victim := machiavelli.Power(1); int(victim) < len(c.s.Powers); victim++ {
			switch n := r.After.Chits[p][victim]; {
			case n == 1:
				names = append(names, c.Power(victim))
			case n > 1:
				names = append(names, fmt.Sprintf("%s (%d)", c.Power(victim), n))
			}
		}
		if len(names) == 0 {
			names = []string{"none"}
		}
		say(fmt.Sprintf("%-11s%s.", c.Power(p)+":", commas(names)))
	}
}

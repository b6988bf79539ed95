package report

import (
	"fmt"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
)

// Headline is the phase in one or two sentences: victory, elimination and
// conquest first, then murders and disasters, then cities taken, units bought
// and driven out, rebellions, sieges and units given up, and where nothing of that happened,
// how many moves and expenses came to nothing.
func (t Teller) Headline(events []event.Event) string {
	var great, cities, small, gone []string
	bounced, vain, earned := 0, 0, machiavelli.Ducats(0)
	for _, e := range events {
		switch e := e.(type) {
		case event.Victory, event.Elimination, event.Conquest, event.VictoryTied, event.Paralysed:
			great = append(great, t.Sentence(e))
		case event.Disaster:
			if s := t.disasterLine(e); s != "" {
				great = append(great, s)
			}
		case event.Control:
			if e.City && e.To != machiavelli.Nobody {
				cities = append(cities, t.does(e.To, "takes ", "take ")+t.area(e.Province))
			}
		case event.Bribed:
			small = append(small, strings.TrimSuffix(lower(t.bribed(e)), "."))
		case event.Expense:
			if e.Verdict != event.Succeeded && e.Paid > 0 {
				vain++
			}
		case event.RebellionBegun:
			small = append(small, t.area(e.Province)+" rebels")
		case event.UnitDislodged:
			small = append(small, t.Unit(e.Dislodged.Unit)+" is driven out")
		case event.SiegeCompleted:
			small = append(small, t.area(e.By.At)+" falls after a siege")
		case event.Ordered:
			if e.Result.Verdict == event.Bounced {
				bounced++
			}
		case event.Adjusted:
			if e.Verdict == event.Succeeded && e.Order.Kind == order.Build {
				small = append(small, t.does(e.Power, "builds", "build")+" in "+t.area(e.Unit.At))
			}
			if e.Verdict == event.Succeeded && e.Order.Kind == order.Remove {
				gone = append(gone, t.does(e.Power, "removes the ", "remove the ")+kind(e.Unit)+" in "+t.place(e.Unit.Place()))
			}
		case event.Retreated:
			if s := t.retreat(e); s != "" {
				small = append(small, strings.TrimSuffix(s, "."))
			}
		case event.Income:
			earned += e.Total
		}
	}
	parts := append(append(cities, small...), gone...)
	const most = 4
	more := len(parts) - most
	if more > 0 {
		parts = append(parts[:most:most], fmt.Sprintf("and %d more", more))
	}
	lines := append([]string(nil), great...)
	if len(parts) > 0 {
		lines = append(lines, capital(strings.Join(parts, "; "))+".")
	}
	switch {
	case len(lines) > 0:
		return strings.Join(lines, " ")
	case bounced > 0 && vain > 0:
		return capital(count(bounced, "move bounces", "moves bounce")) + " and " + count(vain, "expense comes to nothing", "expenses come to nothing") + "; nothing changes hands."
	case vain > 0:
		return capital(count(vain, "expense comes to nothing", "expenses come to nothing")) + "; nothing changes hands."
	case bounced > 0:
		return capital(count(bounced, "move bounces", "moves bounce")) + "; nothing changes hands."
	case earned > 0:
		return "A quiet phase; the powers earn " + ducats(earned) + "."
	}
	return "A quiet phase."
}

// disasterLine is the disaster for a headline, with the number of places where
// they are too many to name; empty where nothing was struck.
func (t Teller) disasterLine(e event.Disaster) string {
	const named = 3
	n := len(e.Struck.IDs())
	switch {
	case n == 0:
		return ""
	case n <= named:
		return t.disaster(e)
	case e.What == "storm":
		return fmt.Sprintf("Storms rage in %d seas.", n)
	default:
		return fmt.Sprintf("%s strikes %d provinces.", capital(e.What), n)
	}
}

package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Sentence describes one event in a sentence. It is empty for events that only
// a table shows.
func (t Teller) Sentence(e event.Event) string {
	switch e := e.(type) {
	case event.UnitDislodged:
		return t.dislodged(e)
	case event.Retreated:
		return capital(t.retreat(e))
	case event.Removed:
		return capital(t.Unit(e.Unit)) + " is gone: " + gone[e.Reason] + "."
	case event.SiegeBegun:
		return fmt.Sprintf("%s lays siege to %s.", capital(t.Unit(e.By)), t.area(e.By.At))
	case event.SiegeCompleted:
		if e.Lost != nil {
			return fmt.Sprintf("The siege of %s is over: the %s garrison is starved out.", t.area(e.By.At), t.Adjective(e.Lost.Owner))
		}
		return fmt.Sprintf("The siege of %s is over: the rebels in the city are put down.", t.area(e.By.At))
	case event.SiegeLifted:
		return fmt.Sprintf("The siege of %s is lifted.", t.area(e.Province))
	case event.Control:
		return t.control(e, false, 0)
	case event.RebellionEnded:
		return t.rebellion(e)
	case event.Conquest:
		s := capital(t.does(e.By, "has", "have")) + " conquered the home country of " + t.s.Countries[e.Country].Name
		if e.From != machiavelli.Nobody {
			s += " from " + t.who(e.From)
		}
		return s + "."
	case event.Loss:
		return capital(t.does(e.By, "has", "have")) + " lost the home country of " + t.s.Countries[e.Country].Name + "."
	case event.Elimination:
		return capital(t.does(e.Power, "is", "are")) + " eliminated."
	case event.Victory:
		switch e.How {
		case event.ByDraw:
			return fmt.Sprintf("The game ends in a draw between %s, by agreement.", t.powers(e.Powers))
		case event.ByConcession:
			return fmt.Sprintf("The others concede the game to %s.", t.powers(e.Powers))
		case event.ByTime:
			return fmt.Sprintf("The last year is over: victory for %s with the most cities, %d.", t.powers(e.Powers), e.Cities)
		}
		return fmt.Sprintf("Victory for %s with %d cities.", t.powers(e.Powers), e.Cities)
	case event.VictoryTied:
		return fmt.Sprintf("%s have %d cities each, so nobody wins yet: %d are needed now.", capital(t.powers(e.Powers)), e.Cities, e.RaisedTo)
	case event.Allowance:
		return t.Power(e.Power) + ": " + allowance(e)
	case event.Adjusted:
		return t.adjusted(e)
	case event.Attrition:
		return "Famine has worn out the units in " + t.area(e.Province) + "."
	}
	if s := t.travel(e); s != "" {
		return s
	}
	return t.money(e)
}

// gone describes each reason of removal.
var gone = map[event.RemovalReason]string{
	event.ByOrder:        "disbanded by its own order",
	event.NoRetreat:      "it had nowhere to retreat",
	event.RetreatClash:   "another unit retreated to the same place",
	event.NoRetreatOrder: "it was given no retreat",
	event.BySiege:        "starved out by a siege",
	event.InVenice:       "dislodged in Venice",
	event.ByElimination:  "its power is eliminated",
	event.ByAdjustment:   "removed in winter",
	event.ByDefault:      "no order kept it, and it had to go",
	event.Unpaid:         "it was not paid",
	event.ByFamine:       "it starved",
	event.ByPlague:       "the plague took it",
	event.ByStorm:        "lost in a storm",
	event.ByBribe:        "bribed to disband",
	event.ByMurder:       "besieged when its ruler was assassinated",
}

// allowance states how many units a power may have for its cities, and what it
// may or must do about it.
func allowance(a event.Allowance) string {
	s := count(a.Cities, "city", "cities") + ", " + count(a.Units, "unit", "units")
	switch free := a.Cities - a.Units; {
	case free > 0:
		return s + ": may build " + strconv.Itoa(free) + "."
	case free < 0:
		return s + ": must remove " + strconv.Itoa(-free) + "."
	}
	return s + "."
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// dislodged states by whom a unit was dislodged and where it may go.
func (t Teller) dislodged(e event.UnitDislodged) string {
	d := e.Dislodged
	s := capital(t.Unit(d.Unit)) + " is dislodged"
	if e.By.Type != machiavelli.NoType {
		s += " by " + t.Unit(e.By)
	}
	var to []string
	for _, p := range d.Retreats {
		to = append(to, t.place(p))
	}
	switch {
	case len(to) > 0 && d.IntoCity:
		return s + "; it can retreat to " + joined(to, "or") + ", or into the city."
	case len(to) > 0:
		return s + "; it can retreat to " + joined(to, "or") + "."
	case d.IntoCity:
		return s + "; it can retreat into the city."
	default:
		return s + " and has nowhere to go."
	}
}

// retreat describes the result of a retreat, beginning in lower case.
func (t Teller) retreat(e event.Retreated) string {
	who := t.Unit(e.Unit)
	switch {
	case len(e.With) > 0:
		return who + " is lost: " + t.units(e.With) + " retreated to the same place."
	case e.IntoCity:
		return who + " retreats into the city."
	case e.Verdict == event.Succeeded && e.To.At != 0:
		return who + " retreats to " + t.place(e.To) + "."
	case e.Order.Kind == order.Disband:
		return who + " disbands."
	default:
		return who + " is disbanded: it was given no retreat that it could carry out."
	}
}

// control states that a place changes hands, with its city if both do. The
// powers in you are addressed as "you".
func (t Teller) control(e event.Control, withCity bool, you machiavelli.PowerSet) string {
	area := t.area(e.Province)
	named := func(p machiavelli.Power) bool { return p != machiavelli.Nobody && t.Power(p) == area }
	what := area
	switch alike := named(e.From) || named(e.To); {
	case named(e.To) && (e.City || withCity):
		what = "its capital"
		if t.many(e.To) {
			what = "their capital"
		}
	case alike && withCity:
		what = "the province and the city of " + area
	case e.City:
		what = "the city of " + area
	case alike:
		what = "the province of " + area
	case withCity:
		what += " with its city"
	}
	from := t.who(e.From)
	if e.From != machiavelli.Nobody && you.Has(e.From) {
		from = "you"
	}
	switch {
	case e.To == machiavelli.Nobody:
		return capital(t.does(e.From, "loses ", "lose ")) + what + "."
	case named(e.To) && e.From == machiavelli.Nobody:
		return capital(t.does(e.To, "retakes ", "retake ")) + what + "."
	case named(e.To):
		return capital(t.does(e.To, "retakes ", "retake ")) + what + " from " + from + "."
	case e.From == machiavelli.Nobody:
		return capital(t.does(e.To, "gains ", "gain ")) + what + "."
	default:
		return capital(t.does(e.To, "takes ", "take ")) + what + " from " + from + "."
	}
}

func (t Teller) rebellion(e event.RebellionEnded) string {
	where := "in " + t.area(e.Province)
	switch {
	case e.InCity && !e.InLand:
		where = "in the city of " + t.area(e.Province)
	case e.InLand && !e.InCity:
		where = "in the province of " + t.area(e.Province)
	}
	if e.How == "owner gone" {
		return "The rebellion " + where + " is over: there is no owner left to rebel against."
	}
	s := "The rebellion " + where + " is over: " + e.How
	if e.By != machiavelli.Nobody {
		s += " by " + t.who(e.By)
	}
	return s + "."
}

func (t Teller) adjusted(e event.Adjusted) string {
	unit := kind(e.Unit) + " in " + t.place(e.Unit.Place())
	if e.Verdict != event.Succeeded && e.Verdict != event.Disbanded {
		why := strings.TrimSuffix(e.Error, ".")
		if e.Error == string(event.CannotBePaid) {
			why = t.failed(event.CannotBePaid, e.Power)
		}
		return fmt.Sprintf("%s: %q comes to nothing: %s.", t.Power(e.Power), e.Given, why)
	}
	switch e.Order.Kind {
	case order.Build:
		return capital(t.does(e.Power, "builds ", "build ")) + article(unit) + "."
	case order.Remove, order.Disband:
		return capital(t.does(e.Power, "removes the ", "remove the ")) + unit + "."
	case order.Maintain:
		return capital(t.does(e.Power, "maintains the ", "maintain the ")) + unit + "."
	default:
		return capital(t.does(e.Power, "gives", "give")) + " up a build."
	}
}

// Changes states that a place changes hands, with its city if both go to the
// same power. It is then empty for the city. events are those of the phase.
func (t Teller) Changes(events []event.Event, e event.Control) string {
	return t.ChangesFor(0, events, e)
}

// ChangesFor returns Changes for a reader who plays the given powers.
func (t Teller) ChangesFor(you machiavelli.PowerSet, events []event.Event, e event.Control) string {
	other := e
	other.City = !e.City
	switch {
	case !slices.Contains(events, event.Event(other)):
		return t.control(e, false, you)
	case e.City:
		return ""
	}
	return t.control(e, true, you)
}

// Maintains states which units a power keeps through the winter.
func (t Teller) Maintains(p machiavelli.Power, us []position.Unit) string {
	var names []string
	for _, u := range us {
		names = append(names, t.classicUnit(u))
	}
	return capital(t.does(p, "maintains ", "maintain ")) + joined(names, "and") + "."
}

// OrderText returns a unit's order as the classic report writes it: "Army
// Pistoia -> Lucca".
func (t Teller) OrderText(before *position.Position, e event.Ordered) string {
	return t.classicUnit(e.Unit) + " " + t.action(before, e.Unit, e.Order)
}

// Mark returns the classic result of the order in a word or two, empty for one
// that succeeded.
func (t Teller) Mark(e event.Ordered) string { return mark(e.Result) }

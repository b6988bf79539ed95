package report

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Chapter is a group of sentences of a story.
type Chapter struct {
	Title string
	Lines []string
}

// The chapters of a story, in their order.
const (
	greatChapter   = "Victory and conquest"
	bankChapter    = "Payments and loans"
	moneyChapter   = "Bribes and treachery"
	murderChapter  = "Assassinations"
	disasterTitle  = "Famine, plague and storms"
	fightChapter   = "Battles"
	outChapter     = "Dislodged units"
	siegeChapter   = "Sieges"
	rebelChapter   = "Rebellions"
	lostChapter    = "Units lost"
	roadChapter    = "On the road"
	landChapter    = "Lands and cities"
	incomeChapter  = "Income"
	allowanceTitle = "Units and cities"
)

var chapterTitles = [...]string{
	greatChapter, bankChapter, moneyChapter, murderChapter, fightChapter, outChapter, siegeChapter, rebelChapter, lostChapter,
	roadChapter, landChapter, disasterTitle, incomeChapter, allowanceTitle,
}

// Story returns the events as sentences in chapters, without empty chapters. It
// leaves out the orders of units, retreats and adjustments, which are listed by
// power, and whatever another sentence says already. The caller must first
// remove what the reader must not know, with Seen.
func (t Teller) Story(events []event.Event) []Chapter {
	told := spent(events)
	lines := map[string][]string{}
	for _, f := range t.Fights(events) {
		lines[fightChapter] = append(lines[fightChapter], f.Text)
	}
	for _, e := range events {
		if p, ok := e.(event.Paralysed); ok {
			lines[murderChapter] = append(lines[murderChapter], t.Sentence(p))
			lines[murderChapter] = append(lines[murderChapter], t.revolts(events, p.Power)...)
			continue
		}
		title := chapterOf(e)
		if title == "" || told.repeats(e) {
			continue
		}
		if c, ok := e.(event.Control); ok && !c.City && told.whole[c] {
			lines[title] = append(lines[title], t.control(c, true, 0))
			continue
		}
		if text := t.Sentence(e); text != "" {
			lines[title] = append(lines[title], text)
		}
	}
	var out []Chapter
	for _, title := range chapterTitles {
		if len(lines[title]) > 0 {
			out = append(out, Chapter{title, lines[title]})
		}
	}
	return out
}

// chapterOf returns the chapter of an event, empty if it is in none.
func chapterOf(e event.Event) string {
	switch e := e.(type) {
	case event.Victory, event.VictoryTied, event.Elimination, event.Conquest, event.Loss:
		return greatChapter
	case event.Payment, event.Borrowed, event.Collected, event.Defaulted, event.ChitGiven, event.Taxed, event.ProvinceGiven:
		return bankChapter
	case event.Expense, event.Bribed:
		return moneyChapter
	case event.Attempted:
		return murderChapter
	case event.Disaster, event.Attrition, event.Relieved:
		return disasterTitle
	case event.UnitDislodged:
		return outChapter
	case event.SiegeBegun, event.SiegeCompleted, event.SiegeLifted:
		return siegeChapter
	case event.RebellionBegun, event.RebellionEnded:
		return rebelChapter
	case event.Removed:
		if killers[e.Reason] != "" {
			return disasterTitle
		}
		if e.Reason == event.BySiege || e.Reason == event.ByAdjustment || e.Reason == event.RetreatClash {
			return "" // reported with the siege, the adjustment or the retreat
		}
		return lostChapter
	case event.FellBack, event.Transferred:
		return roadChapter
	case event.Excommunicated:
		return moneyChapter
	case event.Control:
		return landChapter
	case event.Income:
		return incomeChapter
	case event.Allowance:
		return allowanceTitle
	}
	return ""
}

// spending records what the lines for expenses report, so that it is not
// reported twice.
type spending struct {
	bought    map[position.Unit]bool
	attempted map[attempt]bool
	starved   board.Set              // provinces where a unit is reported as starved
	relieved  board.Set              // provinces that an expense relieves of famine
	whole     map[event.Control]bool // provinces that change hands with their city, by the event of the province
	risen     board.Set              // provinces that rebel after an assassination
}

// attempt is one line for an assassination.
type attempt struct {
	power, victim machiavelli.Power
	slot          int
}

// spent collects what the expenses and assassination attempts among the events
// report.
func spent(events []event.Event) spending {
	s := spending{bought: map[position.Unit]bool{}, attempted: map[attempt]bool{}, whole: map[event.Control]bool{}}
	for _, e := range events {
		switch e := e.(type) {
		case event.Expense:
			bribe := e.Order.Expense == order.BuyUnit || e.Order.Expense == order.DisbandUnit || e.Order.Expense == order.ToAutonomous
			if bribe && e.Failure == event.NoFailure && e.Target != nil {
				s.bought[*e.Target] = true
			}
			if e.Order.Expense == order.FamineRelief && e.Failure == event.NoFailure {
				s.relieved.Add(e.Order.To.At)
			}
		case event.Control:
			if e.City {
				e.City = false
				s.whole[e] = slices.Contains(events, event.Event(e))
			}
		case event.Revolt:
			if e.Rose {
				s.risen.Add(e.Province)
			}
		case event.Removed:
			if e.Reason == event.ByFamine {
				s.starved.Add(e.Unit.At)
			}
		case event.Attempted:
			s.attempted[attempt{e.Power, e.Victim, e.Slot}] = true
		}
	}
	return s
}

// repeats reports whether another event already reports this one: a unit bought
// or disbanded by a bribe, an expense for an assassination whose roll is
// reported, a famine whose victims are reported.
func (s spending) repeats(e event.Event) bool {
	switch e := e.(type) {
	case event.Bribed:
		return s.bought[e.Unit]
	case event.Removed:
		return e.Reason == event.ByBribe && s.bought[e.Unit]
	case event.Control:
		land := event.Control{Province: e.Province, From: e.From, To: e.To}
		return e.City && s.whole[land]
	case event.RebellionBegun:
		return e.Cause == "assassination" && s.risen.Has(e.Province)
	case event.Relieved:
		return s.relieved.Has(e.Province)
	case event.Attrition:
		return s.starved.Has(e.Province)
	case event.Expense:
		return s.attempted[attempt{e.Power, e.Order.Power, e.Slot}] && e.Order.Power != machiavelli.Nobody
	}
	return false
}

// revolts returns which provinces of an assassinated ruler rebel, with the
// rolls, and which do not.
func (t Teller) revolts(events []event.Event, victim machiavelli.Power) []string {
	var lines, quiet []string
	for _, e := range events {
		r, ok := e.(event.Revolt)
		switch {
		case !ok || r.Victim != victim:
		case r.Rose:
			lines = append(lines, t.Sentence(r))
		default:
			quiet = append(quiet, t.area(r.Province))
		}
	}
	switch len(quiet) {
	case 0:
		return lines
	case 1:
		return append(lines, quiet[0]+" stays quiet.")
	}
	return append(lines, joined(quiet, "and")+" stay quiet.")
}

package report

import (
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
	outChapter     = "Driven out"
	siegeChapter   = "Sieges"
	rebelChapter   = "Rebellions"
	lostChapter    = "Units lost"
	landChapter    = "Lands and cities"
	incomeChapter  = "Income"
	allowanceTitle = "Units and cities"
)

var chapterTitles = [...]string{
	greatChapter, bankChapter, moneyChapter, murderChapter, disasterTitle, outChapter, siegeChapter, rebelChapter, lostChapter,
	landChapter, incomeChapter, allowanceTitle,
}

// Story tells the events in chapters, those without a line left out. Orders of
// units, retreats and adjustments are not in it, for they are listed by powers;
// nor what another sentence of the story says already. What a reader must not
// know is to be taken out before, with Seen.
func (t Teller) Story(events []event.Event) []Chapter {
	told := spent(events)
	lines := map[string][]string{}
	for _, e := range events {
		title := chapterOf(e)
		if title == "" || told.repeats(e) {
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

// chapterOf is the chapter in which an event is told; empty for none.
func chapterOf(e event.Event) string {
	switch e := e.(type) {
	case event.Victory, event.VictoryTied, event.Elimination, event.Conquest, event.Loss:
		return greatChapter
	case event.Payment, event.Borrowed, event.Collected, event.Defaulted, event.ChitGiven:
		return bankChapter
	case event.Expense, event.Bribed:
		return moneyChapter
	case event.Attempted, event.Paralysed, event.Revolt:
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
			return "" // the siege, the adjustment or the retreat has told it
		}
		return lostChapter
	case event.Control:
		return landChapter
	case event.Income:
		return incomeChapter
	case event.Allowance:
		return allowanceTitle
	}
	return ""
}

// spending has what lines of money tell, so that it is not told twice.
type spending struct {
	bought    map[position.Unit]bool
	attempted map[attempt]bool
	starved   board.Set // provinces of which a unit is said to have starved
}

// attempt is one line for an assassination.
type attempt struct {
	power, victim machiavelli.Power
	slot          int
}

// spent collects what the expense lines and attempts among the events tell.
func spent(events []event.Event) spending {
	s := spending{bought: map[position.Unit]bool{}, attempted: map[attempt]bool{}}
	for _, e := range events {
		switch e := e.(type) {
		case event.Expense:
			bribe := e.Order.Expense == order.BuyUnit || e.Order.Expense == order.DisbandUnit || e.Order.Expense == order.ToAutonomous
			if bribe && e.Failure == event.NoFailure && e.Target != nil {
				s.bought[*e.Target] = true
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

// repeats reports whether the event only says again what another one tells: a
// unit bought or disbanded by a bribe, a line for an assassination of which the
// die is told, a famine of which the dead are told.
func (s spending) repeats(e event.Event) bool {
	switch e := e.(type) {
	case event.Bribed:
		return s.bought[e.Unit]
	case event.Removed:
		return e.Reason == event.ByBribe && s.bought[e.Unit]
	case event.Attrition:
		return s.starved.Has(e.Province)
	case event.Expense:
		return s.attempted[attempt{e.Power, e.Order.Power, e.Slot}] && e.Order.Power != machiavelli.Nobody
	}
	return false
}

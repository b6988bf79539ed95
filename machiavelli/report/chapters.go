package report

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Chapter is a group of sentences of a story.
type Chapter struct {
	Title message.Message
	Lines []message.Message
}

// chapter is the place of a chapter in a story.
type chapter int

// The chapters of a story, in their order.
const (
	noChapter chapter = iota
	greatChapter
	bankChapter
	moneyChapter
	murderChapter
	fightChapter
	outChapter
	siegeChapter
	rebelChapter
	lostChapter
	roadChapter
	landChapter
	disasterChapter
	incomeChapter
	allowanceChapter
	numChapters
)

var chapterTitles = [numChapters]message.Message{
	greatChapter:     message.New("Victory and conquest"),
	bankChapter:      message.New("Payments and loans"),
	moneyChapter:     message.New("Bribes and treachery"),
	murderChapter:    message.New("Assassinations"),
	fightChapter:     message.New("Battles"),
	outChapter:       message.New("Dislodged units"),
	siegeChapter:     message.New("Sieges"),
	rebelChapter:     message.New("Rebellions"),
	lostChapter:      message.New("Units lost"),
	roadChapter:      message.New("On the road"),
	landChapter:      message.New("Lands and cities"),
	disasterChapter:  message.New("Famine, plague and storms"),
	incomeChapter:    message.New("Income"),
	allowanceChapter: message.New("Units and cities"),
}

// Story returns the events as sentences in chapters, leaving out empty chapters. It leaves out
// the orders of units, retreats and adjustments, which are listed by power, and whatever
// another sentence says already. The caller must first remove what the reader must not know,
// with Seen.
func (t Teller) Story(events []event.Event) []Chapter {
	told := spent(events)
	lines := [numChapters][]message.Message{}
	for _, f := range t.Fights(events) {
		lines[fightChapter] = append(lines[fightChapter], f.Text)
	}
	for _, e := range events {
		if p, ok := e.(event.Paralysed); ok {
			lines[murderChapter] = append(lines[murderChapter], t.Sentence(p))
			lines[murderChapter] = append(lines[murderChapter], t.revolts(events, p.Power)...)
			continue
		}
		at := chapterOf(e)
		if at == noChapter || told.repeats(e) {
			continue
		}
		if c, ok := e.(event.Control); ok && !c.City && told.whole[c] {
			lines[at] = append(lines[at], message.Sentence(t.control(c, true, 0)))
			continue
		}
		if text := t.Sentence(e); !text.IsZero() {
			lines[at] = append(lines[at], text)
		}
	}
	var out []Chapter
	for i, title := range chapterTitles {
		if len(lines[i]) > 0 {
			out = append(out, Chapter{title, lines[i]})
		}
	}
	return out
}

// chapterOf returns the chapter of an event.
func chapterOf(e event.Event) chapter {
	switch e := e.(type) {
	case event.Victory, event.VictoryTied, event.Elimination, event.Conquest, event.Loss:
		return greatChapter
	case event.Payment, event.Borrowed, event.Collected, event.Defaulted, event.ChitGiven, event.Taxed, event.ProvinceGiven,
		event.Exchanged:
		return bankChapter
	case event.Expense, event.Bribed:
		return moneyChapter
	case event.Attempted:
		return murderChapter
	case event.Disaster, event.Attrition, event.Relieved:
		return disasterChapter
	case event.UnitDislodged:
		return outChapter
	case event.SiegeBegun, event.SiegeCompleted, event.SiegeLifted:
		return siegeChapter
	case event.RebellionBegun, event.RebellionEnded:
		return rebelChapter
	case event.Removed:
		if killers[e.Reason] != "" {
			return disasterChapter
		}
		if e.Reason == event.BySiege || e.Reason == event.ByAdjustment || e.Reason == event.RetreatClash {
			return noChapter // reported together with the siege, the adjustment or the retreat
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
		return allowanceChapter
	}
	return noChapter
}

// spending records what some events already say about others, so that nothing
// is reported twice.
type spending struct {
	bought    map[position.Unit]bool
	attempted map[attempt]bool
	starved   board.Set // provinces where a unit is reported as starved
	relieved  board.Set // provinces that an expense relieves of famine
	// provinces that change hands together with their city, keyed by the province's event
	whole map[event.Control]bool
	risen board.Set // provinces that rebel after an assassination
}

// attempt is one line for an assassination.
type attempt struct {
	power, victim machiavelli.Power
	slot          int
}

// spent collects what the events already say about each other.
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

// repeats reports whether another sentence already says what this event would.
// For example, the sentence about a bribe says that the unit was bought, and
// the roll for an assassination replaces its expense.
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

// revolts returns a sentence for each province of an assassinated ruler that
// rebels, with the roll, and one sentence that lists the provinces that stay
// quiet.
func (t Teller) revolts(events []event.Event, victim machiavelli.Power) []message.Message {
	var lines []message.Message
	var quiet []message.Place
	for _, e := range events {
		r, ok := e.(event.Revolt)
		switch {
		case !ok || r.Victim != victim:
		case r.Rose:
			lines = append(lines, t.Sentence(r))
		default:
			quiet = append(quiet, t.AreaOf(r.Province))
		}
	}
	if len(quiet) == 0 {
		return lines
	}
	return append(lines, message.New("{Places:name} {places?pl:stay|stays} quiet.", message.ListOf(message.And, quiet)))
}

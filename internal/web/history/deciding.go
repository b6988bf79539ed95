package history

import (
	"cmp"
	"html/template"
	"slices"
	"strconv"

	"podesta/internal/game"
	"podesta/internal/replay"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/report"
)

// purchase is money that has bought a unit, or a ruler's death.
type purchase struct {
	power  machiavelli.Power // the power that has paid
	paid   machiavelli.Ducats
	murder bool
	text   message.Message
}

// purchasesOf returns the successful bribes and assassinations among events.
func purchasesOf(tell report.Teller, seen []event.Event) []purchase {
	var out []purchase
	for _, e := range seen {
		x, ok := e.(event.Expense)
		if !ok || x.Failure != event.NoFailure || x.Paid == 0 {
			continue
		}
		switch x.Order.Expense {
		case order.BuyUnit, order.DisbandUnit, order.ToAutonomous:
			out = append(out, purchase{power: x.Power, paid: x.Paid, text: tell.Sentence(e)})
		case order.Assassinate:
			out = append(out, purchase{power: x.Power, paid: x.Paid, murder: true, text: tell.Sentence(e)})
		}
	}
	return out
}

// The limits of what the page of a game's end lists.
const (
	mostLeads  = 5 // latest changes of the lead
	mostSwings = 4 // largest gains and losses of cities in one phase
	mostBought = 3 // most expensive bribes, and assassinations
	leastSwing = 2 // number of cities
)

// turningPoint is an event that decided a game.
type turningPoint struct {
	phase int // number of the phase
	kind  replay.Kind
	text  message.Message
	power machiavelli.Power // the power that it is about
	sense sense
}

// sense is the meaning of an event for the power that it is about.
type sense int

const (
	gain  sense = iota // gain of cities, or a purchase
	loss               // loss of cities, or of everything
	lead               // it now has more cities than any other power
	whole              // the end of the game
)

// helped returns how much the event contributed to the end of the game: 2 for what the victors
// have won, 1 for what others have lost, and otherwise 0.
func (t *turningPoint) helped(end report.End) int {
	won := end.Powers.Has(t.power)
	switch {
	case t.sense == gain && won, t.sense == lead && won && end.Result == report.Victory:
		return 2
	case t.sense == loss && !won:
		return 1
	}
	return 0
}

// turningPoints returns what decided a game, in the order of the phases: who took the lead, the
// largest gains and losses of cities, eliminations, the most expensive bribes and
// assassinations, and the victory. Everything is public.
func (c *Chronicle) turningPoints(g *game.Game) []turningPoint {
	out := slices.Concat(c.leads(g), c.swings(g), c.dearest(false), c.dearest(true))
	for i := range c.points {
		for _, m := range c.points[i].marks {
			if m.power != machiavelli.Nobody || m.won {
				as := whole
				if !m.won {
					as = loss
				}
				out = append(out, turningPoint{i + 1, m.Kind, m.Text, m.power, as})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b turningPoint) int { return cmp.Compare(a.phase, b.phase) })
	return out
}

// Decisive describes in a sentence what decided a game that ended with victors. If powers that
// share the victory have equally many cities, the sentence says so. Otherwise it names the last
// turning point in the victors' favour: that they took the lead, gained cities or bought something
// or, if there was none, that others lost something. The result is empty if there was none of
// these.
func (c *Chronicle) Decisive(g *game.Game, end report.End) message.Message {
	if end.Result == report.NoResult || end.Result == report.Draw {
		return message.Message{}
	}
	if all, n := c.level(g, end); end.Result == report.SharedVictory && n > 0 {
		return message.Plural(n, "{Powers} have {n} city each at the end.", "{Powers} have {n} cities each at the end.", all)
	}
	var best turningPoint
	for _, t := range c.turningPoints(g) {
		if n := t.helped(end); n > 0 && n >= best.helped(end) {
			best = t
		}
	}
	return best.text
}

// level returns the victors, and how many cities each of them has at the end; 0 if they have
// different numbers.
func (c *Chronicle) level(g *game.Game, end report.End) (message.List, int) {
	var all []message.Power
	n := 0
	last := &c.points[len(c.points)-1]
	for p := 1; p < len(last.has); p++ {
		if !end.Powers.Has(machiavelli.Power(p)) {
			continue
		}
		if has := last.has[p].Cities; len(all) == 0 {
			n = has
		} else if has != n {
			n = 0
		}
		all = append(all, message.PowerOf(g.Setting.Powers, machiavelli.Power(p)))
	}
	return message.ListOf(message.And, all), n
}

// leader returns the power with the most cities at a point, or Nobody if several powers are
// tied.
func (x *point) leader() machiavelli.Power {
	best, shared := machiavelli.Nobody, true
	for p := 1; p < len(x.has); p++ {
		switch n := x.has[p].Cities; {
		case best == machiavelli.Nobody || n > x.has[best].Cities:
			best, shared = machiavelli.Power(p), false
		case n == x.has[best].Cities:
			shared = true
		}
	}
	if shared || x.has[best].Cities == 0 {
		return machiavelli.Nobody
	}
	return best
}

// leads returns the changes of the lead. A power that is tied for a while and then leads again
// has not changed it.
func (c *Chronicle) leads(g *game.Game) []turningPoint {
	var out []turningPoint
	last := machiavelli.Nobody
	for i := range c.points {
		now := c.points[i].leader()
		if now == machiavelli.Nobody || now == last {
			continue
		}
		if i > 0 {
			n := c.points[i].has[now].Cities
			text := message.Plural(n, "{Power} {power?pl:take|takes} the lead with {n} city.", "{Power} {power?pl:take|takes} the lead with {n} cities.", message.PowerOf(g.Setting.Powers, now))
			if last != machiavelli.Nobody {
				text = message.Plural(n, "{Power} {power?pl:take|takes} the lead from {other}, with {n} city.", "{Power} {power?pl:take|takes} the lead from {other}, with {n} cities.",
					message.PowerOf(g.Setting.Powers, now), message.PowerOf(g.Setting.Powers, last))
			}
			out = append(out, turningPoint{i, replay.Control, text, now, lead})
		}
		last = now
	}
	return out[max(0, len(out)-mostLeads):]
}

// swings returns the largest gains and losses of cities in one phase.
func (c *Chronicle) swings(g *game.Game) []turningPoint {
	type swing struct{ phase, power, from, to int }
	var all []swing
	for i := 1; i < len(c.points); i++ {
		was, is := c.points[i-1].has, c.points[i].has
		for p := 1; p < len(is); p++ {
			if from, to := was[p].Cities, is[p].Cities; max(from-to, to-from) >= leastSwing {
				all = append(all, swing{i, p, from, to})
			}
		}
	}
	size := func(s swing) int { return max(s.from-s.to, s.to-s.from) }
	slices.SortStableFunc(all, func(a, b swing) int { return cmp.Compare(size(b), size(a)) })
	var out []turningPoint
	for _, s := range all[:min(len(all), mostSwings)] {
		power := message.PowerOf(g.Setting.Powers, machiavelli.Power(s.power))
		text := message.New("{Power} {power?pl:gain|gains} {cities} in one phase and {power?pl:have|has} {all} now.", power, cities(s.to-s.from), message.Number(s.to))
		as := gain
		if s.to < s.from {
			as = loss
			text = message.New("{Power} {power?pl:lose|loses} {cities} in one phase and {power?pl:have|has} {all} left.", power, cities(s.from-s.to), message.Number(s.to))
		}
		out = append(out, turningPoint{s.phase, replay.Control, text, machiavelli.Power(s.power), as})
	}
	return out
}

// cities returns a number of cities as part of a sentence.
func cities(n int) message.Message { return message.Plural(n, "{n} city", "{n} cities") }

// dearest returns the most expensive bribes of a game or, if the parameter murders is set, the most
// expensive assassinations.
func (c *Chronicle) dearest(murders bool) []turningPoint {
	type bought struct {
		purchase
		phase int
	}
	var all []bought
	for i := range c.points {
		for _, d := range c.points[i].purchases {
			if d.murder == murders {
				all = append(all, bought{d, i + 1})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b bought) int { return cmp.Compare(b.paid, a.paid) })
	var out []turningPoint
	for _, b := range all[:min(len(all), mostBought)] {
		kind := replay.Money
		if murders {
			kind = replay.Murder
		}
		out = append(out, turningPoint{b.phase, kind, b.text, b.power, gain})
	}
	return out
}

// decidingRow is a phase of a game with what decided the game in it.
type decidingRow struct {
	Title message.Message
	Href  string
	Marks []timeMark
}

// decidingRows groups turning points by phases.
func (c *Chronicle) decidingRows(g *game.Game) []decidingRow {
	var out []decidingRow
	last := 0
	for _, t := range c.turningPoints(g) {
		if t.phase != last {
			last = t.phase
			out = append(out, decidingRow{Title: page.PhaseTitle(c.points[t.phase-1].phase), Href: "/g/" + g.ID + "/p/" + strconv.Itoa(t.phase)})
		}
		row := &out[len(out)-1]
		row.Marks = append(row.Marks, timeMark{template.HTML(stepMarks[t.kind]), t.text}) // marks contain no user input
	}
	return out
}

package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
)

// An exchange takes place in two steps. Before anything else happens in the phase, setAside
// finds the exchanges that both parties have entered and takes the ducats and chits out of
// their treasuries, so that nothing else can use them. After all money has taken effect and
// before the units move, exchange checks whether provinces and units can still be given. If so,
// everything is handed over; otherwise everything is returned.

// trade is an exchange that both parties have entered.
type trade struct {
	parties [2]machiavelli.Power
	lines   []order.Order // as the first party wrote them
	failed  machiavelli.Power
	failure event.Failure
}

// fail records the first reason why the exchange does not take place.
func (t *trade) fail(why event.Failure, by machiavelli.Power) {
	if t.failure == event.NoFailure {
		t.failure, t.failed = why, by
	}
}

// ways returns the power that gives what a line promises, and the power that receives it.
func (t *trade) ways(o *order.Order) (from, to machiavelli.Power) {
	if o.Get {
		return t.parties[1], t.parties[0]
	}
	return t.parties[0], t.parties[1]
}

// event returns the event that records the exchange.
func (t *trade) event() event.Exchanged {
	e := event.Exchanged{
		Power: t.parties[0], With: t.parties[1], Both: true, Lines: t.lines,
		Verdict: event.Succeeded, Failure: t.failure, Failed: t.failed,
	}
	if t.failure != event.NoFailure {
		e.Verdict = event.Void
	}
	return e
}

// promise is a line of an exchange for a unit's order.
type promise struct {
	trade int
	line  int // index of the line in the trade
	// current index of the unit (see drop and transfer), or of the dislodged unit during
	// retreats; -1 if it is gone
	unit int
}

// lodge stores a line of an exchange. It replaces the power's earlier lines for the same thing
// (OPT-19).
func (s *state) lodge(l *Line, o order.Order) {
	kept := s.clauses[:0]
	for _, x := range s.clauses {
		switch {
		case x.line.Power != l.Power || !o.Withdraws(&x.order):
			kept = append(kept, x)
		case o.Item != order.Clear:
			s.replaced(l.Power, x.line.Text, laterDeal)
		}
	}
	if s.clauses = kept; o.Item != order.Clear {
		s.clauses = append(s.clauses, moneyLine{line: l, order: o})
	}
}

// setAside finds the exchanges that are possible at the moment, and sets their ducats and chits
// aside (OPT-19, OPT-20). If a power promises more than it has, or promises one thing twice, none
// of its exchanges of that thing takes place, so that the order of powers and lines makes no
// difference.
func setAside(s *state) {
	if len(s.clauses) == 0 {
		return
	}
	n := machiavelli.Power(len(s.pos.Setting.Powers))
	for a := machiavelli.Power(1); a < n; a++ {
		for b := a + 1; b < n; b++ {
			s.match(a, b)
		}
	}
	s.checkDebts()
	s.checkPromises()
	kept := s.trades[:0]
	for _, t := range s.trades {
		if t.failure != event.NoFailure {
			s.say(t.event())
			continue
		}
		s.debit(&t)
		kept = append(kept, t)
	}
	s.trades = kept
	s.findUnits()
}

// match compares the lines of two powers for each other. If they mirror each other, they form an
// exchange, which fails if only one party gives something. Otherwise they are recorded as
// unmatched.
func (s *state) match(a, b machiavelli.Power) {
	mine, theirs := s.linesFor(a, b), s.linesFor(b, a)
	switch {
	case len(mine)+len(theirs) == 0:
	case mirrored(mine, theirs, a):
		t := trade{parties: [2]machiavelli.Power{a, b}, lines: mine}
		if !mutual(mine) {
			t.fail(event.NoReturn, machiavelli.Nobody)
		}
		s.trades = append(s.trades, t)
	default:
		s.alone(a, b, mine)
		s.alone(b, a, theirs)
	}
}

// alone records lines that the other party did not match. The other party's own
// lines, if any, are recorded separately.
func (s *state) alone(power, with machiavelli.Power, lines []order.Order) {
	if len(lines) > 0 {
		s.say(event.Exchanged{Power: power, With: with, Lines: lines, Verdict: event.Void, Failure: event.NotLodged})
	}
}

// linesFor returns the lines of a power for an exchange with another, in the
// order given.
func (s *state) linesFor(power, with machiavelli.Power) (lines []order.Order) {
	for i := range s.clauses {
		if x := &s.clauses[i]; x.line.Power == power && x.order.With == with {
			lines = append(lines, x.order)
		}
	}
	return lines
}

// mirrored reports whether two lists of lines describe the same exchange from both sides, in any
// order. The parameter mine holds the lines of power.
func mirrored(mine, theirs []order.Order, power machiavelli.Power) bool {
	if len(mine) != len(theirs) {
		return false
	}
	found := make([]bool, len(theirs))
next:
	for i := range mine {
		want := mine[i].Mirrored(power)
		for k := range theirs {
			if !found[k] && theirs[k] == want {
				found[k] = true
				continue next
			}
		}
		return false
	}
	return true
}

// mutual reports whether both parties give something.
func mutual(lines []order.Order) bool {
	for i := range lines {
		if lines[i].Get != lines[0].Get {
			return true
		}
	}
	return false
}

// checkDebts excludes the exchanges in which a debtor of the bank would give
// ducats, unless the rules allow it (LOAN-08).
func (s *state) checkDebts() {
	for i := range s.trades {
		t := &s.trades[i]
		for k := range t.lines {
			o := &t.lines[k]
			if from, _ := t.ways(o); o.Item == order.Payment && !s.rules.GiftsWhileIndebted && s.owed(from) > 0 {
				t.fail(event.Indebted, from)
			}
		}
	}
}

// checkPromises excludes every exchange in which a power gives something that it promises more
// often, or in a larger sum, than it has, counting all exchanges that are still possible.
func (s *state) checkPromises() {
	var possible []int
	for i := range s.trades {
		if s.trades[i].failure == event.NoFailure {
			possible = append(possible, i)
		}
	}
	for _, i := range possible {
		t := &s.trades[i]
		for k := range t.lines {
			o := &t.lines[k]
			from, _ := t.ways(o)
			var sum, count machiavelli.Ducats
			for _, j := range possible {
				x := &s.trades[j]
				for m := range x.lines {
					if giver, _ := x.ways(&x.lines[m]); giver == from && o.SameGood(&x.lines[m]) {
						sum += machiavelli.Ducats(x.lines[m].Amount)
						count++
					}
				}
			}
			if s.exceeds(o, from, sum, count) {
				t.fail(event.TooMuch, from)
			}
		}
	}
}

// exceeds reports whether a power has less than it promises of the thing in a line. The promises
// add up to sum ducats and count lines.
func (s *state) exceeds(o *order.Order, from machiavelli.Power, sum, count machiavelli.Ducats) bool {
	switch o.Item {
	case order.Payment:
		return sum > s.pos.Treasury[from]
	case order.GiveChit:
		return count > machiavelli.Ducats(s.pos.Chits[from][o.Victim])
	}
	return count > 1
}

// findUnits stores the units whose orders are exchanged.
func (s *state) findUnits() {
	for i := range s.trades {
		t := &s.trades[i]
		for k := range t.lines {
			switch o := &t.lines[k]; o.Item {
			case order.Payment, order.GiveChit, order.GiveProvince:
			default:
				s.promises = append(s.promises, promise{trade: i, line: k, unit: s.unitNamed(&o.Unit)})
			}
		}
	}
}

// unitNamed returns the index of the unit, or of the dislodged unit during
// retreats, that a bound order names.
func (s *state) unitNamed(u *order.Unit) int {
	if s.pos.Phase.Step != machiavelli.Retreats {
		return legal.TargetUnit(s.pos, *u)
	}
	for i := range s.pos.Dislodged {
		if s.pos.Dislodged[i].Unit.At == u.At {
			return i
		}
	}
	return -1
}

// exchange executes each exchange whose provinces and units can be given as promised, and returns
// what was set aside for the others (OPT-21). From then on the receivers have the ducats and
// chits and can use them in the next phase.
func exchange(s *state) {
	s.checkUnits()
	for i := range s.trades {
		t := &s.trades[i]
		s.checkLand(t)
		if t.failure != event.NoFailure {
			s.returnAll(t)
		}
		s.say(t.event())
		if t.failure == event.NoFailure {
			s.handOver(t)
		}
	}
	s.command()
}

// checkUnits fails every exchange that includes an order for a unit which no longer obeys the
// giver, because the unit was bribed or is gone, or because the giver's ruler is dead for the
// campaign.
func (s *state) checkUnits() {
	for _, x := range s.promises {
		t := &s.trades[x.trade]
		from, _ := t.ways(&t.lines[x.line])
		if x.unit < 0 || s.ownerOf(x.unit) != from || s.victims.Has(from) {
			t.fail(event.UnitLost, from)
		}
	}
}

// ownerOf returns the owner of the unit, or of the dislodged unit during
// retreats.
func (s *state) ownerOf(unit int) machiavelli.Power {
	if s.pos.Phase.Step == machiavelli.Retreats {
		return s.pos.Dislodged[unit].Unit.Owner
	}
	return s.pos.Units[unit].Owner
}

// checkLand fails an exchange with a province that its giver does not own completely, that
// rebels, or that contains a unit of any power except the receiver, which would take it back
// (CTRL-20).
func (s *state) checkLand(t *trade) {
	p := s.pos
	for k := range t.lines {
		o := &t.lines[k]
		if o.Item != order.GiveProvince {
			continue
		}
		from, to := t.ways(o)
		at := o.To.At
		free := p.Province[at] == from && (!s.board().Cities.Has(at) || p.City[at] == from) && !p.RebelLand.Has(at) && !p.RebelCity.Has(at)
		for i := range p.Units {
			free = free && (p.Units[i].At != at || p.Units[i].Owner == to)
		}
		if !free {
			t.fail(event.NotToGive, from)
		}
	}
}

// handOver gives the receivers of an exchange everything except the orders of units.
func (s *state) handOver(t *trade) {
	for k := range t.lines {
		o := &t.lines[k]
		_, to := t.ways(o)
		s.credit(o, to)
		if o.Item == order.GiveProvince {
			s.giveLand(o.To.At, to)
			if s.board().Cities.Has(o.To.At) {
				s.giveCity(o.To.At, to)
			}
		}
	}
}

// returnAll puts the ducats and chits that were set aside back into the treasuries
// of their givers.
func (s *state) returnAll(t *trade) {
	for k := range t.lines {
		from, _ := t.ways(&t.lines[k])
		s.credit(&t.lines[k], from)
	}
}

// credit gives a power the ducats or the chit of a line.
func (s *state) credit(o *order.Order, power machiavelli.Power) {
	switch o.Item {
	case order.Payment:
		s.pos.Treasury[power] += machiavelli.Ducats(o.Amount)
	case order.GiveChit:
		s.pos.Chits[power][o.Victim]++
	}
}

// debit takes the ducats and chits of an exchange from their givers.
func (s *state) debit(t *trade) {
	for k := range t.lines {
		o := &t.lines[k]
		switch from, _ := t.ways(o); o.Item {
		case order.Payment:
			s.pos.Treasury[from] -= machiavelli.Ducats(o.Amount)
		case order.GiveChit:
			s.pos.Chits[from][o.Victim]--
		}
	}
}

// command gives the units in successful exchanges the promised orders, which replace their
// owners' orders. The report shows the order itself as the one given, so that it does not reveal
// the exchange.
func (s *state) command() {
	for _, x := range s.promises {
		t := &s.trades[x.trade]
		if t.failure != event.NoFailure {
			continue
		}
		o := &t.lines[x.line]
		if s.ordered.Has(x.unit) {
			from, _ := t.ways(o)
			s.replaced(from, s.given[x.unit], exchangedOrder)
		}
		in := o.Inner()
		s.orders[x.unit], s.given[x.unit] = in, order.Format(in, s.board(), s.pos.Setting.Powers)
		s.ordered.Add(x.unit)
	}
}

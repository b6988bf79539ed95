package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// bribe runs step M2e: of the bribes on one unit only the largest counts, less
// the counter-bribes on the unit; it succeeds if the rest is enough (BRIBE-05
// to BRIBE-07). All bribes take effect simultaneously; bought units belong to
// their new owners from here on.
func bribe(s *state) {
	var done event.UnitSet
	for i := range s.outlays {
		o := &s.outlays[i]
		if o.sound() && isBribe(o.order.Expense) && !done.Has(o.target) {
			done.Add(o.target)
			s.contest(o.target)
		}
	}
	for i := range s.outlays {
		o := &s.outlays[i]
		switch {
		case o.order.Expense != order.CounterBribe || !o.sound():
		case o.told.Counted < o.told.Minimum:
			o.told.Failure = event.BelowMinimum
		case !done.Has(o.target):
			o.told.Failure = event.Needless
		}
	}
	s.oneSpecialEach()
	s.workBribes()
}

// contest decides between the bribes on one unit, if there are any. Lines are
// compared by the ducats that count, even if these are too few, before any
// counter-bribe (BRIBE-05). Lines of one power compete like those of different
// powers (BRIBE-06).
func (s *state) contest(unit int) {
	var lines [4 * machiavelli.MaxPowers]*outlay
	n := 0
	var counters []event.Bid
	var countered, most machiavelli.Ducats
	for i := range s.outlays {
		o := &s.outlays[i]
		switch {
		case o.target != unit || !o.sound():
		case isBribe(o.order.Expense):
			lines[n] = o
			n++
			most = max(most, o.told.Counted)
		case o.told.Counted > 0: // a counter-bribe
			counters = append(counters, o.bid())
			countered += o.told.Counted
		}
	}
	winner := s.largest(unit, lines[:n], most)
	for _, o := range lines[:n] {
		e := &o.told
		e.Countered, e.Counters = countered, counters
		if n > 1 {
			e.Rivals, e.Against = rivals(lines[:n], o)
		}
		switch {
		case o != winner && e.Counted == most && winner == nil:
			e.Failure = event.TiedBid
		case o != winner:
			e.Failure = event.Outbid
		case e.Counted < e.Minimum:
			e.Failure = event.BelowMinimum
		case e.Counted-countered < e.Minimum:
			e.Failure = event.CounterBribed
		}
	}
}

// bid returns the line's bid in a contest.
func (o *outlay) bid() event.Bid {
	return event.Bid{Power: o.power, Slot: o.told.Slot, Ducats: o.told.Counted}
}

// rivals returns the bribes in a contest other than mine, and the ducats of the
// largest.
func rivals(lines []*outlay, mine *outlay) (list []event.Bid, most machiavelli.Ducats) {
	list = make([]event.Bid, 0, len(lines)-1)
	for _, o := range lines {
		if o != mine {
			list = append(list, o.bid())
			most = max(most, o.told.Counted)
		}
	}
	return list, most
}

// largest returns the line on a unit with the most ducats that count. If
// several are equal, it returns nil or, if bribe-tie is "die-toss" and the game
// has dice, draws one of them by lot. The roll is called "bribe tie" with the
// unit's letter and place, and its faces are the lines in the order of powers
// and numbers (BRIBE-06).
func (s *state) largest(unit int, lines []*outlay, most machiavelli.Ducats) *outlay {
	var equal []*outlay
	for _, o := range lines {
		if o.told.Counted == most {
			equal = append(equal, o)
		}
	}
	switch {
	case len(equal) == 1:
		return equal[0]
	case s.rules.BribeTie != rules.TieDieToss || !s.rules.DiceOn:
		return nil
	}
	u := &s.pos.Units[unit]
	return equal[s.dice.Lot("bribe tie "+u.Type.Letter()+" "+s.board().Areas[u.At].Name, len(equal))-1]
}

// oneSpecialEach voids all but the first of several special units that a power
// would buy (SPEC-03, BRIBE-14). Such a purchase was still the largest bribe on
// its unit: no one else gets the unit.
func (s *state) oneSpecialEach() {
	var bought machiavelli.PowerSet
	for i := range s.outlays {
		o := &s.outlays[i]
		if !o.sound() || o.order.Expense != order.BuyUnit || !o.told.Target.Special() {
			continue
		}
		if bought.Has(o.power) {
			o.told.Failure = event.SecondSpecial
		}
		bought |= s.pos.Setting.Parts(o.power)
	}
}

// workBribes carries out the successful bribes. Disbanded units leave before
// movement (BRIBE-09). Units that become autonomous or are bought lose their
// order (BRIBE-10, BRIBE-12), keep type and quality, and keep their sieges
// (BRIBE-11, BRIBE-17). A purchase ends a rebellion against the old owner
// (REB-22), and the buyer's order for the unit counts, as does an order bought
// for an autonomous unit (OPT-05).
func (s *state) workBribes() {
	var gone event.UnitSet
	for i := range s.outlays {
		if o := &s.outlays[i]; o.sound() && o.order.Expense == order.DisbandUnit {
			gone.Add(o.target)
		}
	}
	s.drop(event.ByBribe, gone.Has)
	for i := range s.outlays {
		o := &s.outlays[i]
		if !o.sound() {
			continue
		}
		switch o.order.Expense {
		case order.ToAutonomous:
			s.say(event.Bribed{Unit: *o.told.Target, By: o.power})
			s.transfer(o.target, machiavelli.Nobody, 0)
		case order.BuyUnit:
			u := *o.told.Target
			s.say(event.Bribed{Unit: u, To: o.power, By: o.power})
			s.liberateByPurchase(u.At, u.Owner, o.power)
			s.obey(s.transfer(o.target, o.power, o.order.NewSerial), o.power)
		case order.OrderUnit:
			s.obey(o.target, o.power)
		}
	}
}

// orderPrice returns the price of the order that the buyer wrote for the
// autonomous unit (OPT-05), or, without such an order, the lowest price of any
// order.
func (s *state) orderPrice(o *outlay) machiavelli.Ducats {
	u := &s.pos.Units[o.target]
	for i := range s.prospects {
		if x := &s.prospects[i]; x.unit == o.target && x.line.Power == o.power {
			return legal.OrderPrice(s.board(), u, &x.order)
		}
	}
	return o.told.Minimum
}

// Package reference computes the effects of money in a game with slow, simple code: in a
// campaign everything from the bank to assassinations (steps M1 to M5), the resulting sieges
// and rebellions if no unit moves, the disasters and the income at the end of the year, and the
// payments of winter. It was written from the rules alone in order to check package turn, with
// which it shares no code. The game itself never calls it.
//
// Its results are records of package event with sums, verdicts and units, and a position. It
// omits the text of lines and other details that only reports contain.
package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Rolls makes named rolls. A roll is the sum of n six-sided dice, or one die of
// n faces. *dice.Dice implements it.
type Rolls interface {
	D6(name string, n int) int
	Lot(name string, n int) int
}

// Line is an order of a power that was legal when it was given. The sequence of
// a power's lines matters.
type Line struct {
	Power machiavelli.Power
	Order order.Order
}

// Outcome is the result of a phase.
type Outcome struct {
	Position *position.Position // after the phase; its date is still that of the phase
	Events   []event.Event
	// Reasons holds, for each expense and gift that failed, every possible
	// reason; turn reports one of them.
	Reasons map[Key][]event.Failure
}

// Key identifies an expense by its power and number.
type Key struct {
	Power machiavelli.Power
	Slot  int
}

// campaign is the state of a campaign in progress.
type campaign struct {
	start *position.Position // the position at the start of the campaign; read-only
	m2    *position.Position // the position when expenses began to take effect; read-only
	now   *position.Position // the current position
	r     *rules.Set
	rolls Rolls
	book  [machiavelli.MaxPowers]book
	out   *Outcome

	repaid, lent [machiavelli.MaxPowers]machiavelli.Ducats // dealings with the bank

	defaulted machiavelli.PowerSet
	victims   machiavelli.PowerSet
	lines     []*line // all expense lines, in the order of powers and numbers
	orders    []Line  // unit orders

	// indices in now.Units of units that changed hands in this campaign
	bought map[int]bool
	hired  map[position.Unit]machiavelli.Power // autonomous units for which a power has bought an order
	taxed  []board.ID                          // provinces taxed by force in this campaign

	bargains []*bargain                    // exchanges for which everything is reserved
	promised map[position.Unit]order.Order // units of now that follow an order from an exchange
}

// book holds a power's orders, without those that later ones replaced.
type book struct {
	bank  *order.Order
	gifts []order.Order  // in the order given
	loans []order.Order  // in the order given
	slots [5]order.Order // expenses, indexed by number
}

// powers returns the powers of the game except Nobody.
func (c *campaign) powers() []machiavelli.Power {
	var list []machiavelli.Power
	for i := 1; i < len(c.start.Setting.Powers); i++ {
		list = append(list, machiavelli.Power(i))
	}
	return list
}

func (c *campaign) tell(e event.Event) { c.out.Events = append(c.out.Events, e) }

func (c *campaign) board() *board.Board { return c.start.Setting.Board }

// single reports whether the province at is Venice and its province and city
// are one space (VENICE-01).
func single(p *position.Position, r *rules.Set, at board.ID) bool {
	b := p.Setting.Board
	return b.Venice != board.None && at == b.Venice && r.VeniceModel == rules.VeniceSingleSpace
}

// seaCity reports whether the province at is Venice and its city stands in a
// sea of its own, which nobody owns (VENICE-13). The position's entry for the
// province repeats the city's owner.
func seaCity(p *position.Position, r *rules.Set, at board.ID) bool {
	b := p.Setting.Board
	return b.Venice != board.None && at == b.Venice && r.VeniceModel == rules.VeniceSeaWithCity
}

// manned reports whether a unit stands in the province at or its city. The sea
// around a city is neither.
func manned(p *position.Position, r *rules.Set, at board.ID) bool {
	return garrisonAt(p, at) >= 0 || fieldAt(p, at) >= 0 && !seaCity(p, r, at)
}

// Campaign computes the effects of the lines in the orders phase of p, provided
// that no unit moves: units hold, besiege, lift sieges or disband. It ends
// before the famine or other disasters of the season; see Close. It changes
// neither p nor lines.
func Campaign(p *position.Position, lines []Line, r *rules.Set, rolls Rolls) *Outcome {
	c := &campaign{start: p, now: p.Clone(), r: r, rolls: rolls, bought: map[int]bool{}, hired: map[position.Unit]machiavelli.Power{}}
	meet(c.now, r)
	c.out = &Outcome{Position: c.now, Reasons: map[Key][]event.Failure{}}
	c.reserve(lines)
	c.freeze(lines)
	c.politics()
	c.bank()
	c.m2 = c.now.Clone()
	c.charge()
	c.validate()
	c.relief()
	c.incite()
	c.plagues()
	c.bribes()
	c.control()
	c.assassinate()
	c.expense()
	c.mourn()
	c.settle()
	c.stand()
	c.control()
	return c.out
}

// freeze runs step M0: of several orders for the same thing the last one counts
// (EXP-01, GIFT-01, LOAN-01). Chits change hands immediately (ASSN-02).
func (c *campaign) freeze(lines []Line) {
	for _, l := range lines {
		b := &c.book[l.Power]
		o := l.Order
		switch o.Kind {
		case order.Expense:
			if o.Expense == order.Delete {
				o = order.Order{}
			}
			b.slots[l.Order.Slot] = o
		case order.Payment:
			b.pay(o)
		case order.Loan:
			b.borrow(o)
		case order.GiveChit:
			c.chit(l.Power, o)
		case order.Exchange:
		default:
			c.orders = append(c.orders, l)
		}
	}
}

// pay records a payment. It removes an earlier payment to the same recipient
// and adds the new one at the end of the list; a payment of 0 ducats only
// cancels the earlier one.
func (b *book) pay(o order.Order) {
	if o.Bank {
		b.bank = nil
		if o.Amount > 0 {
			b.bank = &o
		}
		return
	}
	var kept []order.Order
	for _, g := range b.gifts {
		if g.Power != o.Power {
			kept = append(kept, g)
		}
	}
	if o.Amount > 0 {
		kept = append(kept, o)
	}
	b.gifts = kept
}

// borrow records a loan as pay records a payment. A later loan replaces an earlier one of the
// same duration.
func (b *book) borrow(o order.Order) {
	var kept []order.Order
	for _, l := range b.loans {
		if l.Years != o.Years {
			kept = append(kept, l)
		}
	}
	if o.Amount > 0 {
		kept = append(kept, o)
	}
	b.loans = kept
}

// chit transfers an assassination chit, if there is one (ASSN-02). Chits that
// others give in the same campaign do not count, because the sequence of the
// powers does not matter (SEQ-03).
func (c *campaign) chit(giver machiavelli.Power, o order.Order) {
	given := c.start.Chits[giver][o.Victim] - c.reserved(giver, o.Victim)
	for _, e := range c.out.Events {
		if g, ok := e.(event.ChitGiven); ok && g.Power == giver && g.Victim == o.Victim && g.Verdict == event.Succeeded {
			given--
		}
	}
	told := event.ChitGiven{Power: giver, To: o.Power, Victim: o.Victim, Verdict: event.Void}
	if given > 0 {
		told.Verdict = event.Succeeded
		c.now.Chits[giver][o.Victim]--
		c.now.Chits[o.Power][o.Victim]++
	}
	c.tell(told)
}

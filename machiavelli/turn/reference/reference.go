// Package reference works out slowly and plainly what money does in a game: in
// a campaign everything from the bank to the assassins' work (SEQ M1 to M5),
// what then becomes of sieges and rebellions if nobody moves, the disasters
// and the income of the year's end, and the payments of winter. It was written
// from the rules alone, to check package turn against it, with which it shares
// no code; the game itself never calls it.
//
// Its answers are records of package event with the sums, verdicts and units in
// them, and a position. Who gave a line in which words, and other things that
// only reports tell, are left out.
package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Rolls throws dice by name: the sum of n dice of six faces, and one die of n
// faces. The *dice.Dice of the game are such.
type Rolls interface {
	D6(name string, n int) int
	Lot(name string, n int) int
}

// Line is an order of a power that was lawful when it was given. Of one power
// the sequence of the lines counts.
type Line struct {
	Power machiavelli.Power
	Order order.Order
}

// Outcome is what came of a phase.
type Outcome struct {
	Position *position.Position // afterwards; its date is still that of the phase
	Events   []event.Event
	// Reasons holds, for each expense and gift that failed, every reason for
	// which it could be said to have; turn tells one of them.
	Reasons map[Key][]event.Failure
}

// Key is an expense line, by its power and number.
type Key struct {
	Power machiavelli.Power
	Slot  int
}

// campaign is a campaign being worked out.
type campaign struct {
	start *position.Position // as the campaign began; only read
	m2    *position.Position // as it was when expenses began to take effect; only read
	now   *position.Position // as it stands
	r     *rules.Set
	rolls Rolls
	book  [machiavelli.MaxPowers]book
	out   *Outcome

	repaid, lent [machiavelli.MaxPowers]machiavelli.Ducats // dealings with the bank

	defaulted machiavelli.PowerSet
	victims   machiavelli.PowerSet
	lines     []*line // all expense lines, by power and number
	orders    []Line  // unit orders

	bought map[int]bool                        // units of now that changed hands in this campaign
	hired  map[position.Unit]machiavelli.Power // autonomous units of which a power has bought an order
	taxed  []board.ID                          // provinces taxed by force in this campaign
}

// book is what a power ordered, later orders having replaced earlier ones.
type book struct {
	bank  *order.Order
	gifts []order.Order  // in the order given
	loans []order.Order  // in the order given
	slots [5]order.Order // expenses by number
}

// powers lists the powers of the game, Nobody left out.
func (c *campaign) powers() []machiavelli.Power {
	var list []machiavelli.Power
	for i := 1; i < len(c.start.Setting.Powers); i++ {
		list = append(list, machiavelli.Power(i))
	}
	return list
}

func (c *campaign) tell(e event.Event) { c.out.Events = append(c.out.Events, e) }

func (c *campaign) board() *board.Board { return c.start.Setting.Board }

// single reports whether at is the lagoon city in which province and city are
// one place (VENICE-01).
func single(p *position.Position, r *rules.Set, at board.ID) bool {
	b := p.Setting.Board
	return b.Venice != board.None && at == b.Venice && r.VeniceModel == rules.VeniceSingleSpace
}

// Campaign works out what the lines do in the orders phase of p, as long as
// nobody moves: units hold, besiege, lift sieges or disband. It ends before the
// famine or other disasters of the season; see Close. Neither p nor lines is
// written to.
func Campaign(p *position.Position, lines []Line, r *rules.Set, rolls Rolls) *Outcome {
	c := &campaign{start: p, now: p.Clone(), r: r, rolls: rolls, bought: map[int]bool{}, hired: map[position.Unit]machiavelli.Power{}}
	c.out = &Outcome{Position: c.now, Reasons: map[Key][]event.Failure{}}
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
	c.stand()
	c.control()
	return c.out
}

// freeze is M0: of several orders for the same thing the last one counts
// (EXP-01, GIFT-01, LOAN-01). Chits change hands at once (ASSN-02).
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
		default:
			c.orders = append(c.orders, l)
		}
	}
}

// pay writes a payment down. It replaces an earlier one to the same receiver,
// and takes its own place in the order given; nothing cancels it.
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

// borrow writes a loan down, in the same way: one for each duration.
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

// chit hands an assassination chit over, if there is one (ASSN-02). What
// others give in the same campaign does not serve, for no power comes before
// another (SEQ-03).
func (c *campaign) chit(giver machiavelli.Power, o order.Order) {
	given := c.start.Chits[giver][o.Victim]
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

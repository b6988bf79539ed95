package sim

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// write writes the lines of all powers for the phase of p.
func (t *Table) write(p *position.Position) {
	t.lines = t.lines[:0]
	if len(t.seats) > 0 {
		t.decide(p)
		return
	}
	switch p.Phase.Step {
	case machiavelli.Retreats:
		t.retreats(p)
	case machiavelli.Adjustments:
		t.adjustments(p)
	default:
		t.campaign(p)
	}
}

// chance returns true in n of a hundred cases on average.
func (t *Table) chance(n int) bool { return t.rng.IntN(100) < n }

func (t *Table) say(power machiavelli.Power, o order.Order) {
	t.lines = append(t.lines, turn.Line{Power: power, Order: o})
}

// campaign writes a legal order for most units, and spends the treasuries.
func (t *Table) campaign(p *position.Position) {
	r := &t.config.Rules
	t.orders = t.finder.All(p, r, t.orders[:0])
	for begin := 0; begin < len(t.orders); {
		unit := t.orders[begin].Unit
		end := begin + 1
		for end < len(t.orders) && t.orders[end].Unit == unit {
			end++
		}
		if owner := t.owner(p, unit); owner != machiavelli.Nobody && t.chance(97) {
			t.say(owner, t.choose(owner, t.orders[begin:end]))
		}
		begin = end
	}
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if p.Eliminated.Has(power) {
			continue
		}
		if t.chance(4) {
			t.say(power, order.Order{Kind: order.Ally, Powers: machiavelli.PowerSet(0).With(t.other(p, power))})
		}
		if r.Money {
			t.money(p, power)
		}
		t.extras(p, power)
	}
	t.exchanges(p)
}

// choose returns one of the orders of a unit. It often chooses one that
// continues a siege or supports another unit of the power, so that sieges are
// completed and units dislodged.
func (t *Table) choose(power machiavelli.Power, list []order.Order) order.Order {
	if !t.chance(60) {
		return t.pick(list)
	}
	for i := range list {
		o := &list[i]
		switch o.Kind {
		case order.Besiege:
			return *o
		case order.Support:
			if o.Action == order.ToAdvance && t.ordered(power, o) {
				return *o
			}
		}
	}
	return t.pick(list)
}

// ordered reports whether a power has ordered the advance that the order o
// supports.
func (t *Table) ordered(power machiavelli.Power, o *order.Order) bool {
	for i := len(t.lines) - 1; i >= 0 && t.lines[i].Power == power; i-- {
		if a := &t.lines[i].Order; a.Kind == order.Advance && a.Unit.At == o.Target.At && a.To.At == o.To.At {
			return true
		}
	}
	return false
}

// pick returns a random order of a unit. It prefers advances, so that games
// progress.
func (t *Table) pick(list []order.Order) order.Order {
	for range 2 {
		if o := list[t.rng.IntN(len(list))]; o.Kind != order.Support && o.Kind != order.Convoy {
			return o
		}
	}
	return list[t.rng.IntN(len(list))]
}

// owner returns the owner of the unit that a bound order names.
func (t *Table) owner(p *position.Position, u order.Unit) machiavelli.Power {
	for i := range p.Units {
		if x := &p.Units[i]; x.At == u.At && x.InCity() == (u.Type == machiavelli.Garrison) {
			return x.Owner
		}
	}
	return machiavelli.Nobody
}

// other returns another power in the game, or occasionally Nobody.
func (t *Table) other(p *position.Position, power machiavelli.Power) machiavelli.Power {
	for range 4 {
		x := machiavelli.Power(1 + t.rng.IntN(len(p.Setting.Powers)-1))
		if x != power && !p.Eliminated.Has(x) {
			return x
		}
	}
	return machiavelli.Nobody
}

// money writes payments, loans, gifts of chits and expenses.
func (t *Table) money(p *position.Position, power machiavelli.Power) {
	r := &t.config.Rules
	purse := int(p.Treasury[power])
	if purse > 0 && t.chance(15) {
		t.say(power, order.Order{Kind: order.Payment, Power: t.other(p, power), Amount: int32(1 + t.rng.IntN(purse+3))})
	}
	if r.BankLoans {
		if t.chance(12) {
			t.say(power, order.Order{Kind: order.Loan, Amount: int32(t.rng.IntN(30)), Years: uint8(1 + t.rng.IntN(2))})
			purse += 10
		}
		if purse > 0 && t.chance(10) {
			t.say(power, order.Order{Kind: order.Payment, Bank: true, Amount: int32(1 + t.rng.IntN(purse))})
		}
	}
	if r.Assassinations && t.chance(5) {
		t.say(power, order.Order{Kind: order.GiveChit, Victim: t.other(p, power), Power: t.other(p, power)})
	}
	if !t.chance(40) {
		return
	}
	for slot := uint8(1); slot <= 4 && purse >= 3; slot++ {
		if !t.chance(60) {
			continue
		}
		o, ok := t.expense(p, power)
		if !ok {
			continue
		}
		o.Slot = slot
		least, _ := legal.Price(p, r, power, &o)
		if sum := int(least) + 3*t.rng.IntN(3); t.chance(50) {
			o.HasSum, o.Amount = true, int32(sum+t.rng.IntN(2))
		}
		purse -= int(least)
		t.say(power, o)
		if o.Expense == order.BuyUnit || o.Expense == order.OrderUnit {
			t.hope(p, power, o.Target)
		}
	}
}

// expense returns a random expense, most often near a unit of the power.
func (t *Table) expense(p *position.Position, power machiavelli.Power) (order.Order, bool) {
	o := order.Order{Kind: order.Expense}
	for o.Expense == order.NoExpense || !legal.Sold(&t.config.Rules, o.Expense) && !t.chance(5) {
		o.Expense = order.FamineRelief + order.ExpenseKind(t.rng.IntN(order.Expenses()-1))
	}
	at := t.near(p, power)
	switch o.Expense {
	case order.Delete:
		return o, t.chance(5)
	case order.Assassinate:
		o.Power = t.other(p, power)
		return o, o.Power != machiavelli.Nobody
	}
	switch o.Expense.Target() {
	case order.OnProvince:
		if useful := legal.Useful(p, o.Expense); !useful.Has(at) && !useful.Empty() && t.chance(80) {
			at = t.member(useful)
		}
	default:
		f, g := p.Field(at), p.Garrison(at)
		if f < 0 || g >= 0 && t.chance(50) {
			f = g
		}
		if f < 0 {
			return o, false
		}
		u := &p.Units[f]
		o.Target = order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}
		return o, true
	}
	o.To.At = at
	return o, true
}

// near returns an area in which a unit of the power stands, or a neighbour of
// such an area. For a power without units it returns any area.
func (t *Table) near(p *position.Position, power machiavelli.Power) board.ID {
	b := p.Setting.Board
	n, at := 0, board.None
	for i := range p.Units {
		if p.Units[i].Owner == power {
			if n++; t.rng.IntN(n) == 0 {
				at = p.Units[i].At
			}
		}
	}
	if at == board.None {
		return board.ID(1 + t.rng.IntN(len(b.Areas)-1))
	}
	if t.chance(85) {
		return t.member(b.Borders[at])
	}
	return at
}

// member returns a random area of a set, or None if it is empty.
func (t *Table) member(s board.Set) board.ID {
	n := s.Len()
	if n == 0 {
		return board.None
	}
	at := s.Next(board.None)
	for range t.rng.IntN(n) {
		at = s.Next(at)
	}
	return at
}

// hope writes an order for a unit that the power may get with money.
func (t *Table) hope(p *position.Position, power machiavelli.Power, u order.Unit) {
	for i := range p.Units {
		if x := &p.Units[i]; x.At == u.At && x.InCity() == (u.Type == machiavelli.Garrison) {
			begin := len(t.orders)
			t.orders = t.finder.OfUnit(p, &t.config.Rules, i, t.orders)
			if list := t.orders[begin:]; len(list) > 0 {
				t.say(power, t.pick(list))
			}
			t.orders = t.orders[:begin]
			return
		}
	}
}

// extras writes the orders of the optional rules that are neither for a unit
// nor an expense.
func (t *Table) extras(p *position.Position, power machiavelli.Power) {
	r := &t.config.Rules
	if r.BribeAdjacency == rules.BribeOwnOrPermitted && t.chance(10) {
		if i := p.Field(t.near(p, power)); i >= 0 {
			u := &p.Units[i]
			t.say(power, order.Order{Kind: order.Permit, Power: t.other(p, power), Target: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}})
		}
	}
	if r.ForcedTaxation != rules.NoForcedTaxation && t.chance(10) {
		t.say(power, order.Order{Kind: order.Tax, To: board.Place{At: t.owned(p, power)}})
	}
	if r.ProvinceTrading && t.chance(5) {
		t.say(power, order.Order{Kind: order.GiveProvince, To: board.Place{At: t.owned(p, power)}, Power: t.other(p, power)})
	}
	if r.Excommunication && t.chance(3) {
		t.say(power, order.Order{Kind: order.Silence, Power: t.other(p, power)})
	}
	if r.StrategicMovement && t.chance(20) {
		for i := range p.Units {
			if u := &p.Units[i]; u.Owner == power && !u.InCity() && t.chance(30) {
				t.say(power, order.Order{
					Kind: order.Transfer, Unit: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}, To: board.Place{At: t.owned(p, power)},
				})
			}
		}
	}
}

// owned returns a random province of the power, or None if it has none.
func (t *Table) owned(p *position.Position, power machiavelli.Power) board.ID {
	var s board.Set
	for at := range p.Province {
		if p.Province[at] == power {
			s.Add(board.ID(at))
		}
	}
	return t.member(s)
}

// retreats usually orders a retreat for every dislodged unit.
func (t *Table) retreats(p *position.Position) {
	for i := range p.Dislodged {
		if p.Dislodged[i].Unit.Owner == machiavelli.Nobody {
			continue // autonomous units retreat without orders
		}
		t.orders = legal.Retreats(p, &t.config.Rules, i, t.orders[:0])
		if len(t.orders) > 0 && t.chance(95) {
			t.say(p.Dislodged[i].Unit.Owner, t.orders[t.rng.IntN(len(t.orders))])
		}
	}
	t.exchanges(p)
}

// adjustments keeps most units, removes some and builds some, with little
// regard for their cost.
func (t *Table) adjustments(p *position.Position) {
	for i := range p.Units {
		u := &p.Units[i]
		if u.Owner == machiavelli.Nobody || t.chance(10) {
			continue
		}
		o := order.Order{Kind: order.Maintain, Unit: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}}
		if t.chance(3) {
			o.Kind = order.Remove
		}
		t.say(u.Owner, o)
	}
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if p.Eliminated.Has(power) {
			continue
		}
		t.orders = legal.Builds(p, &t.config.Rules, power, t.orders[:0])
		for n := t.rng.IntN(4); n > 0 && len(t.orders) > 0; n-- {
			t.say(power, t.orders[t.rng.IntN(len(t.orders))])
		}
	}
}

package tableview

import (
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// PurseOf adds up the lines of power. Invalid lines and lines of other powers are ignored. PurseOf
// returns nil if there is nothing to add up, which is so in retreats and, in a game without money,
// in all phases except winter.
func PurseOf(l message.Language, p *position.Position, r *rules.Set, power machiavelli.Power, lines []turn.Line) *Purse {
	var mine []turn.Line
	var orders []order.Order
	for _, l := range lines {
		if l.Power == power && l.Err.IsZero() {
			mine, orders = append(mine, l), append(orders, l.Order)
		}
	}
	x := &Purse{}
	if r.Money {
		x.Treasury = int(p.Treasury[power])
		x.Left = x.Treasury
	}
	switch {
	case p.Victors != 0 || p.Eliminated.Has(power):
		return nil
	case p.Phase.Step == machiavelli.Adjustments:
		x.winter(l, p, r, power, mine)
	case p.Phase.Step == machiavelli.Orders && r.Money:
		x.campaign(legal.BudgetOf(p, r, power, orders))
		for i := range x.Lines {
			x.Lines[i].Buys = buys(p, r, power, orders, &x.Lines[i])
		}
	default:
		return nil
	}
	return x
}

// campaign copies the sums of package legal.
func (x *Purse) campaign(b legal.Budget) {
	x.Lent, x.Paid, x.Due, x.Costs, x.Left = int(b.Lent), int(b.Paid), int(b.Due), int(b.Costs), int(b.Left)
	for i := range b.Asks {
		if b.Asks[i] > 0 {
			x.Lines = append(x.Lines, Outlay{Slot: i + 1, Asks: int(b.Asks[i]), Gets: int(b.Gets[i])})
		}
	}
}

// buys reports whether the remaining money of an expense line suffices for its
// purpose: sums below the price are lost (EXP-05).
func buys(p *position.Position, r *rules.Set, power machiavelli.Power, orders []order.Order, l *Outlay) bool {
	for i := len(orders) - 1; i >= 0; i-- {
		if o := &orders[i]; o.Kind == order.Expense && int(o.Slot) == l.Slot {
			price, _ := legal.Price(p, r, power, o)
			if o.Expense == order.OrderUnit {
				price = machiavelli.Ducats(l.Asks)
			}
			return l.Gets >= int(price)
		}
	}
	return l.Gets >= l.Asks
}

// winter resolves the order lines with dice of its own, to find out what happens to the power's
// units and builds.
func (x *Purse) winter(l message.Language, p *position.Position, r *rules.Set, power machiavelli.Power, lines []turn.Line) {
	paid := r.Money && r.UnitCount == rules.CountMoney
	if !paid {
		owed := turn.Owes(p, r, power, lines)
		x.Must, x.May = owed.Removals, owed.Builds
	}
	res, err := turn.Process(p, lines, r, dice.New([]byte("purse"), "winter", nil))
	if err != nil {
		return // if the phase cannot be resolved, there is nothing to count
	}
	name := func(u position.Unit) string { return unitName(p.Setting, &u).In(l) }
	for _, e := range res.Events {
		switch e := e.(type) {
		case event.Removed:
			switch {
			case e.Unit.Owner != power:
			case e.Reason == event.Unpaid:
				x.Lost, x.LostKeys = append(x.Lost, name(e.Unit)), append(x.LostKeys, unitKey(p.Setting.Board, &e.Unit))
				x.Keeps += int(e.Unit.Price())
			case e.Reason == event.ByDefault:
				x.Gone = append(x.Gone, name(e.Unit))
			}
		case event.Adjusted:
			x.adjusted(l, p, power, &e)
		}
	}
	if !paid {
		x.Keeps, x.Builds = 0, 0
	}
	x.Left = x.Treasury - x.Keeps - x.Builds
}

// adjusted adds the amount that is paid for a unit, or that would have been paid.
func (x *Purse) adjusted(l message.Language, p *position.Position, power machiavelli.Power, e *event.Adjusted) {
	switch {
	case e.Power != power:
	case e.Order.Kind == order.Maintain && e.Verdict == event.Succeeded:
		x.Keeps += int(e.Cost)
	case e.Order.Kind != order.Build:
	case e.Verdict == event.Succeeded:
		x.Builds += int(e.Unit.Price())
	default:
		why := e.Error
		if e.Failure == event.CannotBePaid {
			why = message.New("it cannot be paid")
			x.Builds += int(e.Unit.Price())
		}
		x.Unbuilt = append(x.Unbuilt, Unbuilt{Text: order.FormatPlain(e.Order, p.Setting.Board, p.Setting.Powers), Why: why.In(l)})
	}
}

// WarningsOf returns warnings about the dangers that a power faces with the order lines written so
// far.
func WarningsOf(l message.Language, p *position.Position, r *rules.Set, power machiavelli.Power, lines []turn.Line) []Warning {
	var out []Warning
	for _, d := range turn.Dangers(p, r, power, lines) {
		out = append(out, Warning{d.Say(p.Setting).In(l), d.Grave(p)})
	}
	return out
}

package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// expense checks an expense. What can never be bought is refused and costs
// nothing. What would be wasted as things stand is accepted with a note,
// because it is paid for in any case (EXP-04).
func (c *checker) expense(o, bound *order.Order) *Problem {
	switch { // expense numbers (EXP-01)
	case o.Slot > 4:
		return refuse(noSlot, message.New("Expense lines are numbered 1 to 4."))
	case o.Slot == 0 && o.Expense == order.Delete:
		return refuse(noSlot, message.New("The line does not say which expense is struck out; expected its number, as in \"{example}\".", message.Order("E1: none")))
	}
	c.locate()
	bound.Kind, bound.Slot, bound.Expense = order.Expense, o.Slot, o.Expense
	var problem *Problem
	switch o.Expense.Target() {
	case order.OnRuler:
		problem = c.assassinate(o, bound)
	case order.OnProvince:
		problem = c.provinceExpense(o, bound)
	case order.OnUnit:
		problem = c.bribe(o, bound)
	default:
		if o.Expense == order.Delete {
			return nil
		}
		problem = refuse(noExpense, message.New("The line does not say what the money is for."))
	}
	if problem != nil {
		return problem
	}
	if o.HasSum {
		if o.Amount < 0 {
			return refuse(noAmount, message.New("An amount cannot be negative; leave it out to pay the usual price."))
		}
		bound.HasSum, bound.Amount = true, o.Amount
	}
	c.price(bound)
	c.distance(bound)
	return nil
}

// assassinate checks an attempt on a ruler (ASSN-03, ASSN-16).
func (c *checker) assassinate(o, bound *order.Order) *Problem {
	switch {
	case !Sold(c.r, order.Assassinate):
		return refuse(optionOff, message.New("This game is played without assassinations."))
	case o.Power == machiavelli.Nobody || int(o.Power) >= len(c.p.Setting.Powers):
		return refuse(noExpense, message.New("The line does not say whose ruler is to be assassinated."))
	case o.Power == c.power:
		return refuse(selfBribe, message.New("You cannot have yourself assassinated."))
	case c.p.Setting.Partners(o.Power, c.power): // a partner cannot be assassinated (SEAT-02)
		return refuse(selfBribe, message.New("You play {power:name} too; you cannot have yourself assassinated.", c.whose(o.Power)))
	case c.p.Eliminated.Has(o.Power):
		return refuse(noSay, message.New("{Power:name} is out of the game and has no ruler.", c.whose(o.Power)))
	}
	bound.Power = o.Power
	if c.r.AssassinationChits != rules.UnlimitedChits && c.p.Chits[c.power][o.Power] == 0 {
		c.wasted(c.noChit(o.Power))
	}
	return nil
}

// causeRebellion checks the expense for a rebellion (REB-03, REB-07,
// VENICE-07). With self-rebellion a power may cause a rebellion against itself.
func (c *checker) causeRebellion(at board.ID) *Problem {
	owner := c.p.Province[at]
	switch {
	case c.p.Setting.OffBoard.Has(at):
		return refuse(noRebellion, message.New("{Place} is out of play.", c.place(at)))
	case owner == c.power && !c.r.SelfRebellion:
		return refuse(noRebellion, message.New("{Place} is yours, and you cannot cause a rebellion against yourself.", c.place(at)))
	case c.p.Setting.Partners(owner, c.power): // SEAT-02
		return refuse(noRebellion, message.New("{Place} belongs to {power:name}, which you play too; you cannot cause a rebellion against yourself.", c.place(at), c.whose(owner)))
	}
	if owner == c.power {
		c.note(understood, message.New("{Place} is yours: this is a rebellion against yourself.", c.place(at)))
	}
	switch {
	case owner == machiavelli.Nobody:
		c.wasted(message.New("nobody owns {place}, so there is nobody to rebel against", c.place(at)))
	case at == c.lagoonCity() && max(c.field[at], c.garrison[at]) >= 0:
		c.wasted(message.New("{place} does not rebel while a unit is there", c.place(at)))
	case at == c.p.Setting.SeaCity && c.garrison[at] >= 0: // VENICE-13
		c.wasted(message.New("{place} does not rebel while a garrison is there", c.place(at)))
	case !c.canRise(at):
		c.wasted(message.New("{place} is already in rebellion", c.place(at)))
	}
	return nil
}

// canRise reports whether another rebellion would add a marker to a province or
// its city, according to the markers that are there, the garrison and the rules
// (REB-05, REB-07).
func (g *ground) canRise(at board.ID) bool {
	land, city := g.p.RebelLand.Has(at), g.p.RebelCity.Has(at)
	if (land || city) && (g.r.RebellionExtent != rules.ProvinceAndCity || at == g.lagoonCity()) {
		return false
	}
	if at == g.p.Setting.SeaCity { // VENICE-13
		return !city && g.p.Setting.Forts.Has(at) && g.garrison[at] < 0
	}
	return !land || !city && g.p.Setting.Forts.Has(at) && g.garrison[at] < 0
}

// bribe checks an expense for a unit (BRIBE-01, BRIBE-13 to BRIBE-16).
func (c *checker) bribe(o, bound *order.Order) *Problem {
	i, problem := c.target(o)
	if problem != nil {
		return problem
	}
	u := &c.p.Units[i]
	bound.Target = named(u)
	if o.Expense == order.CounterBribe { // BRIBE-08
		return nil
	}
	own, free := u.Owner == c.power, u.Owner == machiavelli.Nobody
	switch {
	case c.p.Setting.OffBoard.Has(u.At): // BRIBE-16
		return refuse(noExpense, message.New("{Place} is out of play, and so is the unit there.", c.place(u.At)))
	case !Sold(c.r, o.Expense):
		return refuse(optionOff, message.New("In this game autonomous units take no orders for money."))
	case o.Expense == order.OrderUnit && !free:
		return refuse(noExpense, message.New("{Unit} is {owner:adj}. Only autonomous units can be paid to take orders.", c.the(u), c.whose(u.Owner)))
	case c.p.Setting.Partners(u.Owner, c.power): // SEAT-02
		return refuse(selfBribe, message.New("{Unit} belongs to {power:name}, which you play too; you cannot bribe your own units.", c.the(u), c.whose(u.Owner))).suggesting(c.counter(o.Slot, u))
	case own && o.Expense == order.BuyUnit:
		return refuse(selfBribe, message.New("{Unit} is yours already; you cannot buy your own units.", c.the(u)))
	case own && c.r.SelfBribes == rules.SelfBribesForbidden: // BRIBE-13
		return refuse(selfBribe, message.New("{Unit} is yours; in this game you cannot bribe your own units.", c.the(u))).suggesting(c.counter(o.Slot, u))
	case o.Expense == order.ToAutonomous && free:
		return refuse(noExpense, message.New("{Unit} is autonomous already; it can be bought or disbanded.", c.the(u))).
			suggesting(c.line(o.Slot, order.BuyUnit, u), c.line(o.Slot, order.DisbandUnit, u))
	case o.Expense == order.ToAutonomous && !u.InCity() && !c.r.AutonomousFieldUnits: // OPT-04
		return refuse(noExpense, message.New("Only garrisons become autonomous; {unit} can be bought or disbanded.", c.the(u))).
			suggesting(c.line(o.Slot, order.BuyUnit, u), c.line(o.Slot, order.DisbandUnit, u))
	case o.Expense == order.BuyUnit && u.InCity() && !free && !c.r.BuyCommittedGarrison: // BRIBE-15
		return refuse(noExpense, message.New("A garrison that serves a power cannot be bought in this game: it can be made autonomous, and bought in a later campaign.")).
			suggesting(c.line(o.Slot, order.ToAutonomous, u))
	}
	if own {
		c.note(understood, message.New("{Unit} is your own.", c.the(u)))
	}
	if o.Expense == order.BuyUnit && o.NewSerial != 0 {
		bound.NewSerial = o.NewSerial
		if k := c.serial(c.power, u.Type, o.NewSerial); k >= 0 {
			c.note(understood, message.New("You have a unit {number} already, {unit}; the unit bought takes the next number.", serial(u.Type, o.NewSerial), c.the(&c.p.Units[k])))
		}
	}
	if o.Expense == order.BuyUnit && u.Special() { // SPEC-03, BRIBE-14
		if k := c.special(); k >= 0 {
			c.wasted(message.New("you have a special unit, {unit}, and may have one only", c.the(&c.p.Units[k])))
		}
	}
	return nil
}

// target finds the unit that an expense is for. If the order names no type and
// there are a field unit and a garrison in the place, a bribe is for the field
// unit unless only the garrison is foreign. A counter-bribe prefers the power's
// own unit, and an order bought for a unit prefers an autonomous one. Only the
// garrison is made autonomous.
func (c *checker) target(o *order.Order) (int, *Problem) {
	n := o.Target
	if n.At == board.None && n.Serial != 0 {
		return c.bySerial(&n)
	}
	if !c.known(n.At) {
		return withoutUnit(refuse(noExpense, message.New("The line does not say for which unit the money is.")))
	}
	f, g := int(c.field[n.At]), int(c.garrison[n.At])
	if n.Type == machiavelli.NoType && f >= 0 && g >= 0 {
		owner := func(i int) machiavelli.Power { return c.p.Units[i].Owner }
		ours := func(i int) bool { return owner(i) == c.power || c.p.Setting.Partners(owner(i), c.power) }
		switch o.Expense {
		case order.CounterBribe:
			if owner(f) != c.power && owner(g) == c.power {
				f = g
			}
		case order.ToAutonomous:
			f = g
		case order.OrderUnit:
			if owner(f) != machiavelli.Nobody {
				f = g
			}
		default:
			if ours(f) && !ours(g) {
				f = g
			}
		}
		return f, c.nation(&n, &c.p.Units[f])
	}
	i := c.choose(&n, false)
	if i < 0 {
		problem := c.absent(&n)
		if f < 0 && g < 0 {
			problem = refuse(noUnit, message.New("There is no unit in {place} to spend money on.", c.place(n.At)))
		}
		return withoutUnit(problem)
	}
	return i, c.nation(&n, &c.p.Units[i])
}

// price notes that a line pays too much or too little (EXP-05, EXP-06,
// BRIBE-04, ASSN-04).
func (c *checker) price(o *order.Order) {
	minimum, _ := Price(c.p, c.r, c.power, o)
	amount := minimum
	if o.HasSum {
		amount = machiavelli.Ducats(o.Amount)
	}
	if counted := c.counted(o, minimum, amount); counted < amount && amount >= minimum {
		c.note(excess, message.New("Of the {sum}, {n} {n?one:has|have} no effect.", message.Ducats(amount), message.Number(amount-counted)))
	}
	if amount-amount%3 < minimum {
		c.wasted(message.New("this costs {sum} at least", message.Ducats(minimum)))
	}
	if have := c.p.Treasury[c.power]; amount > have && !c.whole {
		c.note(ShortOf, message.New("You have {sum}; the line costs {rest}.", message.Ducats(have), message.Ducats(amount)))
	}
}

// counted returns how much of an amount has an effect. This is at most the
// price for expenses on provinces, a multiple of twelve ducats up to a maximum
// for assassins, and a multiple of three for everything else.
func (c *checker) counted(o *order.Order, minimum, amount machiavelli.Ducats) machiavelli.Ducats {
	switch o.Expense.Target() {
	case order.OnRuler:
		most := machiavelli.Ducats(72) // assassins are paid for at most six faces of the die
		if c.r.AssassinationMaxSpend > 0 {
			most = machiavelli.Ducats(c.r.AssassinationMaxSpend)
		}
		return min(amount-amount%12, most)
	case order.OnProvince:
		return min(amount, minimum)
	}
	return amount - amount%3
}

// distance notes that the power is not close enough for an expense (EXP-27).
func (c *checker) distance(o *order.Order) {
	near, lenders := Near(c.p, c.r, c.power, o)
	if near {
		return
	}
	at, _ := expenseAt(o)
	where := c.around(at, o.Target.Type)
	switch {
	case c.r.BribeAdjacency == rules.BribeUnitsOrControl:
		c.wasted(message.New("you have neither a unit nor a province in {around}", where))
	case lenders != 0: // EXP-25
		c.wasted(message.New("you have no unit in {around}, unless {powers:name} permits it", where, c.names(lenders, message.Or)))
	default:
		c.wasted(message.New("you have no unit in {around}", where))
	}
}

// around describes which units count as near to a target of a type (EXP-20, EXP-22).
func (c *checker) around(at board.ID, target machiavelli.UnitType) message.Message {
	if target == machiavelli.Garrison && !c.r.BribeCityToCity {
		return message.New("{place} or next to it (garrisons next to it do not count)", c.place(at))
	}
	return message.New("{place} or next to it", c.place(at))
}

// wasted adds a note that a line will have no effect, and why.
func (c *checker) wasted(why message.Message) {
	c.note(futile, message.New("As things stand this will be wasted: {why}.", why))
}

// line returns the text of an expense for a unit.
func (c *checker) line(slot uint8, kind order.ExpenseKind, u *position.Unit) string {
	return order.Format(order.Order{Kind: order.Expense, Slot: slot, Expense: kind, Target: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}},
		c.b, c.p.Setting.Powers)
}

// counter returns the text of a counter-bribe for a unit.
func (c *checker) counter(slot uint8, u *position.Unit) string {
	return c.line(slot, order.CounterBribe, u)
}

package legal

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// expense checks an expense. What can never be bought is refused and costs
// nothing. What would be wasted as things stand is accepted with a note, as it
// is paid for regardless (EXP-04).
func (c *checker) expense(o, bound *order.Order) *Problem {
	switch { // EXP-01
	case o.Slot > 4:
		return problemf(noSlot, "Expense lines are numbered 1 to 4.")
	case o.Slot == 0 && o.Expense == order.Delete:
		return problemf(noSlot, "The line does not say which expense is struck out; expected its number, as in \"E1: none\".")
	}
	c.locate()
	bound.Kind, bound.Slot, bound.Expense = order.Expense, o.Slot, o.Expense
	var problem *Problem
	switch o.Expense {
	case order.Delete:
		return nil
	case order.Assassinate:
		problem = c.assassinate(o, bound)
	case order.FamineRelief, order.Pacify, order.Rebellion, order.CauseFamine, order.CausePlague, order.RelievePlague:
		problem = c.provinceExpense(o, bound)
	case order.CounterBribe, order.DisbandUnit, order.BuyUnit, order.ToAutonomous, order.OrderUnit:
		problem = c.bribe(o, bound)
	default:
		problem = problemf(noExpense, "The line does not say what the money is for.")
	}
	if problem != nil {
		return problem
	}
	if o.HasSum {
		if o.Amount < 0 {
			return problemf(noAmount, "An amount cannot be negative; leave it out to pay the usual price.")
		}
		bound.HasSum, bound.Amount = true, o.Amount
	}
	c.price(bound)
	c.distance(bound)
	return nil
}

// assassinate checks an attempt on a ruler: ASSN-03, ASSN-16.
func (c *checker) assassinate(o, bound *order.Order) *Problem {
	switch {
	case !c.r.Assassinations: // ASSN-15
		return problemf(optionOff, "This game is played without assassinations.")
	case o.Power == machiavelli.Nobody || int(o.Power) >= len(c.p.Setting.Powers):
		return problemf(noExpense, "The line does not say whose ruler is to be assassinated.")
	case o.Power == c.power:
		return problemf(selfBribe, "You cannot have yourself assassinated.")
	case c.p.Eliminated.Has(o.Power):
		return problemf(noSay, "%s is out of the game and has no ruler.", c.name(o.Power))
	}
	bound.Power = o.Power
	if c.r.AssassinationChits != rules.UnlimitedChits && c.p.Chits[c.power][o.Power] == 0 {
		c.wasted("you have no assassination chit against " + c.name(o.Power) + c.chits())
	}
	return nil
}

// provinceExpense checks an expense for a province.
func (c *checker) provinceExpense(o, bound *order.Order) *Problem {
	at := o.To.At
	switch {
	case !c.known(at):
		return problemf(noExpense, "The line does not say for which province the money is.")
	case !c.b.Land.Has(at) && o.Expense == order.Rebellion:
		return problemf(noRebellion, "%s is at sea, where nobody rebels.", c.place(at))
	}
	inPlay := c.b.Land.Has(at) && !c.p.Setting.OffBoard.Has(at)
	bound.To.At = at
	switch o.Expense {
	case order.FamineRelief: // RELIEF-01, RELIEF-04
		if !c.p.Famine.Has(at) {
			c.wasted("there is no famine in " + c.place(at))
		}
	case order.Pacify: // RELIEF-02, RELIEF-03
		if !c.p.RebelLand.Has(at) && !c.p.RebelCity.Has(at) {
			c.wasted("there is no rebellion in " + c.place(at))
		}
	case order.Rebellion:
		return c.causeRebellion(at)
	case order.CauseFamine: // OPT-08
		if c.r.CauseFamine == rules.NoCausedFamine {
			return problemf(optionOff, "In this game famines come by themselves; nobody can cause them.")
		}
		if !inPlay {
			return problemf(noExpense, "%s is no province in play, where alone there is famine.", c.place(at))
		}
		if c.p.Famine.Has(at) {
			c.wasted("there is famine in " + c.place(at) + " already")
		}
	case order.CausePlague: // OPT-09
		if !c.r.CausePlague {
			return problemf(optionOff, "In this game nobody can cause plague.")
		}
		if !inPlay {
			return problemf(noExpense, "%s is no province in play, where alone there is plague.", c.place(at))
		}
	case order.RelievePlague:
		if !c.r.CausePlague {
			return problemf(optionOff, "In this game there is no relief from plague.")
		}
		if !inPlay {
			return problemf(noExpense, "%s is no province in play, where alone there is plague.", c.place(at))
		}
	}
	return nil
}

// causeRebellion checks the expense for a rebellion: REB-03, REB-07, VENICE-07.
// An option allows a power to cause one against itself.
func (c *checker) causeRebellion(at board.ID) *Problem {
	owner := c.p.Province[at]
	switch {
	case c.p.Setting.OffBoard.Has(at):
		return problemf(noRebellion, "%s is out of play.", c.place(at))
	case owner == c.power && !c.r.SelfRebellion:
		return problemf(noRebellion, "%s is yours, and you cannot cause a rebellion against yourself.", c.place(at))
	}
	if owner == c.power {
		c.note(understood, c.place(at)+" is yours: this is a rebellion against yourself.")
	}
	switch {
	case owner == machiavelli.Nobody:
		c.wasted("nobody owns " + c.place(at) + ", so there is nobody to rebel against")
	case at == c.lagoonCity() && max(c.field[at], c.garrison[at]) >= 0:
		c.wasted(c.place(at) + " does not rebel while a unit is there")
	case !c.canRise(at):
		c.wasted(c.place(at) + " rebels already")
	}
	return nil
}

// canRise reports whether another rebellion would add a marker to a province:
// it has none, or its city has neither a marker nor a garrison (REB-05,
// REB-07).
func (g *ground) canRise(at board.ID) bool {
	land, city := g.p.RebelLand.Has(at), g.p.RebelCity.Has(at)
	if (land || city) && (g.r.RebellionExtent != rules.ProvinceAndCity || at == g.lagoonCity()) {
		return false
	}
	return !land || !city && g.p.Setting.Forts.Has(at) && g.garrison[at] < 0
}

// bribe checks an expense for a unit: BRIBE-01, BRIBE-13 to BRIBE-16.
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
		return problemf(noExpense, "%s is out of play, and so is the unit there.", c.place(u.At))
	case o.Expense == order.OrderUnit && !c.r.AutonomousOrders: // OPT-05
		return problemf(optionOff, "In this game autonomous units take no orders for money.")
	case o.Expense == order.OrderUnit && !free:
		return problemf(noExpense, "%s is %s; orders are sold by autonomous units only.", c.the(u), c.adjective(u.Owner))
	case own && o.Expense == order.BuyUnit:
		return problemf(selfBribe, "%s is yours already; you cannot buy your own units.", c.the(u))
	case own && c.r.SelfBribes == rules.SelfBribesForbidden: // BRIBE-13
		return problemf(selfBribe, "%s is yours; in this game nobody bribes his own units.", c.the(u)).suggesting(c.counter(o.Slot, u))
	case o.Expense == order.ToAutonomous && free:
		return problemf(noExpense, "%s is autonomous already; it can be bought or disbanded.", c.the(u)).
			suggesting(c.line(o.Slot, order.BuyUnit, u), c.line(o.Slot, order.DisbandUnit, u))
	case o.Expense == order.ToAutonomous && !u.InCity() && !c.r.AutonomousFieldUnits: // OPT-04
		return problemf(noExpense, "Only garrisons become autonomous; %s can be bought or disbanded.", c.the(u)).
			suggesting(c.line(o.Slot, order.BuyUnit, u), c.line(o.Slot, order.DisbandUnit, u))
	case o.Expense == order.BuyUnit && u.InCity() && !free && !c.r.BuyCommittedGarrison: // BRIBE-15
		return problemf(noExpense, "A garrison that serves a power cannot be bought in this game: it can be made autonomous, and bought in a later campaign.").
			suggesting(c.line(o.Slot, order.ToAutonomous, u))
	}
	if own {
		c.note(understood, c.the(u)+" is your own.")
	}
	if o.Expense == order.BuyUnit && o.NewSerial != 0 {
		bound.NewSerial = o.NewSerial
		if k := c.serial(c.power, u.Type, o.NewSerial); k >= 0 {
			c.note(understood, "You have a unit "+u.Type.Letter()+strconv.Itoa(int(o.NewSerial))+" already, "+c.the(&c.p.Units[k])+"; the unit bought takes the next number.")
		}
	}
	if o.Expense == order.BuyUnit && u.Special() { // SPEC-03, BRIBE-14
		if k := c.special(); k >= 0 {
			c.wasted("you have a special unit, " + c.the(&c.p.Units[k]) + ", and may have one only")
		}
	}
	return nil
}

// target finds the unit that an expense is for. Without a type a bribe is for a
// foreign field unit in the place, else the garrison; a counter-bribe is for
// the power's own unit; only a garrison can become autonomous.
func (c *checker) target(o *order.Order) (int, *Problem) {
	n := o.Target
	if n.At == board.None && n.Serial != 0 {
		return c.bySerial(&n)
	}
	if !c.known(n.At) {
		return withoutUnit(problemf(noExpense, "The line does not say for which unit the money is."))
	}
	f, g := int(c.field[n.At]), int(c.garrison[n.At])
	if n.Type == machiavelli.NoType && f >= 0 && g >= 0 {
		owner := func(i int) machiavelli.Power { return c.p.Units[i].Owner }
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
			if owner(f) == c.power && owner(g) != c.power {
				f = g
			}
		}
		return f, c.nation(&n, &c.p.Units[f])
	}
	i := c.choose(&n, false)
	if i < 0 {
		problem := c.absent(&n)
		if f < 0 && g < 0 {
			problem = problemf(noUnit, "There is no unit in %s to spend money on.", c.place(n.At))
		}
		return withoutUnit(problem)
	}
	return i, c.nation(&n, &c.p.Units[i])
}

// price notes that a line pays too much or too little: EXP-05, EXP-06,
// BRIBE-04, ASSN-04.
func (c *checker) price(o *order.Order) {
	minimum, _ := Price(c.p, c.r, c.power, o)
	amount := minimum
	if o.HasSum {
		amount = machiavelli.Ducats(o.Amount)
	}
	if counted := c.counted(o, minimum, amount); counted < amount && amount >= minimum {
		are := " are"
		if amount-counted == 1 {
			are = " is"
		}
		c.note(excess, "Of the "+ducats(amount)+" "+strconv.Itoa(int(amount-counted))+are+" spent for nothing.")
	}
	if amount-amount%3 < minimum {
		c.wasted("this costs " + ducats(minimum) + " at least")
	}
	if have := c.p.Treasury[c.power]; amount > have && !c.whole {
		c.note(ShortOf, "You have "+ducats(have)+"; the line costs "+ducats(amount)+".")
	}
}

// counted returns how much of an amount has an effect. A fixed price takes no
// more, assassins are paid in multiples of twelve, everything else in multiples
// of three.
func (c *checker) counted(o *order.Order, minimum, amount machiavelli.Ducats) machiavelli.Ducats {
	switch o.Expense {
	case order.Assassinate:
		most := machiavelli.Ducats(72) // six faces of six
		if c.r.AssassinationMaxSpend > 0 {
			most = machiavelli.Ducats(c.r.AssassinationMaxSpend)
		}
		return min(amount-amount%12, most)
	case order.FamineRelief, order.Pacify, order.Rebellion, order.CauseFamine, order.CausePlague, order.RelievePlague:
		return min(amount, minimum)
	}
	return amount - amount%3
}

// distance notes that the power is not near enough for an expense: EXP-27.
func (c *checker) distance(o *order.Order) {
	near, lenders := Near(c.p, c.r, c.power, o)
	if near {
		return
	}
	at, _ := expenseAt(o)
	why := "you have no unit in " + c.around(at, o.Target.Type)
	if c.r.BribeAdjacency == rules.BribeUnitsOrControl {
		why = "you have neither a unit nor a province in " + c.around(at, o.Target.Type)
	}
	if lenders != 0 {
		why += ", unless " + c.names(lenders, "or") + " permits it" // EXP-25
	}
	c.wasted(why)
}

// around describes where units count as near a target of a type: EXP-20,
// EXP-22.
func (c *checker) around(at board.ID, target machiavelli.UnitType) string {
	s := c.place(at) + " or next to it"
	if target == machiavelli.Garrison && !c.r.BribeCityToCity {
		s += " (garrisons next to it do not count)"
	}
	return s
}

// wasted notes that a line will have no effect, and why.
func (c *checker) wasted(why string) {
	c.note(futile, "As things stand this will be wasted: "+why+".")
}

// line returns an expense for a unit as an order.
func (c *checker) line(slot uint8, kind order.ExpenseKind, u *position.Unit) string {
	return order.Format(order.Order{Kind: order.Expense, Slot: slot, Expense: kind, Target: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}},
		c.b, c.p.Setting.Powers)
}

// counter returns a counter-bribe for a unit as an order.
func (c *checker) counter(slot uint8, u *position.Unit) string {
	return c.line(slot, order.CounterBribe, u)
}

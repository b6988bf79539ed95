// Package legal decides whether an order is lawful in a position, and lists
// the lawful orders. It resolves nothing: an order is lawful if it could be
// carried out as things stand, whatever others order.
//
// What is looked at here is one order by itself. Whatever concerns the orders
// of a power as a whole, such as two builds in one province, the number of
// builds, or the ducats to pay for them, is for package turn.
package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Problem tells why an order is refused. Message is whole sentences that say
// what is wrong and what could be done instead; Suggest holds orders, units or
// places that may have been meant, likeliest first.
type Problem struct {
	Code    string // of the judge's catalogue of errors, E01 to E28
	Message string
	Suggest []string
}

// Note is a remark on an order that is accepted.
type Note struct {
	Code    string // of the judge's catalogue of warnings, W01 to W08
	Message string
}

// Codes of the catalogue, as far as they need a position.
const (
	noPlace      = "E01" // no source place
	noUnit       = "E02" // no unit there, not of that type, or not yours
	noVerb       = "E03" // not an order of this phase
	noTarget     = "E04" // target missing
	noEdge       = "E05" // not adjacent, wrong terrain, coast to be named
	noReach      = "E06" // the supporter cannot act there
	noRoute      = "E07" // the convoy is impossible
	noCargo      = "E08" // convoy order malformed or for no army
	garrisonOnly = "E09" // garrisons do not move, besiege or lift
	noConversion = "E10"
	noSiege      = "E11"
	optionOff    = "E12"
	noRetreat    = "E21"
	noBuild      = "E22"
	notYours     = "E23"
	noSay        = "E25" // the power gives no orders
	notPermitted = "E28" // unit limits, armies in Venice

	prospective = "W01"
	futile      = "W04"
	understood  = "W07"
	sieging     = "W08"
)

// Check decides whether power may give order o in the phase of p. It binds the
// order to the position: omitted unit types, serials of the 1978 notation and
// coasts are filled in and fields that the order does not use are cleared, so
// that two texts of one order become equal values.
//
// unit is the index of the ordered unit: in p.Units, or in p.Dislodged during
// retreats; -1 where there is none or the order is refused. Where the game has
// money a lawful order for a unit of another power is accepted too, for the
// case that the unit is bought (BRIBE-12); unit then has another owner, and
// note W01 says so.
//
// A refused order has a problem; bound is then of no use. A note W04 marks an
// order that is lawful in form and cannot have an effect as things stand.
//
// The destination of a convoy ordered in the 1978 notation is the army's own
// ("F1 T-A4"): it stays open, with To.At None, until all orders are known.
//
// Of the money orders Check looks only at whether the game has them at all.
func Check(p *position.Position, r *rules.Set, power machiavelli.Power, o order.Order) (bound order.Order, unit int, notes []Note, problem *Problem) {
	c := checker{power: power}
	c.p, c.r, c.b = p, r, p.Setting.Board
	unit, problem = c.check(&o, &bound)
	if problem != nil {
		return order.Order{}, -1, nil, problem
	}
	return bound, unit, c.notes, nil
}

// checker is one call of Check.
type checker struct {
	ground
	power machiavelli.Power
	notes []Note
}

func (c *checker) note(code, message string) {
	c.notes = append(c.notes, Note{Code: code, Message: sentence(message)})
}

// check fills bound from o and gives the index of the unit ordered.
func (c *checker) check(o, bound *order.Order) (int, *Problem) {
	switch {
	case c.power == machiavelli.Nobody || int(c.power) >= len(c.p.Setting.Powers):
		return -1, problemf(noSay, "Nobody gives orders to autonomous units.")
	case c.p.Eliminated.Has(c.power): // ELIM-09
		return -1, problemf(noSay, "%s is out of the game and gives no orders.", c.p.Setting.Powers[c.power].Name)
	}
	switch c.p.Phase.Step {
	case machiavelli.Retreats:
		return c.retreat(o, bound)
	case machiavelli.Adjustments:
		return c.winter(o, bound)
	}
	switch o.Kind {
	case order.Ally, order.Unally:
		return -1, c.ally(o, bound)
	case order.Expense, order.Payment, order.Loan, order.GiveChit:
		return -1, c.money(o, bound)
	case order.Retreat, order.Build, order.Remove, order.Maintain, order.Waive:
		return -1, problemf(noVerb, "This is no order for a campaign: units hold, advance, support, convoy, convert, besiege, lift a siege or disband now.")
	}
	return c.campaign(o, bound)
}

// campaign checks an order for a unit.
func (c *checker) campaign(o, bound *order.Order) (int, *Problem) {
	c.locate()
	i, problem := c.subject(o)
	if problem != nil {
		return -1, problem
	}
	u := &c.p.Units[i]
	bound.Kind, bound.Unit = o.Kind, named(u)
	switch o.Kind {
	case order.Hold:
		bound.Explicit = true
	case order.Advance:
		problem = c.advance(u, o, bound)
	case order.Support:
		problem = c.support(i, o, bound)
	case order.Convoy:
		problem = c.convoy(u, o, bound)
	case order.Convert:
		problem = c.convert(u, o, bound)
	case order.Besiege:
		problem = c.besiege(u)
	case order.Lift:
		problem = c.lift(u)
	case order.Disband:
		if !c.r.DisbandOrders { // ORD-06
			problem = problemf(optionOff, "This game is played without disband orders; a unit can be given up when it is dislodged or in winter.")
		}
	case order.Clear:
	default:
		problem = problemf(noVerb, "The order does not say what %s should do.", c.the(u))
	}
	if problem != nil {
		return -1, problem
	}
	if u.Owner != c.power && o.Kind != order.Clear {
		c.note(prospective, c.the(u)+" is "+c.adjective(u.Owner)+"; the order counts only if you buy the unit in this campaign.")
	}
	if c.sieging(u) && c.r.SiegeLocksBesieger && o.Kind != order.Besiege && o.Kind != order.Lift && o.Kind != order.Clear {
		c.note(sieging, c.the(u)+" is besieging the city: unless it besieges again or lifts the siege it holds, and the siege is lost.")
	}
	return i, nil
}

// ally checks a permission to pass straits: ORD-08.
func (c *checker) ally(o, bound *order.Order) *Problem {
	bound.Kind = o.Kind
	for x := machiavelli.Power(1); int(x) < len(c.p.Setting.Powers); x++ {
		if o.Powers.Has(x) && x != c.power && !c.p.Eliminated.Has(x) {
			bound.Powers = bound.Powers.With(x)
		}
	}
	if bound.Powers == 0 {
		return problemf(noSay, "Name a power in the game other than your own: your own fleets pass your straits without leave.")
	}
	if c.r.Straits == rules.NoStraits || len(c.b.Straits) == 0 {
		c.note(futile, "No strait can be closed in this game, so nobody needs leave to pass.")
	}
	return nil
}

// money refuses the money orders that the game does not have.
func (c *checker) money(o, bound *order.Order) *Problem {
	*bound = *o
	assassin := o.Kind == order.GiveChit || o.Kind == order.Expense && o.Expense == order.Assassinate
	switch {
	case !c.r.Money:
		return problemf(optionOff, "This game is played without money.")
	case o.Kind == order.Loan && !c.r.BankLoans:
		return problemf(optionOff, "This game is played without the bank: nothing can be borrowed.")
	case assassin && !c.r.Assassinations:
		return problemf(optionOff, "This game is played without assassinations.")
	}
	return nil
}

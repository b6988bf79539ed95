// Package legal decides whether an order is legal in a position, and lists the
// legal orders. It resolves nothing: an order is legal if it could succeed as
// things stand, whatever others order.
//
// Check examines one order by itself. CheckSet examines all orders of a power
// and finds which of two conflicting orders counts, and what can be paid for.
// Package turn resolves the orders.
package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Problem explains why an order is refused. Message consists of whole sentences
// that say what is wrong and what is possible instead; Suggest lists orders,
// units or places that may have been meant, the likeliest first.
type Problem struct {
	Code    string // a code of the judge's catalogue of errors, E01 to E28
	Message message.Message
	Suggest []string
}

// Note is a remark about an accepted order.
type Note struct {
	Code    string // a code of the judge's catalogue of warnings, W01 to W09
	Message message.Message
}

// Reason returns why a line will be wasted, as a sentence. For other notes it returns the note
// itself.
func (n *Note) Reason() message.Message {
	if len(n.Message.Args) == 1 {
		if why, ok := n.Message.Args[0].(message.Message); ok {
			return message.Sentence(why)
		}
	}
	return n.Message
}

// The codes of the catalogue that depend on a position.
const (
	noPlace      = "E01" // no source place
	noUnit       = "E02" // no unit there, not of that type, or not yours
	noVerb       = "E03" // not an order for this phase
	noTarget     = "E04" // target missing
	noEdge       = "E05" // not adjacent, wrong terrain, or coast missing or out of reach
	noReach      = "E06" // the supporter cannot act there
	noRoute      = "E07" // the convoy is impossible
	noCargo      = "E08" // convoy order malformed or not for an army
	garrisonOnly = "E09" // garrisons do not move, besiege or lift
	noConversion = "E10"
	noSiege      = "E11"
	optionOff    = "E12"
	noSlot       = "E13" // expense lines are numbered 1 to 4
	noExpense    = "E14" // an expense without its target, or not for such a target
	noAmount     = "E15" // an amount that cannot be paid
	noPayee      = "E16" // a payment to nobody, or to the payer
	noChit       = "E17" // a chit that the power does not own
	noLoan       = "E18" // a loan that the bank does not make
	selfBribe    = "E19" // a bribe for the power's own unit, or an assassination attempt against itself
	noRebellion  = "E20" // no rebellion can be caused there
	noRetreat    = "E21"
	noBuild      = "E22"
	notYours     = "E23"
	twoSpecial   = "E24" // a second special unit
	noSay        = "E25" // the power gives no orders, or is eliminated
	notPermitted = "E28" // a unit limit, or an army in Venice

	prospective = "W01" // an order for a foreign unit that is not bought
	excess      = "W02" // ducats without effect
	futile      = Futile
	adrift      = "W05" // the power's own convoy orders do not fit together
	understood  = "W07"
	sieging     = "W08"
	mutual      = "W09" // counts only together with another power's line
)

// Futile is the code of the note that an order is legal but will be wasted as
// things stand.
const Futile = "W04"

// ShortOf is the code of the note that there is not enough money in the treasury at present.
const ShortOf = "W03"

// Check decides whether the power may give the order o in the phase of p. It
// binds the order to the position: it fills in omitted unit types, serials of
// the 1978 notation and coasts, and clears fields that the order does not use,
// so that two texts of one order become equal values.
//
// The result unit is the index of the ordered unit in p.Units or, during
// retreats, in p.Dislodged. It is -1 if there is no such unit or the order is
// refused. In a game with money a legal order for a foreign unit is accepted
// too, in case the unit is bought (BRIBE-12). In that case the unit has another
// owner, and note W01 says so.
//
// If the order is refused, problem is not nil, and bound must not be used. Note
// W04 marks an order that is legal but cannot have an effect as things stand.
//
// A convoy in the 1978 notation ("F1 T-A4") has the army's destination, so
// To.At stays None until all orders are known.
//
// An expense without a sum stays without one and costs its Price. Notes on
// money compare each line with the present treasury; CheckSet adds the lines
// up.
func Check(p *position.Position, r *rules.Set, power machiavelli.Power, o order.Order) (bound order.Order, unit int, notes []Note, problem *Problem) {
	var k Checker
	k.Bind(p, r)
	return k.Check(power, o)
}

// check fills bound from o and returns the index of the ordered unit.
func (c *checker) check(o, bound *order.Order) (int, *Problem) {
	switch {
	case c.power == machiavelli.Nobody || int(c.power) >= len(c.p.Setting.Powers):
		return withoutUnit(refuse(noSay, message.New("Nobody gives orders to autonomous units.")))
	case c.p.Eliminated.Has(c.power): // ELIM-09
		return withoutUnit(refuse(noSay, message.New("{Power:name} is out of the game and gives no orders.", c.whose(c.power))))
	}
	if o.Kind == order.Exchange {
		return withoutUnit(c.exchange(o, bound))
	}
	switch c.p.Phase.Step {
	case machiavelli.Retreats:
		return c.retreat(o, bound)
	case machiavelli.Adjustments:
		return c.winter(o, bound)
	}
	switch o.Kind {
	case order.Ally, order.Unally:
		return withoutUnit(c.ally(o, bound))
	case order.Expense, order.Payment, order.Loan, order.GiveChit, order.Permit,
		order.Tax, order.GiveProvince, order.Silence, order.Overrule:
		return withoutUnit(c.money(o, bound))
	case order.Retreat, order.Build, order.Remove, order.Maintain, order.Waive:
		return withoutUnit(refuse(noVerb, message.New("This is not an order for a campaign: units now hold, advance, support, convoy, convert, besiege, lift a siege or disband.")))
	}
	return c.campaign(o, bound)
}

// campaign checks an order for a unit.
func (c *checker) campaign(o, bound *order.Order) (int, *Problem) {
	c.locate()
	i, problem := c.subject(o)
	if problem != nil {
		return withoutUnit(problem)
	}
	u := &c.p.Units[i]
	owner := u.Owner
	if owner != c.power { // checked as a unit of the power that would buy it
		bought := *u
		bought.Owner = c.power
		u = &bought
	}
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
			problem = refuse(optionOff, message.New("This game is played without disband orders; a unit can be given up when it is dislodged or in winter."))
		}
	case order.Transfer:
		problem = c.transfer(u, o, bound)
	case order.Clear:
	default:
		problem = refuse(noVerb, message.New("The order does not say what {unit} should do.", c.the(u)))
	}
	if problem != nil {
		return withoutUnit(problem)
	}
	if owner != c.power && o.Kind != order.Clear && !c.whole {
		c.notOwn(u, owner)
	}
	if c.sieging(u) && c.r.SiegeLocksBesieger && o.Kind != order.Besiege && o.Kind != order.Lift && o.Kind != order.Clear {
		c.note(sieging, message.New("{Unit} is besieging the city: unless it besieges again or lifts the siege it holds, and the siege is lost.", c.the(u)))
	}
	return i, nil
}

// notOwn notes that an order is for a foreign or autonomous unit.
func (c *checker) notOwn(u *position.Unit, owner machiavelli.Power) {
	switch {
	case owner != machiavelli.Nobody:
		c.note(prospective, message.New("{Unit} is {owner:adj}; the order counts only if you buy the unit in this campaign.", c.the(u), c.whose(owner)))
	case c.r.AutonomousOrders: // OPT-05
		c.note(prospective, message.New("{Unit} is autonomous; the order counts only if you buy the unit, or an order for it, in this campaign.", c.the(u)))
	default:
		c.note(prospective, message.New("{Unit} is autonomous; the order counts only if you buy the unit in this campaign.", c.the(u)))
	}
}

// ally checks permissions to pass straits (ORD-08).
func (c *checker) ally(o, bound *order.Order) *Problem {
	bound.Kind = o.Kind
	for x := machiavelli.Power(1); int(x) < len(c.p.Setting.Powers); x++ {
		if o.Powers.Has(x) && x != c.power && !c.p.Eliminated.Has(x) {
			bound.Powers = bound.Powers.With(x)
		}
	}
	if bound.Powers == 0 {
		return refuse(noSay, message.New("Name a power in the game other than your own: your own fleets pass your straits without leave."))
	}
	if c.r.Straits == rules.NoStraits || len(c.b.Straits) == 0 {
		c.note(futile, message.New("No strait can be closed in this game, so nobody needs leave to pass."))
	}
	return nil
}

package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// support checks a support of unit i into a place that the supporter could
// enter itself (SUPP-01, SUPP-02, SUPP-14). Supports of impossible actions are
// accepted with a note, as the other unit's order is not known here.
func (c *checker) support(i int, o, bound *order.Order) *Problem {
	u := &c.p.Units[i]
	c.chart()
	if o.Action == order.PowerThere || c.ownThere(o) {
		return c.supportPower(i, o, bound)
	}
	j, problem := c.object(&o.Target, o.Action == order.ToConvert, message.New("The order does not say which unit it should support."))
	if problem != nil {
		return problem
	}
	if i == j {
		return refuse(noReach, message.New("{Unit} cannot support itself.", c.the(u)))
	}
	t := &c.p.Units[j]
	bound.Action, bound.Target = o.Action, named(t)
	place := t.Place()
	possible := true
	switch o.Action {
	case order.ToHold:
	case order.ToConvert: // SUPP-13
		if !t.InCity() {
			return refuse(noConversion, message.New("Only the conversion of a garrison can be supported; {unit} needs no help to enter the city.", c.the(t)))
		}
		bound.ConvertTo = o.ConvertTo
		possible = c.comesOut(t)
	case order.ToAdvance:
		if problem := c.supportAdvance(u, t, o, bound); problem != nil {
			return problem
		}
		place = bound.To
		possible = c.canArrive(j, place)
	default:
		return refuse(noTarget, message.New("The order does not say what {unit} should do to be supported.", c.the(t)))
	}
	if problem := c.mayAct(u, place); problem != nil {
		return problem
	}
	if o.Target.Type == machiavelli.NoType && o.Target.Nation == machiavelli.Nobody && t.Owner != c.power {
		if t.Owner == machiavelli.Nobody {
			c.note(understood, message.New("This supports {unit}, which is autonomous.", c.the(t)))
		} else {
			c.note(understood, message.New("This supports {unit}, which is {owner:adj}.", c.the(t), c.whose(t.Owner)))
		}
	}
	if c.r.SupportTarget == rules.SupportPowerInSpace { // SUPP-04
		bound.Action, bound.Power = order.PowerThere, t.Owner
		bound.Target, bound.ConvertTo = order.Unit{}, machiavelli.NoType
		bound.To = board.Place{At: place.At}
		possible = c.powersAt(i, place.At).Has(t.Owner)
	}
	if !possible {
		c.note(futile, message.New("As things stand {unit} cannot do what is supported.", c.the(t)))
	}
	return nil
}

// ownThere reports whether a support names only a place and so means the writer's own power there
// (SUPP-04). It never means another power that has a unit there.
func (c *checker) ownThere(o *order.Order) bool {
	t := &o.Target
	return c.r.SupportTarget == rules.SupportPowerInSpace && o.Action == order.ToHold && !o.Explicit &&
		t.Type == machiavelli.NoType && t.Nation == machiavelli.Nobody && t.Serial == 0
}

// supportAdvance determines the place into which the advance of unit t is
// supported. If t is a fleet and no coast is named, the coast is left open
// unless only one is possible. A coast is possible if t can reach it and, if
// the supporter's own coasts matter, the supporter can reach it, too (SUPP-14).
func (c *checker) supportAdvance(u, t *position.Unit, o, bound *order.Order) *Problem {
	to := o.To
	switch {
	case !c.known(to.At):
		return refuse(noTarget, message.New("The order does not say where {unit} goes.", c.the(t)))
	case t.InCity():
		return refuse(garrisonOnly, message.New("A garrison does not move, so {unit} cannot be supported to {place}; its conversion can be supported.", c.the(t), c.place(to.At)))
	case to.At == t.At:
		return refuse(noEdge, message.New("{Unit} is already in {place}; to support it in place name the unit alone.", c.the(t), c.place(to.At))).
			suggesting(c.short(u) + " S " + c.short(t))
	}
	bound.To.At = to.At
	if t.Type != machiavelli.Fleet || !c.b.TwoCoast.Has(to.At) {
		return nil
	}
	can := c.b.Landing(t.At, t.Coast, to.At)
	if to.Coast != machiavelli.NoCoast {
		bound.To.Coast = to.Coast
		return nil
	}
	if common := can & c.b.Landing(u.At, u.Coast, to.At); common != 0 && c.coastCounts(u, to.At) {
		can = common
	}
	bound.To.Coast, _ = can.One()
	return nil
}

// coastCounts reports whether a supporter acts only at coasts that it reaches
// itself (SUPP-14).
func (g *ground) coastCounts(u *position.Unit, at board.ID) bool {
	return g.r.SupportCoast == rules.SupportSameCoast && u.Type == machiavelli.Fleet && g.b.TwoCoast.Has(at)
}

// acts reports whether unit u can support into a place.
func (g *ground) acts(u *position.Unit, place board.Place) bool {
	return g.reach(u).Has(place.At) &&
		(place.Coast == machiavelli.NoCoast || !g.coastCounts(u, place.At) || g.b.Landing(u.At, u.Coast, place.At).Has(place.Coast))
}

// mayAct refuses a support into a place that the supporter does not reach.
func (c *checker) mayAct(u *position.Unit, place board.Place) *Problem {
	switch {
	case c.acts(u, place):
		return nil
	case u.InCity():
		return refuse(noReach, message.New("A garrison supports only into its own province: {unit} cannot support in {place}.", c.the(u), c.place(place.At)))
	case place.At == u.At:
		return refuse(noReach, message.New("A unit supports into a province next to it, not into its own: {unit} cannot support in {place}.", c.the(u), c.place(place.At)))
	case c.reach(u).Has(place.At):
		return refuse(noReach, message.New("{Unit} reaches only {coasts:the} of {place}, so it cannot support at {shore:the}.", c.the(u), coasts(c.b.Landing(u.At, u.Coast, place.At), message.And), c.place(place.At), coasts(1<<place.Coast, message.And)))
	}
	where := c.reach(u)
	if where.Empty() {
		return refuse(noReach, message.New("{Unit} cannot go to {place} by itself, so it cannot support there; it cannot support anywhere.", c.the(u), c.place(place.At)))
	}
	return refuse(noReach, message.New("{Unit} cannot go to {place} by itself, so it cannot support there; it can support in {places}.", c.the(u), c.place(place.At), c.places(where, message.Or)))
}

// canArrive reports whether field unit j could arrive at a place by land, by
// sea or by convoy. If no coast is named, any coast will do. It ignores straits
// and other orders.
func (g *ground) canArrive(j int, to board.Place) bool {
	u := &g.p.Units[j]
	if !g.commanded(u) {
		return false
	}
	if g.comes(u).Has(to.At) {
		return u.Type != machiavelli.Fleet || to.Coast == machiavelli.NoCoast || g.b.Landing(u.At, u.Coast, to.At).Has(to.Coast)
	}
	return marches(u.Type) && g.carried(u.At).Has(to.At)
}

// supportPower checks a support of any unit of a power that acts in a space (SUPP-04).
func (c *checker) supportPower(i int, o, bound *order.Order) *Problem {
	u, to, power := &c.p.Units[i], o.To, o.Power
	if o.Action != order.PowerThere {
		to, power = o.Target.Place(), c.power
	}
	switch {
	case c.r.SupportTarget != rules.SupportPowerInSpace:
		return refuse(noTarget, message.New("In this game a support names the unit and what it does, as in \"{example}\", or the unit alone to support it in place.", message.Order("A Cremona S A Milan - Bergamo")))
	case !c.known(to.At):
		return refuse(noTarget, message.New("The order does not say where {unit} should support.", c.the(u)))
	case int(power) >= len(c.p.Setting.Powers):
		return refuse(noTarget, message.New("The order does not say whose unit {unit} should support.", c.the(u)))
	}
	if problem := c.mayAct(u, to); problem != nil {
		return problem
	}
	bound.Action, bound.Power, bound.To = order.PowerThere, power, board.Place{At: to.At}
	if c.powersAt(i, to.At)&c.p.Setting.Parts(power) != 0 || power == c.power && c.buysFor(to.At) {
		return nil
	}
	var hint message.Message
	if f := int(c.field[to.At]); f >= 0 && o.Action != order.PowerThere {
		other := c.p.Units[f].Owner
		write := message.Order(c.short(u) + " S " + c.b.Areas[to.At].Name + " (" + c.p.Setting.Powers[other].Name + ")")
		hint = message.New("To support the {owner:adj} unit there write {order}.", c.whose(other), write)
		if other == machiavelli.Nobody {
			hint = message.New("To support the autonomous unit there write {order}.", write)
		}
	}
	none := message.New("At present no {owner:adj} unit that could be supported is in {place} or can come there.", c.whose(power), c.place(to.At))
	if power == machiavelli.Nobody {
		none = message.New("At present no autonomous unit that could be supported is in {place} or can come there.", c.place(to.At))
	}
	if !hint.IsZero() {
		none = message.New("{first} {second}", none, hint)
	}
	c.note(futile, none)
	return nil
}

// buysFor reports whether the power is about to buy a unit that stands in an
// area or could go there.
func (c *checker) buysFor(at board.ID) bool {
	for k := range c.expected {
		o := &c.expected[k]
		if !purchase(o) {
			continue
		}
		i, problem := c.target(o)
		if problem != nil {
			continue
		}
		u := &c.p.Units[i]
		if u.InCity() && u.At == at && c.comesOut(u) || !u.InCity() && (u.At == at || c.canArrive(i, board.Place{At: at})) {
			return true
		}
	}
	return false
}

// powersAt returns the powers with a unit, other than unit i, that stands in an
// area or could go there; Nobody stands for autonomous units.
func (g *ground) powersAt(i int, at board.ID) machiavelli.PowerSet {
	var s machiavelli.PowerSet
	if f := int(g.field[at]); f >= 0 && f != i {
		s = s.With(g.p.Units[f].Owner)
	}
	if k := int(g.garrison[at]); k >= 0 && k != i && g.comesOut(&g.p.Units[k]) {
		s = s.With(g.p.Units[k].Owner)
	}
	for j := range g.p.Units {
		if j != i && !s.Has(g.p.Units[j].Owner) && g.p.Units[j].At != at && g.canArrive(j, board.Place{At: at}) {
			s = s.With(g.p.Units[j].Owner)
		}
	}
	return s
}

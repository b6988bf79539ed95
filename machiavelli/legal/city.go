package legal

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// convert checks a conversion into the city or out of it (CONV-01, CONV-02,
// CONV-10, CONV-11). Sieges, rebellions and a garrison in the city do not make
// it illegal, because they may be gone when the unit converts.
func (c *checker) convert(u *position.Unit, o, bound *order.Order) *Problem {
	bound.NewSerial = o.NewSerial
	switch {
	case !c.r.Garrisons:
		return refuse(optionOff, message.New("This game is played without garrisons."))
	case !c.p.Setting.Forts.Has(u.At):
		return refuse(noConversion, c.noFort(u.At))
	case u.InCity():
		return c.convertOut(u, o, bound)
	case o.ConvertTo == u.Type:
		return refuse(noConversion, message.New("The unit in {place} is {type:a} already.", c.place(u.At), kind(u.Type)))
	case u.Type != machiavelli.Army && u.Type != machiavelli.Fleet:
		return refuse(noConversion, message.New("{Unit} cannot become a garrison.", c.the(u)))
	case o.ConvertTo != machiavelli.NoType && o.ConvertTo != machiavelli.Garrison:
		return refuse(noConversion, message.New("{Unit} can become a garrison only, and then {type:a} in a later campaign.", c.the(u), kind(o.ConvertTo)))
	case u.Type == machiavelli.Fleet && !c.b.Ports.Has(u.At):
		return refuse(noConversion, message.New("{Place} has no port, so a fleet cannot enter the city.", c.place(u.At)))
	case !c.anchored(u):
		return refuse(noConversion, message.New("The anchor of {place} is not at the {coast}, so the fleet cannot enter the city.", c.place(u.At), message.CoastOf(u.Coast)))
	case !c.permits(c.power, machiavelli.Garrison, u.Quality):
		return c.limited(machiavelli.Garrison, u.Quality)
	}
	bound.ConvertTo = machiavelli.Garrison
	switch {
	case c.garrison[u.At] >= 0: // MOVE-06
		c.note(futile, message.New("As things stand a garrison is in the city of {place}; while it is there no other can enter.", c.place(u.At)))
	case c.p.RebelCity.Has(u.At): // CONV-04
		c.note(futile, message.New("As things stand the city of {place} rebels; while it does no unit can enter.", c.place(u.At)))
	}
	return nil
}

// noFort returns the message that a province has no place for a garrison.
func (g *ground) noFort(at board.ID) message.Message {
	if g.p.Setting.Fortress {
		return message.New("{Place} has no fortified city or fortress, so no garrison can be there.", g.place(at))
	}
	return message.New("{Place} has no fortified city, so no garrison can be there.", g.place(at))
}

// nothingFortified returns the message that a province has nothing that can be besieged.
func (g *ground) nothingFortified(at board.ID) message.Message {
	if g.p.Setting.Fortress {
		return message.New("{Place} has no fortified city or fortress to besiege.", g.place(at))
	}
	return message.New("{Place} has no fortified city to besiege.", g.place(at))
}

// convertOut checks the conversion of a garrison.
func (c *checker) convertOut(u *position.Unit, o, bound *order.Order) *Problem {
	at, t := u.At, o.ConvertTo
	port := c.b.Ports.Has(at)
	switch {
	case t == machiavelli.NoType && port:
		return refuse(noConversion, message.New("{Place} is a port: say whether the garrison becomes an army or a fleet.", c.place(at))).
			suggesting(c.short(u)+" C A", c.short(u)+" C F")
	case t == machiavelli.NoType:
		t = machiavelli.Army
	case t == machiavelli.Garrison:
		return refuse(noConversion, message.New("The unit in {place} is a garrison already.", c.place(at)))
	case t != machiavelli.Army && t != machiavelli.Fleet:
		return refuse(noConversion, message.New("A garrison becomes an army or, in a port, a fleet."))
	}
	switch {
	case t == machiavelli.Fleet && !port:
		return refuse(noConversion, message.New("{Place} has no port: the garrison can become an army only.", c.place(at))).suggesting(c.short(u) + " C A")
	case t == machiavelli.Army && c.noArmy.Has(at):
		return refuse(notPermitted, message.New("No army can be in {place}: the garrison can become a fleet only.", c.place(at))).suggesting(c.short(u) + " C F")
	case !c.permits(c.power, t, u.Quality):
		return c.limited(t, u.Quality)
	}
	bound.ConvertTo = t
	if t == machiavelli.Fleet {
		coast, problem := c.berth(at, o.To.Coast)
		if problem != nil {
			return problem
		}
		if coast != machiavelli.NoCoast {
			bound.To = board.Place{At: at, Coast: coast}
		}
	}
	if !c.comesOut(u) {
		c.note(futile, message.New("As things stand {unit} is under siege since last campaign and cannot come out.", c.the(u)))
	}
	return nil
}

// berth returns the coast of a province at which a new fleet is placed, or
// NoCoast if the province has a single shore.
func (c *checker) berth(at board.ID, coast machiavelli.Coast) (machiavelli.Coast, *Problem) {
	all := c.portCoasts(at)
	if len(all) == 0 {
		return machiavelli.NoCoast, nil
	}
	var can board.CoastSet
	for _, k := range all {
		can |= 1 << k
	}
	switch {
	case can.Has(coast):
		return coast, nil
	case coast == machiavelli.NoCoast && len(all) == 1:
		return all[0], nil
	case coast == machiavelli.NoCoast:
		problem := refuse(noConversion, message.New("{Place} has {coasts:the}; say at which the fleet is.", c.place(at), coasts(can, message.And)))
		for _, k := range all {
			problem.suggesting(c.b.Name(board.Place{At: at, Coast: k}))
		}
		return machiavelli.NoCoast, problem
	}
	if slices.Contains(c.b.Areas[at].Coasts, coast) {
		return machiavelli.NoCoast, refuse(noConversion, message.New("The anchor of {place} is at {coasts:the}, not at the {coast}.", c.place(at), coasts(can, message.And), message.CoastOf(coast)))
	}
	return machiavelli.NoCoast, refuse(noConversion, message.New("{Place} has no {coast}; it has {coasts:the}.", c.place(at), message.CoastOf(coast), coasts(can, message.And)))
}

// limited returns the problem for a type and quality of unit that a power may
// not have.
func (c *checker) limited(t machiavelli.UnitType, q machiavelli.Quality) *Problem {
	return refuse(notPermitted, message.New("{Power:name} may not have a {type} in this game.", c.whose(c.power), message.KindOf(t, q)))
}

// besiege checks that there is something to besiege, or may be in this campaign
// (SIEGE-01).
func (c *checker) besiege(u *position.Unit) *Problem {
	at := u.At
	switch {
	case u.InCity():
		return refuse(garrisonOnly, message.New("A garrison does not besiege: {unit} holds, supports into its own province or converts.", c.the(u)))
	case !c.r.Garrisons:
		return refuse(optionOff, message.New("This game is played without garrisons and sieges."))
	case !c.p.Setting.Forts.Has(at):
		return refuse(noSiege, c.nothingFortified(at))
	case at == c.lagoonCity(): // VENICE-06
		return refuse(noSiege, message.New("{Place} cannot be besieged: its city and its province are one space.", c.place(at)))
	case u.Type == machiavelli.Fleet && !c.b.Ports.Has(at):
		return refuse(noSiege, message.New("{Place} has no port, so a fleet cannot besiege its city; an army could.", c.place(at)))
	case c.garrison[at] < 0 && !c.p.RebelCity.Has(at) && c.mayRevolt(at):
		c.note(futile, message.New("As things stand there is nothing to besiege in {place}; the unit besieges the city if it rebels in this campaign.", c.place(at)))
		return nil
	case c.garrison[at] < 0 && !c.p.RebelCity.Has(at):
		return refuse(noSiege, message.New("There is nothing to besiege in {place}: the city has neither a garrison nor a rebellion.", c.place(at)))
	}
	if !c.besieges(u) {
		if c.garrison[at] >= 0 {
			c.note(futile, message.New("As things stand the garrison in {place} is of the same power; the unit would only hold.", c.place(at)))
		} else {
			c.note(futile, message.New("As things stand the rebellion in {place} is not against the besieger; the unit would only hold.", c.place(at)))
		}
	}
	return nil
}

// mayRevolt reports whether a city without a garrison can begin to rebel
// against the writer in this campaign before the orders are resolved. It can,
// in the writer's own province, because of money, an assassination or forced
// taxation.
func (c *checker) mayRevolt(at board.ID) bool {
	return c.r.Money && c.p.Province[at] == c.power
}

// lift checks that there is a siege to lift and that the rules require an order
// for this (SIEGE-08).
func (c *checker) lift(u *position.Unit) *Problem {
	switch {
	case u.InCity():
		return refuse(garrisonOnly, message.New("A garrison lifts no siege: {unit} holds, supports into its own province or converts.", c.the(u)))
	case !c.p.Sieges.Has(u.At):
		return refuse(noSiege, message.New("{Unit} is not besieging anything, so there is no siege to lift.", c.the(u)))
	case !c.r.SiegeLocksBesieger:
		return refuse(noSiege, message.New("There is no order to lift a siege in this game: any order other than besiege ends it."))
	}
	return nil
}

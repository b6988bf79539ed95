package legal

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// convert checks a conversion into the city or out of it: CONV-01, CONV-02,
// CONV-10, CONV-11. Sieges, rebellions and a garrison in the city do not make
// it illegal, as they may be gone when it is carried out.
func (c *checker) convert(u *position.Unit, o, bound *order.Order) *Problem {
	bound.NewSerial = o.NewSerial
	switch {
	case !c.r.Garrisons:
		return problemf(optionOff, "This game is played without garrisons.")
	case !c.p.Setting.Forts.Has(u.At):
		return problemf(noConversion, "%s has no %s, so no garrison can be there.", c.place(u.At), c.fort())
	case u.InCity():
		return c.convertOut(u, o, bound)
	case o.ConvertTo == u.Type:
		return problemf(noConversion, "The unit in %s is %s already.", c.place(u.At), an(u.Type))
	case u.Type != machiavelli.Army && u.Type != machiavelli.Fleet:
		return problemf(noConversion, "%s cannot become a garrison.", c.the(u))
	case o.ConvertTo != machiavelli.NoType && o.ConvertTo != machiavelli.Garrison:
		return problemf(noConversion, "%s can become a garrison only, and then %s in a later campaign.", c.the(u), an(o.ConvertTo))
	case u.Type == machiavelli.Fleet && !c.b.Ports.Has(u.At):
		return problemf(noConversion, "%s has no port, so a fleet cannot enter the city.", c.place(u.At))
	case !c.anchored(u):
		return problemf(noConversion, "The anchor of %s is not at the %s, so the fleet cannot enter the city.", c.place(u.At), u.Coast)
	case !c.permits(c.power, machiavelli.Garrison, u.Quality):
		return c.limited(machiavelli.Garrison, u.Quality)
	}
	bound.ConvertTo = machiavelli.Garrison
	switch {
	case c.garrison[u.At] >= 0: // MOVE-06
		c.note(futile, "As things stand a garrison is in the city of "+c.place(u.At)+"; while it is there no other can enter.")
	case c.p.RebelCity.Has(u.At): // CONV-04
		c.note(futile, "As things stand the city of "+c.place(u.At)+" rebels; while it does no unit can enter.")
	}
	return nil
}

// fort names what a garrison needs.
func (g *ground) fort() string {
	if g.p.Setting.Fortress {
		return "fortified city or fortress"
	}
	return "fortified city"
}

// convertOut checks the conversion of a garrison.
func (c *checker) convertOut(u *position.Unit, o, bound *order.Order) *Problem {
	at, t := u.At, o.ConvertTo
	port := c.b.Ports.Has(at)
	switch {
	case t == machiavelli.NoType && port:
		return problemf(noConversion, "%s is a port: say whether the garrison becomes an army or a fleet.", c.place(at)).
			suggesting(c.short(u)+" C A", c.short(u)+" C F")
	case t == machiavelli.NoType:
		t = machiavelli.Army
	case t == machiavelli.Garrison:
		return problemf(noConversion, "The unit in %s is a garrison already.", c.place(at))
	case t != machiavelli.Army && t != machiavelli.Fleet:
		return problemf(noConversion, "A garrison becomes an army or, in a port, a fleet.")
	}
	switch {
	case t == machiavelli.Fleet && !port:
		return problemf(noConversion, "%s has no port: the garrison can become an army only.", c.place(at)).suggesting(c.short(u) + " C A")
	case t == machiavelli.Army && c.noArmy.Has(at):
		return problemf(notPermitted, "No army can be in %s: the garrison can become a fleet only.", c.place(at)).suggesting(c.short(u) + " C F")
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
		c.note(futile, "As things stand "+c.the(u)+" is under siege since last campaign and cannot come out.")
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
		problem := problemf(noConversion, "%s has %s; say at which the fleet is.", c.place(at), coasts(can, "and"))
		for _, k := range all {
			problem.suggesting(c.b.Name(board.Place{At: at, Coast: k}))
		}
		return machiavelli.NoCoast, problem
	}
	if slices.Contains(c.b.Areas[at].Coasts, coast) {
		return machiavelli.NoCoast, problemf(noConversion, "The anchor of %s is at %s, not at the %s.", c.place(at), coasts(can, "and"), coast)
	}
	return machiavelli.NoCoast, problemf(noConversion, "%s has no %s; it has %s.", c.place(at), coast, coasts(can, "and"))
}

// limited returns the problem that a power may not have units of a type and
// quality.
func (c *checker) limited(t machiavelli.UnitType, q machiavelli.Quality) *Problem {
	kind := t.String()
	if q != machiavelli.Ordinary {
		kind = q.String() + " " + kind
	}
	return problemf(notPermitted, "%s may not have a %s in this game.", c.p.Setting.Powers[c.power].Name, kind)
}

// besiege checks that there is something to besiege: SIEGE-01.
func (c *checker) besiege(u *position.Unit) *Problem {
	at := u.At
	switch {
	case u.InCity():
		return problemf(garrisonOnly, "A garrison does not besiege: %s holds, supports into its own province or converts.", c.the(u))
	case !c.r.Garrisons:
		return problemf(optionOff, "This game is played without garrisons and sieges.")
	case !c.p.Setting.Forts.Has(at):
		return problemf(noSiege, "%s has no %s to besiege.", c.place(at), c.fort())
	case at == c.lagoonCity(): // VENICE-06
		return problemf(noSiege, "%s cannot be besieged: its city and its province are one space.", c.place(at))
	case u.Type == machiavelli.Fleet && !c.b.Ports.Has(at):
		return problemf(noSiege, "%s has no port, so a fleet cannot besiege its city; an army could.", c.place(at))
	case c.garrison[at] < 0 && !c.p.RebelCity.Has(at):
		return problemf(noSiege, "There is nothing to besiege in %s: the city has neither a garrison nor a rebellion.", c.place(at))
	}
	if !c.besieges(u) {
		what := "the rebellion in " + c.place(at) + " is not against the besieger"
		if c.garrison[at] >= 0 {
			what = "the garrison in " + c.place(at) + " is of the same power"
		}
		c.note(futile, "As things stand "+what+"; the unit would only hold.")
	}
	return nil
}

// lift checks that there is a siege to lift: SIEGE-08.
func (c *checker) lift(u *position.Unit) *Problem {
	switch {
	case u.InCity():
		return problemf(garrisonOnly, "A garrison lifts no siege: %s holds, supports into its own province or converts.", c.the(u))
	case !c.p.Sieges.Has(u.At):
		return problemf(noSiege, "%s is not besieging anything, so there is no siege to lift.", c.the(u))
	case !c.r.SiegeLocksBesieger:
		return problemf(noSiege, "There is no order to lift a siege in this game: any order other than besiege ends it.")
	}
	return nil
}

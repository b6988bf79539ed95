package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// winter checks an order of the adjustment phase by itself. CheckSet checks how
// many units may be built, what the units cost, and whether builds conflict in
// a province.
func (c *checker) winter(o, bound *order.Order) (int, *Problem) {
	c.locate()
	switch o.Kind {
	case order.Build:
		return withoutUnit(c.build(o, bound))
	case order.Waive:
		bound.Kind = order.Waive
		if c.r.UnitCount == rules.CountMoney {
			c.note(futile, message.New("Nothing needs to be waived in this game: if you build nothing, you just keep the ducats."))
		}
		return withoutUnit(nil)
	case order.Clear:
		return c.strike(o, bound)
	case order.Remove, order.Maintain, order.Disband:
		return c.keep(o, bound)
	}
	return withoutUnit(refuse(noVerb, message.New("This is not a winter order: units are now built, maintained or removed.")))
}

// keep checks that a unit to be removed or maintained is the power's own.
func (c *checker) keep(o, bound *order.Order) (int, *Problem) {
	i, problem := c.own(&o.Unit)
	if problem != nil {
		return withoutUnit(problem)
	}
	u := &c.p.Units[i]
	if u.Owner != c.power {
		return withoutUnit(c.foreign(notYours, u))
	}
	bound.Kind, bound.Unit = o.Kind, named(u)
	if o.Kind == order.Disband {
		bound.Kind = order.Remove
	}
	return i, nil
}

// own finds the unit that a winter order names.
func (c *checker) own(n *order.Unit) (int, *Problem) {
	if n.At == board.None && n.Serial != 0 {
		return c.bySerial(n)
	}
	if !c.known(n.At) {
		return withoutUnit(refuse(noPlace, message.New("The order does not say where the unit is that it is for.")))
	}
	i := c.choose(n, true)
	if i < 0 {
		return withoutUnit(c.absent(n))
	}
	return i, c.nation(n, &c.p.Units[i])
}

// strike withdraws the order for a unit, or the order to build a unit.
func (c *checker) strike(o, bound *order.Order) (int, *Problem) {
	if c.known(o.Unit.At) && !c.exists(&o.Unit) {
		bound.Kind, bound.Unit = order.Clear, order.Unit{Type: o.Unit.Type, At: o.Unit.At}
		return withoutUnit(nil)
	}
	return c.keep(o, bound)
}

// build checks a new unit (BUILD-03 to BUILD-08, REB-11).
func (c *checker) build(o, bound *order.Order) *Problem {
	at, t := o.Unit.At, o.Unit.Type
	if !c.known(at) {
		return refuse(noPlace, message.New("The order does not say where to build."))
	}
	if problem := c.home(at); problem != nil {
		return problem
	}
	if problem := c.kind(at, t, o.Quality); problem != nil {
		return problem
	}
	if problem := c.room(at, t == machiavelli.Garrison); problem != nil {
		return problem
	}
	coast := machiavelli.NoCoast
	if t == machiavelli.Fleet {
		var problem *Problem
		if coast, problem = c.berth(at, o.Unit.Coast); problem != nil {
			problem.Code = noBuild
			return problem
		}
	}
	bound.Kind, bound.Quality = order.Build, o.Quality
	bound.Unit = order.Unit{Type: t, Serial: o.Unit.Serial, At: at, Coast: coast}
	if o.Quality != machiavelli.Ordinary || mounted(t) {
		if u := c.special(); u >= 0 {
			c.note(futile, message.New("You have a special unit, {unit}: unless it is removed this one cannot be built.", c.the(&c.p.Units[u])))
		}
	}
	return nil
}

// home refuses to build in a place where the power may build nothing (BUILD-03,
// BUILD-07, BUILD-20, OPT-07).
func (c *checker) home(at board.ID) *Problem {
	homes := c.p.Homes(c.power).Intersect(c.b.Cities)
	switch {
	case !c.b.Land.Has(at):
		return refuse(noBuild, message.New("{Place} is at sea; units are built in provinces with a city.", c.place(at)))
	case c.b.Fortresses.Has(at):
		return refuse(noBuild, message.New("{Place} has a fortress but no city, so nothing is built there.", c.place(at)))
	case !c.b.Cities.Has(at):
		return refuse(noBuild, message.New("{Place} has no city, so nothing is built there.", c.place(at)))
	case c.p.Opening: // BUILD-20
		return refuse(noBuild, message.New("Nothing is built before the first spring; units are only paid now."))
	case c.r.ForcedTaxation == rules.TaxationLasting && c.p.Taxed.Has(at): // OPT-07
		return refuse(noBuild, message.New("{Place} was taxed by force this year, so nothing is built there.", c.place(at)))
	case !homes.Has(at):
		if may := homes.Minus(c.p.Famine); !may.Empty() {
			return refuse(noBuild, message.New("{Place} is not in a home country of yours. You may build in {places} where you own province and city.", c.place(at), c.places(may, message.Or)))
		}
		return refuse(noBuild, message.New("{Place} is not in a home country of yours.", c.place(at)))
	case c.p.Setting.OffBoard.Has(at):
		return refuse(noBuild, message.New("{Place} is out of play in this game.", c.place(at)))
	case c.p.Province[at] != c.power && c.p.City[at] != c.power:
		return refuse(noBuild, message.New("You own neither the province nor the city of {place}.", c.place(at)))
	case c.p.Province[at] != c.power:
		return refuse(noBuild, message.New("You own the city of {place} but not the province; both are needed.", c.place(at)))
	case c.p.City[at] != c.power:
		return refuse(noBuild, message.New("You own the province of {place} but not the city; both are needed.", c.place(at)))
	case c.p.Famine.Has(at):
		return refuse(noBuild, message.New("There is famine in {place}; nothing is built there this winter.", c.place(at)))
	}
	return nil
}

// kind refuses a unit that can never be built in a province (BUILD-04,
// SPEC-05).
func (c *checker) kind(at board.ID, t machiavelli.UnitType, q machiavelli.Quality) *Problem {
	switch {
	case t == machiavelli.NoType:
		return refuse(noBuild, message.New("Say what to build in {place}: army, fleet or garrison.", c.place(at)))
	case !c.has(t):
		return refuse(optionOff, message.New("This game is played without {type}.", kind(t)))
	case mounted(t) && q != machiavelli.Ordinary:
		return refuse(noBuild, onlyCavalry(q))
	case q != machiavelli.Ordinary && !c.r.SpecialUnits:
		return refuse(optionOff, message.New("This game is played without special units."))
	case t == machiavelli.Garrison && !c.r.Garrisons:
		return refuse(optionOff, message.New("This game is played without garrisons."))
	case t == machiavelli.Garrison && !c.p.Setting.Forts.Has(at):
		return refuse(noBuild, message.New("{Place} has no fortified city, so no garrison can be there.", c.place(at)))
	case t == machiavelli.Fleet && !c.b.Ports.Has(at):
		return refuse(noBuild, message.New("{Place} has no port, so no fleet is built there.", c.place(at)))
	case marches(t) && c.noArmy.Has(at):
		return refuse(notPermitted, message.New("No army can be in {place}.", c.place(at)))
	case !c.permits(c.power, t, q):
		return c.limited(t, q)
	}
	return nil
}

// onlyCavalry returns the message that cavalry has no quality.
func onlyCavalry(q machiavelli.Quality) message.Message {
	switch q {
	case machiavelli.Militia:
		return message.New("Cavalry is a special unit of its own kind; it cannot be militia as well.")
	case machiavelli.Mercenary:
		return message.New("Cavalry is a special unit of its own kind; it cannot be mercenary as well.")
	}
	return message.New("Cavalry is a special unit of its own kind; it cannot be professional as well.")
}

// room refuses to build in a space that is in rebellion or occupied (BUILD-05,
// BUILD-06, BUILD-08, REB-11).
func (c *checker) room(at board.ID, inCity bool) *Problem {
	land, city := c.p.RebelLand.Has(at), c.p.RebelCity.Has(at)
	if at == c.lagoonCity() {
		land, city = land || city, land || city
	}
	f, g := c.field[at], c.garrison[at]
	switch {
	case inCity && city, !inCity && land:
		return refuse(noBuild, message.New("{Place} rebels; nothing is built there until it is quiet.", c.place(at)))
	case at == c.lagoonCity() && max(f, g) >= 0:
		return refuse(noBuild, message.New("A unit is in {place} already, and only one can be there.", c.place(at)))
	case inCity && g >= 0:
		return refuse(noBuild, message.New("A garrison is in {place} already; even if it is removed no other is built there this winter.", c.place(at)))
	case !inCity && f >= 0:
		return refuse(noBuild, message.New("{Unit} is in the way; even if it is removed no other unit is built there this winter.", c.the(&c.p.Units[f])))
	}
	return nil
}

// special returns the index of the power's special unit, or -1 (SPEC-02).
func (c *checker) special() int {
	for i := range c.p.Units {
		if u := &c.p.Units[i]; c.one(u.Owner, c.power) && u.Special() {
			return i
		}
	}
	return -1
}

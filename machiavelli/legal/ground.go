package legal

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// ground holds where units stand, and what follows from it for movement.
type ground struct {
	p *position.Position
	r *rules.Set
	b *board.Board

	field    [board.Max]int16     // index of the field unit in an area, or -1
	garrison [board.Max]int16     // index of the garrison in a city, or -1
	noArmy   board.Set            // areas that no army can enter
	afloat   board.Set            // areas of fleets that can convoy
	adjoin   [board.Max]board.Set // for each of these areas, the others to which its fleet could pass an army
	shore    [board.Max]board.Set // for each of these areas, the provinces at which its fleet could land an army
	boards   [board.Max]board.Set // for each province, the areas of the fleets that an army there could board
	nets     [board.Max]net
	numNets  int
	netAt    [board.Max]uint8 // index of the net of the fleet in an area
}

// locate records where the units stand.
func (g *ground) locate() {
	for i := range g.field {
		g.field[i], g.garrison[i] = -1, -1
	}
	for i := range g.p.Units {
		u := &g.p.Units[i]
		if u.InCity() {
			g.garrison[u.At] = int16(i)
		} else {
			g.field[u.At] = int16(i)
		}
	}
	g.noArmy = g.p.Setting.OffBoard // BOARD-15
	if g.r.VeniceModel == rules.VeniceSeaWithCity && g.b.Venice != board.None {
		g.noArmy.Add(g.b.Venice) // VENICE-13
	}
}

// one reports whether two powers count as one, or are both Nobody.
func (g *ground) one(a, b machiavelli.Power) bool { return g.p.Setting.Same(a, b) }

// marches reports whether a unit of that type moves on land.
func marches(t machiavelli.UnitType) bool {
	return t == machiavelli.Army || t == machiavelli.Cavalry || t == machiavelli.ArmouredCavalry
}

// reach returns the places that a unit could enter by itself in one step. For a
// garrison this is its province (SUPP-01, SUPP-02).
func (g *ground) reach(u *position.Unit) board.Set {
	switch {
	case u.InCity():
		return board.SetOf(u.At)
	case marches(u.Type):
		return g.b.ArmyEdges[u.At].Minus(g.noArmy)
	}
	return g.b.FleetEdges[u.At][u.Coast].Minus(g.p.Setting.OffBoard)
}

// commanded reports whether someone could give orders to the unit. This is its
// owner or, for an autonomous unit in a game with money, a power that buys it
// (GARR-03).
func (g *ground) commanded(u *position.Unit) bool {
	return u.Owner != machiavelli.Nobody || g.r.Money
}

// lagoonCity returns the province of Venice if province and city are one space,
// and otherwise None.
func (g *ground) lagoonCity() board.ID {
	if g.r.VeniceModel == rules.VeniceSingleSpace {
		return g.b.Venice
	}
	return board.None
}

// besieges reports whether the field unit u has something to besiege in the
// city (SIEGE-01).
func (g *ground) besieges(u *position.Unit) bool {
	if i := g.garrison[u.At]; i >= 0 {
		return !g.one(g.p.Units[i].Owner, u.Owner)
	}
	return g.p.RebelCity.Has(u.At) && g.one(g.p.RebelAgainst[u.At], u.Owner)
}

// sieging reports whether the field unit u began a siege last campaign that
// still stands (SIEGE-02, SIEGE-09).
func (g *ground) sieging(u *position.Unit) bool {
	return !u.InCity() && g.p.Sieges.Has(u.At) && g.besieges(u)
}

// besieged reports whether the garrison u has been under siege since last
// campaign.
func (g *ground) besieged(u *position.Unit) bool {
	if !u.InCity() || !g.p.Sieges.Has(u.At) {
		return false
	}
	f := g.field[u.At]
	return f >= 0 && !g.one(g.p.Units[f].Owner, u.Owner)
}

// comesOut reports whether the garrison u could convert as things stand
// (GARR-03, CONV-06).
func (g *ground) comesOut(u *position.Unit) bool {
	return g.commanded(u) && (g.r.BesiegedConversion != rules.BesiegedNever || !g.besieged(u))
}

// permits reports whether a power's unit limits allow units of a type and
// quality (CONV-10, SPEC-05).
func (g *ground) permits(power machiavelli.Power, t machiavelli.UnitType, q machiavelli.Quality) bool {
	if g.r.SpecialUnitPowerLimits != rules.SpecialLimits1995 {
		return true
	}
	limits := g.p.Setting.UnitLimits[power] // without limits everything is allowed
	row := limits[0]
	switch t {
	case machiavelli.Fleet:
		row = limits[1]
	case machiavelli.Garrison:
		row = limits[2]
	}
	return int(q) >= len(row) || row[q] != '.'
}

// portCoasts returns the coasts at which a fleet is built or converted in a
// province. The list is nil if the province has a single shore (CONV-11), and
// has only the coasts with an anchor if the rules require one and the board
// defines any (OPT-16).
func (g *ground) portCoasts(at board.ID) []machiavelli.Coast {
	a := &g.b.Areas[at]
	if g.r.MultiCoastConversion != rules.MultiCoastAny && len(a.Anchors) > 0 {
		return a.Anchors
	}
	return a.Coasts
}

// anchored reports whether a unit's coast allows it to enter the city (OPT-16).
// This is true of every unit that is not a fleet.
func (g *ground) anchored(u *position.Unit) bool {
	all := g.portCoasts(u.At)
	return u.Type != machiavelli.Fleet || len(all) == 0 || slices.Contains(all, u.Coast)
}

// named returns the unit u as an order names it.
func named(u *position.Unit) order.Unit {
	return order.Unit{Type: u.Type, Serial: u.Serial, At: u.At, Coast: u.Coast}
}

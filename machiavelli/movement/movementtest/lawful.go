package movementtest

import (
	"fmt"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Unlawful returns the orders that are illegal by themselves, so that no
// resolver needs to handle them, because they need edges, coasts, ports, cities
// or routes that do not exist. It also returns units that cannot stand where
// they are. It examines geography and unit types only.
func Unlawful(p *position.Position, orders movement.Orders, r *rules.Set) []string {
	l := lawyer{p: p, b: p.Setting.Board, r: r}
	w := writer{b: l.b, roster: p.Setting.Powers}
	var out []string
	seen := map[[2]int]bool{}
	for i, u := range p.Units {
		room := [2]int{int(u.At), 0}
		if u.InCity() {
			room[1] = 1
		}
		why := ""
		switch {
		case seen[room]:
			why = "two units in one space"
		case !l.mayStand(u):
			why = "cannot stand there"
		default:
			why = l.wrong(u, &orders[i])
		}
		seen[room] = true
		if why != "" {
			out = append(out, fmt.Sprintf("%s %s: %s", w.unit(u), w.order(&orders[i]), why))
		}
	}
	return out
}

type lawyer struct {
	p *position.Position
	b *board.Board
	r *rules.Set
}

func (l lawyer) mayStand(u position.Unit) bool {
	switch u.Type {
	case machiavelli.Garrison:
		return l.p.Setting.Forts.Has(u.At)
	case machiavelli.Fleet:
		return l.b.Seas.Has(u.At) || l.b.Coastal.Has(u.At) && l.b.TwoCoast.Has(u.At) == (u.Coast != machiavelli.NoCoast)
	}
	return l.b.Land.Has(u.At) && !l.armylessVenice(u.At)
}

// singleVenice reports whether the area is Venice in the single-space model.
func (l lawyer) singleVenice(at board.ID) bool {
	return at == l.b.Venice && at != board.None && l.r.VeniceModel == rules.VeniceSingleSpace
}

// armylessVenice reports whether the area is the Venice of the 1995 edition,
// which armies cannot enter (VENICE-13).
func (l lawyer) armylessVenice(at board.ID) bool {
	return at == l.b.Venice && at != board.None && l.r.VeniceModel == rules.VeniceSeaWithCity
}

func (l lawyer) wrong(u position.Unit, o *order.Order) string {
	switch o.Kind {
	case order.Advance:
		return l.wrongAdvance(u, o)
	case order.Support:
		if !l.mayReach(u, l.supportedPlace(o)) {
			return "cannot support there"
		}
	case order.Convoy:
		if u.Type != machiavelli.Fleet || !marches(o.Target.Type) || !l.mayCarry(u.At) {
			return "cannot convoy"
		}
	case order.Convert:
		return l.wrongConversion(u, o)
	case order.Besiege, order.Lift:
		if u.InCity() || !l.p.Setting.Forts.Has(u.At) || u.Type == machiavelli.Fleet && !l.b.Ports.Has(u.At) {
			return "cannot besiege"
		}
		if o.Kind == order.Lift && (!l.p.Sieges.Has(u.At) || !l.r.SiegeLocksBesieger) {
			return "no siege to lift"
		}
	case order.Disband:
		if !l.r.DisbandOrders {
			return "disband orders are off"
		}
	}
	return ""
}

func (l lawyer) wrongAdvance(u position.Unit, o *order.Order) string {
	if u.Mounted() && o.NVia == 1 && l.mayRide(u.At, o.Via[0]) && l.mayRide(o.Via[0], o.To.At) {
		return ""
	}
	bySea := o.ByConvoy() || l.r.ConvoyRoute == rules.RouteImplicit && marches(u.Type) && !l.mayReach(u, o.To)
	switch {
	case u.InCity():
		return "garrisons do not advance"
	case bySea && !marches(u.Type):
		return "only armies are convoyed"
	case bySea && (!l.b.Coastal.Has(o.To.At) || !l.b.Coastal.Has(u.At) || o.To.At == u.At || l.armylessVenice(o.To.At)):
		return "no shore to land on"
	case bySea:
		return l.wrongRoute(u, o)
	case !l.mayReach(u, o.To):
		return "no such edge"
	case u.Type == machiavelli.Fleet && l.b.TwoCoast.Has(o.To.At) && o.To.Coast == machiavelli.NoCoast:
		return "no coast named"
	}
	return ""
}

// wrongRoute checks that the links of an explicit route border on each other by
// sea, at any coast, and that fleets may convoy there.
func (l lawyer) wrongRoute(u position.Unit, o *order.Order) string {
	last := u.At
	for _, at := range append(append([]board.ID(nil), o.Route()...), o.To.At) {
		touching := false
		for coast := machiavelli.NoCoast; coast < machiavelli.NumCoasts; coast++ {
			touching = touching || l.b.FleetEdges[last][coast].Has(at)
		}
		if o.NVia > 0 && !touching {
			return "the route is torn"
		}
		if at != o.To.At && !l.mayCarry(at) {
			return "no fleet carries there"
		}
		last = at
	}
	return ""
}

// mayCarry reports whether a fleet in the area may convoy (CVOY-03, CVOY-13).
func (l lawyer) mayCarry(at board.ID) bool {
	return l.b.Seas.Has(at) || l.r.CoastalConvoys && !l.armylessVenice(at)
}

// mayReach reports whether the unit could go to the place by itself. A garrison
// could go only into its own province.
func (l lawyer) mayReach(u position.Unit, to board.Place) bool {
	switch {
	case u.InCity():
		return to.At == u.At
	case u.Type != machiavelli.Fleet:
		return l.b.ArmyEdges[u.At].Has(to.At)
	}
	landing := l.b.Landing(u.At, u.Coast, to.At)
	return landing != 0 && (to.Coast == machiavelli.NoCoast || landing.Has(to.Coast))
}

// supportedPlace returns the place where a support is given, with the coast if
// the rules require it.
func (l lawyer) supportedPlace(o *order.Order) board.Place {
	to := o.Target.Place()
	if o.Action == order.ToAdvance || o.Action == order.PowerThere {
		to = o.To
	}
	if l.r.SupportCoast == rules.SupportAnyCoast {
		to.Coast = machiavelli.NoCoast
	}
	return to
}

func (l lawyer) wrongConversion(u position.Unit, o *order.Order) string {
	port := l.b.Ports.Has(u.At)
	switch {
	case !l.p.Setting.Forts.Has(u.At):
		return "no city to convert in"
	case u.InCity() == (o.ConvertTo == machiavelli.Garrison):
		return "conversion into the same type"
	case (u.Type == machiavelli.Fleet || o.ConvertTo == machiavelli.Fleet) && !port:
		return "no port"
	case o.ConvertTo == machiavelli.Army && l.armylessVenice(u.At):
		return "no army there"
	case u.Owner == machiavelli.Nobody:
		return "autonomous garrisons stay"
	}
	return ""
}

package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Finder lists legal orders. It reuses its memory, so that repeated use allocates nothing. It is
// not safe for concurrent use. The zero value is ready to use.
//
// Every listed order is bound: Check accepts it, unchanged and without note W04, if the unit's
// owner gives it. Of several orders with the same meaning, or that are not known to differ, one
// is listed:
//
//   - an army's advance by convoy once for each province that it can reach: by one
//     shortest route if routes are explicit, else without a route, and "via
//     convoy" only if the army could also walk;
//   - a ride of cavalry over two provinces only to places that it cannot reach
//     in one step, once for each province in the middle;
//   - a convoy only to a province, not to the next link;
//   - a support of a garrison only for leaving the city, without a type;
//   - a support of a fleet with a choice of coasts once for each coast;
//   - with supports by space (SUPP-04) one for each area and power.
type Finder struct {
	ground
	coming  [board.Max]board.Set // areas whose field units could enter each area unaided
	landing [board.Max]board.Set // for each area, the areas whose armies could land there
	trip    voyage
	detour  voyage
	purse   purse
	travel  traveller
}

// OfUnit appends the legal orders of one unit in the orders phase to dst. An
// autonomous unit has none.
func OfUnit(p *position.Position, r *rules.Set, unit int, dst []order.Order) []order.Order {
	return new(Finder).OfUnit(p, r, unit, dst)
}

// OfPower appends the legal orders of all units of a power in the orders phase
// to dst, unit by unit.
func OfPower(p *position.Position, r *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	return new(Finder).OfPower(p, r, power, dst)
}

// All appends to dst the legal orders of every unit that is not autonomous,
// unit by unit.
func All(p *position.Position, r *rules.Set, dst []order.Order) []order.Order {
	return new(Finder).All(p, r, dst)
}

// OfUnit does the same as the function OfUnit, with the Finder's memory.
func (f *Finder) OfUnit(p *position.Position, r *rules.Set, unit int, dst []order.Order) []order.Order {
	f.survey(p, r)
	dst = f.unit(unit, dst)
	f.release()
	return dst
}

// OfPower does the same as the function OfPower, with the Finder's memory.
func (f *Finder) OfPower(p *position.Position, r *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	f.survey(p, r)
	for i := range p.Units {
		if p.Units[i].Owner == power {
			dst = f.unit(i, dst)
		}
	}
	f.release()
	return dst
}

// All does the same as the function All, with the Finder's memory.
func (f *Finder) All(p *position.Position, r *rules.Set, dst []order.Order) []order.Order {
	f.survey(p, r)
	for i := range p.Units {
		dst = f.unit(i, dst)
	}
	f.release()
	return dst
}

// release drops the position, so that the Finder does not keep it in memory.
func (f *Finder) release() { f.p, f.r, f.b = nil, nil, nil }

// survey records where units stand and could go.
func (f *Finder) survey(p *position.Position, r *rules.Set) {
	f.p, f.r, f.b = p, r, p.Setting.Board
	f.locate()
	f.chart()
	clear(f.coming[:])
	clear(f.landing[:])
	for i := range p.Units {
		u := &p.Units[i]
		if u.InCity() || !f.commanded(u) {
			continue
		}
		s := f.comes(u)
		for at := s.Next(board.None); at != board.None; at = s.Next(at) {
			f.coming[at].Add(u.At)
		}
		if f.numNets > 0 && marches(u.Type) && f.b.Coastal.Has(u.At) {
			s := f.carried(u.At)
			for at := s.Next(board.None); at != board.None; at = s.Next(at) {
				f.landing[at].Add(u.At)
			}
		}
	}
}

// unit lists the orders of one unit.
func (f *Finder) unit(i int, dst []order.Order) []order.Order {
	if u := &f.p.Units[i]; u.Owner != machiavelli.Nobody {
		return f.unitOf(i, u, dst)
	}
	return dst
}

// unitOf lists the orders of unit i as described by u, which may have a
// different owner.
func (f *Finder) unitOf(i int, u *position.Unit, dst []order.Order) []order.Order {
	o := order.Order{Kind: order.Hold, Unit: named(u), Explicit: true}
	dst = append(dst, o)
	o.Explicit = false
	if !u.InCity() {
		dst = f.advances(u, o, dst)
	}
	dst = f.supports(i, u, o, dst)
	if f.afloat.Has(u.At) && u.Type == machiavelli.Fleet {
		dst = f.convoys(u, o, dst)
	}
	dst = f.inCity(u, o, dst)
	if f.r.DisbandOrders {
		o.Kind = order.Disband
		dst = append(dst, o)
	}
	return dst
}

// advances lists the moves of a field unit.
func (f *Finder) advances(u *position.Unit, o order.Order, dst []order.Order) []order.Order {
	o.Kind = order.Advance
	s := f.reach(u)
	for at := s.Next(board.None); at != board.None; at = s.Next(at) {
		if u.Type != machiavelli.Fleet || !f.b.TwoCoast.Has(at) {
			dst = append(dst, o)
			dst[len(dst)-1].To.At = at
			continue
		}
		can := f.b.Landing(u.At, u.Coast, at)
		for _, k := range f.b.Areas[at].Coasts {
			if can.Has(k) {
				dst = append(dst, o)
				dst[len(dst)-1].To = board.Place{At: at, Coast: k}
			}
		}
	}
	if mounted(u.Type) {
		dst = f.rides(u, o, dst)
	}
	if f.numNets > 0 && marches(u.Type) && f.b.Coastal.Has(u.At) {
		dst = f.voyages(u, s, o, dst)
	}
	return dst
}

// voyages lists an army's advances by convoy.
func (f *Finder) voyages(u *position.Unit, walks board.Set, o order.Order, dst []order.Order) []order.Order {
	left := f.carried(u.At)
	if f.r.ConvoyRoute == rules.RouteImplicit {
		for at := left.Next(board.None); at != board.None; at = left.Next(at) {
			dst = append(dst, o)
			last := &dst[len(dst)-1]
			last.To.At, last.ViaConvoy = at, walks.Has(at)
		}
		return dst
	}
	if left.Empty() {
		return dst
	}
	f.sail(&f.trip, u.At, board.None)
	for at := left.Next(board.None); at != board.None; at = left.Next(at) {
		dst = append(dst, o)
		last := &dst[len(dst)-1]
		last.To.At = at
		if !f.routeTo(last, &f.trip, &f.detour, u.At, at) {
			dst = dst[:len(dst)-1]
		}
	}
	return dst
}

// supports lists the supports of unit i.
func (f *Finder) supports(i int, u *position.Unit, o order.Order, dst []order.Order) []order.Order {
	o.Kind = order.Support
	s := f.reach(u)
	for at := s.Next(board.None); at != board.None; at = s.Next(at) {
		if f.r.SupportTarget == rules.SupportPowerInSpace {
			dst = f.supportPowers(i, u, at, o, dst)
			continue
		}
		o.Action, o.To = order.ToHold, board.Place{}
		if k := int(f.field[at]); k >= 0 {
			if t := &f.p.Units[k]; f.acts(u, t.Place()) {
				dst = append(dst, o)
				dst[len(dst)-1].Target = named(t)
			}
		}
		if k := int(f.garrison[at]); k >= 0 && k != i && f.comesOut(&f.p.Units[k]) {
			dst = append(dst, o)
			last := &dst[len(dst)-1]
			last.Action, last.Target = order.ToConvert, named(&f.p.Units[k])
		}
		o.Action, o.To.At = order.ToAdvance, at
		from := f.coming[at].Union(f.landing[at])
		if !u.InCity() {
			from.Remove(u.At)
		}
		for x := from.Next(board.None); x != board.None; x = from.Next(x) {
			t := &f.p.Units[f.field[x]]
			if t.Type != machiavelli.Fleet || !f.b.TwoCoast.Has(at) {
				dst = append(dst, o)
				dst[len(dst)-1].Target = named(t)
				continue
			}
			can := f.b.Landing(t.At, t.Coast, at)
			if f.coastCounts(u, at) {
				can &= f.b.Landing(u.At, u.Coast, at)
			}
			for _, k := range f.b.Areas[at].Coasts {
				if can.Has(k) {
					dst = append(dst, o)
					last := &dst[len(dst)-1]
					last.Target, last.To.Coast = named(t), k
				}
			}
		}
	}
	return dst
}

// supportPowers lists the supports of unit i into one area (SUPP-04).
func (f *Finder) supportPowers(i int, u *position.Unit, at board.ID, o order.Order, dst []order.Order) []order.Order {
	var powers machiavelli.PowerSet
	if k := int(f.field[at]); k >= 0 {
		powers = powers.With(f.p.Units[k].Owner)
	}
	if k := int(f.garrison[at]); k >= 0 && k != i && f.comesOut(&f.p.Units[k]) {
		powers = powers.With(f.p.Units[k].Owner)
	}
	from := f.coming[at].Union(f.landing[at])
	if !u.InCity() {
		from.Remove(u.At)
	}
	for x := from.Next(board.None); x != board.None; x = from.Next(x) {
		powers = powers.With(f.p.Units[f.field[x]].Owner)
	}
	o.Action, o.To = order.PowerThere, board.Place{At: at}
	for x := machiavelli.Nobody; int(x) < len(f.p.Setting.Powers); x++ {
		if powers.Has(x) {
			dst = append(dst, o)
			dst[len(dst)-1].Power = x
		}
	}
	return dst
}

// convoys lists the armies that a fleet could help to carry, and their
// destinations.
func (f *Finder) convoys(u *position.Unit, o order.Order, dst []order.Order) []order.Order {
	o.Kind = order.Convoy
	net := &f.nets[f.netAt[u.At]]
	for from := net.shores.Next(board.None); from != board.None; from = net.shores.Next(from) {
		k := f.field[from]
		if k < 0 || !marches(f.p.Units[k].Type) || !f.commanded(&f.p.Units[k]) {
			continue
		}
		o.Target = named(&f.p.Units[k])
		to := net.shores
		to.Remove(from)
		for at := to.Next(board.None); at != board.None; at = to.Next(at) {
			if f.needed(u.At, from, at) {
				dst = append(dst, o)
				dst[len(dst)-1].To.At = at
			}
		}
	}
	return dst
}

// inCity lists a unit's conversions and siege orders.
func (f *Finder) inCity(u *position.Unit, o order.Order, dst []order.Order) []order.Order {
	at := u.At
	if f.r.Garrisons && f.p.Setting.Forts.Has(at) {
		switch port := f.b.Ports.Has(at); {
		case u.InCity():
			if f.comesOut(u) {
				dst = f.comingOut(u, port, o, dst)
			}
		case u.Type == machiavelli.Army || u.Type == machiavelli.Fleet && port:
			dst = f.goingIn(u, o, dst)
		}
		if !u.InCity() && at != f.lagoonCity() && f.besieges(u) && (u.Type != machiavelli.Fleet || f.b.Ports.Has(at)) {
			o.Kind = order.Besiege
			dst = append(dst, o)
		}
	}
	if !u.InCity() && f.p.Sieges.Has(at) && f.r.SiegeLocksBesieger {
		o.Kind = order.Lift
		dst = append(dst, o)
	}
	return dst
}

// comingOut lists the conversions of a garrison.
func (f *Finder) comingOut(u *position.Unit, port bool, o order.Order, dst []order.Order) []order.Order {
	o.Kind = order.Convert
	if !f.noArmy.Has(u.At) && f.permits(u.Owner, machiavelli.Army, u.Quality) {
		o.ConvertTo = machiavelli.Army
		dst = append(dst, o)
	}
	if !port || !f.permits(u.Owner, machiavelli.Fleet, u.Quality) {
		return dst
	}
	o.ConvertTo = machiavelli.Fleet
	coasts := f.portCoasts(u.At)
	if len(coasts) == 0 {
		dst = append(dst, o)
	}
	for _, k := range coasts {
		o.To = board.Place{At: u.At, Coast: k}
		dst = append(dst, o)
	}
	return dst
}

// goingIn lists the conversion of a field unit that may enter the city.
func (f *Finder) goingIn(u *position.Unit, o order.Order, dst []order.Order) []order.Order {
	if f.garrison[u.At] >= 0 || f.p.RebelCity.Has(u.At) || !f.anchored(u) || !f.permits(u.Owner, machiavelli.Garrison, u.Quality) {
		return dst
	}
	o.Kind, o.ConvertTo = order.Convert, machiavelli.Garrison
	dst = append(dst, o)
	return dst
}

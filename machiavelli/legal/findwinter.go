package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Winter appends the legal winter orders of a power. They are its builds, the
// removal of each of its units, and the maintenance of each unit if units are
// paid, or otherwise the waiving of a build.
func (f *Finder) Winter(p *position.Position, r *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	if !plays(p, power) {
		return dst
	}
	dst = f.Builds(p, r, power, dst)
	paid := r.UnitCount == rules.CountMoney
	for i := range p.Units {
		if u := &p.Units[i]; u.Owner == power {
			if paid {
				dst = append(dst, order.Order{Kind: order.Maintain, Unit: named(u)})
			}
			dst = append(dst, order.Order{Kind: order.Remove, Unit: named(u)})
		}
	}
	if !paid {
		dst = append(dst, order.Order{Kind: order.Waive})
	}
	return dst
}

// Maintains appends the maintenance of each unit of a power, if units are paid.
func (f *Finder) Maintains(p *position.Position, r *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	if r.UnitCount != rules.CountMoney || !plays(p, power) {
		return dst
	}
	return f.each(p, power, order.Maintain, dst)
}

// Removals appends the removal of each unit of a power.
func (f *Finder) Removals(p *position.Position, _ *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	if !plays(p, power) {
		return dst
	}
	return f.each(p, power, order.Remove, dst)
}

// each appends an order of one kind for each unit of a power.
func (f *Finder) each(p *position.Position, power machiavelli.Power, kind order.Kind, dst []order.Order) []order.Order {
	for i := range p.Units {
		if u := &p.Units[i]; u.Owner == power {
			dst = append(dst, order.Order{Kind: kind, Unit: named(u)})
		}
	}
	return dst
}

// Builds appends every unit that a power could build, whatever its price, but
// no special unit if the power has one.
func (f *Finder) Builds(p *position.Position, r *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	if !plays(p, power) {
		return dst
	}
	f.stand(p, r)
	dst = f.raisings(power, dst)
	f.release()
	return dst
}

// raisings lists the builds of a power. The units must be located.
func (f *Finder) raisings(power machiavelli.Power, dst []order.Order) []order.Order {
	p, r := f.p, f.r
	special := false
	for i := range p.Units {
		special = special || f.one(p.Units[i].Owner, power) && p.Units[i].Special()
	}
	s := p.Homes(power).Intersect(f.b.Cities)
	for at := s.Next(board.None); at != board.None; at = s.Next(at) {
		if !f.buildsIn(power, at) {
			continue
		}
		for t := machiavelli.Army; t <= machiavelli.ArmouredCavalry; t++ {
			if !f.raises(at, t) || mounted(t) && special {
				continue
			}
			for q := machiavelli.Ordinary; q <= machiavelli.Professional; q++ {
				if f.permits(power, t, q) && (q == machiavelli.Ordinary || r.SpecialUnits && !special && !mounted(t)) {
					dst = f.builds(at, t, q, dst)
				}
			}
		}
	}
	return dst
}

// buildsIn reports whether a power may build anything in a city that is in one
// of its home countries (BUILD-03, BUILD-07, BUILD-20, OPT-07).
func (f *Finder) buildsIn(power machiavelli.Power, at board.ID) bool {
	p := f.p
	return p.Province[at] == power && p.City[at] == power && !p.Famine.Has(at) && !p.Opening &&
		!p.Setting.OffBoard.Has(at) && !(f.r.ForcedTaxation == rules.TaxationLasting && p.Taxed.Has(at))
}

// raises reports whether a unit of that type can be built in a province
// (BUILD-04 to BUILD-06, BUILD-08, REB-11).
func (f *Finder) raises(at board.ID, t machiavelli.UnitType) bool {
	city := t == machiavelli.Garrison
	switch {
	case !f.has(t), city && !(f.r.Garrisons && f.p.Setting.Forts.Has(at)),
		t == machiavelli.Fleet && !f.b.Ports.Has(at), marches(t) && f.noArmy.Has(at):
		return false
	case at == f.lagoonCity():
		return max(f.field[at], f.garrison[at]) < 0 && !f.p.RebelLand.Has(at) && !f.p.RebelCity.Has(at)
	case city:
		return f.garrison[at] < 0 && !f.p.RebelCity.Has(at)
	}
	return f.field[at] < 0 && !f.p.RebelLand.Has(at)
}

// builds lists the build of one kind of unit in a province, or one build for
// each coast if the unit is a fleet and must name its coast.
func (f *Finder) builds(at board.ID, t machiavelli.UnitType, q machiavelli.Quality, dst []order.Order) []order.Order {
	o := order.Order{Kind: order.Build, Quality: q, Unit: order.Unit{Type: t, At: at}}
	coasts := f.portCoasts(at)
	if t != machiavelli.Fleet || len(coasts) == 0 {
		return append(dst, o)
	}
	for _, o.Unit.Coast = range coasts {
		dst = append(dst, o)
	}
	return dst
}

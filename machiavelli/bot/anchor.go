package bot

import (
	"cmp"
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// stage is the working state of a baseline player during one decision. It does
// not use the evaluation of the condottiere, which changes over time.
type stage struct {
	v     View
	p     *position.Position
	b     *board.Board
	field [board.Max]int16 // index of the field unit in an area, -1 for none
	city  [board.Max]int16 // index of the garrison in an area, -1 for none

	finder legal.Finder
	orders []order.Order // the legal orders of the power's units, unit by unit
	units  []unitOrders
	taken  board.Set // areas that units of the power stay in or go to
}

// unitOrders is a unit of the power with its legal orders.
type unitOrders struct {
	index  int // index of the unit in the position
	unit   *position.Unit
	list   []order.Order
	chosen order.Order
	phase  decision
}

// decision is the state of the decision about a unit.
type decision uint8

const (
	undecided decision = iota
	deciding
	staying
	leaving
)

// begin prepares the stage for a view.
func (s *stage) begin(v View) {
	s.v, s.p, s.b = v, v.pos, v.pos.Setting.Board
	s.taken = board.Set{}
	for i := range s.field {
		s.field[i], s.city[i] = -1, -1
	}
	for i := range s.p.Units {
		if u := &s.p.Units[i]; u.InCity() {
			s.city[u.At] = int16(i)
		} else {
			s.field[u.At] = int16(i)
		}
	}
}

// release drops the references to the view, so that it can be freed.
func (s *stage) release() {
	s.v, s.p, s.b = View{}, nil, nil
	clear(s.units)
}

// list finds the units of a power with their legal orders, in a random order.
func (s *stage) list(power machiavelli.Power) {
	s.units = s.units[:0]
	s.orders = s.finder.OfPower(s.p, s.v.r, power, s.orders[:0])
	begin := 0
	for i := range s.p.Units {
		u := &s.p.Units[i]
		if u.Owner != power {
			continue
		}
		end := begin
		for end < len(s.orders) && s.orders[end].Unit.At == u.At && (s.orders[end].Unit.Type == machiavelli.Garrison) == u.InCity() {
			end++
		}
		s.units = append(s.units, unitOrders{index: i, unit: u, list: s.orders[begin:end]})
		begin = end
	}
	s.v.roll(power).Shuffle(len(s.units), func(i, j int) { s.units[i], s.units[j] = s.units[j], s.units[i] })
}

// mine reports whether a power belongs to the view's side.
func (s *stage) mine(x machiavelli.Power) bool { return x != machiavelli.Nobody && s.v.side.Has(x) }

// owns reports whether the side owns both the province and the city of an area.
func (s *stage) owns(at board.ID) bool { return s.mine(s.p.City[at]) && s.mine(s.p.Province[at]) }

// step reports whether an order is an advance that the unit can make by itself in one campaign.
func (s *stage) step(u *position.Unit, o *order.Order) bool {
	return o.Kind == order.Advance && !o.ByConvoy() && reach(s.b, u).Has(o.To.At)
}

// held returns the index in s.units of the power's field unit in an area, or
// -1.
func (s *stage) held(at board.ID) int {
	i := int(s.field[at])
	if i < 0 {
		return -1
	}
	return slices.IndexFunc(s.units, func(x unitOrders) bool { return x.index == i })
}

// stay decides that a unit remains where it is. It besieges the city if it can.
func (s *stage) stay(x *unitOrders) {
	x.phase = staying
	s.taken.Add(x.unit.At)
	for k := range x.list {
		switch x.list[k].Kind {
		case order.Hold:
			x.chosen = x.list[k]
		case order.Besiege:
			x.chosen = x.list[k]
			return
		}
	}
}

// advance decides that a unit goes to another area.
func (s *stage) advance(x *unitOrders, o *order.Order) {
	x.phase, x.chosen = leaving, *o
	s.taken.Add(o.To.At)
}

// comeOut decides that a garrison becomes an army outside its city, and reports
// whether it can.
func (s *stage) comeOut(x *unitOrders) bool {
	at := x.unit.At
	if s.field[at] >= 0 || s.taken.Has(at) {
		return false
	}
	k := slices.IndexFunc(x.list, func(o order.Order) bool { return o.Kind == order.Convert && o.ConvertTo == machiavelli.Army })
	if k < 0 {
		return false
	}
	x.phase, x.chosen = leaving, x.list[k]
	s.taken.Add(at)
	return true
}

// write returns the orders of all units.
func (s *stage) write() []order.Order {
	out := make([]order.Order, 0, len(s.units))
	for i := range s.units {
		if o := s.units[i].chosen; o.Kind != order.NoKind {
			out = append(out, o)
		}
	}
	return out
}

// retreats orders each dislodged unit of a power to the most valuable place that no other dislodged
// unit takes. A unit without such a place disbands.
func (s *stage) retreats(power machiavelli.Power, value func(order.Unit) float64) []order.Order {
	var out []order.Order
	for i := range s.p.Dislodged {
		u := &s.p.Dislodged[i].Unit
		if u.Owner != power {
			continue
		}
		var best order.Order
		most := 0.0
		for _, o := range legal.Retreats(s.p, s.v.r, i, nil) {
			if o.Kind == order.Disband {
				if best.Kind == order.NoKind {
					best = o
				}
				continue
			}
			x := value(order.Unit{Type: u.Type, At: o.To.At, Coast: o.To.Coast})
			if !s.taken.Has(o.To.At) && (best.Kind == order.NoKind || x > most) {
				best, most = o, x
			}
		}
		if best.Kind == order.Retreat {
			s.taken.Add(best.To.At)
		}
		out = append(out, best)
	}
	return out
}

// winter removes the units of the lowest value if there are too many of them or
// too few ducats, keeps the others, and builds the units of the highest value.
// It builds only ordinary armies and fleets.
func (s *stage) winter(power machiavelli.Power, value func(order.Unit) float64) []order.Order {
	units := s.finder.Removals(s.p, s.v.r, power, nil)
	slices.SortStableFunc(units, func(a, b order.Order) int { return cmp.Compare(value(b.Unit), value(a.Unit)) })
	builds := s.finder.Builds(s.p, s.v.r, power, nil)
	builds = slices.DeleteFunc(builds, func(o order.Order) bool {
		return o.Quality != machiavelli.Ordinary || o.Unit.Type != machiavelli.Army && o.Unit.Type != machiavelli.Fleet
	})
	slices.SortStableFunc(builds, func(a, b order.Order) int { return cmp.Compare(value(b.Unit), value(a.Unit)) })
	if s.v.r.Money && s.v.r.UnitCount == rules.CountMoney {
		return s.paid(power, units, builds)
	}
	a := turn.Allow(s.p, power)
	if extra := a.Units - a.Cities; extra > 0 {
		return units[max(len(units)-extra, 0):]
	}
	var out []order.Order
	for i := 0; i < len(builds) && len(out) < a.Cities-a.Units; i++ {
		if !built(out, &builds[i]) {
			out = append(out, builds[i])
		}
	}
	for n := len(out); n < a.Cities-a.Units; n++ {
		out = append(out, order.Order{Kind: order.Waive})
	}
	return out
}

// paid does the same as winter in games in which units cost ducats. It pays for
// the most valuable units first.
func (s *stage) paid(power machiavelli.Power, units, builds []order.Order) []order.Order {
	purse := s.p.Treasury[power]
	for i := range units {
		j := legal.TargetUnit(s.p, units[i].Unit)
		if cost := s.p.Units[j].Price(); cost <= purse {
			purse -= cost
			units[i].Kind = order.Maintain
		}
	}
	for i := range builds {
		if cost := price(&builds[i]); cost <= purse && !built(units, &builds[i]) {
			purse -= cost
			units = append(units, builds[i])
		}
	}
	return units
}

package referencetest

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
)

// exchanges adds the lines of exchanges between the powers, several of which
// promise the same things. Some exchanges are not lodged by both parties, or do
// not match.
func (m *maker) exchanges() {
	if !m.r.Exchanges || !m.chance(60) {
		return
	}
	for n := 1 + m.rng.IntN(4); n > 0; n-- {
		a := m.power()
		b := m.other(a)
		if a == b {
			continue
		}
		if m.chance(3) {
			m.add(a, order.Order{Kind: order.Exchange, With: b, Item: order.Clear})
		}
		var list []order.Order // as power a writes them
		for i := 2 + m.rng.IntN(3); i > 0; i-- {
			get := i%2 == 0
			from := a
			if get {
				from = b
			}
			if o := m.good(from); o.Kind != order.NoKind {
				list = append(list, o.Exchanged(b, get))
			}
		}
		skip, change := -1, -1
		if len(list) > 0 && m.chance(10) {
			skip = m.rng.IntN(len(list))
		}
		if len(list) > 0 && m.chance(5) {
			change = m.rng.IntN(len(list))
		}
		for _, o := range list {
			m.add(a, o)
		}
		m.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for i, o := range list {
			if o = o.Mirrored(a); i == change {
				o.Get = !o.Get
			}
			if i != skip {
				m.add(b, o)
			}
		}
	}
}

// good returns something that a power can exchange, without its parties.
func (m *maker) good(from machiavelli.Power) order.Order {
	p := m.p
	switch n := m.rng.IntN(100); {
	case n < 30:
		return order.Order{Kind: order.Payment, Amount: int32(1 + m.rng.IntN(12))}
	case n < 40:
		return order.Order{Kind: order.GiveChit, Victim: m.power()}
	case n < 65:
		for range 10 {
			if at := m.somewhere(); p.Province[at] == from {
				return order.Order{Kind: order.GiveProvince, To: board.Place{At: at}}
			}
		}
		return order.Order{Kind: order.GiveProvince, To: board.Place{At: m.somewhere()}}
	}
	for range 10 {
		if len(p.Units) == 0 {
			break
		}
		i := m.rng.IntN(len(p.Units))
		u := p.Units[i]
		if u.Owner != from {
			continue
		}
		o := order.Order{Kind: order.Hold, Explicit: true, Unit: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}}
		switch n := m.rng.IntN(100); {
		case n < 5 && !m.calm:
			if all := legal.OfUnit(p, m.r, i, nil); len(all) > 0 {
				return all[m.rng.IntN(len(all))]
			}
		case n < 12 && m.r.DisbandOrders:
			o.Kind, o.Explicit = order.Disband, false
		case n < 50 && p.Setting.Forts.Has(u.At) && u.Type != machiavelli.Garrison:
			o.Kind, o.Explicit = order.Besiege, false
		case n < 60 && p.Sieges.Has(u.At):
			o.Kind, o.Explicit = order.Lift, false
		}
		return o
	}
	return order.Order{}
}

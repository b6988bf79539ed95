package referencetest

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// siegeDeals lets besieged cities change hands: the garrison's power buys the
// besieger, the besieger's power buys the garrison, or a third power buys both.
// The besieger then usually moves away, and another unit may replace it.
func (m *maker) siegeDeals() {
	if !m.r.Money || !m.chance(40) {
		return
	}
	p := m.p
	for _, at := range p.BesiegedCities().IDs() {
		f, g := p.Field(at), p.Garrison(at)
		if g < 0 {
			continue
		}
		besieger, besieged := p.Units[f], p.Units[g]
		var buyer machiavelli.Power
		buys := []position.Unit{besieger}
		switch m.rng.IntN(3) {
		case 0:
			buyer = besieged.Owner
		case 1:
			buyer, buys[0] = besieger.Owner, besieged
		default:
			buyer, buys = m.other(besieger.Owner), append(buys, besieged)
		}
		if buyer == machiavelli.Nobody {
			continue
		}
		p.Treasury[buyer] += 120
		for i, u := range buys {
			m.add(buyer, order.Order{
				Kind: order.Expense, Slot: uint8(1 + i), Expense: order.BuyUnit, HasSum: true, Amount: 54,
				Target: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast},
			})
		}
		if m.chance(75) {
			m.walk(buyer, besieger)
		}
		for _, u := range p.Units {
			if !u.InCity() && u.Owner != machiavelli.Nobody && u.At != at && m.b.ArmyEdges[u.At].Has(at) && u.Type == machiavelli.Army && m.chance(60) {
				m.add(u.Owner, order.Order{Kind: order.Advance, Unit: order.Unit{Type: u.Type, At: u.At}, To: board.Place{At: at}})
			}
		}
	}
}

// walk orders an army to move to a neighbouring province, if there is one. It
// does nothing for other units.
func (m *maker) walk(who machiavelli.Power, u position.Unit) {
	to := m.b.ArmyEdges[u.At].Minus(m.p.Setting.OffBoard).IDs()
	if u.Type == machiavelli.Army && len(to) > 0 {
		m.add(who, order.Order{Kind: order.Advance, Unit: order.Unit{Type: u.Type, At: u.At}, To: board.Place{At: to[m.rng.IntN(len(to))]}})
	}
}

// downfall gives all of a home country to a second power, and that power's own
// home to a third, so that losses, conquests and eliminations coincide. The
// first power often holds another country, with which it survives.
func (m *maker) downfall() {
	p := m.p
	if len(m.in) < 3 || !m.chance(30) {
		return
	}
	who := append([]machiavelli.Power(nil), m.in...)
	m.rng.Shuffle(len(who), func(i, j int) { who[i], who[j] = who[j], who[i] })
	victim, heir, third := who[0], who[1], who[2]
	m.calm = m.chance(85)
	for i, country := range p.Setting.Countries {
		switch {
		case p.Holder[i] == victim && country.Native == victim:
			m.take(country.Provinces, heir)
		case p.Holder[i] == heir:
			m.take(country.Provinces, third)
		}
	}
	for i, country := range p.Setting.Countries {
		if n := country.Native; n == victim || n == heir || n == third || m.chance(60) || !p.Eliminated.Has(n) {
			continue
		}
		p.Holder[i] = victim
		if list := country.Provinces.Intersect(m.b.Cities).IDs(); len(list) > 0 {
			m.take(board.SetOf(list[m.rng.IntN(len(list))]), victim)
		}
		return
	}
}

// redoubt leaves a power a single home city, in which it has a garrison while
// another power has everything else and a unit outside.
func (m *maker) redoubt() {
	p := m.p
	if len(m.in) < 2 || !m.chance(10) {
		return
	}
	last := m.in[m.rng.IntN(len(m.in))]
	enemy := m.other(last)
	for i, country := range p.Setting.Countries {
		if p.Holder[i] != last {
			continue
		}
		m.take(country.Provinces, enemy)
		for _, at := range country.Provinces.Intersect(m.b.Fortified).IDs() {
			if p.Field(at) >= 0 || p.Garrison(at) >= 0 || m.b.Venice == at {
				continue
			}
			p.City[at] = last
			p.Units = append(p.Units, position.Unit{Owner: enemy, Type: machiavelli.Army, At: at}, position.Unit{Owner: last, Type: machiavelli.Garrison, At: at})
			m.calm = m.calm || m.chance(85)
			break
		}
	}
}

// uprising lets a power cause rebellions against units that are ordered to
// besiege their own empty city.
func (m *maker) uprising() {
	if !m.r.Money || !m.chance(25) {
		return
	}
	p := m.p
	for _, u := range p.Units {
		at := u.At
		if u.InCity() || u.Owner == machiavelli.Nobody || p.Province[at] != u.Owner || !p.Setting.Forts.Has(at) || p.Garrison(at) >= 0 || !m.chance(50) {
			continue
		}
		payer := m.other(u.Owner)
		p.Treasury[payer] += 20
		m.add(payer, order.Order{Kind: order.Expense, Slot: 4, Expense: order.Rebellion, HasSum: true, Amount: 15, To: board.Place{At: at}})
		m.add(u.Owner, order.Order{Kind: order.Besiege, Unit: m.unitName(u)})
	}
}

// take gives provinces, cities and the units there to a power.
func (m *maker) take(places board.Set, to machiavelli.Power) {
	p := m.p
	for _, at := range places.IDs() {
		p.Province[at] = to
		if m.b.Cities.Has(at) {
			p.City[at] = to
		}
		if p.RebelLand.Has(at) || p.RebelCity.Has(at) {
			p.RebelLand.Remove(at)
			p.RebelCity.Remove(at)
			p.RebelAgainst[at] = machiavelli.Nobody
		}
		p.Sieges.Remove(at)
	}
	special := false
	for i := range p.Units {
		special = special || p.Units[i].Owner == to && p.Units[i].Special()
	}
	for i := range p.Units {
		if u := &p.Units[i]; places.Has(u.At) && u.Owner != to {
			if u.Owner = to; u.Special() && special {
				u.Quality = machiavelli.Ordinary
				if u.Mounted() {
					u.Type = machiavelli.Army
				}
			}
			special = special || u.Special()
		}
	}
}

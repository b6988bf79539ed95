package referencetest

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn/reference"
)

// add adds a line.
func (m *maker) add(x machiavelli.Power, o order.Order) {
	m.line = append(m.line, reference.Line{Power: x, Order: o})
}

// unitName names a unit, sometimes without its type.
func (m *maker) unitName(u position.Unit) order.Unit {
	n := order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}
	if m.chance(10) {
		n.Type = machiavelli.NoType
	}
	return n
}

// money adds expenses, payments, loans and other money orders, most of them for
// the same few units, provinces and rulers.
func (m *maker) money() {
	p := m.p
	var hot []position.Unit
	for range 1 + m.rng.IntN(2) {
		if len(p.Units) > 0 {
			hot = append(hot, p.Units[m.rng.IntN(len(p.Units))])
		}
	}
	places := []board.ID{m.somewhere(), m.somewhere(), m.somewhere()}
	prey := m.power()
	for _, x := range m.in {
		for n := m.rng.IntN(8); n > 0; n-- {
			m.expense(x, hot, places, prey)
		}
		for n := max(0, m.rng.IntN(5)-2); n > 0; n-- {
			o := order.Order{Kind: order.Payment, Amount: int32(m.rng.IntN(20))}
			if m.chance(35) && m.r.BankLoans {
				o.Bank = true
			} else {
				o.Power = m.other(x)
			}
			m.add(x, o)
		}
		for n := m.rng.IntN(3); n > 0 && m.r.BankLoans; n-- {
			m.add(x, order.Order{Kind: order.Loan, Years: uint8(1 + m.rng.IntN(2)), Amount: int32(m.rng.IntN(28))})
		}
		for m.r.Assassinations && m.chance(30) {
			m.add(x, order.Order{Kind: order.GiveChit, Power: m.other(x), Victim: m.other(x)})
		}
		if m.r.ForcedTaxation != rules.NoForcedTaxation && m.chance(40) {
			m.add(x, order.Order{Kind: order.Tax, To: board.Place{At: m.somewhere()}})
		}
		if m.r.ProvinceTrading && m.chance(40) {
			m.add(x, order.Order{Kind: order.GiveProvince, Power: m.other(x), To: board.Place{At: m.somewhere()}})
		}
		if m.r.BribeAdjacency == rules.BribeOwnOrPermitted && len(hot) > 0 && m.chance(60) {
			u := hot[m.rng.IntN(len(hot))]
			m.add(x, order.Order{Kind: order.Permit, Power: m.other(x), Target: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}})
		}
	}
}

// expense adds one expense.
func (m *maker) expense(x machiavelli.Power, hot []position.Unit, places []board.ID, prey machiavelli.Power) {
	o := order.Order{Kind: order.Expense, Slot: uint8(1 + m.rng.IntN(4))}
	usual := 12
	switch n := m.rng.IntN(100); {
	case n < 4:
		o.Expense = order.Delete
		m.add(x, o)
		return
	case n < 62:
		if len(m.p.Units) == 0 {
			return
		}
		u := m.p.Units[m.rng.IntN(len(m.p.Units))]
		if m.chance(75) {
			u = hot[m.rng.IntN(len(hot))]
		}
		o.Target = m.unitName(u)
		o.Expense = []order.ExpenseKind{order.CounterBribe, order.DisbandUnit, order.BuyUnit, order.ToAutonomous}[m.rng.IntN(4)]
		if o.Expense == order.ToAutonomous && u.Type != machiavelli.Garrison && !m.r.AutonomousFieldUnits {
			o.Expense = order.BuyUnit
		}
		if u.Owner == machiavelli.Nobody && m.r.AutonomousOrders && m.chance(40) {
			o.Expense = order.OrderUnit
		}
		usual = []int{12, 18, 18, 24, 36}[m.rng.IntN(5)]
		if o.Expense == order.CounterBribe {
			usual = 3
		}
	case n < 67:
		o.Expense, o.To.At, usual = order.FamineRelief, m.amid(m.p.Famine), 3
		if m.r.CauseFamine != rules.NoCausedFamine && m.chance(50) {
			o.Expense = order.CauseFamine
		}
	case n < 72:
		o.Expense, o.To.At = order.Pacify, m.amid(m.p.RebelLand.Union(m.p.RebelCity))
		if m.r.CausePlague && m.chance(50) {
			o.Expense = order.CausePlague + order.ExpenseKind(m.rng.IntN(2))
		}
		if m.r.Ransom && m.chance(40) {
			o.Expense, o.To.At = order.Ransom, m.amid(m.p.Sieges)
			usual = 9
		}
	case n < 85:
		o.Expense, o.To.At = order.Rebellion, m.somewhere()
	default:
		if !m.r.Assassinations {
			return
		}
		o.Expense, o.Power = order.Assassinate, m.other(x)
		if m.chance(50) {
			o.Power = prey
		}
		usual = 12 * (1 + m.rng.IntN(4))
	}
	if o.To.At != board.None && m.chance(40) {
		o.To.At = places[m.rng.IntN(len(places))]
	}
	switch m.rng.IntN(6) {
	case 0:
	case 1:
		o.HasSum, o.Amount = true, int32(usual)
	case 2:
		o.HasSum, o.Amount = true, int32(m.rng.IntN(30))
	default:
		o.HasSum, o.Amount = true, int32(usual+3*m.rng.IntN(4)+m.rng.IntN(3))
	}
	m.add(x, o)
}

// unitOrders orders units to hold, besiege, lift sieges and disband, and
// sometimes to march. Some orders come from powers that may buy the units.
func (m *maker) unitOrders() {
	if !m.calm && m.chance(15) {
		m.marches()
	}
	for _, u := range m.p.Units {
		for range 1 + m.rng.IntN(2) {
			who := u.Owner
			if who == machiavelli.Nobody || m.chance(25) {
				who = m.power()
			}
			o := order.Order{Kind: order.Hold, Explicit: true, Unit: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}}
			switch n := m.rng.IntN(100); {
			case n < 3 && m.r.DisbandOrders:
				o.Kind, o.Explicit = order.Disband, false
			case n < 20:
				continue
			case n < 55 && m.p.Setting.Forts.Has(u.At) && u.Type != machiavelli.Garrison:
				o.Kind, o.Explicit = order.Besiege, false
			case n < 62 && m.p.Sieges.Has(u.At):
				o.Kind, o.Explicit = order.Lift, false
			}
			m.add(who, o)
		}
	}
}

// marches gives about half of the units any legal order.
func (m *maker) marches() {
	for i, u := range m.p.Units {
		if all := legal.OfUnit(m.p, m.r, i, nil); len(all) > 0 && m.chance(50) {
			m.add(u.Owner, all[m.rng.IntN(len(all))])
		}
	}
}

// adjustments adds the orders of a winter.
func (m *maker) adjustments() {
	for _, x := range m.in {
		var own []position.Unit
		for _, u := range m.p.Units {
			if u.Owner == x {
				own = append(own, u)
			}
		}
		for n := m.rng.IntN(2 + 2*len(own)); n > 0 && len(own) > 0; n-- {
			o := order.Order{Kind: order.Maintain, Unit: m.unitName(own[m.rng.IntN(len(own))])}
			if m.chance(35) {
				o.Kind = order.Remove
			}
			m.add(x, o)
		}
		homes := m.p.Homes(x).IDs()
		for n := m.rng.IntN(5); n > 0 && len(homes) > 0; n-- {
			at := homes[m.rng.IntN(len(homes))]
			if len(own) > 0 && m.chance(40) {
				at = own[m.rng.IntN(len(own))].At
			}
			o := order.Order{Kind: order.Build, Quality: m.quality(), Unit: order.Unit{Type: machiavelli.Army, At: at}}
			if m.chance(55) {
				o.Unit.Type = machiavelli.Fleet + machiavelli.UnitType(m.rng.IntN(2))
			}
			if o.Unit.Type == machiavelli.Army && (m.r.Cavalry || m.r.ArmouredCavalry) && m.chance(20) {
				o.Unit.Type, o.Quality = machiavelli.Cavalry+machiavelli.UnitType(m.rng.IntN(2)), machiavelli.Ordinary
			}
			if o.Unit.Type == machiavelli.Fleet && m.b.TwoCoast.Has(at) {
				o.Unit.Coast = m.b.Areas[at].Coasts[0]
			}
			m.add(x, o)
			if m.chance(10) {
				m.add(x, order.Order{Kind: order.Remove, Unit: o.Unit})
			}
			if m.chance(12) {
				m.add(x, order.Order{Kind: order.Waive})
			}
		}
		m.rng.Shuffle(len(m.line), func(i, j int) { m.line[i], m.line[j] = m.line[j], m.line[i] })
	}
}

package reference_test

import (
	"math/rand/v2"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn/reference"
)

// game is a position with lines, to be played both ways.
type game struct {
	p     *position.Position
	lines []reference.Line
	rules rules.Set
	seed  uint64
}

// mixedRules is a preset with the options of money, disasters and winter drawn
// by lot, each with one chance in three, and where extra is set the optional
// rules too. What needs what is then put in order.
func mixedRules(rng *rand.Rand, r rules.Set, extra bool) rules.Set {
	for _, o := range rules.Options {
		free := o.Group == rules.MoneyGroup
		switch o.Name {
		case "split-city-province", "assassinations", "assassination-chits", "assassination-max-spend", "bank-loans", "famine", "plague", "storms",
			"special-units", "siege-locks-besieger", "disband-orders", "dice":
			free = true
		case "cavalry", "armoured-cavalry", "autonomous-field-units", "autonomous-orders", "province-trading", "forced-taxation", "cause-famine",
			"cause-plague", "province-income":
			free = extra
		case "disaster-tables", "unpaid-unit-removal": // a board has only its own tables; the reference knows no distances
			free = false
		}
		if !free || rng.IntN(3) > 0 || o.Name == "dice" && rng.IntN(4) > 0 {
			continue
		}
		if err := o.Set(&r, o.Values[rng.IntN(len(o.Values))].Name); err != nil {
			panic(err)
		}
	}
	return r.Normalize()
}

// maker makes a game.
type maker struct {
	rng  *rand.Rand
	p    *position.Position
	r    *rules.Set
	b    *board.Board
	in   []machiavelli.Power // powers that play a part
	area []board.ID          // where they do
	line []reference.Line
}

func (m *maker) chance(percent int) bool { return m.rng.IntN(100) < percent }

func (m *maker) power() machiavelli.Power { return m.in[m.rng.IntN(len(m.in))] }

func (m *maker) somewhere() board.ID { return m.area[m.rng.IntN(len(m.area))] }

// amid is mostly a member of a set, if it has one.
func (m *maker) amid(s board.Set) board.ID {
	if list := s.IDs(); len(list) > 0 && m.chance(70) {
		return list[m.rng.IntN(len(list))]
	}
	return m.somewhere()
}

// other is a power of the game that is not the one given, if there is one.
func (m *maker) other(than machiavelli.Power) machiavelli.Power {
	for range 8 {
		if x := m.power(); x != than {
			return x
		}
	}
	return than
}

// make a game from a start position, in a season drawn by lot.
func make_(rng *rand.Rand, start *position.Position, r *rules.Set, season machiavelli.Season) game {
	m := &maker{rng: rng, p: start.Clone(), r: r, b: start.Setting.Board}
	m.p.Phase.Season, m.p.Phase.Step = season, machiavelli.Orders
	if season == machiavelli.Winter {
		m.p.Phase.Step = machiavelli.Adjustments
	}
	m.p.Phase.Year += 1 + rng.IntN(3)
	m.populate()
	m.riches()
	if season == machiavelli.Winter {
		m.adjustments()
	} else {
		m.money()
		m.unitOrders()
	}
	return game{m.p, m.line, *r, rng.Uint64()}
}

// populate fills a corner of the board with units of a few powers, sieges,
// rebellions and famine.
func (m *maker) populate() {
	p := m.p
	var left []machiavelli.Power
	for i := 1; i < len(p.Setting.Powers); i++ {
		if x := machiavelli.Power(i); !p.Setting.Absent.Has(x) {
			left = append(left, x)
		}
	}
	m.rng.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	m.in = left[:min(len(left), 2+m.rng.IntN(4))]
	for _, gone := range left[len(m.in):] {
		if m.chance(12) {
			m.eliminate(gone)
		}
	}
	m.cluster(3 + m.rng.IntN(12))
	p.Units = nil
	for _, at := range m.area {
		m.settle(at)
	}
	m.rng.Shuffle(len(p.Units), func(i, j int) { p.Units[i], p.Units[j] = p.Units[j], p.Units[i] })
	m.owners()
	reference.Control(p, m.r)
	for _, at := range m.area {
		m.trouble(at)
	}
	for i := 1; i < len(p.Setting.Powers); i++ {
		if x := machiavelli.Power(i); !p.Eliminated.Has(x) && m.chance(95) {
			m.roof(x)
		}
	}
}

// roof gives a power a city of a home country, if one is free, so that it is not
// eliminated.
func (m *maker) roof(x machiavelli.Power) {
	p := m.p
	homes := p.Homes(x).Intersect(m.b.Cities).IDs()
	for _, at := range homes {
		if p.City[at] == x && p.Field(at) < 0 && p.Garrison(at) < 0 {
			return
		}
	}
	for _, at := range homes {
		if p.Field(at) < 0 && p.Garrison(at) < 0 && !p.RebelLand.Has(at) && !p.RebelCity.Has(at) {
			p.City[at], p.Province[at] = x, x
			return
		}
	}
}

// eliminate takes a power out of the game. Its land goes to others or to
// nobody, and its countries to nobody or one who has part of them.
func (m *maker) eliminate(gone machiavelli.Power) {
	p := m.p
	p.Eliminated = p.Eliminated.With(gone)
	heir := machiavelli.Nobody
	if m.chance(60) {
		heir = m.power()
	}
	for at := range p.Province {
		if p.Province[at] == gone || p.City[at] == gone {
			p.Province[at], p.City[at] = machiavelli.Nobody, machiavelli.Nobody
			if m.chance(50) {
				p.Province[at] = heir
				if m.b.Cities.Has(board.ID(at)) {
					p.City[at] = heir
				}
			}
		}
	}
	for i := range p.Holder {
		if p.Holder[i] == gone {
			p.Holder[i] = heir
		}
	}
	for i := range p.Chits[gone] {
		p.Chits[gone][i] = 0
	}
}

// cluster chooses a corner of the board.
func (m *maker) cluster(size int) {
	land := m.b.Land.Minus(m.p.Setting.OffBoard).IDs()
	m.area = []board.ID{land[m.rng.IntN(len(land))]}
	if m.b.Venice != board.None && m.chance(10) {
		m.area[0] = m.b.Venice
	}
	in := board.SetOf(m.area...)
	for tries := 0; len(m.area) < size && tries < 1000; tries++ {
		next := m.b.Borders[m.somewhere()].Minus(in).Minus(m.p.Setting.OffBoard).IDs()
		if len(next) == 0 {
			continue
		}
		at := next[m.rng.IntN(len(next))]
		in.Add(at)
		m.area = append(m.area, at)
	}
}

func (m *maker) lagoon(at board.ID) bool {
	return m.b.Venice != board.None && at == m.b.Venice && m.r.VeniceModel == rules.VeniceSingleSpace
}

func (m *maker) quality() machiavelli.Quality {
	if m.r.SpecialUnits && m.chance(25) {
		return machiavelli.Quality(1 + m.rng.IntN(3))
	}
	return machiavelli.Ordinary
}

// settle puts units into an area. A power has one special unit.
func (m *maker) settle(at board.ID) {
	p := m.p
	add := func(u position.Unit) {
		u.At, u.Quality = at, m.quality()
		if u.Type == machiavelli.Army && m.r.Cavalry && m.chance(15) {
			u.Type, u.Quality = machiavelli.Cavalry, machiavelli.Ordinary
		}
		for _, v := range p.Units {
			if v.Owner == u.Owner && v.Special() && u.Owner != machiavelli.Nobody {
				u.Quality = machiavelli.Ordinary
				if u.Mounted() {
					u.Type = machiavelli.Army
				}
			}
		}
		p.Units = append(p.Units, u)
	}
	field := m.chance(70)
	if field {
		u := position.Unit{Owner: m.power(), Type: machiavelli.Army}
		if m.r.AutonomousFieldUnits && m.chance(20) {
			u.Owner = machiavelli.Nobody
		}
		switch {
		case m.b.Seas.Has(at), m.b.Coastal.Has(at) && m.chance(40):
			u.Type = machiavelli.Fleet
			if m.b.TwoCoast.Has(at) {
				u.Coast = m.b.Areas[at].Coasts[m.rng.IntN(len(m.b.Areas[at].Coasts))]
			}
		case m.b.Venice == at && !m.lagoon(at):
			u.Type = machiavelli.Fleet
		}
		add(u)
	}
	if p.Setting.Forts.Has(at) && !(field && m.lagoon(at)) && m.chance(55) {
		u := position.Unit{Owner: m.power(), Type: machiavelli.Garrison}
		if m.chance(30) {
			u.Owner = machiavelli.Nobody
		}
		add(u)
	}
}

// owners gives provinces and cities to powers, before the units there take
// theirs.
func (m *maker) owners() {
	p := m.p
	in := board.SetOf(m.area...)
	for _, at := range m.b.Land.Minus(p.Setting.OffBoard).IDs() {
		if m.chance(60) || !in.Has(at) && m.chance(94) {
			continue
		}
		p.Province[at] = machiavelli.Nobody
		if m.chance(75) {
			p.Province[at] = m.power()
		}
		if m.b.Cities.Has(at) {
			p.City[at] = p.Province[at]
			if m.chance(15) && p.Setting.Forts.Has(at) && !m.lagoon(at) {
				p.City[at] = m.power()
			}
		}
	}
}

// trouble marks a siege, a rebellion, a famine.
func (m *maker) trouble(at board.ID) {
	p := m.p
	if !m.b.Land.Has(at) {
		return
	}
	f, g := p.Field(at), p.Garrison(at)
	if owner := p.Province[at]; owner != machiavelli.Nobody && m.chance(25) {
		city := p.Setting.Forts.Has(at) && g < 0 && m.chance(60)
		switch {
		case m.lagoon(at):
			if f < 0 && g < 0 {
				p.RebelCity.Add(at)
			}
		case city && (m.r.RebellionExtent == rules.CityElseProvince || m.chance(20)):
			p.RebelCity.Add(at)
		default:
			p.RebelLand.Add(at)
			if city {
				p.RebelCity.Add(at)
			}
		}
		if p.RebelLand.Has(at) || p.RebelCity.Has(at) {
			p.RebelAgainst[at] = owner
		}
	}
	if f >= 0 && p.Setting.Forts.Has(at) && m.chance(55) && (p.Units[f].Type != machiavelli.Fleet || m.b.Ports.Has(at)) {
		p.Sieges.Add(at)
		if !p.Besieged(at) {
			p.Sieges.Remove(at)
		}
	}
	if m.r.ForcedTaxation != rules.NoForcedTaxation && m.chance(20) {
		if m.chance(50) {
			p.Taxed.Add(at)
		} else {
			p.TaxedBefore.Add(at)
		}
	}
	if season := p.Phase.Season; (season == machiavelli.Spring || season == machiavelli.Winter) && m.r.Famine && m.chance(20) {
		p.Famine.Add(at)
	}
}

// riches gives treasuries, loans and chits.
func (m *maker) riches() {
	p := m.p
	p.Loans = nil
	for _, x := range m.in {
		switch m.rng.IntN(6) {
		case 0:
			p.Treasury[x] = machiavelli.Ducats(m.rng.IntN(6))
		case 1:
			p.Treasury[x] = machiavelli.Ducats(m.rng.IntN(31))
		default:
			p.Treasury[x] = machiavelli.Ducats(30 + m.rng.IntN(90))
		}
		for _, y := range m.in {
			if x != y && m.r.Assassinations {
				p.Chits[x][y] = uint8(max(0, m.rng.IntN(5)-2))
			}
		}
		if !m.r.BankLoans {
			continue
		}
		if m.chance(6) {
			p.Bankrupt = p.Bankrupt.With(x)
			continue
		}
		room := 25
		for n := max(0, m.rng.IntN(5)-2); n > 0 && room > 0; n-- {
			sum := 1 + m.rng.IntN(room)
			room -= sum
			l := position.Loan{Power: x, Principal: machiavelli.Ducats(sum), Season: machiavelli.Spring + machiavelli.Season(m.rng.IntN(3)),
				Year: p.Phase.Year + m.rng.IntN(2)}
			l.Interest = machiavelli.Ducats(m.rng.IntN(sum/2 + 2))
			if m.chance(30) || l.Year == p.Phase.Year && l.Season < p.Phase.Season {
				l.Season, l.Year = p.Phase.Season, p.Phase.Year
			}
			if p.Phase.Season == machiavelli.Winter {
				l.Year++
				l.Season = machiavelli.Spring
			}
			m.lend(l)
		}
	}
}

// lend enters a loan; those that are due together are one (LOAN-05).
func (m *maker) lend(l position.Loan) {
	for i := range m.p.Loans {
		if k := &m.p.Loans[i]; k.Power == l.Power && k.Season == l.Season && k.Year == l.Year {
			k.Principal += l.Principal
			k.Interest += l.Interest
			return
		}
	}
	m.p.Loans = append(m.p.Loans, l)
}

func (m *maker) add(x machiavelli.Power, o order.Order) {
	m.line = append(m.line, reference.Line{Power: x, Order: o})
}

// unitName names a unit, the type left out now and then.
func (m *maker) unitName(u position.Unit) order.Unit {
	n := order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}
	if m.chance(10) {
		n.Type = machiavelli.NoType
	}
	return n
}

// money gives expenses, payments, loans and what else money does, most of them
// for the same few units, provinces and rulers.
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
		if m.chance(25) && m.r.Assassinations {
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

// expense gives one expense line.
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

// unitOrders lets units hold, besiege, lift sieges and disband, some by order of
// powers that may buy them.
func (m *maker) unitOrders() {
	if m.chance(15) {
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

// marches gives every other unit any lawful order.
func (m *maker) marches() {
	for i, u := range m.p.Units {
		if all := legal.OfUnit(m.p, m.r, i, nil); len(all) > 0 && m.chance(50) {
			m.add(u.Owner, all[m.rng.IntN(len(all))])
		}
	}
}

// adjustments are the orders of a winter.
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
		}
		m.rng.Shuffle(len(m.line), func(i, j int) { m.line[i], m.line[j] = m.line[j], m.line[i] })
	}
}

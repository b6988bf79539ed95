package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// purse describes the power whose money orders a Finder lists.
type purse struct {
	power   machiavelli.Power
	zone    board.Set // areas to which the power is close enough (EXP-20, EXP-26)
	afield  board.Set // areas to which the power is close enough without its garrisons, for bribe-city-to-city (EXP-22)
	special bool      // whether the power has a special unit
}

// stand records where the units stand, but not where they could go.
func (f *Finder) stand(p *position.Position, r *rules.Set) {
	f.p, f.r, f.b = p, r, p.Setting.Board
	f.locate()
}

// spend records what a power's money orders depend on. The units must be
// located.
func (f *Finder) spend(power machiavelli.Power) {
	p, r := f.p, f.r
	m := purse{power: power}
	for i := range p.Units {
		u := &p.Units[i]
		if !f.one(u.Owner, power) {
			continue
		}
		around := f.b.Borders[u.At]
		around.Add(u.At)
		m.zone = m.zone.Union(around)
		if !u.InCity() {
			m.afield = m.afield.Union(around)
		}
		m.special = m.special || u.Special()
	}
	if r.BribeAdjacency == rules.BribeUnitsOrControl {
		for at := f.b.Land.Next(board.None); at != board.None; at = f.b.Land.Next(at) {
			if f.one(p.Province[at], power) {
				around := f.b.Borders[at]
				around.Add(at)
				m.zone, m.afield = m.zone.Union(around), m.afield.Union(around)
			}
		}
	}
	f.purse = m
}

// plays reports whether a power is in the game and so can give orders.
func plays(p *position.Position, power machiavelli.Power) bool {
	return power != machiavelli.Nobody && int(power) < len(p.Setting.Powers) && !p.Eliminated.Has(power)
}

// Expenses appends the legal expenses of a power in the orders phase that would
// not be wasted as things stand. Each has the number 1 and its minimum sum,
// which may exceed the power's money. Bribes through other powers (EXP-25) are
// not listed.
func (f *Finder) Expenses(p *position.Position, r *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	if !r.Money || !plays(p, power) {
		return dst
	}
	f.stand(p, r)
	dst = f.expenses(power, dst)
	f.release()
	return dst
}

// expenses lists the expenses of a power. The units must be located.
func (f *Finder) expenses(power machiavelli.Power, dst []order.Order) []order.Order {
	p, r := f.p, f.r
	f.spend(power)
	for i := range p.Units {
		dst = f.bribes(&p.Units[i], dst)
	}
	dst = f.onProvinces(dst)
	if Sold(r, order.Assassinate) {
		o := order.Order{Kind: order.Expense, Slot: 1, Expense: order.Assassinate, HasSum: true, Amount: 12}
		for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
			if x != power && !p.Setting.Partners(x, power) && !p.Eliminated.Has(x) && (r.AssassinationChits == rules.UnlimitedChits || p.Chits[power][x] > 0) {
				o.Power = x
				dst = append(dst, o)
			}
		}
	}
	return dst
}

// bribes lists the expenses for a unit.
func (f *Finder) bribes(u *position.Unit, dst []order.Order) []order.Order {
	own, free, city := u.Owner == f.purse.power, u.Owner == machiavelli.Nobody, u.InCity()
	near := own || f.r.BribeAdjacency == rules.BribeAnywhere || f.purse.zone.Has(u.At)
	if city && !own && !f.r.BribeCityToCity && f.r.BribeAdjacency != rules.BribeAnywhere {
		near = f.purse.afield.Has(u.At)
	}
	o := order.Order{Kind: order.Expense, Slot: 1, Target: named(u), HasSum: true}
	if near || !f.r.CounterBribeAdjacency {
		o.Expense, o.Amount = order.CounterBribe, 3
		dst = append(dst, o)
	}
	if !near || f.p.Setting.OffBoard.Has(u.At) || f.p.Setting.Partners(u.Owner, f.purse.power) || own && f.r.SelfBribes == rules.SelfBribesForbidden {
		return dst
	}
	factor := doubling(f.b, u)
	add := func(kind order.ExpenseKind) {
		price, _ := unitPrice(kind, u)
		o.Expense, o.Amount = kind, int32(price*factor)
		dst = append(dst, o)
	}
	add(order.DisbandUnit)
	if !own && !(city && !free && !f.r.BuyCommittedGarrison) && !(u.Special() && f.purse.special) {
		add(order.BuyUnit)
	}
	if !free && (city || f.r.AutonomousFieldUnits) {
		add(order.ToAutonomous)
	}
	if free && Sold(f.r, order.OrderUnit) {
		add(order.OrderUnit)
	}
	return dst
}

// forProvinces lists the expenses for provinces, in the order of their constants.
var forProvinces = order.ExpensesOn(order.OnProvince)

// onProvinces lists the expenses for provinces.
func (f *Finder) onProvinces(dst []order.Order) []order.Order {
	zone := f.b.Land.Minus(f.p.Setting.OffBoard)
	if f.r.ProvinceExpenseAdjacency && f.r.BribeAdjacency != rules.BribeAnywhere {
		zone = zone.Intersect(f.purse.zone)
	}
	for _, kind := range forProvinces {
		if x := onProvinces[kind]; x != nil && Sold(f.r, kind) {
			dst = provinces(zone.Intersect(Useful(f.p, kind)), kind, int32(x.price), dst)
			continue
		} else if x != nil {
			continue
		}
		for at := zone.Next(board.None); at != board.None; at = zone.Next(at) {
			if !f.rises(at) {
				continue
			}
			price := int32(9)
			if f.p.Homes(f.p.Province[at]).Has(at) { // REB-04
				price = 15
			}
			dst = provinces(board.SetOf(at), kind, price, dst)
		}
	}
	return dst
}

// provinces lists one expense for each province of a set.
func provinces(s board.Set, kind order.ExpenseKind, price int32, dst []order.Order) []order.Order {
	o := order.Order{Kind: order.Expense, Slot: 1, Expense: kind, HasSum: true, Amount: price}
	for at := s.Next(board.None); at != board.None; at = s.Next(at) {
		o.To.At = at
		dst = append(dst, o)
	}
	return dst
}

// rises reports whether money can cause a rebellion in a province.
func (f *Finder) rises(at board.ID) bool {
	owner := f.p.Province[at]
	switch {
	case owner == machiavelli.Nobody, owner == f.purse.power && !f.r.SelfRebellion, f.p.Setting.Partners(owner, f.purse.power), f.p.Setting.OffBoard.Has(at):
		return false
	case at == f.lagoonCity() && max(f.field[at], f.garrison[at]) >= 0:
		return false
	}
	return f.canRise(at)
}

// Payments appends the payments that a power can make in the orders phase.
// These are one ducat to the bank if it has debts, and one ducat to every other
// power unless its debts forbid that. A power without ducats can make none.
func (f *Finder) Payments(p *position.Position, r *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	if !r.Money || !plays(p, power) || p.Treasury[power] <= 0 {
		return dst
	}
	o := order.Order{Kind: order.Payment, Amount: 1}
	principal, interest := Owed(p, power)
	if principal+interest > 0 {
		o.Bank = true
		dst = append(dst, o)
		o.Bank = false
	}
	if principal+interest > 0 && !r.GiftsWhileIndebted {
		return dst
	}
	for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
		if x != power && !p.Eliminated.Has(x) {
			o.Power = x
			dst = append(dst, o)
		}
	}
	return dst
}

// Loans appends, for each duration, the largest loan that the bank grants a
// power.
func (f *Finder) Loans(p *position.Position, r *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	principal, _ := Owed(p, power)
	if !r.Money || !r.BankLoans || !plays(p, power) || p.Bankrupt.Has(power) || principal >= MaxPrincipal {
		return dst
	}
	o := order.Order{Kind: order.Loan, Amount: int32(MaxPrincipal - principal), Years: 1}
	dst = append(dst, o)
	o.Years = 2
	return append(dst, o)
}

// Chits appends the gifts of assassination chits that a power can make to
// powers that can use them.
func (f *Finder) Chits(p *position.Position, r *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	if !r.Money || !r.Assassinations || r.AssassinationChits == rules.UnlimitedChits || !plays(p, power) {
		return dst
	}
	o := order.Order{Kind: order.GiveChit}
	for victim := machiavelli.Power(1); int(victim) < len(p.Setting.Powers); victim++ {
		if p.Chits[power][victim] == 0 || p.Eliminated.Has(victim) {
			continue
		}
		for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
			if x != power && x != victim && !p.Setting.Partners(x, victim) && !p.Eliminated.Has(x) {
				o.Victim, o.Power = victim, x
				dst = append(dst, o)
			}
		}
	}
	return dst
}

// Prospects appends the orders that a power could give to the units that it
// buys, or buys an order for, with the given expenses (BRIBE-12, OPT-05). It
// leaves out orders that cannot be bought from an autonomous unit.
func (f *Finder) Prospects(p *position.Position, r *rules.Set, power machiavelli.Power, expenses, dst []order.Order) []order.Order {
	if !r.Money || !plays(p, power) {
		return dst
	}
	f.survey(p, r)
	for k := range expenses {
		e := &expenses[k]
		if e.Kind != order.Expense || e.Expense != order.BuyUnit && e.Expense != order.OrderUnit {
			continue
		}
		i := TargetUnit(p, e.Target)
		if i < 0 || p.Units[i].Owner == power || e.Expense == order.OrderUnit && p.Units[i].Owner != machiavelli.Nobody {
			continue
		}
		u := p.Units[i]
		u.Owner = power
		begin := len(dst)
		dst = f.unitOf(i, &u, dst)
		if e.Expense == order.OrderUnit {
			kept := dst[:begin]
			for j := begin; j < len(dst); j++ {
				if OrderPrice(f.b, &u, &dst[j]) > 0 {
					kept = append(kept, dst[j])
				}
			}
			dst = kept
		}
	}
	f.release()
	return dst
}

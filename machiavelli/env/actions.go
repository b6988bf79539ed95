package env

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// vocabularyBuilder builds a vocabulary.
type vocabularyBuilder struct {
	v      *Vocabulary
	b      *board.Board
	r      *rules.Set
	powers []machiavelli.PowerInfo
	walled board.Set                // provinces whose city can hold a garrison
	coming [board.Max]board.Set     // areas from which a field unit could enter an area, without convoys
	places [board.Max][]board.Place // for each area, the places that a field unit could enter from there
}

// add adds an action, unless the vocabulary has it already.
func (b *vocabularyBuilder) add(e entry) {
	if _, ok := b.v.index[e]; ok {
		return
	}
	b.v.index[e] = int32(len(b.v.entries))
	b.v.entries = append(b.v.entries, e)
	o := e.order()
	text := order.Format(o, b.b, b.powers)
	if e.convoy && b.v.explicit {
		text = b.b.Areas[e.unit.at].Name + " - ... - " + b.b.Areas[e.to.At].Name
	}
	b.v.texts = append(b.v.texts, text)
}

// all adds all actions: first the orders of units, area by area, then winter orders, expenses,
// payments and the rest.
func (b *vocabularyBuilder) all() {
	if b.r.Garrisons {
		b.walled = b.b.Fortified.Union(b.b.Fortresses)
	}
	b.survey()
	for at := board.ID(1); int(at) < len(b.b.Areas); at++ {
		b.field(at)
		if b.walled.Has(at) {
			b.garrison(at)
		}
	}
	b.winter()
	if b.r.Money {
		b.expenses()
		b.payments()
	}
	b.others()
}

// survey finds where field units could go.
func (b *vocabularyBuilder) survey() {
	for at := board.ID(1); int(at) < len(b.b.Areas); at++ {
		for to := board.ID(1); int(to) < len(b.b.Areas); to++ {
			var coasts board.CoastSet
			for c := machiavelli.NoCoast; c < machiavelli.NumCoasts; c++ {
				coasts |= b.b.Landing(at, c, to)
			}
			if b.b.ArmyEdges[at].Has(to) || coasts.Has(machiavelli.NoCoast) {
				b.places[at] = append(b.places[at], board.Place{At: to})
			}
			for c := machiavelli.NorthCoast; c < machiavelli.NumCoasts; c++ {
				if coasts.Has(c) {
					b.places[at] = append(b.places[at], board.Place{At: to, Coast: c})
				}
			}
			if b.b.ArmyEdges[at].Has(to) || coasts != 0 {
				b.coming[to].Add(at)
			}
		}
	}
}

// mounted reports whether the game has cavalry, which rides over two provinces.
func (b *vocabularyBuilder) mounted() bool { return b.r.Cavalry || b.r.ArmouredCavalry }

// field adds the actions of the army, fleet or cavalry in an area.
func (b *vocabularyBuilder) field(at board.ID) {
	unit := spot{at: at}
	b.add(entry{kind: order.Hold, unit: unit})
	for _, x := range b.places[at] {
		b.add(entry{kind: order.Advance, unit: unit, to: x})
	}
	if b.mounted() {
		b.rides(at)
	}
	if b.b.Coastal.Has(at) {
		shores := b.b.Coastal
		shores.Remove(at)
		for to := shores.Next(board.None); to != board.None; to = shores.Next(to) {
			// With implicit routes, "via convoy" is written only if the army
			// could also walk.
			convoy := b.v.explicit || b.b.ArmyEdges[at].Has(to)
			b.add(entry{kind: order.Advance, unit: unit, to: board.Place{At: to}, convoy: convoy})
		}
	}
	var into board.ID
	for _, x := range b.places[at] {
		if x.At != into {
			into = x.At
			b.supports(unit, into)
		}
	}
	b.convoys(at)
	if b.walled.Has(at) {
		b.add(entry{kind: order.Convert, unit: unit, convert: machiavelli.Garrison})
		b.add(entry{kind: order.Besiege, unit: unit})
		b.add(entry{kind: order.Lift, unit: unit})
	}
	b.add(entry{kind: order.Disband, unit: unit})
}

// rides adds the advances of cavalry over two provinces.
func (b *vocabularyBuilder) rides(at board.ID) {
	near := b.b.ArmyEdges[at]
	for middle := near.Next(board.None); middle != board.None; middle = near.Next(middle) {
		far := b.b.ArmyEdges[middle].Minus(near)
		far.Remove(at)
		for to := far.Next(board.None); to != board.None; to = far.Next(to) {
			b.add(entry{kind: order.Advance, unit: spot{at: at}, to: board.Place{At: to}, middle: middle})
		}
	}
}

// supports adds the supports by a unit into an area.
func (b *vocabularyBuilder) supports(unit spot, into board.ID) {
	if b.r.SupportTarget == rules.SupportPowerInSpace {
		for p := range b.powers {
			b.add(entry{kind: order.Support, action: order.PowerThere, unit: unit, to: board.Place{At: into}, power: machiavelli.Power(p)})
		}
		return
	}
	b.add(entry{kind: order.Support, action: order.ToHold, unit: unit, target: spot{at: into}})
	if b.walled.Has(into) && !unit.city {
		b.add(entry{kind: order.Support, action: order.ToConvert, unit: unit, target: spot{into, true}})
	}
	from := b.coming[into]
	if b.b.Coastal.Has(into) {
		from = from.Union(b.b.Coastal)
	}
	if b.mounted() {
		near := b.b.ArmyEdges[into]
		for x := near.Next(board.None); x != board.None; x = near.Next(x) {
			from = from.Union(b.b.ArmyEdges[x])
		}
	}
	from.Remove(into)
	if !unit.city {
		from.Remove(unit.at)
	}
	for x := from.Next(board.None); x != board.None; x = from.Next(x) {
		e := entry{kind: order.Support, action: order.ToAdvance, unit: unit, target: spot{at: x}, to: board.Place{At: into}}
		b.add(e)
		for _, a := range b.places[x] {
			if a.At == into && a.Coast != machiavelli.NoCoast {
				e.to = a
				b.add(e)
			}
		}
	}
}

// convoys adds the convoys by a fleet in an area.
func (b *vocabularyBuilder) convoys(at board.ID) {
	if !b.b.Seas.Has(at) && !(b.r.CoastalConvoys && b.b.Coastal.Has(at)) {
		return
	}
	shores := b.b.Coastal
	for from := shores.Next(board.None); from != board.None; from = shores.Next(from) {
		for to := shores.Next(board.None); to != board.None; to = shores.Next(to) {
			if from != to && from != at {
				b.add(entry{kind: order.Convoy, unit: spot{at: at}, target: spot{at: from}, to: board.Place{At: to}})
			}
		}
	}
}

// garrison adds the actions of a city's garrison.
func (b *vocabularyBuilder) garrison(at board.ID) {
	unit := spot{at, true}
	b.add(entry{kind: order.Hold, unit: unit})
	b.supports(unit, at)
	b.add(entry{kind: order.Convert, unit: unit, convert: machiavelli.Army})
	if b.b.Ports.Has(at) {
		for _, c := range b.coasts(at) {
			b.add(entry{kind: order.Convert, unit: unit, convert: machiavelli.Fleet, to: board.Place{Coast: c}})
		}
	}
	b.add(entry{kind: order.Disband, unit: unit})
}

// coasts returns the coasts of a province on which fleets can be built. For a province with a
// single coast, it returns only NoCoast.
func (b *vocabularyBuilder) coasts(at board.ID) []machiavelli.Coast {
	if c := b.b.Areas[at].Coasts; len(c) > 0 {
		return c
	}
	return []machiavelli.Coast{machiavelli.NoCoast}
}

// winter adds builds, removals and maintenance.
func (b *vocabularyBuilder) winter() {
	paid := b.r.UnitCount == rules.CountMoney
	keep := func(unit spot) {
		if paid {
			b.add(entry{kind: order.Maintain, unit: unit})
		}
		b.add(entry{kind: order.Remove, unit: unit})
	}
	for at := board.ID(1); int(at) < len(b.b.Areas); at++ {
		keep(spot{at: at})
		if b.walled.Has(at) {
			keep(spot{at, true})
		}
	}
	cities := b.b.Cities
	for at := cities.Next(board.None); at != board.None; at = cities.Next(at) {
		for t := machiavelli.Army; t <= machiavelli.ArmouredCavalry; t++ {
			b.builds(at, t)
		}
	}
	if !paid {
		b.add(entry{kind: order.Waive})
	}
}

// builds adds the builds of one type of unit in a province.
func (b *vocabularyBuilder) builds(at board.ID, t machiavelli.UnitType) {
	coasts, special := []machiavelli.Coast{machiavelli.NoCoast}, b.r.SpecialUnits
	switch t {
	case machiavelli.Fleet:
		if !b.b.Ports.Has(at) {
			return
		}
		coasts = b.coasts(at)
	case machiavelli.Garrison:
		if !b.walled.Has(at) {
			return
		}
	case machiavelli.Cavalry:
		if special = false; !b.r.Cavalry {
			return
		}
	case machiavelli.ArmouredCavalry:
		if special = false; !b.r.ArmouredCavalry {
			return
		}
	}
	for _, c := range coasts {
		e := entry{kind: order.Build, unit: spot{at: at}, convert: t, to: board.Place{Coast: c}}
		b.add(e)
		if special {
			for e.quality = machiavelli.Militia; e.quality <= machiavelli.Professional; e.quality++ {
				b.add(e)
			}
		}
	}
}

// expenses adds the expenses of each kind.
func (b *vocabularyBuilder) expenses() {
	for kind := order.FamineRelief; int(kind) < order.Expenses(); kind++ {
		e := entry{kind: order.Expense, expense: kind}
		if !legal.Sold(b.r, kind) {
			continue
		}
		switch kind.Target() {
		case order.OnProvince:
			for at := b.b.Land.Next(board.None); at != board.None; at = b.b.Land.Next(at) {
				e.to.At = at
				b.add(e)
			}
		case order.OnUnit:
			b.eachUnit(&e)
		case order.OnRuler:
			for p := range b.players() {
				e.power = p
				b.add(e)
			}
		}
	}
}

// eachUnit adds an entry for every place where the unit that it targets can stand.
func (b *vocabularyBuilder) eachUnit(e *entry) {
	for at := board.ID(1); int(at) < len(b.b.Areas); at++ {
		e.target = spot{at: at}
		b.add(*e)
		if b.walled.Has(at) {
			e.target = spot{at, true}
			b.add(*e)
		}
	}
}

// players yields the powers other than Nobody.
func (b *vocabularyBuilder) players() func(yield func(machiavelli.Power) bool) {
	return func(yield func(machiavelli.Power) bool) {
		for p := 1; p < len(b.powers); p++ {
			if !yield(machiavelli.Power(p)) {
				return
			}
		}
	}
}

// payments adds payments, loans and gifts of chits.
func (b *vocabularyBuilder) payments() {
	for p := range b.players() {
		for _, n := range paymentSums {
			b.add(entry{kind: order.Payment, power: p, amount: uint8(n)})
		}
	}
	if b.r.BankLoans {
		for _, n := range paymentSums {
			b.add(entry{kind: order.Payment, bank: true, amount: uint8(n)})
		}
		for years := uint8(1); years <= 2; years++ {
			for n := 1; n <= int(legal.MaxPrincipal); n++ {
				b.add(entry{kind: order.Loan, years: years, amount: uint8(n)})
			}
		}
	}
	if b.r.Assassinations && b.r.AssassinationChits != rules.UnlimitedChits {
		for victim := range b.players() {
			for p := range b.players() {
				if p != victim {
					b.add(entry{kind: order.GiveChit, victim: victim, power: p})
				}
			}
		}
	}
}

// others adds the remaining actions, such as permits, taxes, gifts of provinces and strategic
// movements.
func (b *vocabularyBuilder) others() {
	for p := range b.players() {
		if b.r.Straits != rules.NoStraits && len(b.b.Straits) > 0 {
			b.add(entry{kind: order.Ally, power: p})
		}
		if b.r.Money && b.r.BribeAdjacency == rules.BribeOwnOrPermitted {
			b.eachUnit(&entry{kind: order.Permit, power: p})
		}
		if b.r.Excommunication {
			b.add(entry{kind: order.Silence, power: p})
		}
	}
	if b.r.Excommunication {
		b.add(entry{kind: order.Overrule})
	}
	for at := b.b.Land.Next(board.None); at != board.None; at = b.b.Land.Next(at) {
		if b.r.Money && b.r.ForcedTaxation != rules.NoForcedTaxation {
			b.add(entry{kind: order.Tax, to: board.Place{At: at}})
		}
		if b.r.ProvinceTrading {
			for p := range b.players() {
				b.add(entry{kind: order.GiveProvince, to: board.Place{At: at}, power: p})
			}
		}
	}
	if b.r.StrategicMovement {
		b.transfers()
	}
}

// transfers adds the strategic movements.
func (b *vocabularyBuilder) transfers() {
	for at := board.ID(1); int(at) < len(b.b.Areas); at++ {
		for to := b.b.Land.Next(board.None); to != board.None; to = b.b.Land.Next(to) {
			if to == at {
				continue
			}
			e := entry{kind: order.Transfer, unit: spot{at: at}, to: board.Place{At: to}}
			b.add(e)
			for _, e.to.Coast = range b.b.Areas[to].Coasts {
				b.add(e)
			}
		}
	}
}

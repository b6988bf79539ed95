package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Permits appends the permissions to bribe a unit that a power close enough to
// it can give to powers that are not close enough themselves (EXP-25).
func (f *Finder) Permits(p *position.Position, r *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	if !r.Money || r.BribeAdjacency != rules.BribeOwnOrPermitted || !plays(p, power) {
		return dst
	}
	for i := range p.Units {
		u := &p.Units[i]
		near := Neighbours(p, r, u.At, u.InCity())
		if near&p.Setting.Parts(power) == 0 {
			continue
		}
		for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
			if near&p.Setting.Parts(x) == 0 && !p.Eliminated.Has(x) {
				dst = append(dst, order.Order{Kind: order.Permit, Power: x, Target: named(u)})
			}
		}
	}
	return dst
}

// Taxes appends the provinces that a power can tax by force (OPT-07).
func (f *Finder) Taxes(p *position.Position, r *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	if !r.Money || r.ForcedTaxation == rules.NoForcedTaxation || !plays(p, power) ||
		r.ForcedTaxation == rules.TaxationFall && p.Phase.Season != machiavelli.Fall {
		return dst
	}
	s := p.Setting.Board.Land.Minus(p.RebelLand.Union(p.RebelCity).Union(p.Taxed))
	if r.ForcedTaxation == rules.TaxationLasting {
		s = s.Minus(p.TaxedBefore)
	}
	for at := s.Next(board.None); at != board.None; at = s.Next(at) {
		if p.Province[at] == power {
			dst = append(dst, order.Order{Kind: order.Tax, To: board.Place{At: at}})
		}
	}
	return dst
}

// Cessions appends the gifts of provinces that a power can make (OPT-06).
func (f *Finder) Cessions(p *position.Position, r *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	if !r.ProvinceTrading || !plays(p, power) {
		return dst
	}
	b := p.Setting.Board
	s := b.Land.Minus(p.Homes(power))
	for at := s.Next(board.None); at != board.None; at = s.Next(at) {
		if p.Province[at] != power || b.Cities.Has(at) && p.City[at] != power {
			continue
		}
		for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
			if x != power && !p.Eliminated.Has(x) {
				dst = append(dst, order.Order{Kind: order.GiveProvince, Power: x, To: board.Place{At: at}})
			}
		}
	}
	return dst
}

// Exchanges appends lines of exchanges that a power can lodge with other powers (OPT-19). These
// are one ducat in each direction, the chits and provinces that it can give, and the provinces
// that it can get. It lists no chits to get, because the power cannot know which chits others
// have, and no orders for units, because the units' own lists contain them.
func (f *Finder) Exchanges(p *position.Position, r *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	if !r.Exchanges || !plays(p, power) || p.Phase.Step == machiavelli.Adjustments {
		return dst
	}
	principal, interest := Owed(p, power)
	pays := p.Treasury[power] > 0 && (r.GiftsWhileIndebted || principal+interest == 0)
	chits := r.Money && r.Assassinations && r.AssassinationChits != rules.UnlimitedChits
	for with := machiavelli.Power(1); int(with) < len(p.Setting.Powers); with++ {
		if with == power || p.Eliminated.Has(with) {
			continue
		}
		ducat := order.Order{Kind: order.Payment, Amount: 1}
		if r.Money && pays {
			dst = append(dst, ducat.Exchanged(with, false))
		}
		if r.Money {
			dst = append(dst, ducat.Exchanged(with, true))
		}
		for victim := machiavelli.Power(1); chits && int(victim) < len(p.Setting.Powers); victim++ {
			chit := order.Order{Kind: order.GiveChit, Victim: victim}
			if p.Chits[power][victim] > 0 && victim != with && !p.Setting.Partners(victim, with) && !p.Eliminated.Has(victim) {
				dst = append(dst, chit.Exchanged(with, false))
			}
		}
		dst = exchangeable(p, power, with, false, dst)
		dst = exchangeable(p, with, with, true, dst)
	}
	return dst
}

// exchangeable appends a line for each province that the owner can give in an
// exchange.
func exchangeable(p *position.Position, owner, with machiavelli.Power, get bool, dst []order.Order) []order.Order {
	b := p.Setting.Board
	s := b.Land.Minus(p.Homes(owner)).Minus(p.RebelLand.Union(p.RebelCity))
	for at := s.Next(board.None); at != board.None; at = s.Next(at) {
		if p.Province[at] == owner && (!b.Cities.Has(at) || p.City[at] == owner) {
			province := order.Order{Kind: order.GiveProvince, To: board.Place{At: at}}
			dst = append(dst, province.Exchanged(with, get))
		}
	}
	return dst
}

// Bans appends the excommunications that the Pope can order or, for other
// powers, the vote against any excommunication (OPT-14).
func (f *Finder) Bans(p *position.Position, r *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	pope, there := p.Setting.Powers.Find(papacy)
	if !r.Excommunication || !there || p.Eliminated.Has(pope) || !plays(p, power) {
		return dst
	}
	if power != pope {
		return append(dst, order.Order{Kind: order.Overrule})
	}
	for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
		if x != power && !p.Eliminated.Has(x) {
			dst = append(dst, order.Order{Kind: order.Silence, Power: x})
		}
	}
	return dst
}

// Transfers appends the strategic movements of a power's field units to the
// provinces that each could reach as things stand (OPT-15). They are orders of
// the units like those that OfPower lists. A besieging unit has none.
func (f *Finder) Transfers(p *position.Position, r *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	if !r.StrategicMovement || !plays(p, power) {
		return dst
	}
	f.p, f.r, f.b = p, r, p.Setting.Board
	f.locate()
	t := &f.travel
	t.p, t.r, t.b = p, r, f.b
	for i := range p.Units {
		u := &p.Units[i]
		if u.Owner != power || u.InCity() || f.sieging(u) {
			continue
		}
		t.u, t.reached = *u, t.reached[:0]
		clear(t.been[:])
		t.come(u.Place())
		for k := 0; k < len(t.reached); k++ {
			t.onward(t.reached[k])
		}
		o := order.Order{Kind: order.Transfer, Unit: named(u)}
		for at := f.b.Land.Next(board.None); at != board.None; at = f.b.Land.Next(at) {
			for c := machiavelli.NoCoast; c < machiavelli.NumCoasts; c++ {
				if at != u.At && t.been[at].Has(c) {
					o.To = board.Place{At: at, Coast: c}
					dst = append(dst, o)
				}
			}
		}
	}
	t.p, t.r, t.b = nil, nil, nil
	f.release()
	return dst
}

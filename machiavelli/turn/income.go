package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// income runs step W1: after the fall every living power receives the income of the year, for the
// next spring. It is paid here rather than in the winter phase, so that players see how much they
// can spend.
func income(s *state) {
	if p := s.pos; p.Phase.Season == machiavelli.Fall && s.rules.Money && p.Victors == 0 {
		s.earn(p.Phase.Year+1, false)
	}
}

// earn adds the income for a spring (for the first one if opening is true) to
// the treasuries and records it for each living power, even if it is zero. A
// power that nobody plays has no treasury. Treasuries have no limit and earn no
// interest (INC-08).
func (s *state) earn(year int, opening bool) {
	var all [machiavelli.MaxPowers]event.Income
	s.fixedIncome(&all)
	s.variableIncome(&all, year, opening)
	p := s.pos
	if at := p.Setting.SeaCity; at != board.None && opening && s.rules.InitialDieMinimum == 0 && p.Field(at) < 0 {
		// The fixed sums of the opening assume that Venice has a province (BUILD-23).
		all[p.City[at]].Variable += s.paysOf(at)
	}
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if p.Eliminated.Has(power) || p.Setting.Absent.Has(power) { // INC-09
			continue
		}
		e := &all[power]
		e.Power = power
		e.Total = e.Seas + e.Provinces + e.Cities + e.Variable
		p.Treasury[power] += e.Total
		e.Treasury = p.Treasury[power]
		s.say(*e)
	}
}

// fixedIncome counts what seas, provinces, cities and fortresses pay. A sea
// pays the owner of the fleet in it (INC-01), a province and its city pay their
// owners (INC-02, INC-03), and a fortress pays the power that holds it
// (CTRL-16). If a province and its city have different owners and
// split-city-province is "nobody", they pay nobody (CTRL-14).
func (s *state) fixedIncome(all *[machiavelli.MaxPowers]event.Income) {
	p, b := s.pos, s.board()
	for i := range p.Units {
		if u := &p.Units[i]; atSea(p, u) {
			all[u.Owner].Seas += s.paysOf(u.At)
		}
	}
	for at := b.Land.Next(board.None); at != board.None; at = b.Land.Next(at) {
		land, city := s.landIncome(at)
		all[p.Province[at]].Provinces += land
		all[cityEarner(p, at)].Cities += city
	}
}

// atSea reports whether the unit is a fleet in a sea, including the sea around
// a city (VENICE-13).
func atSea(p *position.Position, u *position.Unit) bool {
	return p.Setting.Board.Seas.Has(u.At) || u.At == p.Setting.SeaCity && !u.InCity()
}

// landIncome returns what the province at pays its owner, and what its city or
// fortress pays the power that earns it.
func (s *state) landIncome(at board.ID) (land, city machiavelli.Ducats) {
	p, b, r := s.pos, s.board(), s.rules
	if splitForNobody(p, r, at) {
		return 0, 0
	}
	if at != p.Setting.SeaCity && landPays(p, r, at) {
		land = s.paysOf(at)
	}
	switch {
	case !cityPays(p, r, at):
	case b.Cities.Has(at):
		city = b.Areas[at].CityPays
	case b.Fortresses.Has(at) && p.Setting.Fortress:
		city = machiavelli.Ducats(r.FortressIncome) // INC-10
	}
	return land, city
}

// cityEarner returns the power that receives what the city or fortress of the
// province at pays.
func cityEarner(p *position.Position, at board.ID) machiavelli.Power {
	if p.Setting.Board.Cities.Has(at) {
		return p.City[at]
	}
	return fortressOwner(p, at)
}

// splitForNobody reports whether province and city of the province at have
// different owners, or one has none, and therefore pay nobody (CTRL-14).
func splitForNobody(p *position.Position, r *rules.Set, at board.ID) bool {
	return r.SplitCityProvince == rules.SplitNobody && p.Setting.Board.Cities.Has(at) && !p.Setting.Same(p.Province[at], p.City[at])
}

// paysOf returns what a province or a sea pays. This is one ducat, or the value
// in the board's own column (OPT-12).
func (s *state) paysOf(at board.ID) machiavelli.Ducats {
	if s.rules.ProvinceIncome {
		return s.board().Areas[at].Pays
	}
	return 1
}

// landPays reports whether the province at pays its owner. It does not pay
// during a famine (FAM-05) or a rebellion (REB-12).
func landPays(p *position.Position, r *rules.Set, at board.ID) bool {
	return !p.Famine.Has(at) && !p.RebelLand.Has(at) && !drained(p, r, at)
}

// cityPays reports whether the city of the province at pays its owner. It does not while it
// rebels, while taxation has drained it or, unless besieged cities pay, while it is besieged. In
// a famine it needs a garrison to pay, and also in a rebelling province if rebellion removes
// control. An unfortified city pays only if its province does (INC-03, FAM-05, REB-12, SIEGE-13).
func cityPays(p *position.Position, r *rules.Set, at board.ID) bool {
	switch {
	case p.RebelCity.Has(at), drained(p, r, at):
		return false
	case !p.Setting.Forts.Has(at):
		return landPays(p, r, at)
	case (p.Famine.Has(at) || r.RebellionRemovesControl && p.RebelLand.Has(at)) && p.Garrison(at) < 0:
		return false
	}
	return r.BesiegedCityIncome || !besieged(p, at)
}

// drained reports whether the province at pays nothing in winter because it was
// taxed by force this year and forced-taxation is "lasting" (OPT-07).
func drained(p *position.Position, r *rules.Set, at board.ID) bool {
	return r.ForcedTaxation == rules.TaxationLasting && p.Taxed.Has(at)
}

// fortressOwner returns the power that holds the fortress of the province at.
// This is the owner of its garrison or, without a garrison, the owner of the
// province (CTRL-16).
func fortressOwner(p *position.Position, at board.ID) machiavelli.Power {
	if g := p.Garrison(at); g >= 0 {
		return p.Units[g].Owner
	}
	return p.Province[at]
}

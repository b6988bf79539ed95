package sim

import (
	"fmt"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// check looks at what must hold in every position.
func check(p *position.Position, r *rules.Set) error {
	for _, f := range []func(*position.Position, *rules.Set) error{checkUnits, checkControl, checkRebellions, checkPowers, checkLoans} {
		if err := f(p, r); err != nil {
			return err
		}
	}
	return nil
}

// checkUnits: BOARD-02, BOARD-15, BOARD-17, SPEC-02, VENICE-01, DIST-04.
func checkUnits(p *position.Position, r *rules.Set) error {
	s, b := p.Setting, p.Setting.Board
	var field, city board.Set
	var special [machiavelli.MaxPowers]int
	var serials [machiavelli.MaxPowers][machiavelli.ArmouredCavalry + 1]uint64
	for i := range p.Units {
		u := &p.Units[i]
		name := b.Areas[u.At].Name
		in := &field
		if u.InCity() {
			in = &city
		}
		switch {
		case in.Has(u.At):
			return fmt.Errorf("two units of one kind in %s (BOARD-02)", name)
		case int(u.Owner) >= len(s.Powers):
			return fmt.Errorf("the unit in %s has no owner that exists", name)
		case u.Owner != machiavelli.Nobody && p.Eliminated.Has(u.Owner):
			return fmt.Errorf("the unit in %s belongs to an eliminated power (ELIM-06)", name)
		case u.Owner == machiavelli.Nobody && !u.InCity() && !r.AutonomousFieldUnits:
			return fmt.Errorf("an army or fleet in %s is autonomous (OPT-04)", name)
		case s.OffBoard.Has(u.At):
			return fmt.Errorf("a unit in %s, out of play (BOARD-15)", name)
		case u.InCity() && !s.Forts.Has(u.At),
			u.Type == machiavelli.Fleet && (!b.Seas.Union(b.Coastal).Has(u.At) || b.FleetEdges[u.At][u.Coast].Empty()),
			u.Type != machiavelli.Fleet && !u.InCity() && !b.Land.Has(u.At),
			u.Type != machiavelli.Fleet && u.Coast != machiavelli.NoCoast:
			return fmt.Errorf("a %s cannot stand in %s (BOARD-17)", u.Type, name)
		}
		in.Add(u.At)
		if u.Owner == machiavelli.Nobody {
			continue
		}
		if u.Special() {
			special[u.Owner]++
		}
		if u.Serial > 0 && u.Serial < 64 {
			bit := uint64(1) << u.Serial
			if serials[u.Owner][u.Type]&bit != 0 {
				return fmt.Errorf("%s has two units %s%d (DIST-04)", s.Powers[u.Owner].ID, u.Type.Letter(), u.Serial)
			}
			serials[u.Owner][u.Type] |= bit
		}
	}
	for power, n := range special {
		if n > 1 {
			return fmt.Errorf("%s has %d special units (SPEC-02)", s.Powers[power].ID, n)
		}
	}
	if b.Venice != board.None && r.VeniceModel == rules.VeniceSingleSpace && field.Has(b.Venice) && city.Has(b.Venice) {
		return fmt.Errorf("two units in Venice (VENICE-01)")
	}
	if len(p.Dislodged) > 0 && p.Phase.Step != machiavelli.Retreats {
		return fmt.Errorf("%d dislodged units outside a retreat phase", len(p.Dislodged))
	}
	return nil
}

// checkControl: CTRL-01 to CTRL-05, CTRL-11, CTRL-20.
func checkControl(p *position.Position, r *rules.Set) error {
	b := p.Setting.Board
	for at := board.ID(1); int(at) < len(b.Areas); at++ {
		land, city := p.Province[at], p.City[at]
		switch name := b.Areas[at].Name; {
		case land != machiavelli.Nobody && !b.Land.Has(at):
			return fmt.Errorf("%s is owned (CTRL-11)", name)
		case city != machiavelli.Nobody && !b.Cities.Has(at):
			return fmt.Errorf("%s has no city that could be owned (CTRL-16)", name)
		case p.Eliminated.Has(land) && land != machiavelli.Nobody, p.Eliminated.Has(city) && city != machiavelli.Nobody:
			return fmt.Errorf("%s belongs to an eliminated power (ELIM-06)", name)
		}
	}
	if r.ControlTiming != rules.ControlConstant || p.Phase.Step == machiavelli.Retreats {
		return nil
	}
	for i := range p.Units {
		u := &p.Units[i]
		if !b.Land.Has(u.At) {
			continue
		}
		if !u.InCity() && p.Province[u.At] != u.Owner {
			return fmt.Errorf("the unit in %s does not own the province (CTRL-02)", b.Areas[u.At].Name)
		}
		if u.InCity() && b.Cities.Has(u.At) && p.City[u.At] != u.Owner {
			return fmt.Errorf("the garrison of %s does not own the city (CTRL-03)", b.Areas[u.At].Name)
		}
	}
	return nil
}

// checkRebellions: REB-01, REB-06, CTRL-18.
func checkRebellions(p *position.Position, _ *rules.Set) error {
	b := p.Setting.Board
	any := p.RebelLand.Union(p.RebelCity)
	for at := board.ID(1); int(at) < len(b.Areas); at++ {
		name, against := b.Areas[at].Name, p.RebelAgainst[at]
		switch {
		case any.Has(at) != (against != machiavelli.Nobody):
			return fmt.Errorf("the rebellion in %s has no target, or the target no rebellion (REB-01)", name)
		case any.Has(at) && p.Phase.Step != machiavelli.Retreats && p.Province[at] != against:
			return fmt.Errorf("%s rebels against another than its owner (CTRL-18)", name)
		case p.RebelCity.Has(at) && p.Garrison(at) >= 0:
			return fmt.Errorf("the garrisoned city of %s rebels (REB-06)", name)
		case p.RebelCity.Has(at) && !p.Setting.Forts.Has(at) && at != b.Venice:
			return fmt.Errorf("%s has no city that could rebel by itself (REB-05)", name)
		}
	}
	return nil
}

// checkPowers: HOME-08, ELIM-06, EXP-09, chits.
func checkPowers(p *position.Position, r *rules.Set) error {
	s := p.Setting
	for i := range s.Countries {
		if h := p.Holder[i]; h != machiavelli.Nobody && p.Eliminated.Has(h) {
			return fmt.Errorf("%s is held by an eliminated power (HOME-08)", s.Countries[i].ID)
		}
	}
	for power := machiavelli.Power(1); int(power) < len(s.Powers); power++ {
		id := s.Powers[power].ID
		switch {
		case p.Treasury[power] < 0:
			return fmt.Errorf("%s has %d ducats", id, p.Treasury[power])
		case p.Eliminated.Has(power) && p.Treasury[power] != 0:
			return fmt.Errorf("%s is out of the game and has ducats (ELIM-06)", id)
		case !r.Money && p.Treasury[power] != 0:
			return fmt.Errorf("%s has ducats in a game without money (EXP-02)", id)
		}
		for victim, n := range p.Chits[power] {
			if n > 0 && p.Eliminated.Has(power) {
				return fmt.Errorf("%s is out of the game and has chits (ELIM-06)", id)
			}
			if n > 0 && machiavelli.Power(victim) == machiavelli.Nobody {
				return fmt.Errorf("%s has a chit against nobody", id)
			}
		}
	}
	if p.Eliminated&p.Victors != 0 {
		return fmt.Errorf("an eliminated power has won")
	}
	return nil
}

// checkLoans: LOAN-02, LOAN-04, LOAN-05, LOAN-09.
func checkLoans(p *position.Position, r *rules.Set) error {
	var principal [machiavelli.MaxPowers]machiavelli.Ducats
	now := p.Phase.Year*4 + int(p.Phase.Season)
	for i, l := range p.Loans {
		id := p.Setting.Powers[l.Power].ID
		due := l.Year*4 + int(l.Season)
		switch {
		case !r.Money || !r.BankLoans:
			return fmt.Errorf("%s owes in a game without a bank (LOAN-12)", id)
		case l.Principal < 0 || l.Interest < 0 || l.Principal+l.Interest == 0:
			return fmt.Errorf("%s owes %d and %d", id, l.Principal, l.Interest)
		case due < now, due == now && p.Phase.Step == machiavelli.Retreats, due > now+8:
			return fmt.Errorf("%s owes for %s %d (LOAN-04)", id, l.Season, l.Year)
		case p.Eliminated.Has(l.Power):
			return fmt.Errorf("%s is out of the game and owes (ELIM-06)", id)
		}
		for _, k := range p.Loans[:i] {
			if k.Power == l.Power && k.Season == l.Season && k.Year == l.Year {
				return fmt.Errorf("%s has two loans for one day (LOAN-05)", id)
			}
		}
		if principal[l.Power] += l.Principal; principal[l.Power] > 25 {
			return fmt.Errorf("%s has borrowed more than 25 (LOAN-02)", id)
		}
	}
	return nil
}

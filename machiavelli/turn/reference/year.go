package reference

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Close computes the steps E1 to E4 at the end of a campaign after which nobody
// has to retreat, and the resulting control. It ignores lost countries and
// eliminations.
func Close(p *position.Position, r *rules.Set, rolls Rolls) *Outcome {
	c := &campaign{start: p, now: p.Clone(), r: r, rolls: rolls}
	meet(c.now, r)
	c.out = &Outcome{Position: c.now}
	season := p.Phase.Season
	c.starve(season)
	if season == machiavelli.Spring && r.Plague && r.SeasonsPerYear == 3 {
		kill(c.now, r, c.disaster("plague").Minus(p.Guarded), false, event.ByPlague, &c.out.Events) // PLAGUE-01
	}
	kill(c.now, c.r, p.Infected.Minus(p.Guarded), false, event.ByPlague, &c.out.Events) // OPT-09
	c.now.Infected, c.now.Guarded = board.Set{}, board.Set{}
	if season == machiavelli.Fall {
		if r.Storms && r.StormTiming == rules.StormsAfterFall {
			kill(c.now, c.r, c.disaster("storm"), true, event.ByStorm, &c.out.Events) // STORM-01
		}
		if r.ControlTiming == rules.ControlFall {
			fall(c.now, c.r)
			c.free()
		}
	}
	c.control()
	c.breakSieges()
	if season == machiavelli.Fall && r.Famine {
		c.now.Famine = c.now.Famine.Union(c.disaster("famine").Intersect(c.board().Land))
	}
	return c.out
}

// starve runs step E1: famine kills and ends in spring (FAM-06). A famine that
// money caused kills in every season. It then ends or, depending on
// cause-famine, lasts until it is relieved (OPT-08).
func (c *campaign) starve(season machiavelli.Season) {
	where := c.now.Scorched
	if season == machiavelli.Spring {
		where = c.now.Famine
	}
	kill(c.now, c.r, where, false, event.ByFamine, &c.out.Events)
	stays := c.now.Scorched
	if c.r.CauseFamine != rules.CausedFamineUntilRelieved {
		stays = board.Set{}
	}
	c.now.Famine = c.now.Famine.Minus(where).Union(stays)
	c.now.Scorched = stays
}

// disaster rolls for a disaster and records it (FAM-02 to FAM-04).
func (c *campaign) disaster(what string) board.Set {
	d := event.Disaster{What: what}
	row, column := false, false
	switch c.r.DisasterSeverity {
	case rules.SeverityD6:
		d.Severity = c.rolls.D6(what+" severity", 1)
		row = d.Severity == 2 || d.Severity == 3 || d.Severity == 6
		column = d.Severity >= 4
	case rules.SeverityOriginal2d6:
		d.Severity = c.rolls.D6(what+" severity", 2)
		row = d.Severity == 4 || d.Severity == 7 || d.Severity >= 8
		column = d.Severity == 5 || d.Severity == 6 || d.Severity >= 8
	default:
		d.Severity = c.rolls.D6(what+" severity", 2)
		row = d.Severity == 4 || d.Severity == 6 || d.Severity >= 8
		column = d.Severity == 5 || d.Severity == 7 || d.Severity >= 8
	}
	if row {
		d.Row = c.rolls.D6(what+" row", 2)
	}
	if column {
		d.Column = c.rolls.D6(what+" column", 2)
	}
	for i := range c.board().Areas {
		a := &c.board().Areas[i]
		cells := []board.Cell{a.Storm}
		switch what {
		case "famine":
			cells = []board.Cell{a.Famine}
			if c.r.DisasterTables == rules.TablesCompleted {
				cells = append(cells, a.FamineCompleted)
			}
		case "plague":
			cells = []board.Cell{a.Plague}
			if c.r.DisasterTables == rules.TablesCompleted {
				cells = append(cells, a.PlagueCompleted)
			}
		}
		for _, cell := range cells {
			if cell.Row > 0 && (row && cell.Row == d.Row || column && cell.Column == d.Column) {
				d.Struck.Add(board.ID(i))
			}
		}
	}
	d.Struck = d.Struck.Minus(c.start.Setting.OffBoard) // FAM-09
	c.tell(d)
	return d.Struck
}

// Income computes step W1, which is what each power earns in position p after
// the fall. The outcome's treasuries are those of p plus this income.
func Income(p *position.Position, r *rules.Set, rolls Rolls) *Outcome {
	c := &campaign{start: p, now: p.Clone(), r: r, rolls: rolls}
	meet(c.now, r)
	c.out = &Outcome{Position: c.now}
	for _, power := range c.powers() {
		if p.Eliminated.Has(power) || p.Setting.Absent.Has(power) {
			continue
		}
		e := event.Income{Power: power, Seas: c.seas(power), Provinces: c.provinces(power), Cities: c.cities(power)}
		e.Dice = c.dice(power)
		for _, d := range e.Dice {
			e.Variable += d.Ducats
		}
		e.Total = e.Seas + e.Provinces + e.Cities + e.Variable
		c.now.Treasury[power] += e.Total
		e.Treasury = c.now.Treasury[power]
		c.tell(e)
	}
	return c.out
}

// pays returns what a province or a sea pays (INC-01, INC-02, OPT-12).
func (c *campaign) pays(at board.ID) machiavelli.Ducats {
	if c.r.ProvinceIncome {
		return c.board().Areas[at].Pays
	}
	return 1
}

// seas returns the income of a power from seas (INC-01).
func (c *campaign) seas(power machiavelli.Power) (sum machiavelli.Ducats) {
	for _, u := range c.start.Units {
		if u.Owner == power && u.Type == machiavelli.Fleet && (c.board().Seas.Has(u.At) || seaCity(c.start, c.r, u.At)) {
			sum += c.pays(u.At)
		}
	}
	return sum
}

// split reports whether the province at pays nothing because its province and
// city have different owners (CTRL-14).
func (c *campaign) split(at board.ID) bool {
	return c.r.SplitCityProvince == rules.SplitNobody && c.board().Cities.Has(at) && !one(c.start, c.start.Province[at], c.start.City[at])
}

// plundered reports whether a province pays and builds nothing because it was
// taxed by force this year (OPT-07).
func (c *campaign) plundered(at board.ID) bool {
	return c.r.ForcedTaxation == rules.TaxationLasting && c.start.Taxed.Has(at)
}

// provinces returns the income of a power from provinces (INC-02).
func (c *campaign) provinces(power machiavelli.Power) (sum machiavelli.Ducats) {
	for _, at := range c.board().Land.IDs() {
		sum += c.provinceYield(power, at)
	}
	return sum
}

// provinceYield returns what a province pays a power.
func (c *campaign) provinceYield(power machiavelli.Power, at board.ID) machiavelli.Ducats {
	p := c.start
	if p.Province[at] != power || seaCity(p, c.r, at) || c.off(at) || p.Famine.Has(at) || p.RebelLand.Has(at) || c.plundered(at) || c.split(at) {
		return 0
	}
	return c.pays(at)
}

// cities returns the income of a power from cities and fortresses (INC-03, INC-10).
func (c *campaign) cities(power machiavelli.Power) (sum machiavelli.Ducats) {
	for _, at := range c.board().Land.IDs() {
		sum += c.cityYield(power, at)
	}
	return sum
}

// cityYield returns what a city, or a fortress, pays a power.
func (c *campaign) cityYield(power machiavelli.Power, at board.ID) machiavelli.Ducats {
	p := c.start
	owner, value := p.City[at], c.board().Areas[at].CityPays
	garrison := garrisonAt(p, at)
	switch c.board().Areas[at].City {
	case board.NoCity:
		return 0
	case board.Fortress:
		if !p.Setting.Fortress {
			return 0
		}
		value = machiavelli.Ducats(c.r.FortressIncome)
		owner = p.Province[at]
		if garrison >= 0 {
			owner = p.Units[garrison].Owner
		}
	}
	if owner != power || c.off(at) || c.split(at) || c.stopped(at) {
		return 0
	}
	return value
}

// stopped reports whether the city or fortress of a place has no income for
// any owner (REB-12, SIEGE-13, FAM-05).
func (c *campaign) stopped(at board.ID) bool {
	p := c.start
	open := garrisonAt(p, at) < 0
	unwalled := c.board().Areas[at].City == board.Unfortified
	return c.plundered(at) || p.RebelCity.Has(at) ||
		besieged(p, c.r, at) && !c.r.BesiegedCityIncome ||
		p.Famine.Has(at) && open ||
		p.RebelLand.Has(at) && (unwalled || open && c.r.RebellionRemovesControl)
}

// dice returns the variable income of a power (INC-04 to INC-07).
func (c *campaign) dice(power machiavelli.Power) (list []event.DieIncome) {
	p := c.start
	for _, d := range p.Setting.Dice {
		var owner machiavelli.Power
		if d.Country >= 0 {
			owner = p.Holder[d.Country]
		} else {
			owner = p.City[d.City]
			if !c.r.CityDieWhileUnpaid && c.stopped(d.City) {
				owner = machiavelli.Nobody
			}
			if c.r.CityVariableIncomeNeeds == rules.CityDieNeedsBoth && !one(p, p.Province[d.City], owner) {
				owner = machiavelli.Nobody
			}
		}
		if owner != power {
			continue
		}
		for k := 1; k <= d.Dice; k++ {
			face := 3
			if p.Phase.Year%2 == 1 {
				face = 4 // the income is for the spring of an even year (TIME-04)
			}
			if c.r.DiceOn {
				face = c.rolls.D6("income "+d.Row+" "+strconv.Itoa(k), 1)
			}
			list = append(list, event.DieIncome{Row: d.Row, Die: k, Roll: face, Ducats: d.Ducats[face-1]})
		}
	}
	return list
}

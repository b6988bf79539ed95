package check

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
)

// control checks CTRL-01 to CTRL-05, CTRL-11, CTRL-16, CTRL-20 and ELIM-06.
func (c *checker) control() {
	p, b := c.p, c.s.Board
	for at := board.ID(1); int(at) < len(b.Areas); at++ {
		land, city := p.Province[at], p.City[at]
		name, where := b.Areas[at].Name, place(b, at)
		if land != machiavelli.Nobody {
			switch {
			case !b.Land.Has(at):
				c.fail("CTRL-11", message.New("Nobody can control {place}.", where))
			case p.Eliminated.Has(land):
				c.mend("ELIM-06", "control province "+name+" nobody", message.New("The province of {place} belongs to {power}, which is out of the game.", where, c.power(land)))
			}
		}
		if city != machiavelli.Nobody {
			switch {
			case !b.Cities.Has(at):
				c.fail("CTRL-16", message.New("{Place} has no city that anyone could control.", where))
			case p.Eliminated.Has(city):
				c.mend("ELIM-06", "control city "+name+" nobody", message.New("The city of {place} belongs to {power}, which is out of the game.", where, c.power(city)))
			}
		}
	}
	if c.r.ControlTiming != rules.ControlConstant || p.Phase.Step == machiavelli.Retreats {
		return
	}
	for i := range p.Units {
		u := &p.Units[i]
		if !b.Land.Has(u.At) {
			continue
		}
		name, where := b.Areas[u.At].Name, place(b, u.At)
		if !u.InCity() && p.Province[u.At] != u.Owner {
			c.mend("CTRL-02", "control province "+name+" "+c.id(u.Owner),
				message.New("The {type} in {place} belongs to {power}, and so must the province.", message.KindOf(u.Type, 0), where, c.power(u.Owner)))
		}
		if u.InCity() && b.Cities.Has(u.At) && p.City[u.At] != u.Owner {
			c.mend("CTRL-03", "control city "+name+" "+c.id(u.Owner),
				message.New("The garrison of {place} belongs to {power}, and so must the city.", where, c.power(u.Owner)))
		}
	}
}

// rebellions checks REB-01, REB-05, REB-06 and CTRL-18.
func (c *checker) rebellions() {
	p, b := c.p, c.s.Board
	all := p.RebelLand.Union(p.RebelCity)
	for at := board.ID(1); int(at) < len(b.Areas); at++ {
		name, where, against := b.Areas[at].Name, place(b, at), p.RebelAgainst[at]
		switch {
		case all.Has(at) && against == machiavelli.Nobody:
			c.fail("REB-01", message.New("The rebellion in {place} is against nobody.", where))
		case !all.Has(at) && against != machiavelli.Nobody:
			c.fail("REB-01", message.New("A rebellion against {power} is marked in {place}, but there is no rebellion there.", c.power(against), where))
		case all.Has(at) && p.Phase.Step != machiavelli.Retreats && p.Province[at] != against:
			c.mend("CTRL-18", "control province "+name+" "+c.id(against),
				message.New("{Place} rebels against {power}, but belongs to {owner}.", where, c.power(against), c.power(p.Province[at])))
		}
		switch {
		case !p.RebelCity.Has(at):
		case p.Garrison(at) >= 0:
			c.fail("REB-06", message.New("The city of {place} rebels and has a garrison.", where))
		case !c.s.Forts.Has(at) && at != b.Venice:
			c.fail("REB-05", message.New("{Place} has no city that could rebel by itself.", where))
		}
	}
}

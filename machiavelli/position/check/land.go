package check

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/rules"
)

// control: CTRL-01 to CTRL-05, CTRL-11, CTRL-16, CTRL-20, ELIM-06.
func (c *checker) control() {
	p, b := c.p, c.s.Board
	for at := board.ID(1); int(at) < len(b.Areas); at++ {
		land, city := p.Province[at], p.City[at]
		name := b.Areas[at].Name
		if land != machiavelli.Nobody {
			switch {
			case !b.Land.Has(at):
				c.fail("CTRL-11", "%s cannot be controlled by anybody.", name)
			case p.Eliminated.Has(land):
				c.mend("ELIM-06", "control province "+name+" nobody", "The province of %s belongs to %s, who is out of the game.", name, c.name(land))
			}
		}
		if city != machiavelli.Nobody {
			switch {
			case !b.Cities.Has(at):
				c.fail("CTRL-16", "%s has no city that anybody could control.", name)
			case p.Eliminated.Has(city):
				c.mend("ELIM-06", "control city "+name+" nobody", "The city of %s belongs to %s, who is out of the game.", name, c.name(city))
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
		name := b.Areas[u.At].Name
		if !u.InCity() && p.Province[u.At] != u.Owner {
			c.mend("CTRL-02", "control province "+name+" "+c.id(u.Owner),
				"The %s in %s belongs to %s, and so must the province.", u.Type, name, c.name(u.Owner))
		}
		if u.InCity() && b.Cities.Has(u.At) && p.City[u.At] != u.Owner {
			c.mend("CTRL-03", "control city "+name+" "+c.id(u.Owner),
				"The garrison of %s belongs to %s, and so must the city.", name, c.name(u.Owner))
		}
	}
}

// rebellions: REB-01, REB-05, REB-06, CTRL-18.
func (c *checker) rebellions() {
	p, b := c.p, c.s.Board
	all := p.RebelLand.Union(p.RebelCity)
	for at := board.ID(1); int(at) < len(b.Areas); at++ {
		name, against := b.Areas[at].Name, p.RebelAgainst[at]
		switch {
		case all.Has(at) && against == machiavelli.Nobody:
			c.fail("REB-01", "The rebellion in %s is against nobody.", name)
		case !all.Has(at) && against != machiavelli.Nobody:
			c.fail("REB-01", "%s is rebelled against in %s, where there is no rebellion.", c.name(against), name)
		case all.Has(at) && p.Phase.Step != machiavelli.Retreats && p.Province[at] != against:
			c.mend("CTRL-18", "control province "+name+" "+c.id(against),
				"%s rebels against %s, but belongs to %s.", name, c.name(against), c.name(p.Province[at]))
		}
		switch {
		case !p.RebelCity.Has(at):
		case p.Garrison(at) >= 0:
			c.fail("REB-06", "The city of %s rebels and has a garrison.", name)
		case !c.s.Forts.Has(at) && at != b.Venice:
			c.fail("REB-05", "%s has no city that could rebel by itself.", name)
		}
	}
}

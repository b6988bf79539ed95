package interchange

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// AppendPosition appends p in the interchange format to dst. Equal positions
// produce equal bytes. DecodePosition restores everything except the order of
// creation between units of different powers and the age of dislodged units,
// which the format does not contain.
func AppendPosition(dst []byte, p *position.Position) []byte {
	o := output{b: append(dst, '{'), set: p.Setting}
	o.positionMembers(p)
	return append(o.b, '}')
}

// positionMembers writes the members of a position.
func (o *output) positionMembers(p *position.Position) {
	o.units(p)
	o.owners("provinces", &p.Province, p.Setting.Provinces())
	o.cities(p)
	if !p.Divided.Empty() {
		o.byPower("last-alone", func(power machiavelli.Power) {
			for at := p.Divided.Next(board.None); at != board.None; at = p.Divided.Next(at) {
				if p.AloneBy[at] == power {
					o.area(at)
				}
			}
		})
	}
	o.countries(p)
	o.member("treasuries")
	o.open('{')
	for power := machiavelli.Power(1); int(power) < len(o.set.Powers); power++ {
		if o.hidden.Treasuries.Has(power) {
			continue
		}
		o.member(powerID(o.set, power))
		o.number(int(p.Treasury[power]))
	}
	o.close('}')
	o.loans(p)
	o.member("bankrupt")
	o.powers(p.Bankrupt)
	o.chits(p)
	o.member("sieges")
	o.areas(p.Sieges)
	o.rebellions(p)
	o.member("famine")
	o.areas(p.Famine)
	o.someAreas("scorched", p.Scorched)
	o.someAreas("plague", p.Plague)
	o.someAreas("infected", p.Infected)
	o.someAreas("guarded", p.Guarded)
	o.someAreas("spared", p.Spared)
	o.someAreas("taxed", p.Taxed)
	o.someAreas("taxed-before", p.TaxedBefore)
	if p.Opening {
		o.member("opening")
		o.truth(true)
	}
	if p.Phase.Step == machiavelli.Retreats {
		o.member("dislodged")
		o.dislodged(p)
		o.member("contested")
		o.areas(p.Contested)
		o.transfers(p.Transfers)
		o.member("allies")
		o.open('{')
		for power := machiavelli.Power(1); int(power) < len(o.set.Powers); power++ {
			if p.Allies[power] != 0 {
				o.member(powerID(o.set, power))
				o.powers(p.Allies[power])
			}
		}
		o.close('}')
	}
	if ownSerials(p) {
		o.serials(p)
	}
	o.member("eliminated")
	o.powers(p.Eliminated)
	if p.Victors != 0 {
		o.member("victors")
		o.powers(p.Victors)
	}
	if p.RaisedTo != 0 {
		o.member("cities-needed")
		o.number(p.RaisedTo)
	}
}

// someAreas writes a set of areas that only optional rules use. It writes nothing if the set is
// empty.
func (o *output) someAreas(name string, s board.Set) {
	if !s.Empty() {
		o.member(name)
		o.areas(s)
	}
}

// byPower writes an object with a list for each power for which the function write writes
// something. The list for autonomous comes last.
func (o *output) byPower(name string, write func(power machiavelli.Power)) {
	o.member(name)
	o.open('{')
	for i := range len(o.set.Powers) {
		power := machiavelli.Power((i + 1) % len(o.set.Powers))
		before := len(o.b)
		o.member(powerID(o.set, power))
		o.open('[')
		empty := len(o.b)
		write(power)
		if len(o.b) == empty {
			o.b = o.b[:before]
			continue
		}
		o.close(']')
	}
	o.close('}')
}

func (o *output) units(p *position.Position) {
	o.byPower("units", func(power machiavelli.Power) {
		for i := range p.Units {
			if p.Units[i].Owner == power {
				o.unit(p.Units[i])
			}
		}
	})
}

// owners writes which areas of the set each player owns.
func (o *output) owners(name string, of *[board.Max]machiavelli.Power, among board.Set) {
	o.byPower(name, func(power machiavelli.Power) {
		if power == machiavelli.Nobody {
			return
		}
		for id := among.Next(board.None); id != board.None; id = among.Next(id) {
			if of[id] == power {
				o.area(id)
			}
		}
	})
}

// cities writes the owners of cities, including cities with an autonomous
// garrison.
func (o *output) cities(p *position.Position) {
	among := p.Setting.Board.Cities
	var free board.Set
	for i := range p.Units {
		if u := &p.Units[i]; u.InCity() && u.Owner == machiavelli.Nobody {
			free.Add(u.At)
		}
	}
	o.byPower("cities", func(power machiavelli.Power) {
		for id := among.Next(board.None); id != board.None; id = among.Next(id) {
			if p.City[id] == power && (power != machiavelli.Nobody || free.Has(id)) {
				o.area(id)
			}
		}
	})
}

func (o *output) countries(p *position.Position) {
	o.byPower("countries", func(power machiavelli.Power) {
		for i, c := range o.set.Countries {
			if p.Holder[i] == power && power != machiavelli.Nobody {
				o.text(c.ID)
			}
		}
	})
}

func (o *output) loans(p *position.Position) {
	o.member("loans")
	o.open('[')
	for _, l := range p.Loans {
		if o.hidden.Treasuries.Has(l.Power) {
			continue
		}
		o.open('{')
		o.member("power")
		o.power(l.Power)
		o.member("principal")
		o.number(int(l.Principal))
		o.member("interest")
		o.number(int(l.Interest))
		o.textMember("due", machiavelli.Phase{Season: l.Season, Year: l.Year}.Campaign())
		o.close('}')
	}
	o.close(']')
}

func (o *output) chits(p *position.Position) {
	o.byPower("chits", func(holder machiavelli.Power) {
		if o.hidden.Chits.Has(holder) {
			return
		}
		for victim := machiavelli.Power(1); int(victim) < len(o.set.Powers); victim++ {
			for range p.Chits[holder][victim] {
				o.power(victim)
			}
		}
	})
}

func (o *output) rebellions(p *position.Position) {
	o.member("rebellions")
	o.open('[')
	all := p.RebelLand.Union(p.RebelCity)
	for id := all.Next(board.None); id != board.None; id = all.Next(id) {
		o.open('{')
		o.member("province")
		o.area(id)
		o.member("in")
		o.open('[')
		if p.RebelLand.Has(id) {
			o.text("province")
		}
		if p.RebelCity.Has(id) {
			o.text("city")
		}
		o.close(']')
		o.member("against")
		o.power(p.RebelAgainst[id])
		o.close('}')
	}
	o.close(']')
}

// transfers writes the pending strategic movements, if there are any.
func (o *output) transfers(list []position.Transfer) {
	if len(list) == 0 {
		return
	}
	o.member("transfers")
	o.open('[')
	for _, x := range list {
		o.open('{')
		o.member("from")
		o.area(x.From)
		o.member("to")
		o.place(x.To)
		o.close('}')
	}
	o.close(']')
}

// dislodged writes the list of dislodged units.
func (o *output) dislodged(p *position.Position) {
	o.open('[')
	o.dislodgedUnits(p.Dislodged)
	o.close(']')
}

func (o *output) dislodgedUnits(list []position.Dislodged) {
	for i := range list {
		o.open('{')
		o.dislodgedMembers(&list[i])
		o.close('}')
	}
}

func (o *output) dislodgedMembers(d *position.Dislodged) {
	o.owned(d.Unit)
	if d.From != board.None {
		o.member("from")
		o.area(d.From)
	}
	o.member("retreats")
	o.open('[')
	for _, at := range d.Retreats {
		o.place(at)
	}
	if d.IntoCity {
		o.area(d.Unit.At)
	}
	o.close(']')
}

// serials writes the serials of all units of players.
func (o *output) serials(p *position.Position) {
	o.member("serials")
	o.open('{')
	for power := machiavelli.Power(1); int(power) < len(o.set.Powers); power++ {
		before := len(o.b)
		o.member(powerID(o.set, power))
		o.open('{')
		empty := len(o.b)
		eachSerial(p, func(u *position.Unit, _ uint8) {
			if u.Owner == power && u.Serial != 0 {
				o.member(u.Type.Letter() + strconv.Itoa(int(u.Serial)))
				o.place(u.Place())
			}
		})
		if len(o.b) == empty {
			o.b = o.b[:before]
			continue
		}
		o.close('}')
	}
	o.close('}')
}

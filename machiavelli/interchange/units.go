package interchange

import (
	"fmt"
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// numberUnits sets the serial of every player's unit as DIST-04 says. Units are numbered by type
// in the order of the list, and dislodged units come after the others. Autonomous units get 0.
func numberUnits(p *position.Position) {
	eachSerial(p, func(u *position.Unit, n uint8) { u.Serial = n })
}

// eachSerial calls f for every unit with the serial that DIST-04 gives it. For an autonomous unit
// this is 0.
func eachSerial(p *position.Position, f func(u *position.Unit, n uint8)) {
	var last [machiavelli.MaxPowers][machiavelli.ArmouredCavalry + 1]uint8
	count := func(u *position.Unit) {
		if u.Owner != machiavelli.Nobody {
			last[u.Owner][u.Type]++
			f(u, last[u.Owner][u.Type])
		} else {
			f(u, 0)
		}
	}
	for i := range p.Units {
		count(&p.Units[i])
	}
	for i := range p.Dislodged {
		count(&p.Dislodged[i].Unit)
	}
}

// ownSerials reports whether any serial differs from the one that DIST-04 gives.
func ownSerials(p *position.Position) bool {
	differ := false
	eachSerial(p, func(u *position.Unit, n uint8) { differ = differ || u.Serial != n })
	return differ
}

// readSerials reads the member serials, in which each power maps serials to areas, as in {"A1":
// "Pavia"}. Other units get free numbers.
func (d *decoder) readSerials() {
	c := decoder{cursor: cursor{s: d.serials, path: append(d.path, "serials")}, p: d.p}
	named := map[*position.Unit]bool{}
	for id := range c.members() {
		power := c.power(id, false)
		for serial := range c.members() {
			at := c.place()
			t, n, err := readSerial(serial)
			if err != nil {
				c.fail("%w", err)
			}
			if c.err != nil {
				break
			}
			u := unitAt(d.p, power, t, at.At)
			switch {
			case u == nil:
				c.fail("there is no %s of this power in %s", t, d.p.Setting.Board.Areas[at.At].Name)
			case named[u]:
				c.fail("the unit has a serial already")
			default:
				named[u], u.Serial = true, n
			}
		}
	}
	if d.err = c.err; d.err != nil {
		return
	}
	used := map[position.Unit]bool{}
	key := func(u *position.Unit) position.Unit {
		return position.Unit{Owner: u.Owner, Type: u.Type, Serial: u.Serial}
	}
	for u := range named {
		if used[key(u)] {
			d.fail("serials: %s has two units %s%d", powerID(d.p.Setting, u.Owner), u.Type.Letter(), u.Serial)
			return
		}
		used[key(u)] = true
	}
	eachSerial(d.p, func(u *position.Unit, _ uint8) {
		if named[u] || u.Owner == machiavelli.Nobody {
			return
		}
		for u.Serial = 1; used[key(u)]; u.Serial++ {
		}
		used[key(u)] = true
	})
}

// readSerial reads a serial such as "A12".
func readSerial(text string) (machiavelli.UnitType, uint8, error) {
	i := 0
	for i < len(text) && (text[i] < '0' || text[i] > '9') {
		i++
	}
	t := readType(text[:i])
	n, err := strconv.ParseUint(text[i:], 10, 8)
	if t == machiavelli.NoType || err != nil || n == 0 {
		return 0, 0, fmt.Errorf("%q is no serial; expected a letter and a number, as in \"A1\"", text)
	}
	return t, uint8(n), nil
}

// unitAt returns the power's unit of that type in an area, dislodged or not.
func unitAt(p *position.Position, power machiavelli.Power, t machiavelli.UnitType, at board.ID) *position.Unit {
	for i := range p.Units {
		if u := &p.Units[i]; u.Owner == power && u.Type == t && u.At == at {
			return u
		}
	}
	for i := range p.Dislodged {
		if u := &p.Dislodged[i].Unit; u.Owner == power && u.Type == t && u.At == at {
			return u
		}
	}
	return nil
}

// checkUnits fails for impossible states of the board (BOARD-17). These are a
// unit where its type cannot stand, and two units in one space.
func (d *decoder) checkUnits() {
	if d.err != nil {
		return
	}
	p := d.p
	var field, city, beaten board.Set
	for i := range p.Units {
		u := &p.Units[i]
		space := &field
		if u.InCity() {
			space = &city
		}
		if d.checkUnit("units", u); d.err != nil {
			return
		}
		name := p.Setting.Board.Areas[u.At].Name
		switch {
		case space.Has(u.At):
			d.fail("units: two units in %s", name)
		case d.r.VeniceModel == rules.VeniceSingleSpace && u.At == p.Setting.Board.Venice && field.Union(city).Has(u.At):
			d.fail("units: two units in %s, which has room for one (VENICE-01)", name)
		}
		space.Add(u.At)
	}
	for i := range p.Dislodged {
		u := &p.Dislodged[i].Unit
		if d.checkUnit("dislodged", u); d.err == nil && (u.InCity() || beaten.Has(u.At)) {
			d.fail("dislodged: no garrison and no second unit can be dislodged in %s", p.Setting.Board.Areas[u.At].Name)
		}
		if d.err != nil {
			return
		}
		beaten.Add(u.At)
	}
}

// checkUnit fails if a unit cannot stand where it is. The parameter member names where the case
// lists the unit. A garrison may stand in a fortress that is not in use, as in positions of old
// games.
func (d *decoder) checkUnit(member string, u *position.Unit) {
	set := d.p.Setting
	b, name := set.Board, set.Board.Areas[u.At].Name
	switch {
	case set.OffBoard.Has(u.At):
		d.fail(member+": %s is not in play in this variant", name)
	case u.Type == machiavelli.Cavalry && !d.r.Cavalry, u.Type == machiavelli.ArmouredCavalry && !d.r.ArmouredCavalry:
		d.fail(member+": %s %s: there is no cavalry under these rules", u.Type.Letter(), name)
	case (u.Type == machiavelli.Army || u.Mounted()) && b.Seas.Has(u.At):
		d.fail(member+": %s %s: an army cannot stand at sea", u.Type.Letter(), name)
	case u.Type == machiavelli.Fleet && !b.Seas.Has(u.At) && !b.Coastal.Has(u.At):
		d.fail(member+": F %s: a fleet cannot stand inland", name)
	case u.Type == machiavelli.Garrison && !walls(b).Has(u.At):
		d.fail(member+": G %s: there is no city with walls in which a garrison could stand", name)
	case u.Type == machiavelli.Fleet && b.TwoCoast.Has(u.At):
		if b.FleetEdges[u.At][u.Coast].Empty() {
			d.fail(member+": F %s: a fleet there stands at one of its coasts; expected one of %s", name, coastsOf(b, u.At))
		}
	case u.Coast != machiavelli.NoCoast:
		d.fail(member+": %s %s/%s: no coast is named here", u.Type.Letter(), name, u.Coast.Code())
	}
}

// walls returns the provinces with a fortified city or a fortress, whether or
// not fortresses are in use.
func walls(b *board.Board) board.Set { return b.Fortified.Union(b.Fortresses) }

// coastsOf lists an area's coasts, as in "Provence/nc, Provence/sc".
func coastsOf(b *board.Board, at board.ID) string {
	s := ""
	for _, c := range b.Areas[at].Coasts {
		if s != "" {
			s += ", "
		}
		s += b.Name(board.Place{At: at, Coast: c})
	}
	return s
}

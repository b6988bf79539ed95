package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// retreat returns the retreats of dislodged unit u (RETR-01).
func (c *campaign) retreat(v *values, u int, contested board.Set) position.Dislodged {
	by := c.attacker(v, u)
	d := position.Dislodged{
		Unit:   c.after(v, u),
		From:   c.cameFrom(v, by),
		Sortie: c.part[by] == comesOut,
	}
	barred := d.From
	if c.byConvoy[by] && c.r.RetreatToOriginOfConvoyedAttacker {
		barred = board.None
	}
	for at := board.ID(1); int(at) < len(c.b.Areas); at++ {
		if at == barred || contested.Has(at) || c.p.Setting.OffBoard.Has(at) || c.occupied(v, at) || c.rebelVenice(at) {
			continue
		}
		d.Retreats = append(d.Retreats, c.reachedBy(v, d.Unit, u, at)...)
	}
	d.IntoCity = c.mayEnterCity(v, d)
	return d
}

// rebelVenice reports whether the area is single-space Venice in rebellion
// (RETR-09).
func (c *campaign) rebelVenice(at board.ID) bool {
	return c.singleVenice(at) && (c.p.RebelCity.Has(at) || c.p.RebelLand.Has(at))
}

// reachedBy returns the places in the area that the unit can reach in one step,
// with a place for each coast that a fleet can reach. The parameter index is
// the unit's index in the position.
func (c *campaign) reachedBy(v *values, unit position.Unit, index int, at board.ID) []board.Place {
	if unit.Type != machiavelli.Fleet {
		if c.armyEdge(unit.At, at) {
			return []board.Place{{At: at}}
		}
		return nil
	}
	if c.closedAfter(v, index, unit.At, at) {
		return nil
	}
	var out []board.Place
	landing := c.b.Landing(unit.At, unit.Coast, at)
	for coast := machiavelli.NoCoast; coast < machiavelli.NumCoasts; coast++ {
		if landing.Has(coast) {
			out = append(out, board.Place{At: at, Coast: coast})
		}
	}
	return out
}

// closedAfter reports whether a hostile fleet closes the edge in the position
// after movement (STRAIT-09).
func (c *campaign) closedAfter(v *values, x int, a, b board.ID) bool {
	control := c.straitControl(a, b)
	if control == board.None {
		return false
	}
	guard, ok := c.occupant(v, control)
	return ok && guard.Type == machiavelli.Fleet && c.foes(c.side(guard.Owner), c.owner(x))
}

// mayEnterCity implements RETR-05.
func (c *campaign) mayEnterCity(v *values, d position.Dislodged) bool {
	at := d.Unit.At
	switch {
	case c.r.RetreatIntoCity == rules.IntoCityLastResort && len(d.Retreats) > 0:
		return false
	case !c.p.Setting.Forts.Has(at), c.singleVenice(at), c.p.RebelCity.Has(at), d.Sortie, cavalry(d.Unit.Type):
		return false
	case d.Unit.Type == machiavelli.Fleet && !c.b.Ports.Has(at):
		return false
	}
	for i := range c.p.Units {
		if u := c.after(v, i); c.part[i] != gone && u.InCity() && u.At == at {
			return false
		}
	}
	return true
}

package check

import (
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Stand explains why a unit cannot stand where it does, in a sentence and with
// the rule. It returns nothing if it can. It ignores other units.
func Stand(s *position.Setting, r *rules.Set, u *position.Unit) (rule, why string) {
	b := s.Board
	if u.At == board.None || int(u.At) >= len(b.Areas) {
		return "", "A unit stands nowhere."
	}
	name := b.Areas[u.At].Name
	switch {
	case u.Type == machiavelli.NoType || u.Type > machiavelli.ArmouredCavalry:
		return "", "The unit in " + name + " is of no type."
	case s.OffBoard.Has(u.At):
		return "BOARD-15", name + " is not in play in this variant."
	case u.Type == machiavelli.Cavalry && !r.Cavalry, u.Type == machiavelli.ArmouredCavalry && !r.ArmouredCavalry:
		return "OPT-01", "There is no " + u.Type.String() + " under the rules of this game: " + u.Type.Letter() + " " + name + "."
	case u.Mounted() && u.Quality != machiavelli.Ordinary:
		return "OPT-01", "Cavalry has no quality of its own: " + u.Type.Letter() + " " + name + " cannot be " + u.Quality.String() + "."
	case !u.InCity() && u.Type != machiavelli.Fleet && b.Seas.Has(u.At):
		return "BOARD-17", "An army cannot stand at sea: " + u.Type.Letter() + " " + name + "."
	case u.Type == machiavelli.Fleet && !b.Seas.Has(u.At) && !b.Coastal.Has(u.At):
		return "BOARD-17", "A fleet cannot stand inland: F " + name + "."
	case u.InCity() && !s.Forts.Has(u.At):
		return "BOARD-17", "There is no city with walls in which a garrison could stand: G " + name + "."
	case u.Type == machiavelli.Fleet && b.TwoCoast.Has(u.At):
		if b.FleetEdges[u.At][u.Coast].Empty() {
			return "BOARD-17", "A fleet in " + name + " stands at one of its coasts: " + coasts(b, u.At) + "."
		}
	case u.Coast != machiavelli.NoCoast:
		return "BOARD-17", u.Type.Letter() + " " + name + ": only a fleet in a province of several coasts has one."
	}
	return "", ""
}

// coasts lists the coasts of an area: "Provence/nc or Provence/sc".
func coasts(b *board.Board, at board.ID) string {
	var names []string
	for _, c := range b.Areas[at].Coasts {
		names = append(names, b.Name(board.Place{At: at, Coast: c}))
	}
	return strings.Join(names, " or ")
}

// units: BOARD-02, BOARD-15, BOARD-17, SPEC-02, VENICE-01, DIST-04, OPT-04.
func (c *checker) units() {
	p, s, b := c.p, c.s, c.s.Board
	var field, city board.Set
	var special [machiavelli.MaxPowers]int
	for i := range p.Units {
		u := &p.Units[i]
		if rule, why := Stand(s, c.r, u); why != "" {
			c.fail(rule, "%s", why)
			continue
		}
		name := b.Areas[u.At].Name
		in, where := &field, ""
		if u.InCity() {
			in, where = &city, "the city of "
		}
		if in.Has(u.At) {
			c.fail("BOARD-02", "Two units stand in %s%s.", where, name)
		}
		in.Add(u.At)
		switch {
		case int(u.Owner) >= len(s.Powers):
			c.fail("", "The unit in %s has an owner who does not exist.", name)
			continue
		case u.Owner == machiavelli.Nobody && !u.InCity() && !c.r.AutonomousFieldUnits:
			c.fail("OPT-04", "The %s in %s would be autonomous; only garrisons are.", u.Type, name)
		case u.Owner != machiavelli.Nobody && p.Eliminated.Has(u.Owner):
			c.fail("ELIM-06", "The unit in %s belongs to %s, who is out of the game.", name, c.name(u.Owner))
		}
		if u.Owner != machiavelli.Nobody && u.Special() {
			special[u.Owner]++
		}
	}
	for power, n := range special {
		if n > 1 {
			c.fail("SPEC-02", "%s would have %d special units; a power has one at most.", c.name(machiavelli.Power(power)), n)
		}
	}
	if b.Venice != board.None && c.r.VeniceModel == rules.VeniceSingleSpace && field.Has(b.Venice) && city.Has(b.Venice) {
		c.fail("VENICE-01", "Two units stand in %s, which has room for one.", b.Areas[b.Venice].Name)
	}
	if n := len(p.Units) + len(p.Dislodged); n > position.MaxUnits {
		c.fail("", "There are %d units, more than the board can hold.", n)
	}
	c.serials()
}

// serials: DIST-04.
func (c *checker) serials() {
	var seen [machiavelli.MaxPowers][machiavelli.ArmouredCavalry + 1][4]uint64
	for i := range c.p.Units {
		u := &c.p.Units[i]
		if u.Owner == machiavelli.Nobody || int(u.Owner) >= len(c.s.Powers) || u.Serial == 0 || u.Type > machiavelli.ArmouredCavalry {
			continue
		}
		word, bit := &seen[u.Owner][u.Type][u.Serial>>6], uint64(1)<<(u.Serial&63)
		if *word&bit != 0 {
			c.fail("DIST-04", "%s would have two units %s%d.", c.name(u.Owner), u.Type.Letter(), u.Serial)
		}
		*word |= bit
	}
}

// dislodged checks the units that must retreat: they stand where they were
// dislodged, one in a province, and only in a retreat phase.
func (c *checker) dislodged() {
	p := c.p
	if len(p.Dislodged) > 0 && p.Phase.Step != machiavelli.Retreats {
		c.fail("", "Units can be dislodged in a retreat phase only; this is %s.", p.Phase)
		return
	}
	var beaten board.Set
	for i := range p.Dislodged {
		u := &p.Dislodged[i].Unit
		if rule, why := Stand(c.s, c.r, u); why != "" {
			c.fail(rule, "%s", why)
			continue
		}
		name := c.s.Board.Areas[u.At].Name
		switch {
		case u.InCity():
			c.fail("", "A garrison is never dislodged: G %s.", name)
		case beaten.Has(u.At):
			c.fail("", "Two units are dislodged in %s.", name)
		case u.Owner != machiavelli.Nobody && p.Eliminated.Has(u.Owner):
			c.fail("ELIM-06", "The dislodged unit in %s belongs to %s, who is out of the game.", name, c.name(u.Owner))
		}
		beaten.Add(u.At)
	}
}

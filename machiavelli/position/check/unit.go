package check

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Stand explains why a unit cannot stand where it does. It returns the rule and a sentence, or
// empty values if the unit can stand there. It ignores other units.
func Stand(s *position.Setting, r *rules.Set, u *position.Unit) (rule string, why message.Message) {
	b := s.Board
	if u.At == board.None || int(u.At) >= len(b.Areas) {
		return "", message.New("A unit has no place.")
	}
	where := place(b, u.At)
	unit := message.Order(u.Type.Letter() + " " + b.Areas[u.At].Name)
	switch {
	case u.Type == machiavelli.NoType || u.Type > machiavelli.ArmouredCavalry:
		return "", message.New("The unit in {place} is of no type.", where)
	case s.OffBoard.Has(u.At):
		return "BOARD-15", message.New("{Place} is not in play in this variant.", where)
	case u.Type == machiavelli.Cavalry && !r.Cavalry, u.Type == machiavelli.ArmouredCavalry && !r.ArmouredCavalry:
		return "OPT-01", message.New("There is no {type} under the rules of this game: {unit}.", message.KindOf(u.Type, 0), unit)
	case u.Mounted() && u.Quality != machiavelli.Ordinary:
		return "OPT-01", message.New("Cavalry has no quality of its own: {unit} cannot be {quality}.", unit, message.Order(u.Quality.String()))
	case !u.InCity() && u.Type != machiavelli.Fleet && b.Seas.Has(u.At):
		return "BOARD-17", message.New("An army cannot stand at sea: {unit}.", unit)
	case u.Type == machiavelli.Fleet && !b.Seas.Has(u.At) && !b.Coastal.Has(u.At):
		return "BOARD-17", message.New("A fleet cannot stand inland: {unit}.", unit)
	case u.InCity() && !s.Forts.Has(u.At):
		return "BOARD-17", message.New("There is no city with walls in which a garrison could stand: {unit}.", unit)
	case u.Type == machiavelli.Fleet && b.TwoCoast.Has(u.At):
		if b.FleetEdges[u.At][u.Coast].Empty() {
			return "BOARD-17", message.New("A fleet in {place} stands at one of its coasts: {coasts}.", where, coasts(b, u.At))
		}
	case u.Coast != machiavelli.NoCoast:
		return "BOARD-17", message.New("{unit}: only a fleet in a province of several coasts has one.", unit)
	}
	return "", message.Message{}
}

// coasts lists the coasts of an area, as in "Provence/nc or Provence/sc".
func coasts(b *board.Board, at board.ID) message.List {
	var names []message.Order
	for _, c := range b.Areas[at].Coasts {
		names = append(names, message.Order(b.Name(board.Place{At: at, Coast: c})))
	}
	return message.ListOf(message.Or, names)
}

// units checks BOARD-02, BOARD-15, BOARD-17, SPEC-02, VENICE-01, DIST-04 and OPT-04.
func (c *checker) units() {
	p, s, b := c.p, c.s, c.s.Board
	var field, city board.Set
	var special [machiavelli.MaxPowers]int
	for i := range p.Units {
		u := &p.Units[i]
		if rule, why := Stand(s, c.r, u); !why.IsZero() {
			c.fail(rule, why)
			continue
		}
		where := place(b, u.At)
		in, both := &field, message.New("Two units stand in {place}.", where)
		if u.InCity() {
			in, both = &city, message.New("Two units stand in the city of {place}.", where)
		}
		if in.Has(u.At) {
			c.fail("BOARD-02", both)
		}
		in.Add(u.At)
		switch {
		case int(u.Owner) >= len(s.Powers):
			c.fail("", message.New("The unit in {place} has an owner who does not exist.", where))
			continue
		case u.Owner == machiavelli.Nobody && !u.InCity() && !c.r.AutonomousFieldUnits:
			c.fail("OPT-04", message.New("The {type} in {place} would be autonomous; only garrisons are.", message.KindOf(u.Type, 0), where))
		case u.Owner != machiavelli.Nobody && p.Eliminated.Has(u.Owner):
			c.fail("ELIM-06", message.New("The unit in {place} belongs to {power}, which is out of the game.", where, c.power(u.Owner)))
		}
		if u.Owner != machiavelli.Nobody && u.Special() {
			special[u.Owner]++
		}
	}
	for power, n := range special {
		if n > 1 {
			c.fail("SPEC-02", message.New("{Power} would have {n} special units; a power has one at most.", c.power(machiavelli.Power(power)), message.Number(n)))
		}
	}
	if b.Venice != board.None && c.r.VeniceModel == rules.VeniceSingleSpace && field.Has(b.Venice) && city.Has(b.Venice) {
		c.fail("VENICE-01", message.New("Two units stand in {place}, which has room for one.", place(b, b.Venice)))
	}
	if n := len(p.Units) + len(p.Dislodged); n > position.MaxUnits {
		c.fail("", message.New("There are {n} units, more than the board can hold.", message.Number(n)))
	}
	c.serials()
}

// serials checks DIST-04.
func (c *checker) serials() {
	var seen [machiavelli.MaxPowers][machiavelli.ArmouredCavalry + 1][4]uint64
	for i := range c.p.Units {
		u := &c.p.Units[i]
		if u.Owner == machiavelli.Nobody || int(u.Owner) >= len(c.s.Powers) || u.Serial == 0 || u.Type > machiavelli.ArmouredCavalry {
			continue
		}
		word, bit := &seen[u.Owner][u.Type][u.Serial>>6], uint64(1)<<(u.Serial&63)
		if *word&bit != 0 {
			c.fail("DIST-04", message.New("{Power} would have two units {unit}.", c.power(u.Owner), message.Order(u.Type.Letter()+strconv.Itoa(int(u.Serial)))))
		}
		*word |= bit
	}
}

// dislodged checks that there are dislodged units only in a retreat phase, that no province has
// two of them, and that each could stand where it was dislodged. No garrison is ever dislodged,
// and eliminated powers have no dislodged units.
func (c *checker) dislodged() {
	p := c.p
	if len(p.Dislodged) > 0 && p.Phase.Step != machiavelli.Retreats {
		c.fail("", message.New("Units can be dislodged in a retreat phase only; this is {phase}.", message.Phase(p.Phase)))
		return
	}
	var beaten board.Set
	for i := range p.Dislodged {
		u := &p.Dislodged[i].Unit
		if rule, why := Stand(c.s, c.r, u); !why.IsZero() {
			c.fail(rule, why)
			continue
		}
		where := place(c.s.Board, u.At)
		switch {
		case u.InCity():
			c.fail("", message.New("A garrison is never dislodged: {unit}.", message.Order("G "+c.s.Board.Areas[u.At].Name)))
		case beaten.Has(u.At):
			c.fail("", message.New("Two units are dislodged in {place}.", where))
		case u.Owner != machiavelli.Nobody && p.Eliminated.Has(u.Owner):
			c.fail("ELIM-06", message.New("The dislodged unit in {place} belongs to {power}, which is out of the game.", where, c.power(u.Owner)))
		}
		beaten.Add(u.At)
	}
}

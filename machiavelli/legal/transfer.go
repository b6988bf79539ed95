package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// transfer checks the strategic movement of a field unit to a province. A note
// says if the province does not belong to the unit's power (OPT-15). Which
// routes are free is known only after the campaign's movement.
func (c *checker) transfer(u *position.Unit, o, bound *order.Order) *Problem {
	switch {
	case !c.r.StrategicMovement:
		return refuse(optionOff, message.New("This game is played without strategic movement."))
	case u.InCity():
		return refuse(garrisonOnly, message.New("A garrison does not travel; {unit} stays where it is.", c.the(u)))
	case !c.known(o.To.At):
		return refuse(noTarget, message.New("The order does not say where {unit} should travel.", c.the(u)))
	case !c.p.Setting.Provinces().Has(o.To.At):
		return refuse(noEdge, message.New("A unit travels to a province, and {place} is at sea.", c.place(o.To.At)))
	case o.To.At == u.At:
		return refuse(noEdge, message.New("{Unit} is in {place} already.", c.the(u), c.place(u.At)))
	case u.Type == machiavelli.Fleet && !c.b.Coastal.Has(o.To.At):
		return refuse(noEdge, message.New("{Place} has no coast, so no fleet can travel there.", c.place(o.To.At)))
	}
	bound.To.At = o.To.At
	if u.Type == machiavelli.Fleet && c.b.TwoCoast.Has(o.To.At) {
		bound.To.Coast = o.To.Coast
	}
	if c.p.Province[o.To.At] != c.power {
		c.note(futile, message.New("As things stand {place} is not yours, and units travel to provinces of their own power only.", c.place(o.To.At)))
	}
	return nil
}

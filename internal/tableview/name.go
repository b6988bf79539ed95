package tableview

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
)

// unitName returns a unit in the form for lists, such as "Army Pavia".
func unitName(s *position.Setting, u *position.Unit) message.Message {
	return message.New("{unit:title}", report.New(s).UnitOf(*u))
}

// whose returns a unit with its owner, such as "Milanese army".
func whose(s *position.Setting, u *position.Unit) message.Message {
	kind := message.KindOf(u.Type, u.Quality)
	if u.Owner == machiavelli.Nobody {
		return message.New("autonomous {type}", kind)
	}
	return message.New("{owner:adj} {type}", message.PowerOf(s.Powers, u.Owner), kind)
}

// unitText returns a unit in the form for orders, such as "A Pavia".
func unitText(s *position.Setting, u *position.Unit) string {
	return order.FormatUnit(order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}, s.Board, s.Powers)
}

// powerID returns a power's identifier, or "autonomous" for Nobody.
func powerID(s *position.Setting, power machiavelli.Power) string {
	if power == machiavelli.Nobody {
		return "autonomous"
	}
	return s.Powers[power].ID
}

// KeyOf returns the key of the unit of p that an order in full form names, or
// "" if the order concerns no such unit.
func KeyOf(p *position.Position, o *order.Order) string {
	n := &o.Unit
	if n.At == board.None || o.Kind == order.Build || o.Kind == order.Expense || o.Kind == order.Exchange {
		return ""
	}
	b := p.Setting.Board
	for i := range p.Dislodged {
		u := &p.Dislodged[i].Unit
		if p.Phase.Step == machiavelli.Retreats && u.At == n.At && u.InCity() == (n.Type == machiavelli.Garrison) {
			return "D" + unitKey(b, u)
		}
	}
	i := p.Field(n.At)
	if n.Type == machiavelli.Garrison {
		i = p.Garrison(n.At)
	}
	if i < 0 || p.Phase.Step == machiavelli.Retreats {
		return ""
	}
	return unitKey(b, &p.Units[i])
}

package legal

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
)

func refuse(code string, m message.Message) *Problem { return &Problem{Code: code, Message: m} }

// suggesting adds suggestions to a problem.
func (p *Problem) suggesting(what ...string) *Problem {
	p.Suggest = append(p.Suggest, what...)
	return p
}

// place returns an area for use in a message.
func (g *ground) place(at board.ID) message.Place {
	return message.Place{Name: g.b.Areas[at].Name, Sea: g.b.Seas.Has(at)}
}

// the returns a unit for use in a message, such as "the army in Padua".
func (g *ground) the(u *position.Unit) message.Somewhere {
	return message.Somewhere{Type: kind(u.Type), At: g.place(u.At)}
}

// short returns a unit as an order names it, such as "F Provence/sc".
func (g *ground) short(u *position.Unit) string {
	return u.Type.Letter() + " " + g.b.Name(u.Place())
}

// kind returns a unit type for use in a message.
func kind(t machiavelli.UnitType) message.Kind { return message.KindOf(t, machiavelli.Ordinary) }

// whose returns a power, or Nobody, for use in a message.
func (g *ground) whose(p machiavelli.Power) message.Power {
	if int(p) >= len(g.p.Setting.Powers) {
		return message.Power{Name: "unknown", Adjective: "unknown"}
	}
	return message.PowerOf(g.p.Setting.Powers, p)
}

// orders returns parts of orders as a list for a message.
func orders(texts []string, how message.Join) message.List {
	l := message.List{How: how, Of: make([]message.Arg, len(texts))}
	for i, t := range texts {
		l.Of[i] = message.Order(t)
	}
	return l
}

// places returns areas as a list for a message.
func (g *ground) places(s board.Set, how message.Join) message.List {
	l := message.List{How: how}
	for at := s.Next(board.None); at != board.None; at = s.Next(at) {
		l.Of = append(l.Of, g.place(at))
	}
	return l
}

// coasts returns the coasts of a set as a list for a message.
func coasts(s board.CoastSet, how message.Join) message.List {
	l := message.List{How: how}
	for k := machiavelli.NorthCoast; k < machiavelli.NumCoasts; k++ {
		if s.Has(k) {
			l.Of = append(l.Of, message.CoastOf(k))
		}
	}
	return l
}

// standing describes what stands in a place where another unit was expected. The place is not
// empty.
func (g *ground) standing(at board.ID) message.Message {
	f, c := g.field[at], g.garrison[at]
	switch {
	case f >= 0 && c >= 0:
		return message.New("the units there are {type:a} and a garrison", kind(g.p.Units[f].Type))
	case f >= 0:
		return message.New("the unit there is {type:a}", kind(g.p.Units[f].Type))
	}
	return message.New("the unit there is a garrison")
}

// serials lists a power's units in the 1978 notation.
func (g *ground) serials(power machiavelli.Power) message.List {
	l := message.List{How: message.And}
	for i := range g.p.Units {
		if u := &g.p.Units[i]; u.Owner == power && u.Serial != 0 {
			l.Of = append(l.Of, serial(u.Type, u.Serial))
		}
	}
	return l
}

// serial returns a unit's number in the 1978 notation, such as "A4".
func serial(t machiavelli.UnitType, number uint8) message.Order {
	return message.Order(t.Letter() + strconv.Itoa(int(number)))
}

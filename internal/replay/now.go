package replay

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// now adds the last step: the position afterwards, with the powers whose
// holdings changed.
func (m *maker) now() {
	s := Step{Kind: Now, Title: message.New("Standings now"), Position: m.after}
	for p := 1; p < len(m.before.Setting.Powers); p++ {
		power := machiavelli.Power(p)
		was, is := Hold(m.before, m.rules, power), Hold(m.after, m.rules, power)
		if was == is {
			continue
		}
		s.Lines = append(s.Lines, Line{Text: message.New("{power:name}: {what}.", m.tell.PowerOf(power), is.against(was))})
	}
	if len(s.Lines) == 0 {
		s.Text = message.New("Every power has the same number of places and units as before.")
	}
	m.steps = append(m.steps, s)
}

// Holding counts what a power has on the board.
type Holding struct {
	Cities    int // counted as for victory
	Provinces int
	Units     int // including those that must retreat
}

// Hold returns the holding of a power.
func Hold(p *position.Position, r *rules.Set, power machiavelli.Power) Holding {
	h := Holding{Cities: turn.Cities(p, r, power)}
	land := p.Setting.Provinces()
	for at := land.Next(board.None); at != board.None; at = land.Next(at) {
		if p.Province[at] == power {
			h.Provinces++
		}
	}
	for _, u := range p.Units {
		if u.Owner == power {
			h.Units++
		}
	}
	for _, d := range p.Dislodged {
		if d.Unit.Owner == power {
			h.Units++
		}
	}
	return h
}

// against describes a holding with its differences from an earlier one.
func (h Holding) against(was Holding) message.Message {
	part := func(what message.Message, n, before int) message.Message {
		d := n - before
		if d == 0 {
			return what
		}
		change := strconv.Itoa(d)
		if d > 0 {
			change = "+" + change
		}
		return message.New("{what} ({change})", what, message.Order(change))
	}
	return message.New("{all}", message.ListOf(message.Commas, []message.Message{
		part(message.Plural(h.Cities, "{n} city", "{n} cities"), h.Cities, was.Cities),
		part(message.Plural(h.Provinces, "{n} province", "{n} provinces"), h.Provinces, was.Provinces),
		part(message.Plural(h.Units, "{n} unit", "{n} units"), h.Units, was.Units),
	}))
}

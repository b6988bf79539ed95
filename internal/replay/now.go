package replay

import (
	"fmt"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// now is the last step: how it stands. It tells whose holdings changed.
func (m *maker) now() {
	s := Step{Kind: Now, Title: "How it stands", Position: m.after}
	for p := 1; p < len(m.before.Setting.Powers); p++ {
		power := machiavelli.Power(p)
		was, is := Hold(m.before, m.rules, power), Hold(m.after, m.rules, power)
		if was == is {
			continue
		}
		s.Lines = append(s.Lines, Line{Text: fmt.Sprintf("%s: %s.", m.before.Setting.Powers[p].Name, is.against(was))})
	}
	if len(s.Lines) == 0 {
		s.Text = "Everybody has as many places and units as before."
	}
	m.steps = append(m.steps, s)
}

// Holding is what a power has on the board.
type Holding struct {
	Cities    int // as victory counts them
	Provinces int
	Units     int // those that must retreat among them
}

// Hold counts what a power has.
func Hold(p *position.Position, r *rules.Set, power machiavelli.Power) Holding {
	h := Holding{Cities: turn.Cities(p, r, power)}
	areas := p.Setting.Board.Areas
	for i := 1; i < len(areas); i++ {
		id := board.ID(i)
		if !areas[i].Sea && p.Province[id] == power {
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

// against is a holding with how much more or less it is than another.
func (h Holding) against(was Holding) string {
	part := func(n, before int, one, many string) string {
		word := many
		if n == 1 {
			word = one
		}
		s := fmt.Sprint(n, " ", word)
		if d := n - before; d != 0 {
			s += fmt.Sprintf(" (%+d)", d)
		}
		return s
	}
	return part(h.Cities, was.Cities, "city", "cities") + ", " + part(h.Provinces, was.Provinces, "province", "provinces") + ", " + part(h.Units, was.Units, "unit", "units")
}

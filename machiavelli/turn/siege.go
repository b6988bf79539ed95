package turn

import (
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
)

// besieged reports whether the city of the province at is under an effective
// siege. Such a city pays no income unless an option allows it (SIEGE-13), and
// its garrison cannot come out.
func besieged(p *position.Position, at board.ID) bool { return p.Besieged(at) }

// pruneSieges ends the sieges whose besieger or target is gone, or whose two
// sides have become one power (SIEGE-09, SIEGE-10, SIEGE-14, BUILD-15).
func (s *state) pruneSieges() {
	p := s.pos
	over := p.Sieges.Minus(p.BesiegedCities())
	for at := over.Next(board.None); at != board.None; at = over.Next(at) {
		p.Sieges.Remove(at)
		s.say(event.SiegeLifted{Province: at})
	}
}

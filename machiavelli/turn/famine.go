package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// starve runs step E1: after the spring campaign every unit in a famine
// province dies, including garrisons and autonomous ones, and the famine ends
// (FAM-06, FAM-07). Units that left are safe; units that entered die. A famine
// that money caused kills at the end of its own campaign and, if it lasts until
// it is relieved, also at the end of each later campaign (OPT-08).
func starve(s *state) {
	p := s.pos
	p.Scorched = p.Scorched.Intersect(p.Famine)
	struck := p.Famine
	if p.Phase.Season != machiavelli.Spring {
		struck = p.Scorched
	}
	s.locate()
	for at := struck.Next(board.None); at != board.None; at = struck.Next(at) {
		if s.manned(at) {
			s.say(event.Attrition{Province: at})
		}
	}
	s.remove(event.ByFamine, func(i int) bool { return s.strikes(struck, &p.Units[i]) })
	if s.rules.CauseFamine != rules.CausedFamineUntilRelieved {
		p.Scorched = board.Set{}
	}
	p.Famine = p.Famine.Minus(struck).Union(p.Scorched)
	s.pruneSieges()
}

// strikes reports whether a famine or plague in the struck provinces kills the
// unit. Nobody starves in the sea around a city (VENICE-13).
func (s *state) strikes(struck board.Set, u *position.Unit) bool {
	return struck.Has(u.At) && !atSea(s.pos, u)
}

package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
)

// starve is E1: after the spring campaign every unit in a famine province
// dies, garrisons and autonomous ones too, and the famine is over (FAM-06,
// FAM-07). Units that left are safe, units that came in die.
func starve(s *state) error {
	p := s.pos
	if p.Phase.Season != machiavelli.Spring || p.Famine.Empty() {
		return nil
	}
	struck := p.Famine
	s.locate()
	for at := struck.Next(board.None); at != board.None; at = struck.Next(at) {
		if s.field[at] >= 0 || s.garrison[at] >= 0 {
			s.say(event.Attrition{Province: at})
		}
	}
	s.remove(event.ByFamine, func(i int) bool { return struck.Has(p.Units[i].At) })
	p.Famine = board.Set{}
	s.pruneSieges()
	return nil
}

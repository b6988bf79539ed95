package scenario

import (
	"slices"

	"podesta/machiavelli/rules"
)

// Suit replaces values of a set that need data which the board of a scenario
// lacks, unless named contains them because someone chose them. This way an
// edition made for one board can be played on another (disaster-tables). An
// unknown scenario changes nothing.
func (l *Library) Suit(id string, r *rules.Set, named map[string]string) {
	s := l.find(id)
	if s == nil {
		return
	}
	if _, chosen := named["disaster-tables"]; chosen {
		return
	}
	b, err := s.ground.get(true)
	if err != nil || len(b.Tables) == 0 || slices.Contains(b.Tables, r.Value("disaster-tables")) {
		return
	}
	// The tables of a board are values of the option.
	_ = r.Apply("disaster-tables", b.Tables[0])
}

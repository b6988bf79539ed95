package scenario

import (
	"slices"

	"podesta/machiavelli/rules"
)

// Suit replaces values in r that need data which the board of a scenario lacks.
// It does not replace the values of options in named, because someone chose
// these. So an edition made for one board can be played on another board that
// has other disaster tables. If the scenario is unknown, nothing changes.
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

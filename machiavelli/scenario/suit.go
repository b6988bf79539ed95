package scenario

import (
	"slices"

	"podesta/machiavelli/rules"
)

// Suit changes the values of a set that ask for data which the board of a
// scenario lacks to ones that it has, except where named tells that somebody
// chose them: an edition of one board can so be played on another
// (disaster-tables). An unknown scenario changes nothing.
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

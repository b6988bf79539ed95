package ratings

import (
	"podesta/internal/gamestate"
	"podesta/machiavelli/rating"
)

// Ratings implements the ratings and the records of players, which include points for finished
// games, rankings and reliability.
type Ratings struct {
	base   *gamestate.Base
	points rating.Table // nil for what has survived of the table of 1978
}

// New returns the ratings with a table of points. If points is nil, it uses what has survived of
// the table of 1978.
func New(b *gamestate.Base, points rating.Table) *Ratings {
	return &Ratings{base: b, points: points}
}

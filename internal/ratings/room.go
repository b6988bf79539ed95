package ratings

import (
	"podesta/internal/gamestate"
	"podesta/machiavelli/rating"
)

// Ratings implements the ratings and the records of players: points for
// finished games, rankings, reliability.
type Ratings struct {
	*gamestate.Base
	points rating.Table // SetPoints; nil: the surviving part of the table of 1978
}

// New returns the ratings.
func New(b *gamestate.Base) *Ratings {
	return &Ratings{Base: b}
}

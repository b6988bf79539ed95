package ratings

import (
	"podesta/internal/gamestate"
	"podesta/machiavelli/rating"
)

// Ratings is the room for the ratings and the record of players: points for finished games, rankings, reliability.
type Ratings struct {
	*gamestate.Base
	points rating.Table // SetPoints; nil: what is left of that of 1978
}

// New returns the room.
func New(b *gamestate.Base) *Ratings {
	return &Ratings{Base: b}
}

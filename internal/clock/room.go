package clock

import (
	"sync"
	"time"

	"podesta/internal/gamestate"
	"podesta/internal/ratings"
)

// Clockwork implements deadlines and phases.
type Clockwork struct {
	base    *gamestate.Base
	ratings *ratings.Ratings

	mu     sync.Mutex
	tidied time.Time // when tidy last ran
	last   lookAt    // when this process last read the clock
}

// New returns the clockwork.
func New(b *gamestate.Base, r *ratings.Ratings) *Clockwork {
	return &Clockwork{base: b, ratings: r}
}

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
	tidied time.Time // when unused accounts were last looked for
	last   lookAt    // at the clock
}

// New returns the clockwork.
func New(b *gamestate.Base, r *ratings.Ratings) *Clockwork {
	return &Clockwork{base: b, ratings: r}
}

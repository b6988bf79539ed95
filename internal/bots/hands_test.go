package bots

import (
	"runtime"
	"testing"
	"time"
)

// TestHands checks that players use all processors for a table that is alone, and
// half of them while one table follows the other.
func TestHands(t *testing.T) {
	all := runtime.GOMAXPROCS(0)
	var r Room
	if got := r.hands(); got != all {
		t.Errorf("%d at first, of %d processors", got, all)
	}
	r.rest()
	if got := r.hands(); got != max(1, all/2) {
		t.Errorf("%d for the next table at once, of %d processors", got, all)
	}
	r.ended = time.Now().Add(-calm)
	if got := r.hands(); got != all {
		t.Errorf("%d after a pause, of %d processors", got, all)
	}
	if got := (&Room{Hands: 3}).hands(); got != 3 {
		t.Errorf("%d instead of the 3 that are set", got)
	}
}

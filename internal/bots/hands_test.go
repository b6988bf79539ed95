package bots

import (
	"runtime"
	"testing"
	"time"
)

// TestParallelThinking checks that players use all processors while a single table is in use, and
// half of them while there are several.
func TestParallelThinking(t *testing.T) {
	all := runtime.GOMAXPROCS(0)
	half := max(1, all/2)
	var r Room
	for _, c := range []struct {
		game string
		want int
	}{{"a", all}, {"a", all}, {"b", half}, {"a", half}, {"a", all}} {
		if got := r.hands(c.game); got != c.want {
			t.Errorf("%d of %d processors for %s", got, all, c.game)
		}
		r.rest(c.game)
	}
	r.ended = time.Now().Add(-calm)
	if got := r.hands("b"); got != all {
		t.Errorf("%d of %d processors after a pause", got, all)
	}
	if got := (&Room{Hands: 3}).hands("a"); got != 3 {
		t.Errorf("%d instead of the 3 that are set", got)
	}
}

package schedule

import (
	"testing"
	"time"
)

// TestLivePhaseKeepsItsPace begins phases of live games. Whatever the previous phase was, they
// must be due after NEXT, including the first phase of a game, and phases after one that was
// extended or resolved early.
func TestLivePhaseKeepsItsPace(t *testing.T) {
	t.Parallel()
	r := newRandom(3)
	for range 5000 {
		o := r.opening(t)
		next := time.Minute + r.span(59*time.Minute-time.Second)
		o.Timing = Timing{Clock: NoClock, Next: next, Delay: r.span(time.Minute), Days: EveryDay}
		o.Absences = nil
		p, why := NewPhase(o)
		if want := whole(o.Now).Add(next); !p.Deadline.Equal(whole(want)) || why.Kept {
			t.Fatalf("a live phase of %s that begins at %s after one until %s is due at %s", next, o.Now, o.Old.Deadline, p.Deadline)
		}
		if !p.Grace.Equal(p.Deadline) && o.Settings.StrictGrace {
			t.Fatalf("grace of a live phase ends at %s, the phase at %s", p.Grace, p.Deadline)
		}
		s := State{Now: o.Now, Timing: o.Timing, First: true, Settings: o.Settings}
		if s.delay() != o.Timing.Delay {
			t.Fatalf("a live phase waits for %s, not %s", s.delay(), o.Timing.Delay)
		}
	}
}

// TestLivePhases checks which phases are live.
func TestLivePhases(t *testing.T) {
	t.Parallel()
	for next, want := range map[time.Duration]bool{0: false, time.Minute: true, time.Hour - time.Second: true, time.Hour: false, 24 * time.Hour: false} {
		if got := (Timing{Next: next}).Live(); got != want {
			t.Errorf("NEXT %s: live %t", next, got)
		}
	}
}

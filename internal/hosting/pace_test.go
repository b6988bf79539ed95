package hosting

import (
	"testing"
	"time"

	"podesta/internal/schedule"
)

// TestPace checks that the times of each pace are recognized as that pace, and how
// long players have to confirm.
func TestPace(t *testing.T) {
	want := map[string]time.Duration{"daily": day, "usual": 2 * day, "weekly": 2 * day, "evening": 10 * time.Minute, "untimed": 2 * day}
	for i := range Paces {
		p := &Paces[i]
		h := Default()
		p.Keep(&h)
		if h.Pace() != p.Name || h.MusterLasts() != want[p.Name] || h.NMR != p.NMR {
			t.Errorf("%s: %s, %v, %v", p.Name, h.Pace(), h.MusterLasts(), h.NMR)
		}
		if FindPace(p.Name) != p {
			t.Errorf("%s is not found", p.Name)
		}
	}
	if FindPace("hasty") != nil {
		t.Error("there is a hasty pace")
	}
	h := Default()
	h.Timing[schedule.Moves].Next, h.MusterTime = 100*day, 90
	if h.Pace() != "weekly" || h.MusterLasts() != 90*time.Minute {
		t.Errorf("%s, %v", h.Pace(), h.MusterLasts())
	}
}

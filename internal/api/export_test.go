package api

import (
	"fmt"
	"testing"
	"time"
)

// SetBeat has servers that are made during a test send signs of life more often.
func SetBeat(t *testing.T, every time.Duration) {
	usual := heartbeat
	heartbeat = every
	t.Cleanup(func() { heartbeat = usual })
}

// Statuses are the HTTP statuses of the codes.
var Statuses = statuses

// Measures are the limits in the words of docs/api.md.
func Measures() []string {
	l := newLimiter(Limits{}, machineClock{}).limits
	return []string{
		fmt.Sprintf("| requests of an account or key | %v a second, %v at once |", l.Rate, l.Burst),
		fmt.Sprintf("| %v a second, %v at once |", l.StrangerRate, l.Strangers),
		fmt.Sprintf("| counts as %d requests |", whatifWeight),
		fmt.Sprintf("| %d at once, then one every %v seconds |", wrongBurst, 1/wrongRate),
		fmt.Sprintf("| %d KB; of a game that is imported %d MB |", maxBody>>10, maxImport>>20),
		fmt.Sprintf("| %d, of 20 games that are named, or %d of your own |", streamsEach, streamGames),
	}
}

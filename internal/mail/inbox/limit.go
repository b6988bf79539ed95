package inbox

import (
	"strings"
	"sync"
	"time"
)

// limits counts letters by sender, so that nobody keeps the judge busy alone.
type limits struct {
	mu      sync.Mutex
	perHour int
	senders map[string]*bucket
}

// bucket is how many letters a sender has left, as of an instant.
type bucket struct {
	left float64
	at   time.Time
}

// manySenders is from how many senders on those that have all their letters left
// are forgotten.
const manySenders = 10_000

func newLimits(perHour int) *limits {
	return &limits{perHour: perHour, senders: map[string]*bucket{}}
}

// take counts a letter of a sender and tells whether it may be read now.
func (l *limits) take(sender string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.senders) > manySenders {
		for k, b := range l.senders {
			if now.Sub(b.at) > time.Hour {
				delete(l.senders, k)
			}
		}
	}
	key := strings.ToLower(sender)
	b := l.senders[key]
	if b == nil {
		b = &bucket{left: float64(l.perHour), at: now}
		l.senders[key] = b
	}
	if d := now.Sub(b.at); d > 0 {
		b.left = min(float64(l.perHour), b.left+d.Hours()*float64(l.perHour))
		b.at = now
	}
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}

package api

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"podesta/internal/judge"
)

// Limits is how much one caller can ask for: so many requests a second for a
// long time, and so many at once after a rest. What takes the judge long counts
// for several requests.
type Limits struct {
	Rate, Burst             float64 // of an account or key; zero: 10 and 60
	StrangerRate, Strangers float64 // of an address without a token; zero: 4 and 40
	Games                   float64 // that one of them makes in an hour; zero: without limit
}

// wrongRate and wrongBurst are how many wrong secrets an address can send.
const (
	wrongRate  = 0.2
	wrongBurst = 10
	maxBuckets = 50_000
)

// limiter counts requests by caller. A bucket holds what a caller can still ask
// for and is filled again with time.
type limiter struct {
	limits Limits
	clock  judge.Clock

	mu    sync.Mutex
	all   map[string]bucket
	swept time.Time // when full buckets were looked for
}

type bucket struct {
	left float64
	at   time.Time
}

func newLimiter(l Limits, c judge.Clock) *limiter {
	def := func(v *float64, d float64) {
		if *v <= 0 {
			*v = d
		}
	}
	def(&l.Rate, 10)
	def(&l.Burst, 60)
	def(&l.StrangerRate, 4)
	def(&l.Strangers, 40)
	return &limiter{limits: l, clock: c, all: map[string]bucket{}}
}

// measure is the rate and size of a bucket.
func (l *limiter) measure(key string) (rate, burst float64) {
	switch {
	case strings.HasPrefix(key, "wrong "):
		return wrongRate, wrongBurst
	case strings.HasPrefix(key, "games "):
		return l.limits.Games / 3600, l.limits.Games
	case strings.HasPrefix(key, "from "):
		return l.limits.StrangerRate, l.limits.Strangers
	}
	return l.limits.Rate, l.limits.Burst
}

// filled is a bucket as it is now.
func (l *limiter) filled(key string, now time.Time) bucket {
	rate, burst := l.measure(key)
	b, ok := l.all[key]
	if !ok {
		return bucket{burst, now}
	}
	if passed := now.Sub(b.at).Seconds(); passed > 0 {
		b.left, b.at = min(burst, b.left+passed*rate), now
	}
	return b
}

// take takes n requests out of a bucket. If they are not there none is taken,
// and the time to wait is given.
func (l *limiter) take(key string, n float64) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.clock.Now()
	b := l.filled(key, now)
	if b.left < n {
		return l.until(key, b, n)
	}
	l.makeRoom(now)
	b.left -= n
	l.all[key] = b
	return 0
}

// wait is how long it takes until a bucket has something in it.
func (l *limiter) wait(key string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b := l.filled(key, l.clock.Now()); b.left < 1 {
		return l.until(key, b, 1)
	}
	return 0
}

func (l *limiter) until(key string, b bucket, n float64) time.Duration {
	rate, _ := l.measure(key)
	return time.Duration((n - b.left) / rate * float64(time.Second))
}

// makeRoom drops the buckets that are full again when there are too many, and
// if that is nothing, any.
func (l *limiter) makeRoom(now time.Time) {
	if len(l.all) < maxBuckets {
		return
	}
	if now.Sub(l.swept) > time.Second {
		l.swept = now
		for key := range l.all {
			if _, burst := l.measure(key); l.filled(key, now).left >= burst {
				delete(l.all, key)
			}
		}
	}
	for key := range l.all {
		if len(l.all) < maxBuckets {
			return
		}
		delete(l.all, key)
	}
}

// newGame counts a game that a caller wants to make.
func (s *Server) newGame(ctx context.Context) error {
	if s.limit.limits.Games <= 0 {
		return nil
	}
	wait := s.limit.take("games "+callerOf(ctx).bucket(), 1)
	if wait <= 0 {
		return nil
	}
	p := slowDown(wait)
	p.Detail = fmt.Sprintf("You have made many games lately. The next one can be made in %d minutes.", (p.wait+59)/60)
	return p
}

// slowDown tells a caller how long to wait.
func slowDown(wait time.Duration) *Problem {
	seconds := max(1, int(math.Ceil(wait.Seconds())))
	p := problem(judge.TooMany, fmt.Sprintf("Too many requests. Wait %d seconds; if you only wait for news, use the live events.", seconds))
	p.wait = seconds
	return p
}

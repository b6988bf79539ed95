// Package ratelimit limits how often each of many clients may do something.
package ratelimit

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// most is the maximum number of clients that a Keyed remembers.
const most = 50_000

// Keyed limits each client separately, identified by a key. After a pause, a client can use a
// whole burst at once, and then continue at the rate.
type Keyed struct {
	rate  rate.Limit
	burst int

	mu    sync.Mutex
	all   map[string]*rate.Limiter
	swept time.Time // when clients with a full allowance were last dropped
}

// New returns a limit of perSecond in the long run and burst at once. It
// returns nil, which means no limit, if either is not positive.
func New(perSecond float64, burst int) *Keyed {
	if perSecond <= 0 || burst <= 0 {
		return nil
	}
	return &Keyed{rate: rate.Limit(perSecond), burst: burst, all: map[string]*rate.Limiter{}}
}

// Per returns a limit of n per duration, all of which may be used at once after a pause. It
// returns nil, which means no limit, if n is not positive.
func Per(n int, span time.Duration) *Keyed {
	return New(float64(n)/span.Seconds(), n)
}

// Take counts n actions of a client. If they exceed the limit it counts none,
// and returns the time to wait.
func (k *Keyed) Take(key string, n int, now time.Time) time.Duration {
	if k == nil {
		return 0
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	l := k.all[key]
	if l == nil {
		k.makeRoom(now)
		l = rate.NewLimiter(k.rate, k.burst)
		k.all[key] = l
	}
	if l.AllowN(now, n) {
		return 0
	}
	return k.until(l, n, now)
}

// Wait returns the time until a client may act again. It counts nothing.
func (k *Keyed) Wait(key string, now time.Time) time.Duration {
	if k == nil {
		return 0
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	l := k.all[key]
	if l == nil || l.TokensAt(now) >= 1 {
		return 0
	}
	return k.until(l, 1, now)
}

func (k *Keyed) until(l *rate.Limiter, n int, now time.Time) time.Duration {
	return time.Duration((float64(n) - l.TokensAt(now)) / float64(k.rate) * float64(time.Second))
}

// makeRoom makes room if there are too many clients: it drops those with a full allowance, or an
// arbitrary one if there are none.
func (k *Keyed) makeRoom(now time.Time) {
	if len(k.all) < most {
		return
	}
	if now.Sub(k.swept) >= time.Second {
		k.swept = now
		for key, l := range k.all {
			if l.TokensAt(now) >= float64(k.burst) {
				delete(k.all, key)
			}
		}
	}
	for key := range k.all {
		if len(k.all) < most {
			return
		}
		delete(k.all, key)
	}
}

// Standing returns how many actions a client can still do at once, the maximum of that number,
// and the time after which all of them are available again.
func (k *Keyed) Standing(key string, now time.Time) (left, most int, span time.Duration) {
	if k == nil {
		return 0, 0, 0
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	left = k.burst
	if l := k.all[key]; l != nil {
		left = max(0, int(l.TokensAt(now)))
	}
	return left, k.burst, time.Duration(float64(k.burst) / float64(k.rate) * float64(time.Second))
}

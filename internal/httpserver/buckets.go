package httpserver

import (
	"sync"
	"time"
)

// maxClients is how many clients are remembered at a time.
const maxClients = 50_000

// buckets count what clients do. Of each only one instant is kept: the one at
// which all that it did is paid for, at one step for each thing.
type buckets struct {
	step, most time.Duration // the cost of one thing, and how far ahead one may be
	mu         sync.Mutex
	paid       map[string]time.Time
	swept      time.Time // when it was last looked for clients to forget
}

// newBuckets lets each client do n things in a span of time; nil for no limit.
func newBuckets(n int, span time.Duration) *buckets {
	if n <= 0 {
		return nil
	}
	step := span / time.Duration(n)
	return &buckets{step: step, most: step * time.Duration(n), paid: map[string]time.Time{}}
}

// take counts one thing of a client, or gives the time that it must wait.
func (b *buckets) take(client string, now time.Time) (wait time.Duration) {
	if b == nil {
		return 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	paid, ok := b.paid[client]
	if !ok {
		b.makeRoom(now)
	}
	if paid.Before(now) {
		paid = now
	}
	paid = paid.Add(b.step)
	if ahead := paid.Sub(now) - b.most; ahead > 0 {
		return ahead
	}
	b.paid[client] = paid
	return 0
}

// makeRoom forgets clients that have nothing to pay for any more when there are
// too many; if that is nobody, any.
func (b *buckets) makeRoom(now time.Time) {
	if len(b.paid) < maxClients {
		return
	}
	if now.Sub(b.swept) >= time.Second {
		b.swept = now
		for c, paid := range b.paid {
			if !paid.After(now) {
				delete(b.paid, c)
			}
		}
	}
	for c := range b.paid {
		if len(b.paid) < maxClients {
			return
		}
		delete(b.paid, c)
	}
}

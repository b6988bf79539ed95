package outbox

import "sync"

// shelf caches the latest values, with keys of type K. Each value is computed only once, even if
// several callers need it at the same time.
type shelf[K comparable, V any] struct {
	most int // maximum number of values

	mu   sync.Mutex
	made map[K]*place[V]
	ages []K // keys, the oldest first
}

// place holds one value of a shelf.
type place[V any] struct {
	mu    sync.Mutex
	done  bool
	value V
}

func newShelf[K comparable, V any](most int) *shelf[K, V] {
	return &shelf[K, V]{most: most, made: map[K]*place[V]{}}
}

// of returns the value for a key, and computes it if necessary. After an error the next call
// tries again.
func (s *shelf[K, V]) of(key K, create func() (V, error)) (V, error) {
	p := s.at(key)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.done {
		return p.value, nil
	}
	v, err := create()
	if err == nil {
		p.value, p.done = v, true
	}
	return v, err
}

// at returns the place for a key. A new place replaces the oldest one if the shelf is full.
func (s *shelf[K, V]) at(key K) *place[V] {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.made[key]; p != nil {
		return p
	}
	p := &place[V]{}
	s.made[key] = p
	s.ages = append(s.ages, key)
	for len(s.ages) > s.most {
		delete(s.made, s.ages[0])
		s.ages = s.ages[1:]
	}
	return p
}

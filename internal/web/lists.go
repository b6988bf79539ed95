package web

import (
	"fmt"
	"sync"
	"time"

	"podesta/internal/judge"
)

// WithListAge lets lists of games be as old as that: they are then not made anew
// for every visitor. Without it they are.
func WithListAge(age time.Duration) Option {
	return func(s *Server) { s.lists.age = age }
}

// maxLists is how many lists are kept.
const maxLists = 512

// lists keeps lists of games for a moment.
type lists struct {
	age time.Duration
	mu  sync.Mutex
	all map[string]agedList
}

type agedList struct {
	at   time.Time
	list gameList
}

// key names a list for a reader in a time zone.
func (*lists) key(f judge.Filter, most int, zone string) string {
	return fmt.Sprintf("%+v/%d/%s", f, most, zone)
}

// get gives a list that is not too old. Of those who come when it has become
// too old the first makes it anew.
func (l *lists) get(key string, now time.Time) (gameList, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	k, ok := l.all[key]
	if !ok || now.Sub(k.at) < l.age {
		return k.list, ok
	}
	if now.Sub(k.at) < 2*l.age {
		// One makes it anew; who comes meanwhile still gets this one.
		l.all[key] = agedList{now, k.list}
	}
	return k.list, false
}

// put keeps a list.
func (l *lists) put(key string, now time.Time, list gameList) {
	if l.age <= 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil || len(l.all) >= maxLists {
		l.all = map[string]agedList{}
	}
	l.all[key] = agedList{now, list}
}

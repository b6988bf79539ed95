package games

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"podesta/internal/lobby"
)

// The limits of cached lists.
const (
	maxLists = 512 // maximum number of lists
	// the maximum age of a list that is used while a new one is built, in multiples of the normal
	// age
	listStale = 3
	listTime  = 10 * time.Second // time limit for building one in the background
)

// Lists caches lists of games. When a list has become too old, visitors still receive it while a
// new one is built in the background. A visitor waits only if there is none, or if it is very old.
// Visitors who have changed a list see their change.
type Lists struct {
	age     time.Duration
	life    context.Context // context of the background work
	stop    context.CancelFunc
	running sync.WaitGroup
	// builds the tables of players that do not exist yet; nil if there are no pages
	tables func(ctx context.Context) error
	one    sync.Mutex // held while a list is built in the background, so only one at a time

	mu      sync.Mutex
	closed  bool
	all     map[string]*agedList
	changes int // number of changes to what lists show
}

// agedList is a list with the time and the number of changes at which it was built.
type agedList struct {
	at      time.Time
	changes int
	list    gameList
	anew    bool // whether a new one is being built
}

// NewLists returns a cache of lists that are renewed at the given age. It must be closed.
func NewLists(age time.Duration) *Lists {
	l := &Lists{age: age, all: map[string]*agedList{}}
	l.life, l.stop = context.WithCancel(context.Background())
	return l
}

// Close cancels the background work and waits until it has ended.
func (l *Lists) Close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.stop()
	l.running.Wait()
}

// Prepare builds the tables of ratings and of reliability that do not exist yet, so that no visitor
// waits for them. On a large judge this takes seconds after the start; later it builds the tables
// of new scenarios and editions.
func (l *Lists) Prepare(ctx context.Context) error {
	if l.tables == nil {
		return nil
	}
	return l.tables(ctx)
}

// Changed returns the number of changes to what lists show.
func (l *Lists) Changed() int {
	if l == nil {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.changes
}

// run runs f in the background unless the cache is closed, and reports whether it does.
func (l *Lists) run(f func(ctx context.Context)) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.running.Go(func() { f(l.life) })
	}
	return !l.closed
}

// Change counts a change to what lists show. The visitor who made it then sees no older list.
func (l *Lists) Change() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.changes++
}

// Affected reports whether a request may change lists of games. Creating a game and accepting an
// invitation may, and so may all actions in a game except the frequent ones.
func (*Lists) Affected(r *http.Request) bool {
	if r.Method != http.MethodPost {
		return false
	}
	switch path.Base(r.URL.Path) {
	case "check", "orders", "ready", "press", "predict":
		return false
	}
	return r.URL.Path == "/new" || r.URL.Path == "/host" || strings.HasPrefix(r.URL.Path, "/g/") || strings.HasPrefix(r.URL.Path, "/invite/")
}

// listKey returns the key of a list for a reader in a time zone.
func listKey(f lobby.Filter, zone *time.Location) string {
	return fmt.Sprintf("%+v/%s", f, zone)
}

// get returns the list for a key. If necessary, it calls the function made to build the list. The
// parameter after is the number of changes when the reader arrived; the list includes all of these.
func (l *Lists) get(ctx context.Context, key string, after int, now func() time.Time, made func(context.Context) (gameList, error)) (gameList, error) {
	if l == nil {
		return made(ctx)
	}
	at := now()
	if list, ok := l.cached(key, after, at, func() { l.renew(key, now, made) }); ok {
		return list, nil
	}
	list, err := made(ctx)
	if err == nil {
		l.put(key, &agedList{at: at, changes: after, list: list})
	}
	return list, err
}

// cached returns a cached list if it can still be used. The first reader of a list that is too old
// starts building a new one.
func (l *Lists) cached(key string, after int, at time.Time, anew func()) (gameList, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	k, ok := l.all[key]
	if !ok || k.changes < after || at.Sub(k.at) >= listStale*l.age {
		return gameList{}, false
	}
	if at.Sub(k.at) >= l.age && !k.anew && !l.closed {
		k.anew = true
		l.running.Go(anew)
	}
	return k.list, true
}

// renew builds a list in the background. If that fails, the old list stays in use until it is too
// old; then a reader builds a new one and receives the error.
func (l *Lists) renew(key string, now func() time.Time, made func(context.Context) (gameList, error)) {
	l.one.Lock()
	defer l.one.Unlock()
	ctx, cancel := context.WithTimeout(l.life, listTime)
	defer cancel()
	k := &agedList{at: now(), changes: l.Changed()}
	var err error
	if k.list, err = made(ctx); err == nil {
		l.put(key, k)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if old := l.all[key]; old != nil {
		old.anew = false
	}
}

// put caches a list, unless there is a newer one.
func (l *Lists) put(key string, k *agedList) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if old := l.all[key]; old != nil && (old.changes > k.changes || old.at.After(k.at)) {
		old.anew = false
		return
	}
	if len(l.all) >= maxLists {
		clear(l.all)
	}
	l.all[key] = k
}

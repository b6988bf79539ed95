package table

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"podesta/internal/judge"
)

// The bounds of what is kept of lists.
const (
	maxLists  = 512              // how many are kept
	listStale = 3                // how many times its age a list may have while another is made
	listTime  = 10 * time.Second // how long making one may take in the background
)

// Lists keeps lists of games. Who comes when one has become too old still gets
// it, and it is made anew in the background; only where there is none, or it is
// very old, somebody waits. Who has changed a list himself sees the change.
type Lists struct {
	age     time.Duration
	life    context.Context // of what is made in the background
	stop    context.CancelFunc
	running sync.WaitGroup
	one     sync.Mutex // held by who makes a list in the background: one after the other

	mu      sync.Mutex
	closed  bool
	all     map[string]*agedList
	changes int // how often people have changed what lists say
}

// agedList is a list that was made at a moment, when there had been so many
// changes.
type agedList struct {
	at      time.Time
	changes int
	list    gameList
	anew    bool // it is being made anew
}

// NewLists keeps lists that are made anew when they have that age. It must be
// closed.
func NewLists(age time.Duration) *Lists {
	l := &Lists{age: age, all: map[string]*agedList{}}
	l.life, l.stop = context.WithCancel(context.Background())
	return l
}

// Close ends what is done in the background, and waits for its end.
func (l *Lists) Close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.stop()
	l.running.Wait()
}

// Changed returns how often people have changed what lists say.
func (l *Lists) Changed() int {
	if l == nil {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.changes
}

// Change notes a change of what lists say, by somebody who will look.
func (l *Lists) Change() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.changes++
}

// Affected reports whether a request may change what lists say about games: every
// action at a table except those that are done there all the time.
func (*Lists) Affected(r *http.Request) bool {
	if r.Method != http.MethodPost {
		return false
	}
	switch path.Base(r.URL.Path) {
	case "check", "orders", "ready", "press", "predict":
		return false
	}
	return r.URL.Path == "/new" || r.URL.Path == "/host" || strings.HasPrefix(r.URL.Path, "/g/")
}

// listKey names a list for a reader in a time zone.
func listKey(f judge.Filter, most int, zone *time.Location) string {
	return fmt.Sprintf("%+v/%d/%s", f, most, zone)
}

// get gives the list of a key. after is how many changes there had been when
// its reader came: the list has them in it. made makes it.
func (l *Lists) get(ctx context.Context, key string, after int, now func() time.Time, made func(context.Context) (gameList, error)) (gameList, error) {
	if l == nil {
		return made(ctx)
	}
	at := now()
	if list, ok := l.kept(key, after, at, func() { l.renew(key, now, made) }); ok {
		return list, nil
	}
	list, err := made(ctx)
	if err == nil {
		l.put(key, &agedList{at: at, changes: after, list: list})
	}
	return list, err
}

// kept gives a list that can still be given. Of those who come when it has
// become too old the first has it made anew.
func (l *Lists) kept(key string, after int, at time.Time, anew func()) (gameList, bool) {
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

// renew makes a list in the background. If that fails the list that there is
// becomes ever older, until a reader makes it and is told why it cannot be made.
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

// put keeps a list, unless there is a newer one.
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

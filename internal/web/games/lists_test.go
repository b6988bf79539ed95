package games

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// maker makes lists. Each contains the number of lists made before it.
type maker struct {
	made atomic.Int32
	hold chan struct{} // nil, or a channel that makers wait for
	err  error
}

func (m *maker) list(ctx context.Context) (gameList, error) {
	n := m.made.Add(1)
	if m.hold != nil {
		select {
		case <-m.hold:
		case <-ctx.Done():
			return gameList{}, ctx.Err()
		}
	}
	return gameList{Total: int(n)}, m.err
}

// ask returns the list for a reader who has seen the given number of changes.
func ask(t *testing.T, l *Lists, after int, m *maker) int {
	t.Helper()
	list, err := l.get(t.Context(), "all", after, time.Now, m.list)
	if err != nil {
		t.Fatal(err)
	}
	return list.Total
}

// TestListsInTheBackground checks that a list that has become too old is still
// returned while a new one is made, and that a very old one is replaced before
// the answer.
func TestListsInTheBackground(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, m := NewLists(2*time.Second), &maker{}
		defer l.Close()
		for range 3 {
			if n := ask(t, l, 0, m); n != 1 {
				t.Fatalf("list %d, want the first", n)
			}
		}
		time.Sleep(2 * time.Second)
		m.hold = make(chan struct{})
		for range 5 {
			if n := ask(t, l, 0, m); n != 1 {
				t.Errorf("list %d while a new one is made, want the first", n)
			}
			synctest.Wait()
			if n := m.made.Load(); n != 2 {
				t.Errorf("%d were made, want 2", n)
			}
		}
		close(m.hold)
		synctest.Wait()
		if n := ask(t, l, 0, m); n != 2 {
			t.Errorf("list %d when the new one was made, want the second", n)
		}
		time.Sleep(listStale * 2 * time.Second)
		if n := ask(t, l, 0, m); n != 3 {
			t.Errorf("list %d after a long time, want the third", n)
		}
		if n := m.made.Load(); n != 3 {
			t.Errorf("%d were made, want 3", n)
		}
	})
}

// TestListsThatFail checks that a list that cannot be made in the background is
// tried again, and that a reader finally receives the error.
func TestListsThatFail(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, m := NewLists(2*time.Second), &maker{}
		defer l.Close()
		ask(t, l, 0, m)
		m.err = errors.New("no database")
		for range 2 {
			time.Sleep(2 * time.Second)
			if n := ask(t, l, 0, m); n != 1 {
				t.Errorf("list %d, want the first", n)
			}
			synctest.Wait()
		}
		if n := m.made.Load(); n != 3 {
			t.Errorf("tried %d times, want 3", n)
		}
		time.Sleep(2 * time.Second)
		if _, err := l.get(t.Context(), "all", 0, time.Now, m.list); !errors.Is(err, m.err) {
			t.Errorf("the reader received %v", err)
		}
	})
}

// TestListsChanged checks that a visitor who has changed a list never receives
// one that was begun earlier.
func TestListsChanged(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, m := NewLists(2*time.Second), &maker{}
		defer l.Close()
		before := l.Changed()
		ask(t, l, before, m)
		time.Sleep(2 * time.Second)
		m.hold = make(chan struct{})
		ask(t, l, before, m) // built again, because the cached list is too old
		synctest.Wait()
		l.Change()
		close(m.hold)
		if n := ask(t, l, l.Changed(), m); n != 3 {
			t.Errorf("list %d after the change, want the third", n)
		}
		synctest.Wait()
		if n := ask(t, l, before, m); n != 3 {
			t.Errorf("a list that was begun before the change has replaced the newer one: %d", n)
		}
	})
}

// TestListsClosed checks that closing ends the background work, and that
// remaining readers still receive their lists.
func TestListsClosed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, m := NewLists(2*time.Second), &maker{}
		ask(t, l, 0, m)
		time.Sleep(2 * time.Second)
		m.hold = make(chan struct{}) // blocks forever
		ask(t, l, 0, m)
		synctest.Wait()
		l.Close()
		if n := ask(t, l, 0, m); n != 1 {
			t.Errorf("list %d after the end, want the first", n)
		}
		synctest.Wait()
		if n := m.made.Load(); n != 2 {
			t.Errorf("%d were made, want 2", n)
		}
	})
}

// TestListsOfMany runs readers and changes in parallel, for the race detector.
func TestListsOfMany(t *testing.T) {
	t.Parallel()
	l, m := agedLists(t, time.Microsecond), &maker{}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 200 {
				after := l.Changed()
				if _, err := l.get(t.Context(), "all", after, time.Now, m.list); err != nil {
					t.Error(err)
				}
				if i == 0 {
					l.Change()
				}
			}
		})
	}
	wg.Wait()
}

// TestFrequentActionsKeepLists checks that frequent actions leave lists as they
// are.
func TestFrequentActionsKeepLists(t *testing.T) {
	t.Parallel()
	for at, want := range map[string]bool{
		"POST /new": true, "POST /host": true, "POST /g/x/join": true, "POST /g/x/settings": true, "POST /g/x/leave": true,
		"POST /g/x/orders": false, "POST /g/x/check": false, "POST /g/x/press": false, "POST /me/letters": false, "GET /new": false,
	} {
		method, path, _ := strings.Cut(at, " ")
		if got := (*Lists)(nil).Affected(httptest.NewRequest(method, path, nil)); got != want {
			t.Errorf("%s: %t", at, got)
		}
	}
}

// agedLists returns lists that are closed at the end of a test.
func agedLists(t testing.TB, age time.Duration) *Lists {
	l := NewLists(age)
	t.Cleanup(l.Close)
	return l
}

package table

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

// maker makes lists that tell how many were made before.
type maker struct {
	made atomic.Int32
	hold chan struct{} // nil, or what a maker waits for
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

// ask gets the list that the maker makes, for somebody who has seen so many changes.
func ask(t *testing.T, l *Lists, after int, m *maker) int {
	t.Helper()
	list, err := l.get(t.Context(), "all", after, time.Now, m.list)
	if err != nil {
		t.Fatal(err)
	}
	return list.Total
}

// TestListsInTheBackground: a list that has become too old is given on while one
// maker makes it anew; one that is very old is made for who asks.
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
				t.Errorf("list %d while it is made anew, want the first", n)
			}
			synctest.Wait()
			if n := m.made.Load(); n != 2 {
				t.Errorf("%d were made, want 2", n)
			}
		}
		close(m.hold)
		synctest.Wait()
		if n := ask(t, l, 0, m); n != 2 {
			t.Errorf("list %d when it was made anew, want the second", n)
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

// TestListsThatFail: what cannot be made in the background is tried again, and
// in the end its reader is told.
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
			t.Errorf("the reader is told %v", err)
		}
	})
}

// TestListsChanged: who has changed a list gets none that was begun before.
func TestListsChanged(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, m := NewLists(2*time.Second), &maker{}
		defer l.Close()
		before := l.Changed()
		ask(t, l, before, m)
		time.Sleep(2 * time.Second)
		m.hold = make(chan struct{})
		ask(t, l, before, m) // made anew now
		synctest.Wait()
		l.Change()
		close(m.hold)
		if n := ask(t, l, l.Changed(), m); n != 3 {
			t.Errorf("list %d after the change, want the third", n)
		}
		synctest.Wait()
		if n := ask(t, l, before, m); n != 3 {
			t.Errorf("the list that was begun before the change has taken the place of the newer one: %d", n)
		}
	})
}

// TestListsClosed: with the end of the program nothing goes on, and readers who
// are still there get their lists.
func TestListsClosed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, m := NewLists(2*time.Second), &maker{}
		ask(t, l, 0, m)
		time.Sleep(2 * time.Second)
		m.hold = make(chan struct{}) // for ever
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

// TestListsOfMany: readers and changers side by side, for the race detector.
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

// TestWhatChangesLists: what is done all the time leaves lists as they are.
func TestWhatChangesLists(t *testing.T) {
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

// agedLists keeps lists until a test ends.
func agedLists(t testing.TB, age time.Duration) *Lists {
	l := NewLists(age)
	t.Cleanup(l.Close)
	return l
}

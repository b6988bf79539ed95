package games

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestTableIsMadeOnce checks that many readers cause the table to be made only once, that an old table is
// used while a new one is made, and that it remains in use after a failure.
func TestTableIsMadeOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := NewLists(time.Second)
		defer l.Close()
		const makeTime = 3 * time.Second
		var x table[int]
		var calls atomic.Int64
		var broken atomic.Bool
		slow := func(context.Context) ([]int, error) {
			n := calls.Add(1)
			time.Sleep(makeTime)
			if broken.Load() {
				return nil, errors.New("broken")
			}
			return []int{int(n)}, nil
		}
		get := func(ctx context.Context) (int, error) {
			list, err := x.get(ctx, l, time.Now, slow)
			if err != nil {
				return 0, err
			}
			return list[0], nil
		}
		want := func(what string, n int, waits bool) {
			t.Helper()
			began := time.Now()
			if got, err := get(t.Context()); got != n || err != nil || (time.Since(began) > 0) != waits {
				t.Errorf("%s: table %d, %v, after %s", what, got, err, time.Since(began))
			}
		}
		// The first maker fails; another reader waits for it in vain and then makes the table.
		broken.Store(true)
		var first sync.WaitGroup
		first.Go(func() {
			if _, err := get(t.Context()); err == nil {
				t.Error("a failure is not reported")
			}
		})
		synctest.Wait()
		hurried, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := get(hurried); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a hurried reader: %v", err)
		}
		first.Wait()
		broken.Store(false)
		var readers sync.WaitGroup
		for range 5 {
			readers.Go(func() { want("a reader of many", 2, true) })
		}
		readers.Wait()
		want("a fresh table", 2, false)
		time.Sleep((tableShare-1)*makeTime - 1) // the renewal began one makeTime ago
		want("still fresh", 2, false)
		time.Sleep(1)
		want("old", 2, false)
		want("old, too", 2, false)
		time.Sleep(makeTime)
		synctest.Wait()
		want("new", 3, false)
		broken.Store(true)
		time.Sleep(time.Hour)
		want("old again", 3, false)
		time.Sleep(makeTime)
		synctest.Wait()
		if n := calls.Load(); n != 4 {
			t.Errorf("%d attempts, want 4", n)
		}
		l.Close()
		want("after the end", 3, false)
	})
}

package outbox

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/store"
)

// gate is a store that counts transactions and makes the first one wait.
type gate struct {
	game.Store
	first chan struct{} // closed when the first transaction has begun
	open  chan struct{}
	count atomic.Int32
}

func (g *gate) Write(ctx context.Context, f func(*game.Tx) error) error {
	if g.count.Add(1) == 1 {
		close(g.first)
		<-g.open
	}
	return g.Store.Write(ctx, f)
}

// TestWritesShareTransactions checks that writes that arrive during a transaction share the next
// one, and that each still gets its own error.
func TestWritesShareTransactions(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]bool{"all succeed": false, "one fails": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := store.Open(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			g := &gate{Store: s, first: make(chan struct{}), open: make(chan struct{})}
			c := &commits{store: g}
			refused := errors.New("refused")
			const n = 20
			var all sync.WaitGroup
			errs := make([]error, n)
			write := func(i int) {
				all.Go(func() {
					errs[i] = c.write(func(tx *game.Tx) error {
						if fail && i == 7 {
							return refused
						}
						return tx.Items.Put("", "test", fmt.Sprint(i), []byte("x"))
					})
				})
			}
			// The first write is running while all others arrive.
			write(0)
			<-g.first
			for i := 1; i < n; i++ {
				write(i)
			}
			for waiting := 0; waiting < n-1; time.Sleep(time.Millisecond) {
				c.mu.Lock()
				waiting = len(c.waiting)
				c.mu.Unlock()
			}
			close(g.open)
			all.Wait()
			want := n
			for i, err := range errs {
				if fail && i == 7 {
					want--
					if !errors.Is(err, refused) {
						t.Errorf("the error of %d is %v", i, err)
					}
				} else if err != nil {
					t.Errorf("%d: %v", i, err)
				}
			}
			err = s.Read(context.Background(), func(tx *game.Tx) error {
				items, err := tx.Items.List("", "test")
				if len(items) != want {
					t.Errorf("%d items, want %d", len(items), want)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
			if got := g.count.Load(); !fail && got != 2 {
				t.Errorf("%d transactions, want 2", got)
			}
		})
	}
}

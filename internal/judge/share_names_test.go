//go:build unix

package judge_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/store/pgtest"
)

// TestOneName checks that if several people create a game with the same name at
// the same time, at two judges on one store, one succeeds and the others get an
// error.
func TestOneName(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) { shareName(t, judgetest.Empty(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { shareName(t, pgtest.Shared(t).URL(t)) })
}

func shareName(t *testing.T, url string) {
	one := judgetest.OpenAt(t, url, time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC))
	judges := []*judge.Judge{one.Judge, one.Beside().Judge}
	var masters []string
	for _, name := range []string{"Anna", "Bice", "Carlo", "Dino", "Elena", "Fosco", "Gino", "Irma"} {
		_, secret, err := judges[0].Users.Register(ctx, name, name+"@example.org", "")
		if err != nil {
			t.Fatal(err)
		}
		a, err := judges[0].Users.Verify(ctx, secret.Secret())
		if err != nil {
			t.Fatal(err)
		}
		masters = append(masters, a.ID)
	}
	for _, name := range []string{"Medici", "Sforza", "Este"} {
		var made, refused atomic.Int64
		var wg sync.WaitGroup
		for n := range masters {
			wg.Go(func() {
				called := name
				if n%2 == 1 {
					called = strings.ToUpper(name) // the same name in another case
				}
				_, err := judges[n%2].Lobby.Host(ctx, masters[n], lobby.NewGame{Name: called, Scenario: "A"}, hosting.Default())
				switch {
				case err == nil:
					made.Add(1)
				case game.ErrorCode(err) == game.Conflict:
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if made.Load() != 1 || refused.Load() != 7 {
			t.Errorf("%s: made %d times, refused %d times", name, made.Load(), refused.Load())
		}
	}
}

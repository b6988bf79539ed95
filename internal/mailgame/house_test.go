package mailgame

import (
	"bytes"
	"context"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/store"
)

var ctx = context.Background()

// house is a judge with a test database and a test clock. All houses create games with the same
// IDs and the same dice.
type house struct {
	*judgetest.House
	t     *testing.T
	store *store.Store
	clock *judgetest.Clock
	log   *safeBuffer
	game  string // ID of its game; empty until the game exists
}

// newHouse opens a judge in a folder.
func newHouse(t *testing.T, dir string) *house {
	t.Helper()
	data := filepath.Join(dir, "judge")
	if err := os.Mkdir(data, 0o700); err != nil {
		t.Fatal(err)
	}
	base := judgetest.OpenAt(t, data, time.Date(2027, time.January, 1, 0, 0, 0, 0, time.UTC))
	h := &house{House: base, t: t, store: base.Store, clock: base.Clock, log: &safeBuffer{}}
	h.Base.DrawFrom(rand.NewChaCha8([32]byte([]byte("the dice of the game by letters!"))))
	return h
}

func (h *house) logger() *slog.Logger { return slog.New(slog.NewTextHandler(h.log, nil)) }

// current returns the game in its present state.
func (h *house) current() *game.Game {
	h.t.Helper()
	g, err := h.Base.Game(ctx, h.game)
	if err != nil {
		h.t.Fatal(err)
	}
	return g
}

// find sets the ID of the game, if the game exists.
func (h *house) find(name string) {
	h.t.Helper()
	if h.game != "" {
		return
	}
	g, err := h.Base.FindGame(ctx, name)
	if game.ErrorCode(err) == game.NotFound {
		return
	}
	if err != nil {
		h.t.Fatal(err)
	}
	h.game = g.ID
}

// everyLetter is the time that passes before each e-mail.
const everyLetter = "+1m"

// until advances the clock. Whatever becomes due on the way is done at its time, after which carry
// delivers the e-mail.
func (h *house) until(text string, carry func()) {
	h.t.Helper()
	var deadline, grace time.Time
	if h.game != "" && h.current().Number > 0 {
		p, err := h.Judge.Clock.Plan(ctx, h.game)
		if err != nil {
			h.t.Fatal(err)
		}
		deadline, grace = p.Deadline, p.Grace
	}
	to, err := moment(text, h.clock.Now(), deadline, grace)
	if err != nil {
		h.t.Fatalf("%s: %v", text, err)
	}
	if to.Before(h.clock.Now()) {
		h.t.Fatalf("%s is %s, and it is %s already", text, to, h.clock.Now())
	}
	for {
		due, err := h.Judge.Clock.NextDue(ctx)
		if err != nil {
			h.t.Fatal(err)
		}
		if due.IsZero() || due.After(to) {
			break
		}
		h.clock.Reach(due)
		h.work()
		carry()
	}
	h.clock.Reach(to)
	h.work()
	carry()
}

// work does what is due. It makes the judge count as running all the time, so that it detects no
// outage.
func (h *house) work() {
	h.t.Helper()
	if err := h.Judge.Clock.TrustClock(ctx); err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.Judge.Clock.Work(ctx); err != nil {
		h.t.Fatal(err)
	}
}

// safeBuffer is a buffer to which several goroutines can write.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

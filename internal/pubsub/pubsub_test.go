package pubsub

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

// waits returns the next news of a stream. It fails the test if there is none.
func waits(t *testing.T, s *Stream) string {
	t.Helper()
	select {
	case <-s.Stirred():
		return strings.Join(slices.Sorted(maps.Keys(s.Take())), " ")
	case <-time.After(5 * time.Minute):
		t.Fatal("there is no news")
		return ""
	}
}

// TestHub checks that streams receive news of their own games, and of all games
// if something may have been missed, and that the hub follows the judge only
// while there are streams.
func TestHub(t *testing.T) {
	topics := make(chan string)
	followed := make(chan context.Context, 4)
	h := New(func(ctx context.Context) (<-chan string, error) {
		followed <- ctx
		return topics, nil
	}, slog.New(slog.DiscardHandler))
	one, two := h.Join("ada", 2, 3), h.Join("ada", 2, 3)
	if h.Join("ada", 2, 3) != nil {
		t.Error("one owner has too many streams")
	}
	three := h.Join("bo", 2, 3)
	if three == nil || h.Join("carla", 2, 3) != nil || h.Count() != 3 {
		t.Error("the limit of all streams is exceeded")
	}
	one.Watch("a", "b")
	two.Watch("b")
	three.Watch("c")
	topics <- "b"
	if got := waits(t, one) + waits(t, two); got != "bb" {
		t.Errorf("got %q", got)
	}
	topics <- "a"
	topics <- "b"
	topics <- "x" // when x is received, earlier topics have reached the streams
	if got := waits(t, one); got != "a b" {
		t.Errorf("got %q at once", got)
	}
	waits(t, two)
	two.Watch("c")
	topics <- "b"
	topics <- "c"
	topics <- ""
	topics <- "x"
	if got := waits(t, two); got != " c" {
		t.Errorf("got %q after another choice", got)
	}
	ctx := <-followed
	one.Leave()
	one.Leave()
	two.Leave()
	if ctx.Err() != nil {
		t.Error("nothing is followed although there is a stream")
	}
	three.Leave()
	<-ctx.Done()
	close(topics)
	if n := h.Count(); n != 0 || len(h.games) != 0 || len(h.owned) != 0 {
		t.Errorf("%d streams, %d games, %d owners are left", n, len(h.games), len(h.owned))
	}
	h.Close()
	h.Close()
	<-h.Over()
	if h.Join("ada", 2, 3) != nil {
		t.Error("a closed hub takes a stream")
	}
}

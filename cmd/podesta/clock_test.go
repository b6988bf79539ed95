package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"podesta/internal/httpserver"
	"podesta/internal/store"
	"podesta/internal/store/pgtest"
)

// TestWrongClock checks that a process on a machine with a wrong clock is not ready, and that
// its workers do nothing, until the clock is right.
func TestWrongClock(t *testing.T) {
	t.Parallel()
	st, err := store.Open(pgtest.Shared(t).URL(t))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	apart := 90 * time.Second
	clock, err := st.NewClock(t.Context(), func() time.Time { return time.Now().Add(apart) })
	if err != nil {
		t.Fatal(err)
	}
	rounds := 0
	w := byClock(clock, httpserver.Worker{Round: func(context.Context) (int, error) { rounds++; return 0, nil }})
	look := func(wrong bool) {
		t.Helper()
		was := rounds
		_, err := w.Round(t.Context())
		ready := clockCheck(clock)(t.Context())
		if (err != nil) != wrong || (ready != nil) != wrong || (rounds == was) != wrong {
			t.Errorf("%s apart: %v, %v, %d rounds", apart, err, ready, rounds-was)
		}
		if wrong && !strings.Contains(err.Error(), "1m30s") {
			t.Error(err)
		}
		if d := time.Until(clock.Now()); d.Abs() > 2*time.Second {
			t.Errorf("%s apart: the time is %s off", apart, d)
		}
	}
	look(true)
	for _, apart = range []time.Duration{0, 3 * time.Second, -90 * time.Second} {
		if err := clock.Measure(t.Context()); err != nil {
			t.Fatal(err)
		}
		look(apart < 0)
	}
}

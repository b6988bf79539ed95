package ratelimit

import (
	"fmt"
	"testing"
	"time"
)

// TestTake checks that a client may act in a burst, and then only at the given rate.
func TestTake(t *testing.T) {
	k := Per(120, time.Hour)
	now := time.Unix(1_000_000, 0)
	took := func(at time.Time) (n int) {
		for k.Take("a", 1, at) == 0 {
			n++
		}
		return n
	}
	for _, x := range []struct {
		after time.Duration
		want  int
	}{{0, 120}, {29 * time.Second, 0}, {30 * time.Second, 1}, {5*time.Minute + 30*time.Second, 10}, {3 * time.Hour, 120}} {
		if got := took(now.Add(x.after)); got != x.want {
			t.Errorf("after %v: %d, want %d", x.after, got, x.want)
		}
	}
	end := now.Add(3 * time.Hour)
	if wait := k.Take("a", 1, end); wait < 29*time.Second || wait > 30*time.Second {
		t.Errorf("the next one in %v", wait)
	}
	if wait := k.Wait("a", end); wait < 29*time.Second || wait > 30*time.Second {
		t.Errorf("waits for %v", wait)
	}
	if k.Take("b", 121, end) == 0 || k.Take("b", 120, end) != 0 {
		t.Error("another client, or more than the burst")
	}
	if k.Wait("c", end) != 0 {
		t.Error("a client that did nothing must wait")
	}
	if none := Per(0, time.Hour); none.Take("a", 1, now) != 0 || none.Wait("a", now) != 0 {
		t.Error("no limit is one")
	}
}

// TestForgets checks that new clients replace those with a full allowance.
func TestForgets(t *testing.T) {
	k := Per(10, time.Minute)
	now := time.Unix(0, 0)
	for i := range most + 100 {
		if k.Take(fmt.Sprint(i), 1, now) > 0 {
			t.Fatal("a stranger is refused")
		}
	}
	if len(k.all) > most {
		t.Errorf("%d clients are remembered", len(k.all))
	}
	k.Take("late", 1, now.Add(time.Hour))
	if len(k.all) != 1 {
		t.Errorf("%d clients are remembered after an hour", len(k.all))
	}
}

//go:build linux

package main

import (
	"fmt"
	"slices"
	"time"
)

// times holds the durations of a repeated action.
type times struct {
	name string
	all  []time.Duration
	err  error // the last failure
	bad  int
}

func (t *times) String() string {
	if len(t.all) == 0 {
		return fmt.Sprintf("%-34s failed: %v", t.name, t.err)
	}
	slices.Sort(t.all)
	at := func(q float64) time.Duration {
		return t.all[int(q*float64(len(t.all)-1))].Round(100 * time.Microsecond)
	}
	s := fmt.Sprintf("%-34s median %-9s 90%% %-9s 99%% %-9s longest %-9s of %d", t.name, at(0.5), at(0.9), at(0.99), at(1), len(t.all))
	if t.bad > 0 {
		s += fmt.Sprintf(", and %d failed: %v", t.bad, t.err)
	}
	return s
}

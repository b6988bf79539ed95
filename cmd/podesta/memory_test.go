package main

import "testing"

// TestRest checks when an idle judge returns memory to the system.
func TestRest(t *testing.T) {
	t.Parallel()
	var r rest
	for i, x := range []struct {
		megabytes uint64 // allocated since the last round
		due       bool
	}{
		{40, false}, // the start
		{1, true},
		{1, false},  // returned already
		{20, false}, // a few visitors use the judge
		{20, false},
		{0, true},
		{3, false},
		{3, false},
		{3, true}, // only workers are active
	} {
		if due := r.due(r.seen + x.megabytes<<20); due != x.due {
			t.Errorf("look %d: %v", i, due)
		}
	}
	// The next instructions read code and constants again.
	forgetProgram()
}

// Package bounded helps tests check that the work for an input from a stranger is bounded by the
// input's size.
package bounded

import (
	"runtime/metrics"
	"testing"
	"time"
)

// patience is how long a call may take on a busy machine.
const patience = 10 * time.Second

// Bytes calls f, and reports an error if it allocates more than base bytes plus
// each bytes for each of the n bytes of its input, or takes longer than any
// input of a few kilobytes can need.
func Bytes(t testing.TB, n, base, each int, f func()) {
	t.Helper()
	begun, before := time.Now(), allocated()
	f()
	if got, most := allocated()-before, uint64(base+each*n); got > most {
		t.Errorf("%d bytes allocated for an input of %d; at most %d are expected", got, n, most)
	}
	if took := time.Since(begun); took > patience {
		t.Errorf("an input of %d bytes took %v", n, took)
	}
}

// allocated returns the bytes that the program has allocated so far.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

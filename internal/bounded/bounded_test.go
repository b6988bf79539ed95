package bounded

import (
	"fmt"
	"testing"
)

// recorder records the errors of a test.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

// kept prevents the compiler from removing the tests' allocations.
var kept []byte

// TestBytes checks functions that allocate less and more than the bound.
func TestBytes(t *testing.T) {
	for _, c := range []struct{ allocate, errors int }{{0, 0}, {1 << 19, 0}, {1 << 21, 1}} {
		r := &recorder{TB: t}
		Bytes(r, 1<<10, 512<<10, 512, func() { kept = make([]byte, c.allocate) })
		if len(r.errors) != c.errors {
			t.Errorf("%d bytes: %q", c.allocate, r.errors)
		}
	}
}

package main

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
)

// usualMemory is what a busy process needs, in bytes: games, the drawn parts of maps, and
// pictures, pages and e-mails in progress.
const usualMemory = 256 << 20

// limitMemory sets the soft limit of memory: near it, unused memory is freed more
// often, which takes processor time, but nothing fails. The environment variable
// GOMEMLIMIT has precedence.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(usualMemory)
	}
}

// A judge is idle if it allocates less than idleGarbage bytes between two rounds of its worker.
// Memory is then returned to the system, if enough was allocated to make it worthwhile.
const (
	idleGarbage  = 4 << 20
	worthFreeing = 8 << 20
)

// rest returns memory to the system while a judge is idle. Without it, an idle judge
// keeps what its busiest minute needed.
type rest struct {
	seen  uint64 // bytes that had been allocated at the last round
	freed uint64 // bytes that had been allocated when memory was last returned
}

// due reports whether to return memory now that so many bytes have been allocated.
func (r *rest) due(allocated uint64) bool {
	idle := allocated-r.seen < idleGarbage
	if r.seen = allocated; !idle || allocated-r.freed < worthFreeing {
		return false
	}
	r.freed = allocated
	return true
}

// round is the work of a worker.
func (r *rest) round(context.Context) (int, error) {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	if metrics.Read(sample); !r.due(sample[0].Value.Uint64()) {
		return 0, nil
	}
	debug.FreeOSMemory()
	forgetProgram()
	return 0, nil
}

// mostGarbage is the soft memory limit of collectSeldom, in bytes. Near it, garbage is collected
// as often as necessary.
const mostGarbage = 1 << 30

// collectSeldom reduces the frequency of garbage collection to an eighth in programs that play
// many games, which keep little memory but allocate a lot. This saves a fifth to a quarter of the
// processor time and costs about 30 MB of memory. Programs that keep many games or vocabularies
// collect more often near mostGarbage. The environment variables GOGC and GOMEMLIMIT have
// precedence.
func collectSeldom() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(800)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(mostGarbage)
	}
}

package main

import (
	"os"
	"runtime/debug"
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

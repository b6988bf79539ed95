package main

import (
	"os"
	"runtime/debug"
)

// usualMemory is what a busy process needs besides its kept pages, in bytes: the
// drawn parts of maps, and the pictures and e-mails in progress.
const usualMemory = 216 << 20

// limitMemory sets the soft limit of memory, for kept pages of a size in bytes:
// near it, unused memory is freed more often, which takes processor time, but
// nothing fails. The environment variable GOMEMLIMIT has precedence.
func limitMemory(kept int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(usualMemory + 2*kept)
	}
}

// collectSeldom lets a program that plays many games, which keeps little and
// allocates much, collect garbage an eighth as often: that takes some 30 MB more
// memory, and a fifth to a quarter less processor time. The environment variable
// GOGC has precedence.
func collectSeldom() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(800)
	}
}

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

// mostGarbage is the memory, in bytes, near which collectSeldom collects garbage as often as
// necessary.
const mostGarbage = 1 << 30

// collectSeldom makes a program that plays many games, which keeps little memory but allocates
// much, collect garbage an eighth as often. This saves a fifth to a quarter of the processor
// time and costs about 30 MB of memory. A program that keeps many games or vocabularies
// collects more often near mostGarbage. The environment variables GOGC and GOMEMLIMIT have
// precedence.
func collectSeldom() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(800)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(mostGarbage)
	}
}

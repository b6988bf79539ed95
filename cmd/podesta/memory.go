package main

import (
	"os"
	"runtime/debug"
)

// usualMemory is what a busy process needs, in bytes: games, the drawn parts of
// maps, and the pictures, pages and e-mails in progress.
const usualMemory = 256 << 20

// limitMemory sets the soft limit of memory: near it, unused memory is freed more
// often, which takes processor time, but nothing fails. The environment variable
// GOMEMLIMIT has precedence.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(usualMemory)
	}
}

// mostGarbage is the memory, in bytes, beyond which collectSeldom collects garbage
// as often as it must.
const mostGarbage = 1 << 30

// collectSeldom lets a program that plays many games, which keeps little and
// allocates much, collect garbage an eighth as often: that takes a fifth to a
// quarter less processor time. A program that keeps little needs some 30 MB more
// memory. One that keeps many games or vocabularies collects more often near
// mostGarbage. The environment variables GOGC and GOMEMLIMIT have precedence.
func collectSeldom() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(800)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(mostGarbage)
	}
}
